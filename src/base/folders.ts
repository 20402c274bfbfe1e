/** Making, syncing and cleaning folders. */
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Makes a folder's list of names durable: files that were created, renamed or removed in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder.
  if (process.platform !== "win32") await syncFile(folder, "r");
}

/** As {@link syncFolder}, but synchronous. */
export function syncFolderSync(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the content of a file durable. */
export async function syncFile(file: string, flags = "r+"): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Made = { readonly mode?: number };
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Creates a folder and its missing parents, one by one: Node's recursive `mkdir` hangs in a file system that accepts
 * no files, such as `/proc`.
 *
 * @returns the parents of the folders that were created, the outermost first. To make the new folders durable, sync
 * each of these parents.
 */
export async function makeFolder(folder: string, options: Made = {}): Promise<string[]> {
  const path = resolve(folder);
  try {
    await mkdir(path, options);
    return [dirname(path)];
  } catch (error) {
    if (codeOf(error) === "EEXIST" && (await stat(path)).isDirectory()) return [];
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  const above = await makeFolder(dirname(path), options);
  await mkdir(path, options).catch((error: unknown) => {
    // Another process came first.
    if (codeOf(error) !== "EEXIST") throw error;
  });
  return [...above, dirname(path)];
}

/** As {@link makeFolder}, but synchronous. */
export function makeFolderSync(folder: string, options: Made = {}): void {
  const path = resolve(folder);
  try {
    mkdirSync(path, options);
    return;
  } catch (error) {
    if (codeOf(error) === "EEXIST" && statSync(path).isDirectory()) return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  makeFolderSync(dirname(path), options);
  try {
    mkdirSync(path, options);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Milliseconds without a write after which a draft counts as abandoned. */
const ABANDONED = 86_400_000;

/** Removes the drafts of killed processes: files with such a name that were not written to for a day. */
export async function removeAbandoned(folder: string, name: RegExp): Promise<void> {
  for (const found of await readdir(folder)) {
    if (!name.test(found)) continue;
    const path = join(folder, found);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}
