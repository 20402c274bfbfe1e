import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AnchorlogError } from "../errors.ts";
import type { ReadExport } from "./audit.ts";

/**
 * Reads an export's files from a folder.
 *
 * @throws AnchorlogError `unreadable` where the folder cannot be read.
 */
export async function readExportFolder(folder: string): Promise<ReadExport> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new AnchorlogError("unreadable", `${folder} is not a folder`, { fix: "name the folder of an export" });
  }
  return async (name) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(join(folder, name)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      // Not UTF-8: nothing in it can be read as JSON, and the audit says so.
      if (error instanceof TypeError) return "\u0000";
      throw new AnchorlogError("unreadable", `${join(folder, name)} cannot be read: ${(error as Error).message}`);
    }
  };
}
