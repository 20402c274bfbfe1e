import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ServerError } from "../errors.ts";
import { bad, type Name } from "./settings.ts";

/**
 * Creates a folder and its parents if they do not exist.
 *
 * @param name setting that names the folder, for the error message.
 * @throws ServerError `bad_config` if this process cannot create the folder, or not read and write in it.
 */
export async function makeFolder(name: Name, folder: string): Promise<void> {
  const fail = (cause: unknown): never => {
    throw unusable(name, folder, cause);
  };
  await make(folder).catch(fail);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(fail);
}

/**
 * Creates one folder at a time: Node's recursive `mkdir` does not return on a file system that refuses new files to
 * every user.
 */
async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder) throw error;
    await make(above);
    await mkdir(folder, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      // Another process created it first.
      if (again.code !== "EEXIST") throw again;
    });
  }
}

function unusable(name: Name, folder: string, cause: unknown): ServerError {
  const { code } = cause as NodeJS.ErrnoException;
  return bad(name, `is ${folder}, where this process cannot write (${code})`, "name a folder that it may write to");
}
