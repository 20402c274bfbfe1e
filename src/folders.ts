/** What is done to folders, whatever lies in them. */
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

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
