import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Writes a file so that its name has the old bytes or all of the new ones, whenever the power goes: durably. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.draft`);
  try {
    const handle = await open(draft, "w");
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

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
