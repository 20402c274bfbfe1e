import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AnchorlogError, messageOf } from "./errors.ts";
import { syncFile, syncFolder } from "./folders.ts";

/** The error of a file that cannot be written: a write's own error does not name the file. */
export function unwritable(file: string, cause: unknown): AnchorlogError {
  return new AnchorlogError("unwritable", `${file} cannot be written: ${messageOf(cause)}`, {
    fix: `check that ${dirname(file)} exists and has space, and that this user can write to it and to the file`,
    cause,
  });
}

/**
 * Writes a file durably: after a power cut it has either the old bytes or all of the new ones.
 *
 * @param options `mode` of the file before the umask, 0o666 by default. `writer` as for {@link putWhole}.
 * @throws AnchorlogError `unwritable`
 */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { mode = 0o666, writer }: { readonly mode?: number; readonly writer?: string } = {},
): Promise<void> {
  try {
    await putWhole(file, (draft) => writeFile(draft, bytes, { mode }), writer);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/**
 * Writes a draft under another name, and renames it once it is durable.
 *
 * @param write makes the draft.
 * @param writer a name for this writer, if others may write the same file at the same time. A killed writer leaves
 *   `.<file>.draft`, or `.<file>.<writer>.draft`.
 */
export async function putWhole(file: string, write: (draft: string) => Promise<void>, writer?: string): Promise<void> {
  const name = writer === undefined ? basename(file) : `${basename(file)}.${writer}`;
  const draft = join(dirname(file), `.${name}.draft`);
  try {
    await write(draft);
    await syncFile(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(file));
}

/**
 * Creates a file durably. If it cannot be written, as on a full disk, it is removed.
 *
 * @param mode before the umask.
 * @throws the system's error: `EEXIST` if the file exists.
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
