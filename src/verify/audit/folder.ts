import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { decodeUtf8 } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { ReadExport } from "./audit.ts";
import { decodeEach, UNREADABLE, type OpenLines } from "./blocks.ts";
import { readPart, readPieces, readRegularFile, statRegular, unlessMissing } from "../../base/regularFile.ts";
import { EXPORT_FILES } from "./format.ts";

/**
 * Reads an export's files from a folder. The files are attacker-controlled, so only regular files are opened. If the
 * export grows meanwhile, the reader sees the state at the time of this call. Log files may contain newer entries that
 * no batch of that state covers.
 *
 * @throws AnchorlogError `unreadable` if the folder cannot be read, or is not an export.
 */
export async function readExportFolder(folder: string): Promise<ReadExport> {
  const read = await openExportFolder(folder);
  if ((await read(EXPORT_FILES.manifest)) !== undefined) return read;
  throw new AnchorlogError("unreadable", `${folder} is not an export: it has no ${EXPORT_FILES.manifest}`, {
    fix: "name the folder that `anchorlog export` wrote; the manifest is written last",
  });
}

/**
 * Opens a folder for an audit, which also judges a folder without a manifest.
 *
 * @throws AnchorlogError `unreadable` if it does not exist or is not a folder, or its manifest cannot be read.
 */
export async function openExportFolder(folder: string): Promise<ReadExport> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error || !found.isDirectory()) {
    const why = found instanceof Error ? whyNot(found) : "is not a folder";
    throw new AnchorlogError("unreadable", `${folder} ${why}`, {
      fix: "name the folder of an export; unpack an archive first; `npx anchorlog verify` judges single files",
    });
  }
  let manifest = await readText(join(folder, EXPORT_FILES.manifest));
  let batches: number | undefined;
  // The writer first extends the logs, then names them in the manifest, then adds their batches, and finally names the
  // notes. The reader goes the other way: the length of the batches first, then the manifest. So every batch up to that
  // length is of a named log.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    batches = (await stat(join(folder, EXPORT_FILES.batches)).catch(() => undefined))?.size;
    const before = manifest;
    manifest = await readText(join(folder, EXPORT_FILES.manifest));
    if (manifest === before) break;
  }
  const read = async (name: string): Promise<string | undefined> => {
    if (name === EXPORT_FILES.manifest) return manifest;
    return readText(join(folder, name), name === EXPORT_FILES.batches ? batches : undefined);
  };
  return Object.assign(read, { lines: (name: string) => openLinesOf(join(folder, name)) });
}

const whyNot = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "ENOENT" ? "does not exist" : `cannot be read: ${message}`;

/** Bytes that are read at a time: some two hundred entries. */
const PIECE = 1 << 18;

/** Opens a file of lines; undefined if it does not exist. */
async function openLinesOf(file: string): Promise<OpenLines | undefined> {
  const stats = await unlessMissing(statRegular(file));
  return (
    stats && {
      bytes: stats.size,
      chunks: (from) => readPieces(file, PIECE, from),
      part: (from, bytes) => readPart(file, from, bytes),
    }
  );
}

/** How often opening is repeated if the export grows meanwhile. */
const ATTEMPTS = 10;

/** Returns a file's text, of at most this many bytes; undefined if the file does not exist. */
async function readText(file: string, bytes?: number): Promise<string | undefined> {
  const part = (await readFound(file))?.subarray(0, bytes);
  return part && (decodeUtf8(part) ?? (file.endsWith(".jsonl") ? decodeEach(part) : UNREADABLE));
}

async function readFound(file: string): Promise<Uint8Array | undefined> {
  // ASCII text, most of an export, has as many string units as bytes. So longer files could not become a string.
  const most = constants.MAX_STRING_LENGTH;
  const read = readRegularFile(file, most).then((bytes) => {
    if (bytes !== undefined) return bytes;
    throw new AnchorlogError("unreadable", `${file} has over ${most} bytes, the most of a text that can be read here`);
  });
  return unlessMissing(read);
}
