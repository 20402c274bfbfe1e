import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AnchorlogError } from "../errors.ts";
import type { ReadExport } from "./audit.ts";
import { readRegularFile } from "./file.ts";

/**
 * Reads an export's files from a folder. They are an attacker's: only regular files are opened.
 *
 * @throws AnchorlogError `unreadable` where the folder cannot be read.
 */
export async function readExportFolder(folder: string): Promise<ReadExport> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new AnchorlogError("unreadable", `${folder} is not a folder`, { fix: "name the folder of an export" });
  }
  return async (name) => {
    const file = join(folder, name);
    const bytes = await readFound(file);
    if (bytes === undefined) return undefined;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // Not UTF-8: nothing in it can be read as JSON, and the audit says so.
      return "\u0000";
    }
  };
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
