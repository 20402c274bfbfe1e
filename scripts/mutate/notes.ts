import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export type Notes<T> = { readonly get: (key: string) => T | undefined; readonly set: (key: string, value: T) => void };

/** Opens a file of results for the next run. Incomplete lines are skipped, and the last line of a key counts. */
export function openNotes<T>(path: string): Notes<T> {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const notes = new Map(lines.filter((line) => line.endsWith("]")).map((line) => JSON.parse(line) as [string, T]));
  return {
    get: (key) => notes.get(key),
    set: (key, value) => {
      notes.set(key, value);
      appendFileSync(path, `${JSON.stringify([key, value])}\n`);
    },
  };
}

/** Returns a function that hashes the paths and contents of files. Each file is read once. */
export function digester(root: string): (files: readonly string[]) => string {
  const digests = new Map<string, string>();
  const digest = (file: string) => {
    let known = digests.get(file);
    if (known === undefined) digests.set(file, (known = sha256(readFileSync(join(root, file)))));
    return known;
  };
  return (files) => sha256(files.map((file) => `${file} ${digest(file)}\n`).join(""));
}

/** Returns all files below the given folders of the project. */
export const filesIn = (root: string, ...folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }))
    .filter((file) => statSync(join(root, file)).isFile())
    .toSorted();

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
