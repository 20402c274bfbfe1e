/** What is done to folders, whatever lies in them. */
import { mkdirSync, statSync } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Makes what a folder lists durable: names of files that were made, renamed or removed in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Made = { readonly mode?: number };
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Makes a folder where it is missing, and those above it. One by one: the recursive `mkdir` of Node does not end where a
 * file system takes no files of anybody's, such as `/proc`.
 *
 * @returns those that got a new one in them, the outermost first.
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

/** The same at once, for who cannot wait. */
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

/** Milliseconds after which nobody writes a file any more that was begun. */
const ABANDONED = 86_400_000;

/** Removes what processes left behind that were killed: files of such a name that nobody has written to for a day. */
export async function removeAbandoned(folder: string, name: RegExp): Promise<void> {
  for (const found of await readdir(folder)) {
    if (!name.test(found)) continue;
    const path = join(folder, found);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}
