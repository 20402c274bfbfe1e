import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncFolder } from "./folders.ts";

/**
 * Writes a file so that its name has the old bytes or all of the new ones, whenever the power goes: durably.
 *
 * @param options `mode` of the file, less what the process masks; by default everybody may read it. `writer` as of
 *   {@link putWhole}.
 */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { mode = 0o666, writer }: { readonly mode?: number; readonly writer?: string } = {},
): Promise<void> {
  await putWhole(file, (draft) => writeFile(draft, bytes, { mode }), writer);
}

/**
 * Makes a file under another name, and gives it its own once it is durable.
 *
 * @param write makes the draft.
 * @param writer a name for whoever writes, where others may write the same file at the same time. What it leaves behind
 *   when it is killed is `.<file>.draft`, or `.<file>.<writer>.draft`.
 */
export async function putWhole(file: string, write: (draft: string) => Promise<void>, writer?: string): Promise<void> {
  const name = writer === undefined ? basename(file) : `${basename(file)}.${writer}`;
  const draft = join(dirname(file), `.${name}.draft`);
  try {
    await write(draft);
    const handle = await open(draft, "r+");
    try {
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

/**
 * Makes a file that is not there yet, durably. Where it cannot be written, as on a full disk, nothing stays of it.
 *
 * @param mode less what the process masks.
 * @throws what the system says: `EEXIST` where there is one already.
 */
export async function makeWhole(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(file, "wx", mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  await syncFolder(dirname(file));
}
