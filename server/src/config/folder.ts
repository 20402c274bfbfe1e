import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ServerError } from "../errors.ts";
import { bad, type Name } from "./settings.ts";

/**
 * Makes a folder where it is missing, and those above it.
 *
 * @param name of the setting that says which.
 * @throws ServerError `bad_config` where this process cannot write to it.
 */
export async function makeFolder(name: Name, folder: string): Promise<void> {
  const fail = (cause: unknown): never => {
    throw unusable(name, folder, cause);
  };
  await make(folder).catch(fail);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(fail);
}

/** One by one: the recursive `mkdir` of Node does not end where a file system has no room for files of anybody's. */
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
      // Another process came first.
      if (again.code !== "EEXIST") throw again;
    });
  }
}

function unusable(name: Name, folder: string, cause: unknown): ServerError {
  const { code } = cause as NodeJS.ErrnoException;
  return bad(name, `is ${folder}, where this process cannot write (${code})`, "name a folder that it may write to");
}
