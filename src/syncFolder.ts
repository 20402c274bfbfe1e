import { open } from "node:fs/promises";

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
