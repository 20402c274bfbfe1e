import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Names of a checkout's files and folders that are not sources. */
const MADE = /^(\.git|\.toolchain|node_modules|artifacts|cache|coverage|dist|demo-output|deployments)$/;

/**
 * Copies the project's sources to a folder inside the project, so that imports find its packages. Build products of
 * an earlier copy stay in the folder.
 */
export function copyProject(root: string, copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy)) {
    if (!MADE.test(name)) rmSync(join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(root)) {
    if (MADE.test(name)) continue;
    const filter = (path: string) => !/\/(node_modules|dist)$/.test(path);
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  }
}
