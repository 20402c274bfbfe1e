import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chdir, cwd } from "node:process";
import { atEnd } from "./ends.ts";

const folders: string[] = [];

/** Creates an empty folder, which is deleted after the last test of the file. Its path has no symbolic links. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "anchorlog-")));
  folders.push(folder);
  return folder;
}

/** Deletes the folders of the test file that ends. */
export async function deleteFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** Makes it the process's folder until the test or file ends. */
export function enter(folder: string): void {
  const before = cwd();
  chdir(folder);
  atEnd(() => chdir(before));
}
