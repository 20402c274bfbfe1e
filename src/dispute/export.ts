import { hashDomain, logId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import { encodeMessage } from "../action/envelope.ts";
import type { Kind, SignedAction } from "../action/kinds.ts";
import { signedFormOf, type SignedForm } from "../action/signedForm.ts";
import type { ReadExport } from "../verify/audit/audit.ts";
import {
  EXPORT_FILES,
  linesOf,
  parseExportedEntry,
  parseExportedHeader,
  parseManifest,
  salvageEntry,
  type Manifest,
} from "../verify/audit/format.ts";
import type { ActionContext } from "../batch/build.ts";
import { attempt } from "../base/attempt.ts";
import { equalBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { hashEntry } from "../log/entry.ts";
import { buildTree, treeRoot } from "../crypto/merkle/tree.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import { openHistory, type AnchoredHistory } from "./evidence.ts";
import { openHeldLines, type HeldLines } from "./lines.ts";
import { readHeader } from "./succession.ts";

/** An entry with its action, if the action can be read; or with the action's signed form, if payloads are withheld. */
export type HeldEntry = {
  readonly bytes: Uint8Array;
  readonly action: SignedAction | undefined;
  readonly signed?: SignedForm | undefined;
};

/** An operator's records, from an export or its store, for evidence and answers. */
export type HeldRecords = {
  readonly context: ActionContext;
  /** Logs' names by their identifiers. */
  readonly logs: ReadonlyMap<Hex, string>;
  readonly history: AnchoredHistory;
  /**
   * Returns the entries of the batch at a position of the batch log, even if its header lies about its log and start.
   */
  readonly batch: (position: number) => readonly HeldEntry[] | undefined;
};

/** An export, for evidence. */
export type HeldExport = HeldRecords & {
  readonly manifest: Manifest;
  /** Notes of the checkpoints. */
  readonly notes: readonly string[];
};

/**
 * Returns an entry's action without its payload, and the action's kind; undefined if the records do not hold a readable
 * action of a known kind.
 */
export function heldForm(
  { context: { kinds, domainSeparator } }: Pick<HeldRecords, "context">,
  { action, signed }: HeldEntry,
): { readonly kind: Kind; readonly signed: SignedForm } | undefined {
  const kind = kinds.get((action ?? signed)?.primaryType ?? "");
  if (kind === undefined) return undefined;
  if (action === undefined) return signed && { kind, signed };
  const encoded = attempt(() => encodeMessage(kind, action.message, domainSeparator), FormatError);
  return encoded && { kind, signed: signedFormOf(encoded, action.signature) };
}

/**
 * Reads an export to make evidence from. Unreadable lines are skipped; the audit names them. If a line of a log's file
 * still contains the entry's bytes, they are used: the batch's root proves whether they are the operator's. The batch
 * log ends before the first line that is not a header. Memory holds the headers, and the entries of some batches; of a
 * source that cannot read parts of a file ({@link OpenLines.part}), it holds the whole.
 *
 * @param checkpoints of the registry: see `readStoredCheckpoints`.
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const { history } = await readHeldExport(await readExportFolder("export"), checkpoints)
 * const evidence = entryEvidence(history, 3, 0) // of the first entry of the batch at position 3
 *
 * @throws AnchorlogError or FormatError if the manifest cannot be read, or the manifest or the batches are missing.
 */
export async function readHeldExport(read: ReadExport, checkpoints: readonly StoredCheckpoint[]): Promise<HeldExport> {
  assertGiven("readHeldExport", { read, checkpoints }, "read()", "checkpoints.map()");
  const manifest = parseManifest(await required(read, EXPORT_FILES.manifest));
  const { operator, kinds } = manifest;
  const headers = readHeaders(await required(read, EXPORT_FILES.batches));
  const logs = new Map(manifest.logs.map((name) => [logId(operator, name), name]));
  const lines = new Map<Hex, HeldLines>();
  for (const [id, name] of logs) lines.set(id, await openHeldLines(read, EXPORT_FILES.log(name)));
  const batch = keepNewest(entryFinder(lines, headers, manifest));
  const history = openHistory({
    operator,
    headers,
    checkpoints,
    entries: (at) => batch(at)?.map(({ bytes }) => bytes),
  });
  const notes = await Promise.all(manifest.checkpoints.map((size) => read(EXPORT_FILES.checkpoint(size))));
  const domainSeparator = hashDomain({ ...operator, verifyingContract: operator.registry });
  return {
    manifest,
    context: { kinds, domainSeparator },
    logs,
    history,
    batch,
    notes: notes.filter((note) => note !== undefined),
  };
}

/** The most entries of several batches that are kept. Other batches are read again from their lines. */
const MOST_KEPT = 1 << 14;

/** Keeps what was last made for some positions. The newest two stay, of any size. */
function keepNewest(make: (position: number) => readonly HeldEntry[] | undefined) {
  const kept = new Map<number, readonly HeldEntry[] | undefined>();
  let entries = 0;
  return (position: number): readonly HeldEntry[] | undefined => {
    if (kept.has(position)) return kept.get(position);
    const made = make(position);
    kept.set(position, made);
    entries += made?.length ?? 0;
    for (const [oldest, { length } = { length: 0 }] of kept) {
      if (kept.size <= 2 || (entries <= MOST_KEPT && kept.size <= MOST_KEPT)) break;
      kept.delete(oldest);
      entries -= length;
    }
    return made;
  };
}

/**
 * Finds the entries under a header's root, at the header's log and start. If these lie, it finds them by the header's
 * head.
 */
function entryFinder(logs: ReadonlyMap<Hex, HeldLines>, headers: readonly Uint8Array[], manifest: Manifest) {
  let places: ReadonlyMap<Hex, LinePlace> | undefined;
  return (position: number): readonly HeldEntry[] | undefined => {
    const header = readHeader(headers[position]!);
    if (header === undefined) return undefined;
    const { count, start } = header;
    const under = (lines: HeldLines | undefined, from: number, to: number) => {
      const entries = [...readEntries(lines?.between(from, to) ?? [], manifest)];
      if (entries.length !== count) return undefined;
      const root = treeRoot(buildTree(entries.map(({ bytes }) => hashEntry(bytes))));
      return equalBytes(root, header.root) ? entries : undefined;
    };
    const claimed = under(logs.get(toHex(header.log)), start, start + count);
    if (claimed !== undefined) return claimed;
    // Only a dishonest or incomplete export comes here.
    places ??= placesOf(headers, logs, manifest);
    const last = places.get(toHex(header.head));
    return last && under(logs.get(last.log), Math.max(0, last.end - count), last.end);
  };
}

type LinePlace = { readonly log: Hex; readonly end: number };

/** Finds the lines with the headers' heads. */
function placesOf(headers: readonly Uint8Array[], logs: ReadonlyMap<Hex, HeldLines>, manifest: Manifest) {
  const heads = new Set(headers.map((bytes) => readHeader(bytes)).map((header) => header && toHex(header.head)));
  const places = new Map<Hex, LinePlace>();
  for (const [log, lines] of logs) {
    let end = 0;
    for (const line of lines.all()) {
      end++;
      const [entry] = readEntries([line], manifest);
      const hash = entry && toHex(hashEntry(entry.bytes));
      if (hash !== undefined && heads.has(hash)) places.set(hash, { log, end });
    }
  }
  return places;
}

function readHeaders(text: string): Uint8Array[] {
  const headers: Uint8Array[] = [];
  for (const line of linesOf(text)) {
    const header = attempt(() => fromHex(parseExportedHeader(line)), FormatError);
    if (header === undefined) break;
    headers.push(header);
  }
  return headers;
}

/** Reads lines of a log's file. In an honest file, the line's place is the entry's index. Unreadable lines are left out. */
function* readEntries(lines: Iterable<string>, manifest: Manifest): Generator<HeldEntry> {
  for (const line of lines) {
    const exported = attempt(() => parseExportedEntry(line, manifest), FormatError);
    const bytes = exported === undefined ? salvageEntry(line) : exported.entry;
    if (bytes !== undefined) yield { bytes, action: exported?.action, signed: exported?.signed };
  }
}

async function required(read: ReadExport, name: string): Promise<string> {
  const text = await read(name);
  if (text !== undefined) return text;
  throw new AnchorlogError("malformed", `${name} is missing: this folder is not an export`);
}
