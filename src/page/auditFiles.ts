/** Reads an export from files that the visitor chose or dropped. */
import { sha256 } from "@noble/hashes/sha2.js";
import { decodeUtf8 } from "../base/bytes.ts";
import { toHex } from "../base/hex.ts";
import type { ReadExport } from "../verify/audit/audit.ts";
import { decodeEach, UNREADABLE } from "../verify/audit/blocks.ts";
import { EXPORT_FILES } from "../verify/audit/format.ts";
import type { ReportedFile } from "../verify/audit/report.ts";

/** A file, and its path as far as it is known. */
export type GivenFile = { readonly path: string; readonly file: Blob };

/** Bytes that are read at a time. */
const PIECE = 1 << 18;

/** The files of an export by their names in it, and the files that were given beside it. */
export type PlacedFiles = { readonly files: ReadonlyMap<string, Blob>; readonly others: readonly GivenFile[] };

/**
 * Places files in an export. Files that were chosen without their folder are placed by their names: `NAME.jsonl` is a
 * log, and a number is a checkpoint.
 *
 * @returns undefined if no manifest is among them.
 */
export function placeFiles(given: readonly GivenFile[]): PlacedFiles | undefined {
  const [manifest] = given
    .filter(({ path }) => path.split("/").at(-1) === EXPORT_FILES.manifest)
    .toSorted((a, b) => a.path.length - b.path.length);
  if (manifest === undefined) return undefined;
  const root = manifest.path.slice(0, -EXPORT_FILES.manifest.length);
  const files = new Map<string, Blob>();
  const others: GivenFile[] = [];
  for (const one of given) {
    const name = one.path.startsWith(root) ? placeOf(one.path.slice(root.length)) : undefined;
    if (name === undefined) others.push(one);
    else files.set(name, one.file);
  }
  return { files, others };
}

const AT_THE_TOP: ReadonlySet<string> = new Set([EXPORT_FILES.manifest, EXPORT_FILES.batches, EXPORT_FILES.timestamps]);

function placeOf(name: string): string | undefined {
  if (AT_THE_TOP.has(name) || name.includes("/")) return name;
  if (/^\d+$/.test(name)) return EXPORT_FILES.checkpoint(Number(name));
  return name.endsWith(".jsonl") ? EXPORT_FILES.log(name.slice(0, -".jsonl".length)) : undefined;
}

/** Reads the files as an export. Files of lines are read in pieces, so that memory does not grow with them. */
export function readFiles(files: ReadonlyMap<string, Blob>): ReadExport {
  const read = async (name: string): Promise<string | undefined> => {
    const file = files.get(name);
    if (file === undefined) return undefined;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return decodeUtf8(bytes) ?? (name.endsWith(".jsonl") ? decodeEach(bytes) : UNREADABLE);
  };
  const lines = async (name: string) => {
    const file = files.get(name);
    return file && { bytes: file.size, chunks: (from?: number) => piecesOf(file, from) };
  };
  return Object.assign(read, { lines });
}

async function* piecesOf(file: Blob, from = 0): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
  }
}

/** Hashes the files, for the report. */
export async function digestFiles(files: ReadonlyMap<string, Blob>): Promise<ReportedFile[]> {
  const digests: ReportedFile[] = [];
  for (const [name, file] of files) {
    const hash = sha256.create();
    for await (const piece of piecesOf(file)) hash.update(piece);
    digests.push({ name, bytes: file.size, sha256: toHex(hash.digest()).slice(2) });
  }
  return digests;
}
