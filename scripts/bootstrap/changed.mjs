// Finds the files that differ from the main branch.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./process.mjs";

/** The names of the main branch, the shared one first. */
const MAIN = ["origin/HEAD", "origin/main", "main"];

/**
 * Returns the paths of the files that were changed or added since this branch left the main branch, committed or not.
 * Returns undefined if Git cannot tell.
 *
 * @param folder top folder of the repository.
 */
export async function changedFiles(folder = root) {
  const git = (...args) => entriesOf(folder, args);
  for (const main of MAIN) {
    const base = await git("merge-base", "HEAD", main);
    if (base === undefined) continue;
    const lists = [
      await git("diff", "--name-only", "--no-renames", "--relative", "-z", base[0]),
      await git("ls-files", "--others", "--exclude-standard", "-z"),
    ];
    if (lists.includes(undefined)) return undefined;
    const paths = [...new Set(lists.flat())];
    const present = paths.filter((path) => existsSync(join(folder, path)));
    return { paths, present };
  }
  return undefined;
}

/** Returns the entries that a Git command prints, or undefined if it fails. */
async function entriesOf(cwd, args) {
  try {
    const { code, output } = await run("git", args, { capture: true, cwd });
    return code === 0 ? output.split(/[\0\n]/).filter(Boolean) : undefined;
  } catch {
    return undefined;
  }
}
