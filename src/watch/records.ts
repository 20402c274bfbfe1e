/**
 * An operator's anchored records, from its export or from its own store.
 *
 * @module
 */
import { hashDomain, type OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import type { ActionTypes } from "../action/kinds.ts";
import type { ReadExport } from "../verify/audit/audit.ts";
import { EXPORT_FILES, parseManifest } from "../verify/audit/format.ts";
import type { StoredCheckpoint } from "../dispute/checkpoints.ts";
import type { ChallengeRequest } from "../dispute/challenges/challenges.ts";
import { openHistory } from "../dispute/evidence.ts";
import { readHeldExport, type HeldEntry, type HeldRecords } from "../dispute/export.ts";
import { readHeader } from "../dispute/succession.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ChainStore, BatchStore } from "../log/store.ts";

/** An operator's records, to answer from and to search for faults. */
export type Records = {
  /**
   * Reads the available records that answer a question. Evidence made from them is under these checkpoints.
   *
   * @throws AnchorlogError if the records cannot be read.
   */
  hold(checkpoints: readonly StoredCheckpoint[], question: ChallengeRequest): Promise<HeldRecords>;
  /** The export to audit, and a text that changes with it; absent for records that are not an export. */
  readonly published?: () => Promise<{ readonly read: ReadExport; readonly version: string }>;
};

/**
 * Records in an export.
 *
 * @param open opens the current export, for example `() => readExportFolder(folder)`.
 * @example
 * const records = exportRecords(() => readExportFolder("export"), operator)
 * const watch = await openWatch({ operator, clients, state: "watch.json", duties: USER_DUTIES, records, act })
 */
export function exportRecords(open: () => Promise<ReadExport>, operator: OperatorId): Records {
  let last: { readonly version: string; readonly held: Promise<HeldRecords> } | undefined;
  const published = async () => {
    const read = await open();
    const manifest = await read(EXPORT_FILES.manifest);
    if (manifest === undefined) throw new AnchorlogError("malformed", "the records have no manifest.json: no export");
    const { operator: id } = parseManifest(manifest);
    if (id.chainId !== operator.chainId || id.registry !== operator.registry || id.operator !== operator.operator) {
      throw new AnchorlogError("foreign_export", `the export is ${id.operator}'s of ${id.registry} on ${id.chainId}`, {
        fix: "give the export of the operator that is watched",
      });
    }
    // An export is replaced as a whole. A new one has other checkpoints or more batches.
    const batches = (await read(EXPORT_FILES.batches)) ?? "";
    return { read, version: `${manifest}${batches.length}` };
  };
  return {
    published,
    hold: async (checkpoints, question) => {
      const { read, version: text } = await published();
      const version = `${text}${checkpoints.at(-1)?.root}`;
      const known = last?.version === version ? await last.held.catch(() => undefined) : undefined;
      // If the question's batch was missing, read again: a batch can be put back without changing the version.
      if (known !== undefined && holds(known, question)) return known;
      last = { version, held: readHeldExport(read, checkpoints) };
      last.held.catch(() => (last = undefined));
      return last.held;
    },
  };
}

/** Whether the records have the batch of a question, if it needs one. */
function holds({ history, batch }: HeldRecords, question: ChallengeRequest): boolean {
  const place = placeOf(history.headers, question);
  return place === -1 || batch(place) !== undefined;
}

/**
 * Records in the operator's own store. Reads only the entries of the question's batch.
 *
 * @param types the same kinds of actions with which the operator opens its logs.
 */
export function storeRecords(
  store: Pick<ChainStore, "allLogNames" | "entries"> & Pick<BatchStore, "batches">,
  operator: OperatorId & { readonly name: string; readonly version: string },
  types: Pick<ActionTypes, "kinds">,
): Records {
  assertGiven("storeRecords", { store, operator, types }, "store.entries()", "operator.registry", "types.kinds");
  const headers: Uint8Array[] = [];
  type Last = { place: number; root: Hex | undefined; size: number; held: HeldRecords };
  let last: Readonly<Last> | undefined;
  const { name, version, chainId, registry } = operator;
  const context = {
    kinds: types.kinds,
    domainSeparator: hashDomain({ name, version, chainId, verifyingContract: registry }),
  };

  return {
    hold: async (checkpoints, question) => {
      const known = headers.length;
      // Assigned by position, since another call may have added the same headers meanwhile.
      for (const [i, { header }] of (await store.batches(known)).entries()) headers[known + i] = header;
      const place = placeOf(headers, question);
      const root = checkpoints.at(-1)?.root;
      const size = headers.length;
      if (last?.place === place && last.root === root && last.size === size) return last.held;
      const entries = await readBatch(store, headers[place]);
      const batch = (position: number) => (position === place ? entries : undefined);
      const history = openHistory({
        operator,
        headers: [...headers],
        checkpoints,
        entries: (position) => batch(position)?.map(({ bytes }) => bytes),
      });
      const names = new Map((await store.allLogNames()).map(({ id, name: log }) => [id, log]));
      const held = { context, logs: names, history, batch };
      // Not cached otherwise: the missing entries can be put back without changing root or size.
      if (holds(held, question)) last = { place, root, size, held };
      return held;
    },
  };
}

/** The position of a question's batch; -1 if it needs none, or there is no such batch. */
function placeOf(headers: readonly Uint8Array[], { kind, log, index }: ChallengeRequest): number {
  if (kind === "header") return -1;
  return headers.findIndex((bytes) => {
    const header = readHeader(bytes);
    return (
      header !== undefined && toHex(header.log) === log && index >= header.start && index - header.start < header.count
    );
  });
}

async function readBatch(
  store: Pick<ChainStore, "entries">,
  bytes: Uint8Array | undefined,
): Promise<readonly HeldEntry[] | undefined> {
  const header = bytes && readHeader(bytes);
  if (header === undefined) return undefined;
  const { start, count } = header;
  const entries = await store.entries(toHex(header.log), start, start + count);
  return entries.length === count ? entries : undefined;
}
