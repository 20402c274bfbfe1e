/** Judges whether a receipt or a bundle is kept: whether an export or a live log has its entry, at its index. */
import { logId, type OperatorId } from "../action/domain.ts";
import { equalBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { parseStrictJson } from "../base/json.ts";
import { decodeHeader } from "../batch/header.ts";
import { readHeldExport } from "../dispute/export.ts";
import { findReceiptFaults, type FaultScan } from "../dispute/faults/scan.ts";
import { decodeEntry, ENTRY_BYTES, hashEntry } from "../log/entry.ts";
import { readReceiptFields, type Receipt } from "../log/receipt/receipt.ts";
import { httpTiles } from "../tlog/tileStore.ts";
import type { AuditTrust, ReadExport } from "../verify/audit/audit.ts";
import { linesIn } from "../verify/audit/blocks.ts";
import {
  EXPORT_FILES,
  parseExportedEntry,
  parseManifest,
  salvageEntry,
  type Manifest,
} from "../verify/audit/format.ts";
import { isRefusal } from "../verify/audit/findings.ts";
import { readExportFolder } from "../verify/audit/folder.ts";
import { openHttpExport } from "../verify/audit/httpExport.ts";
import { auditTiles } from "../verify/audit/live.ts";
import { parseBundle } from "../verify/bundle/bundle.ts";
import { decodeBundle } from "../verify/bundle/compact.ts";
import type { FaultCourt } from "./auditEvidence.ts";
import { isUrl } from "./auditSource.ts";
import { withParts } from "./spool.ts";
import { UsageError } from "./usage.ts";

/** The verdict on a promise. */
export type AgainstVerdict = {
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly code: "ok" | "broken_promise" | "not_there" | "not_shown" | "log_invalid";
  readonly message: string;
};

/** A receipt, and its header if it is from a bundle that is included. */
export type Promised = Receipt & { readonly included?: { readonly position: number; readonly header: Hex } };

/** An export or a live log that promises are compared with. */
export type Records = {
  readonly operator: OperatorId | undefined;
  /** Returns the promise in a document; undefined if it is not a receipt or a bundle. */
  promiseIn(document: string | null, content: string | Uint8Array): Promised | undefined;
  judge(promised: Promised): Promise<AgainstVerdict>;
  /** Proves that promises are broken; a live log has no entries to prove it with. */
  findFaults(receipts: readonly Receipt[], court: FaultCourt): Promise<FaultScan>;
};

function promiseIn(document: string | null, content: string | Uint8Array): Promised | undefined {
  if (document === "receipt" && typeof content === "string") return readReceiptFields(parseStrictJson(content));
  if (document !== "bundle") return undefined;
  const { entry, receipt, inclusion } = typeof content === "string" ? parseBundle(content) : decodeBundle(content);
  if (inclusion === undefined) return { entry, ...receipt };
  const { header, checkpoint } = inclusion;
  return { entry, ...receipt, included: { header, position: Number(checkpoint.position) } };
}

/** @throws AnchorlogError if the records cannot be read. */
export async function openRecords(place: string, trust: AuditTrust): Promise<Records> {
  const read = isUrl(place) ? await openHttpExport(place) : await readExportFolder(place);
  return read === undefined ? openLiveRecords(place, trust) : openExportRecords(place, read);
}

async function openExportRecords(place: string, read: ReadExport): Promise<Records> {
  const manifest = readManifest(place, (await read(EXPORT_FILES.manifest)) ?? "");
  const logs = new Map(manifest.logs.map((name) => [logId(manifest.operator, name), name]));
  const known = new Map<string, Promise<readonly (Uint8Array | undefined)[]>>();
  const readHashes = async (name: string): Promise<readonly (Uint8Array | undefined)[]> => {
    const hashes: (Uint8Array | undefined)[] = [];
    for await (const line of linesIn(read, EXPORT_FILES.log(name))) {
      const bytes = entryIn(line, manifest);
      hashes.push(bytes && hashEntry(bytes));
    }
    return hashes;
  };
  return {
    operator: manifest.operator,
    promiseIn,
    judge: async ({ entry }) => {
      const bytes = fromHex(entry, ENTRY_BYTES);
      const { log, index } = decodeEntry(bytes);
      const name = logs.get(toHex(log));
      if (name === undefined) return doubt("not_there", `${place} has no log ${toHex(log)}`);
      if (!known.has(name)) known.set(name, readHashes(name));
      const hashes = await known.get(name)!;
      const what = `entry ${index} of log ${name}`;
      if (index >= hashes.length) {
        return doubt("not_there", `${place} ends before ${what}: ask for a newer one`);
      }
      const found = hashes[index];
      if (found === undefined) return doubt("not_shown", `${what} cannot be read in ${place}`);
      if (equalBytes(found, hashEntry(bytes))) return kept(`${what} is in ${place}, as promised`);
      return broken(`${place} has another ${what} than the operator promised; audit it, too: it may be forged`);
    },
    findFaults: (receipts, { operator, checkpoints }) =>
      withParts(read, async (parts) => {
        const held = await readHeldExport(parts, checkpoints);
        return { faults: findReceiptFaults(operator, receipts, held.logs, held.history), questions: [] };
      }),
  };
}

function readManifest(place: string, text: string): Manifest {
  try {
    return parseManifest(text);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new UsageError(`${place}: ${EXPORT_FILES.manifest}: ${error.message}`, "verify");
  }
}

function entryIn(line: string, manifest: Manifest): Uint8Array | undefined {
  try {
    return parseExportedEntry(line, manifest).entry;
  } catch {
    return salvageEntry(line);
  }
}

/** A live log has the batches alone: a bundle's header can be compared, and the last entry of a batch. */
async function openLiveRecords(place: string, trust: AuditTrust): Promise<Records> {
  const { audit } = await auditTiles(httpTiles(place), trust);
  return {
    operator: audit.operator,
    promiseIn,
    judge: async ({ entry, included }) => {
      if (audit.verdict === "invalid") return doubt("log_invalid", `${place} does not check out: ${audit.message}`);
      if (audit.batches.length === 0) return doubt("not_shown", `${place}: ${audit.message}`);
      const bytes = fromHex(entry, ENTRY_BYTES);
      const { log, index } = decodeEntry(bytes);
      const what = `entry ${index} of log ${toHex(log)}`;
      if (included !== undefined) {
        const found = audit.batches.find(({ position }) => position === included.position);
        if (found === undefined)
          return doubt("not_there", `${place} has no batch at position ${included.position} yet`);
        return found.header === included.header
          ? kept(`the batch of ${what} is in ${place}, at its position`)
          : broken(`${place} has another batch at position ${included.position} than the bundle of ${what}`);
      }
      const batch = audit.batches.find(
        (one) => one.log === toHex(log) && index >= one.start && index < one.start + one.count,
      );
      if (batch === undefined) return doubt("not_there", `${place} has no batch with ${what} yet`);
      if (index < batch.start + batch.count - 1) {
        return doubt(
          "not_shown",
          `${place} has batch ${batch.number} with ${what}, and shows no entries: give an export, or a bundle`,
        );
      }
      const { head } = decodeHeader(fromHex(batch.header));
      return equalBytes(head, hashEntry(bytes))
        ? kept(`${what} is the last of batch ${batch.number} in ${place}, as promised`)
        : broken(`${place} has another ${what} than the operator promised`);
    },
    findFaults: async () => ({ faults: [], questions: [] }),
  };
}

const kept = (message: string): AgainstVerdict => ({ verdict: "valid", code: "ok", message });
const broken = (message: string): AgainstVerdict => ({ verdict: "invalid", code: "broken_promise", message });
const doubt = (code: AgainstVerdict["code"], message: string): AgainstVerdict => ({
  verdict: "indeterminate",
  code,
  message,
});
