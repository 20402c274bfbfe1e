/** Continues the files of an earlier export. Each file only grows, so only new lines are written. */
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_BUNDLE_BYTES } from "../bundle/bundle.ts";
import { attempt } from "../../base/attempt.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { unwritable } from "../../base/wholeFile.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { ChainStore, BatchStore } from "../../log/store.ts";
import { EXPORT_FILES, parseExportedEntry, parseExportedHeader, WITHHELD, type Manifest } from "./format.ts";

/** The end of a file's valid part: its lines and its bytes. */
export type FileEnd = { readonly lines: number; readonly bytes: number };

export const BEGINNING: FileEnd = { lines: 0, bytes: 0 };

/**
 * The parts of a manifest that must be equal for an export to be continued: the operator, the keys of all signatures,
 * and whether it has payloads.
 */
export type Signers = {
  readonly format: string;
  readonly operator: { readonly chainId: string; readonly registry: Hex; readonly operator: Hex };
  readonly keys: unknown;
  readonly payloads?: Manifest["payloads"];
};

/**
 * Returns the sizes of the checkpoints in the folder's export, if it is by the same operator and keys; otherwise
 * undefined.
 *
 * @throws AnchorlogError `foreign_export` if the folder belongs to another operator, or holds something else.
 * `other_payloads` if the folder's export has payloads and this one withholds them, or the reverse.
 */
export async function readEarlier(
  folder: string,
  { format, operator, keys, payloads }: Signers,
): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile(join(folder, EXPORT_FILES.manifest), "utf8").catch(() => "");
  const earlier = attempt(() => Object(JSON.parse(text)) as Partial<Signers> & { readonly checkpoints?: unknown });
  if (earlier !== undefined && !(earlier.format === format && isOf(earlier.operator, operator))) {
    const what = earlier.format === format ? "the export of another operator" : "another program's manifest.json";
    throw new AnchorlogError("foreign_export", `${folder} has ${what}, so nothing was written there`, {
      fix: "give a folder that is empty or does not exist yet",
    });
  }
  if (earlier !== undefined && earlier.payloads !== payloads) {
    const [has, wanted] = payloads === WITHHELD ? ["has", "without"] : ["withholds", "with"];
    throw new AnchorlogError(
      "other_payloads",
      `the export in ${folder} ${has} payloads, so no export ${wanted} payloads was written there`,
      { fix: "give another folder: an export with payloads is private, one without them can be published" },
    );
  }
  if (JSON.stringify([earlier?.operator, earlier?.keys]) !== JSON.stringify([operator, keys])) return undefined;
  return new Set(Array.isArray(earlier?.checkpoints) ? (earlier.checkpoints as string[]) : []);
}

function isOf(found: Partial<Signers["operator"]> | undefined, operator: Signers["operator"]): boolean {
  return (["chainId", "registry", "operator"] as const).every((name) => found?.[name] === operator[name]);
}

/** Returns the place to continue a log's file. If its last line does not match the store, that is the beginning. */
export async function placeInLog(
  file: string,
  store: Pick<ChainStore, "entries">,
  log: Hex,
  form: Pick<Manifest, "payloads">,
): Promise<FileEnd> {
  const last = await lastLine(file);
  // A malformed line, as after a power cut, counts as missing.
  const bytes = last && attempt(() => parseExportedEntry(last.text, form).entry);
  const index = bytes && attempt(() => decodeEntry(bytes).index);
  if (last === undefined || bytes === undefined || index === undefined) return BEGINNING;
  const [stored] = await store.entries(log, index, index + 1);
  const isOurs = stored !== undefined && equalBytes(stored.bytes, bytes);
  return isOurs ? { lines: index + 1, bytes: last.end } : BEGINNING;
}

/** Returns the place to continue the batches' file. All of its lines have the same length. */
export async function placeInBatches(file: string, store: Pick<BatchStore, "batches">): Promise<FileEnd> {
  const last = await lastLine(file);
  const header = last && attempt(() => fromHex(parseExportedHeader(last.text)));
  if (last === undefined || header === undefined) return BEGINNING;
  const lines = last.end / (last.text.length + 1);
  const [stored] = Number.isInteger(lines) ? await store.batches(lines - 1, lines) : [];
  const isOurs = stored !== undefined && equalBytes(stored.header, header);
  return isOurs ? { lines, bytes: last.end } : BEGINNING;
}

const CHUNK = 1 << 16;

/** Returns a file's last complete line and its end; undefined if the file has no complete line. */
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

/** Truncates a file at a place and appends the parts, durably. @throws AnchorlogError `unwritable` */
export async function continueFile(file: string, { bytes }: FileEnd, parts: AsyncIterable<string>): Promise<void> {
  const inFile = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } catch (cause) {
      throw unwritable(file, cause);
    }
  };
  const handle = await inFile(open(file, bytes === 0 ? "w" : "r+"));
  try {
    await inFile(handle.truncate(bytes));
    let at = bytes;
    for await (const part of parts) {
      const buffer = Buffer.from(part);
      const { bytesWritten } = await inFile(handle.write(buffer, 0, buffer.length, at));
      if (bytesWritten < buffer.length)
        throw unwritable(file, new Error(`only ${bytesWritten} of ${buffer.length} bytes`));
      at += bytesWritten;
    }
    await inFile(handle.sync());
  } finally {
    await handle.close();
  }
}
