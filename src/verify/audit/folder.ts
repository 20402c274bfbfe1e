import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AnchorlogError } from "../../base/errors.ts";
import type { ReadExport } from "./audit.ts";
import { readRegularFile } from "./file.ts";
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
 * @throws AnchorlogError `unreadable` if it is not a folder, or its manifest cannot be read.
 */
export async function openExportFolder(folder: string): Promise<ReadExport> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new AnchorlogError("unreadable", `${folder} is not a folder`, { fix: "name the folder of an export" });
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
  return async (name) => {
    if (name === EXPORT_FILES.manifest) return manifest;
    return readText(join(folder, name), name === EXPORT_FILES.batches ? batches : undefined);
  };
}

/** How often opening is repeated if the export grows meanwhile. */
const ATTEMPTS = 10;

/** Returns a file's text, of at most this many bytes; undefined if the file does not exist. */
async function readText(file: string, bytes?: number): Promise<string | undefined> {
  const part = (await readFound(file))?.subarray(0, bytes);
  return part && (decode(part) ?? (file.endsWith(".jsonl") ? decodeLines(part) : UNREADABLE));
}

/** Replaces text that is not UTF-8. It is not valid JSON, so the audit reports it. */
const UNREADABLE = "\u0000";

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NEWLINE = 0x0a;

/**
 * Decodes lines one by one, since some are not UTF-8. The last line may be cut within a character while it is being
 * written.
 */
function decodeLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    lines.push(`${decode(bytes.subarray(from, end)) ?? UNREADABLE}\n`);
    from = end + 1;
  }
  return lines.join("") + (decode(bytes.subarray(from)) ?? "");
}

/** Returns a file's bytes; undefined if the file does not exist. */
async function readFound(file: string): Promise<Uint8Array | undefined> {
  // ASCII text, most of an export, has as many string units as bytes. So longer files could not become a string.
  const most = constants.MAX_STRING_LENGTH;
  try {
    const bytes = await readRegularFile(file, most);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
  throw new AnchorlogError("unreadable", `${file} has over ${most} bytes, the most of a file that can be audited here`);
}
