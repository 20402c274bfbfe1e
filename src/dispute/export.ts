import { hashDomain, logId } from "../action/domain.ts";
import type { SignedAction } from "../action/kinds.ts";
import type { ReadExport } from "../audit/audit.ts";
import {
  EXPORT_FILES,
  linesOf,
  parseExportedEntry,
  parseExportedHeader,
  parseManifest,
  salvageEntry,
  type Manifest,
} from "../audit/format.ts";
import type { ActionContext } from "../batch/build.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { FormatError } from "../encoding/json.ts";
import { AnchorlogError } from "../errors.ts";
import { hashEntry } from "../log/entry.ts";
import { buildTree, treeRoot } from "../merkle/tree.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import { openHistory, type AnchoredHistory } from "./evidence.ts";
import { readHeader } from "./succession.ts";

/** An entry with the action that it stands for, if that can be read. */
export type HeldEntry = { readonly bytes: Uint8Array; readonly action: SignedAction | undefined };

/** An operator's records, from an export or its store, as far as evidence and answers can be made from them. */
export type HeldRecords = {
  readonly context: ActionContext;
  /** Logs' names by their identifiers. */
  readonly logs: ReadonlyMap<Hex, string>;
  readonly history: AnchoredHistory;
  /** The entries of the batch at a position of the batch log, whatever its header says of its log and start. */
  readonly batch: (position: number) => readonly HeldEntry[] | undefined;
};

/** An export as far as evidence can be made from it. */
export type HeldExport = HeldRecords & {
  readonly manifest: Manifest;
  /** Notes of the checkpoints. */
  readonly notes: readonly string[];
};

/**
 * Reads an export to make evidence from; the audit names the lines that cannot be read. Of a line in a log's file the
 * entry's bytes are taken if they are there: the root of a batch says whether they are the operator's. The batch log ends
 * before the first line that is not a header's bytes.
 *
 * @param checkpoints of the registry: see `readStoredCheckpoints`.
 * @throws AnchorlogError or FormatError if the manifest cannot be read, or the manifest or the batches are missing.
 */
export async function readHeldExport(read: ReadExport, checkpoints: readonly StoredCheckpoint[]): Promise<HeldExport> {
  const manifest = parseManifest(await required(read, EXPORT_FILES.manifest));
  const { operator, kinds } = manifest;
  const headers = readHeaders(await required(read, EXPORT_FILES.batches));
  const logs = new Map(manifest.logs.map((name) => [logId(operator, name), name]));
  const entries = new Map<Hex, readonly (HeldEntry | undefined)[]>();
  for (const [id, name] of logs) entries.set(id, readEntries((await read(EXPORT_FILES.log(name))) ?? ""));
  const find = entryFinder(entries);
  const found = new Map<number, readonly HeldEntry[] | undefined>();
  const batch = (position: number) => {
    if (!found.has(position)) found.set(position, find(headers[position]!));
    return found.get(position);
  };
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

/** Finds the entries that a header's root is of: where its log and start say or, if they lie, by its head. */
function entryFinder(logs: ReadonlyMap<Hex, readonly (HeldEntry | undefined)[]>) {
  const places = new Map<Hex, { log: Hex; end: number }>();
  for (const [log, entries] of logs) {
    entries.forEach((entry, i) => entry && places.set(toHex(hashEntry(entry.bytes)), { log, end: i + 1 }));
  }
  return (headerBytes: Uint8Array): readonly HeldEntry[] | undefined => {
    const header = readHeader(headerBytes);
    if (header === undefined) return undefined;
    const { count, start } = header;
    const last = places.get(toHex(header.head));
    const claimed = logs.get(toHex(header.log))?.slice(start, start + count);
    const ending = last && logs.get(last.log)?.slice(Math.max(0, last.end - count), last.end);
    for (const candidate of [claimed, ending]) {
      const entries = candidate?.filter((entry) => entry !== undefined);
      if (entries?.length !== count) continue;
      if (equalBytes(treeRoot(buildTree(entries.map(({ bytes }) => hashEntry(bytes)))), header.root)) return entries;
    }
    return undefined;
  };
}

function readHeaders(text: string): Uint8Array[] {
  const headers: Uint8Array[] = [];
  for (const line of linesOf(text)) {
    const header = unlessMalformed(() => fromHex(parseExportedHeader(line)));
    if (header === undefined) break;
    headers.push(header);
  }
  return headers;
}

/** The entries of a log's file by the place of their line, which is the index of an honest one. */
function readEntries(text: string): (HeldEntry | undefined)[] {
  return [...linesOf(text)].map((line) => {
    const exported = unlessMalformed(() => parseExportedEntry(line));
    const bytes = exported === undefined ? salvageEntry(line) : fromHex(exported.entry);
    return bytes && { bytes, action: exported?.action };
  });
}

function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function required(read: ReadExport, name: string): Promise<string> {
  const text = await read(name);
  if (text !== undefined) return text;
  throw new AnchorlogError("malformed", `${name} is missing: this folder is no export`);
}
