import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** What was found out, kept for the next run, which may come after a run that was stopped: the last word counts. */
export function openNotes<T>(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const notes = new Map(lines.filter((line) => line.endsWith("]")).map((line) => JSON.parse(line) as [string, T]));
  return {
    get: (key: string): T | undefined => notes.get(key),
    set: (key: string, value: T): void => {
      notes.set(key, value);
      appendFileSync(path, `${JSON.stringify([key, value])}\n`);
    },
  };
}

/** Digests files of the project, by their paths and what is in them; each is read once. */
export function digester(root: string): (files: readonly string[]) => string {
  const digests = new Map<string, string>();
  const digest = (file: string) => {
    let known = digests.get(file);
    if (known === undefined) digests.set(file, (known = sha256(readFileSync(join(root, file)))));
    return known;
  };
  return (files) => sha256(files.map((file) => `${file} ${digest(file)}\n`).join(""));
}

/** All files below some folders of the project. */
export const filesIn = (root: string, ...folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }))
    .filter((file) => statSync(join(root, file)).isFile())
    .toSorted();

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
