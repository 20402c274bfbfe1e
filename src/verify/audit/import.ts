import { logId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { parseCheckpoint } from "../../batch/checkpoint.ts";
import { decodeHeader } from "../../batch/header.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { decodeEntry, hashEntry } from "../../log/entry.ts";
import type { BatchStore, ChainStore, StoredEntry } from "../../log/store.ts";
import type { TileReader } from "../../tlog/tileReader.ts";
import { readUnchanged } from "./unchanged.ts";
import { auditExport, type ReadExport } from "./audit.ts";
import { linesIn } from "./blocks.ts";
import {
  EXPORT_FILES,
  linesOf,
  parseExportedEntry,
  parseExportedHeader,
  parseManifest,
  WITHHELD,
  type Manifest,
} from "./format.ts";

/** The numbers of items that an import added to a store. */
export type Imported = { readonly entries: number; readonly batches: number; readonly checkpoints: number };

/** The number of entries restored in one transaction. */
const CHUNK = 1_000;

/**
 * Imports an export's entries, headers and checkpoints into a store. The store may be empty, or restored from an older
 * backup; then only the missing items are added. Existing items must equal the export's.
 *
 * The export is audited first; if it has findings, nothing is imported. Entries are restored in transactions of a
 * thousand. An interrupted import continues when it is run again. Logs are read in pieces, twice.
 *
 * @throws AnchorlogError `payloads_withheld`; `bad_export` with the first finding, or if a file changed after it was
 *   audited; `forked_export` if store and export differ.
 */
export async function importExport(source: ReadExport, store: ChainStore & BatchStore): Promise<Imported> {
  assertGiven("importExport", { source, store }, "source()", "store.batches()");
  const read = readUnchanged(source);
  const audit = await auditExport(read, {});
  // An export of a later version has no `operator` here, and is not imported either.
  if (audit.verdict === "invalid" || audit.operator === undefined) {
    throw new AnchorlogError("bad_export", `nothing was imported: ${audit.message}`, {
      fix: "run `npx anchorlog audit` on the folder for all findings, and make the export again",
    });
  }
  const manifest = parseManifest(await need(read, EXPORT_FILES.manifest));
  assertRestorable(manifest);
  const { operator, logs, checkpoints } = manifest;
  await store.addLogs(logs.map((name) => ({ id: logId(operator, name), name })));
  let entries = 0;
  for (const name of logs) entries += await importLog(store, logId(operator, name), EXPORT_FILES.log(name), read);
  const batches = await importBatches(store, [...linesOf(await need(read, EXPORT_FILES.batches))]);
  const known = new Set((await store.checkpoints()).map(({ size }) => size));
  let newest = 0;
  for (const size of known) newest = Math.max(newest, size);
  // Stores keep checkpoints in ascending order, so an older checkpoint cannot be added after a newer one.
  const missing = checkpoints.filter((size) => !known.has(size) && size >= newest);
  for (const size of missing) {
    const note = await need(read, EXPORT_FILES.checkpoint(size));
    await store.appendCheckpoint({ size, root: parseCheckpoint(note).root, note });
  }
  return { entries, batches, checkpoints: missing.length };
}

/** @throws AnchorlogError `payloads_withheld` if no store can be restored from an export. */
export function assertRestorable({ payloads }: Pick<Manifest, "payloads">): void {
  if (payloads !== WITHHELD) return;
  throw new AnchorlogError("payloads_withheld", "nothing was imported: the export withholds the payloads", {
    fix: "a store needs the payloads: give an export that has them, or a backup",
  });
}

async function importLog(store: ChainStore, log: Hex, file: string, read: ReadExport): Promise<number> {
  const { size } = await store.head(log);
  let count = 0;
  let before: string | undefined;
  const assertSame = async (): Promise<void> => {
    if (before === undefined) return;
    const [ours] = await store.entries(log, count - 1, count);
    if (ours === undefined || !equalBytes(ours.bytes, readLine(before).entry)) throw forked(`${file}:${count}`);
  };
  let fresh: StoredEntry[] = [];
  const restore = async (): Promise<void> => {
    if (fresh.length > 0) await store.restore(log, fresh);
    fresh = [];
  };
  for await (const line of linesIn(read, file)) {
    if (count === size) await assertSame();
    if (count < size) before = line;
    else fresh.push(toStored(readLine(line)));
    count++;
    if (fresh.length === CHUNK) await restore();
  }
  if (count <= size) await assertSame();
  await restore();
  return Math.max(0, count - size);
}

function readLine(line: string) {
  const { action, ...rest } = parseExportedEntry(line, {});
  // A line without an action is malformed here.
  return { ...rest, action: action! };
}

function toStored({ entry: bytes, action, verifiedBlockHash }: ReturnType<typeof readLine>): StoredEntry {
  const { index, digest } = decodeEntry(bytes);
  const stored = { index, bytes, hash: hashEntry(bytes), digest, action };
  return verifiedBlockHash === undefined ? stored : { ...stored, verifiedBlockHash };
}

async function importBatches(store: BatchStore, lines: readonly string[]): Promise<number> {
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
 * Imports headers from published tiles that a store lacks, once it holds their entries. Tiles are public and contain no
 * entries: import those first, from an export or a newer backup.
 *
 * @returns how many headers were added.
 * @throws AnchorlogError `missing_entries` if the store lacks entries of a header, or holds others; `forked_tiles` if
 * the tiles have another header than the store.
 * @example
 * // The store has all entries, and lacks the newest headers.
 * const added = await importTiles(await openTiles(httpTiles("https://log.example/"), policy), store)
 */
export async function importTiles(tiles: TileReader, store: ChainStore & BatchStore): Promise<number> {
  assertGiven("importTiles", { tiles, store }, "tiles.entries()", "store.batches()");
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
  return new AnchorlogError("forked_export", `${where} differs from the store's`, {
    fix:
      "import an export of this very store. A restored backup that took actions or closed batches since has another " +
      "history: restore the backup again, and import the export before a process opens it",
  });
}
