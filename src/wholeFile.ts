import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "./syncFolder.ts";

/**
 * Writes a file so that its name has the old bytes or all of the new ones, whenever the power goes: durably.
 *
 * @param options `mode` of the file, less what the process masks; by default everybody may read it. `writer`: a name for
 *   whoever writes, where others may write the same file at the same time. What it leaves behind when it is killed is
 *   `.<file>.draft`, or `.<file>.<writer>.draft`.
 */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { mode = 0o666, writer }: { readonly mode?: number; readonly writer?: string } = {},
): Promise<void> {
  const name = writer === undefined ? basename(file) : `${basename(file)}.${writer}`;
  const draft = join(dirname(file), `.${name}.draft`);
  try {
    const handle = await open(draft, "w", mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(file));
}
