import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AnchorlogError } from "../errors.ts";
import type { ReadExport } from "./audit.ts";
import { readRegularFile } from "./file.ts";
import { EXPORT_FILES } from "./format.ts";

/**
 * Reads an export's files from a folder. They are an attacker's: only regular files are opened. One that is continued
 * meanwhile is read as it was when this was called, but for entries that no batch of then has.
 *
 * @throws AnchorlogError `unreadable` where the folder cannot be read, or is no export.
 */
export async function readExportFolder(folder: string): Promise<ReadExport> {
  const read = await openExportFolder(folder);
  if ((await read(EXPORT_FILES.manifest)) !== undefined) return read;
  throw new AnchorlogError("unreadable", `${folder} is no export: it has no ${EXPORT_FILES.manifest}`, {
    fix: "name the folder that `anchorlog export` wrote; one that is being written has its manifest at the end",
  });
}

/**
 * The same for an audit, which also judges a folder without a manifest.
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
  // Its writer goes on with the logs first, then names them, then has batches of them, and names notes at the end. Here
  // what names something is read before what it names; all batches up to here are of logs that are named.
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

/** How often an export is found to have gone on while it was opened. */
const ATTEMPTS = 10;

/** A file's text, of so many bytes at most; undefined where there is none. */
async function readText(file: string, bytes?: number): Promise<string | undefined> {
  const part = (await readFound(file))?.subarray(0, bytes);
  return part && (decode(part) ?? (file.endsWith(".jsonl") ? decodeLines(part) : UNREADABLE));
}

/** Stands for what is not UTF-8: it is not JSON, and the audit says so. */
const UNREADABLE = "\u0000";

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NEWLINE = 0x0a;

/** The text of lines of which some are not UTF-8. The last one may be cut within a character: it is being written. */
function decodeLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    lines.push(`${decode(bytes.subarray(from, end)) ?? UNREADABLE}\n`);
    from = end + 1;
  }
  return lines.join("") + (decode(bytes.subarray(from)) ?? "");
}

/** A file's bytes; undefined where there is none. */
async function readFound(file: string): Promise<Uint8Array | undefined> {
  // What is ASCII, as most of an export is, makes a string of as many units.
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
