/** Paths of the circuits, their artifacts and the tools, and hashes of files. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

/** The repository's root. circom must run there, because it reads no file above its working directory. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Folder of the files that provers and verifiers need. It is committed. */
export const ARTIFACTS = "circuits/artifacts";
/** Folder of the files that only the build needs. Git ignores it. */
export const CACHE = "cache/circuits";

/** The circuits with a `component main`. */
export const CIRCUITS = ["disclosure", "order", "absence"] as const;

/** The circuits whose proofs contracts verify. No contract asks for an absence. */
export const ON_CHAIN = ["disclosure", "order"] as const;

export type Circuit = (typeof CIRCUITS)[number];

/** The path of a module's file. */
export const resolve = createRequire(import.meta.url).resolve;

/** Turns a path below the root into an absolute one. */
export const atRoot = (path: string) => `${ROOT}${path}`;

/** Returns the SHA-256 of a file below the root, or `undefined` if it does not exist. */
export function sha256(path: string): string | undefined {
  if (!existsSync(atRoot(path))) return undefined;
  return createHash("sha256")
    .update(readFileSync(atRoot(path)))
    .digest("hex");
}

/** Returns the versions of the tools that determine the artifacts' bytes. */
export function toolVersions(): Record<string, string> {
  const version = (name: string) => {
    const file = `${ROOT}node_modules/${name}/package.json`;
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  };
  return { circom2: version("circom2"), snarkjs: version("snarkjs") };
}

/** Returns the paths, below the root and sorted, of a circuit's file and of all files that it includes. */
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

/** Formats a text with the repository's Prettier options. */
export async function formatted(path: string, text: string): Promise<string> {
  const options = await prettier.resolveConfig(atRoot(path));
  return prettier.format(text, { ...options, plugins: [], filepath: atRoot(path) });
}
