/** Where the circuits, their artifacts and the tools are; hashes of files. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

/** The repository's root, where circom has to run: it reads no file above its working directory. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Committed: what provers and verifiers need. */
export const ARTIFACTS = "circuits/artifacts";
/** Ignored by git: what only the build needs. */
export const CACHE = "cache/circuits";

/** The circuits with a `component main`. */
export const CIRCUITS = ["disclosure", "order", "absence"] as const;

export type Circuit = (typeof CIRCUITS)[number];

/** The path of a module's file. */
export const resolve = createRequire(import.meta.url).resolve;

/** A path below the root as one for the file system. */
export const atRoot = (path: string) => `${ROOT}${path}`;

/** SHA-256 of a file below the root, or undefined where there is none. */
export function sha256(path: string): string | undefined {
  if (!existsSync(atRoot(path))) return undefined;
  return createHash("sha256")
    .update(readFileSync(atRoot(path)))
    .digest("hex");
}

/** The versions of the tools that decide about the artifacts' bytes. */
export function toolVersions(): Record<string, string> {
  const version = (name: string) => {
    const file = `${ROOT}node_modules/${name}/package.json`;
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  };
  return { circom2: version("circom2"), snarkjs: version("snarkjs") };
}

/** A circuit's file and all that it includes, sorted, below the root. */
export function sourcesOf(circuit: string): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, included = ""] of readFileSync(atRoot(path), "utf8").matchAll(/^include "([^"]+)";/gm)) {
      visit(posix.join(dirname(path), included));
    }
  };
  visit(`circuits/${circuit}.circom`);
  return [...found].sort();
}

/** A text in the repository's format. */
export async function formatted(path: string, text: string): Promise<string> {
  const options = await prettier.resolveConfig(atRoot(path));
  return prettier.format(text, { ...options, plugins: [], filepath: atRoot(path) });
}
