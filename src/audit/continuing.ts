/** An export's files, gone on with where an earlier export ends: each has only grown since. */
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_BUNDLE_BYTES } from "../bundle/bundle.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { fromHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { decodeEntry } from "../log/entry.ts";
import type { LogStore } from "../log/store.ts";
import { EXPORT_FILES, parseExportedEntry, parseExportedHeader } from "./format.ts";

/** Where a file goes on: how many lines it has, and in how many bytes. */
export type Place = { readonly lines: number; readonly bytes: number };

export const BEGINNING: Place = { lines: 0, bytes: 0 };

/** What of a manifest an export cannot go on without: whose it is, and by which keys all of it is signed. */
export type Signers = {
  readonly format: string;
  readonly operator: { readonly chainId: string; readonly registry: Hex; readonly operator: Hex };
  readonly keys: unknown;
};

/**
 * The sizes of checkpoints in a folder's export of the same operator, by the same keys; undefined where there is none.
 *
 * @throws AnchorlogError `foreign_export` where the folder is another operator's, or something else's.
 */
export async function readEarlier(
  folder: string,
  { format, operator, keys }: Signers,
): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile(join(folder, EXPORT_FILES.manifest), "utf8").catch(() => "");
  const earlier = orNothing(() => Object(JSON.parse(text)) as Partial<Signers> & { readonly checkpoints?: unknown });
  if (earlier !== undefined && !(earlier.format === format && isOf(earlier.operator, operator))) {
    const what =
      earlier.format === format ? "the export of another operator" : "a manifest.json that is of no such export";
    throw new AnchorlogError("foreign_export", `${folder} has ${what}, and is left as it is`, {
      fix: "give a folder of its own, one that is empty or not there yet",
    });
  }
  if (JSON.stringify([earlier?.operator, earlier?.keys]) !== JSON.stringify([operator, keys])) return undefined;
  return new Set(Array.isArray(earlier?.checkpoints) ? (earlier.checkpoints as string[]) : []);
}

function isOf(found: Partial<Signers["operator"]> | undefined, operator: Signers["operator"]): boolean {
  return (["chainId", "registry", "operator"] as const).every((name) => found?.[name] === operator[name]);
}

/** Where a log's file goes on; at its beginning where its last line is none of the store's. */
export async function placeInLog(file: string, store: Pick<LogStore, "entries">, log: Hex): Promise<Place> {
  const last = await lastLine(file);
  const bytes = last && orNothing(() => fromHex(parseExportedEntry(last.text).entry));
  const index = bytes && orNothing(() => decodeEntry(bytes).index);
  if (last === undefined || bytes === undefined || index === undefined) return BEGINNING;
  const [stored] = await store.entries(log, index, index + 1);
  const isOurs = stored !== undefined && equalBytes(stored.bytes, bytes);
  return isOurs ? { lines: index + 1, bytes: last.end } : BEGINNING;
}

/** Where the batches' file goes on: all of its lines have one length. */
export async function placeInBatches(file: string, store: Pick<LogStore, "batches">): Promise<Place> {
  const last = await lastLine(file);
  const header = last && orNothing(() => fromHex(parseExportedHeader(last.text)));
  if (last === undefined || header === undefined) return BEGINNING;
  const lines = last.end / (last.text.length + 1);
  const [stored] = Number.isInteger(lines) ? await store.batches(lines - 1, lines) : [];
  const isOurs = stored !== undefined && equalBytes(stored.header, header);
  return isOurs ? { lines, bytes: last.end } : BEGINNING;
}

/** What a power cut left there is no line. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const CHUNK = 1 << 16;

/** A file's last whole line, and where it ends; undefined where there is none. */
async function lastLine(file: string): Promise<{ text: string; end: number } | undefined> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size === 0) return undefined;
  const handle = await open(file, "r");
  try {
    let tail = Buffer.alloc(0);
    for (let from = size; from > 0 && tail.length <= 2 * MAX_BUNDLE_BYTES;) {
      const start = Math.max(0, from - CHUNK);
      const { buffer } = await handle.read(Buffer.alloc(from - start), 0, from - start, start);
      tail = Buffer.concat([buffer, tail]);
      from = start;
      const end = tail.lastIndexOf("\n");
      const before = end <= 0 ? -1 : tail.lastIndexOf("\n", end - 1);
      if (end < 0 || (before < 0 && start > 0)) continue;
      return { text: tail.subarray(before + 1, end).toString(), end: start + end + 1 };
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Goes on with a file at a place, durably: what is behind that is gone. */
export async function continueFile(file: string, { bytes }: Place, parts: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, bytes === 0 ? "w" : "r+");
  try {
    await handle.truncate(bytes);
    let at = bytes;
    for await (const part of parts) {
      const buffer = Buffer.from(part);
      const { bytesWritten } = await handle.write(buffer, 0, buffer.length, at);
      if (bytesWritten < buffer.length)
        throw new Error(`${file}: only ${bytesWritten} of ${buffer.length} bytes could be written`);
      at += bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
