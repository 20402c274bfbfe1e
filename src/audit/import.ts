import { logId } from "../action/domain.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { decodeHeader } from "../batch/header.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";
import type { LogStore, StoredEntry } from "../log/store.ts";
import type { TileReader } from "../tlog/tileReader.ts";
import { auditExport, type ReadExport } from "./audit.ts";

import {
  EXPORT_FILES,
  linesOf,
  parseExportedEntry,
  parseExportedHeader,
  parseManifest,
  type ExportedEntry,
} from "./format.ts";

/** What an import put into a store. */
export type Imported = { readonly entries: number; readonly batches: number; readonly checkpoints: number };

/** Entries that are restored in one transaction. */
const CHUNK = 1_000;

/**
 * Puts an export's entries, headers and checkpoints into a store: all of them into an empty one, or what it lacks
 * into one that was restored from an older backup. What the store holds already must be what the export says.
 *
 * The export is audited first, and nothing is imported of one with findings. A log's entries are put back in
 * transactions of a thousand; an import that was cut off goes on when it is run again.
 *
 * @throws AnchorlogError `bad_export` with the first finding; `forked_export` where store and export differ.
 */
export async function importExport(source: ReadExport, store: LogStore): Promise<Imported> {
  const read = readOnce(source);
  const audit = await auditExport(read, {});
  // Of a later version, too, nothing is read.
  if (audit.verdict === "invalid" || audit.operator === undefined) {
    throw new AnchorlogError("bad_export", `nothing was imported: ${audit.message}`, {
      fix: "run `anchorlog audit` on the folder for all findings, and make the export again",
    });
  }
  const { operator, logs, checkpoints } = parseManifest(await need(read, EXPORT_FILES.manifest));
  await store.addLogs(logs.map((name) => ({ id: logId(operator, name), name })));
  let entries = 0;
  for (const name of logs) {
    const lines = [...linesOf(await need(read, EXPORT_FILES.log(name)))];
    entries += await importLog(store, logId(operator, name), EXPORT_FILES.log(name), lines);
  }
  const batches = await importBatches(store, [...linesOf(await need(read, EXPORT_FILES.batches))]);
  const known = new Set((await store.checkpoints()).map(({ size }) => size));
  let newest = 0;
  for (const size of known) newest = Math.max(newest, size);
  // Stores keep them in order: an older one that was signed elsewhere is of no use behind a newer one.
  const missing = checkpoints.filter((size) => !known.has(size) && size >= newest);
  for (const size of missing) {
    const note = await need(read, EXPORT_FILES.checkpoint(size));
    await store.appendCheckpoint({ size, root: parseCheckpoint(note).root, note });
  }
  return { entries, batches, checkpoints: missing.length };
}

/** Reads each file once: what is imported is what was audited, whatever stands there meanwhile. */
function readOnce(read: ReadExport): ReadExport {
  const texts = new Map<string, string | undefined>();
  return async (name) => {
    if (!texts.has(name)) texts.set(name, await read(name));
    return texts.get(name);
  };
}

async function importLog(store: LogStore, log: Hex, file: string, lines: readonly string[]): Promise<number> {
  const { size } = await store.head(log);
  const common = Math.min(size, lines.length);
  if (common > 0) {
    const ours = (await store.entries(log, common - 1, common))[0];
    const theirs = parseExportedEntry(lines[common - 1]!).entry;
    if (ours === undefined || toHex(ours.bytes) !== theirs) throw forked(`${file}:${common}`);
  }
  for (let from = size; from < lines.length; from += CHUNK) {
    await store.restore(
      log,
      lines.slice(from, from + CHUNK).map((line) => toStored(parseExportedEntry(line))),
    );
  }
  return Math.max(0, lines.length - size);
}

function toStored({ entry, action, verifiedBlockHash }: ExportedEntry): StoredEntry {
  const bytes = fromHex(entry);
  const { index, digest } = decodeEntry(bytes);
  const stored = { index, bytes, hash: hashEntry(bytes), digest, action };
  return verifiedBlockHash === undefined ? stored : { ...stored, verifiedBlockHash };
}

async function importBatches(store: LogStore, lines: readonly string[]): Promise<number> {
  const known = await store.batches();
  const headers = lines.map(parseExportedHeader);
  for (const [position, { header }] of known.slice(0, headers.length).entries()) {
    if (toHex(header) !== headers[position]) throw forked(`${EXPORT_FILES.batches}:${position + 1}`);
  }
  for (let from = known.length; from < headers.length; from += CHUNK) {
    await store.appendBatches(
      headers.slice(from, from + CHUNK).map((hex, i) => {
        const header = fromHex(hex);
        return { position: from + i, log: toHex(decodeHeader(header).log), header };
      }),
    );
  }
  return Math.max(0, headers.length - known.length);
}

/**
 * Puts headers back that published tiles have and a store lacks, once it holds the entries they cover: tiles are
 * public, so they have no entries. Entries come from an export, or a newer backup.
 *
 * @returns how many headers were put back.
 * @throws AnchorlogError `missing_entries` where the store lacks entries of a header, or holds others;
 *   `forked_tiles` where the tiles have another header than the store.
 */
export async function importTiles(tiles: TileReader, store: LogStore): Promise<number> {
  const known = (await store.batches()).length;
  const { size } = tiles.checkpoint;
  if (known > 0 && known <= size) {
    const [ours] = await store.batches(known - 1, known);
    const [theirs] = await tiles.entries(known - 1, known);
    if (!equalBytes(ours!.header, theirs!)) {
      throw new AnchorlogError(
        "forked_tiles",
        `the tiles have another header at position ${known - 1} than the store`,
        {
          fix: "give the tiles of this very operator, or the store that they were published from",
        },
      );
    }
  }
  for (let position = known; position < size; position++) {
    const [header] = await tiles.entries(position, position + 1);
    const { log, start, count, head } = decodeHeader(header!);
    const id = toHex(log);
    const [last] = await store.entries(id, start + count - 1, start + count);
    if (last === undefined || !equalBytes(last.hash, head)) {
      throw new AnchorlogError(
        "missing_entries",
        `header ${position} covers entries to ${start + count - 1} of ${id}`,
        {
          fix: "put the entries back first, from an export",
        },
      );
    }
    await store.appendBatches([{ position, log: id, header: header! }]);
  }
  return Math.max(0, size - known);
}

async function need(read: ReadExport, name: string): Promise<string> {
  const text = await read(name);
  if (text === undefined) throw new AnchorlogError("bad_export", `${name} is missing`);
  return text;
}

function forked(where: string): AnchorlogError {
  return new AnchorlogError("forked_export", `${where} is not what the store holds in its place`, {
    fix: "import an export of this very store, or of the one that it is a backup of",
  });
}
