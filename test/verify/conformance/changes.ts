/** Changes of the golden bundles, and a verifier's expected answers. */
import { readFileSync } from "node:fs";
import type { Hex } from "anchorlog";
import type { Answer, Case as ConformanceCase } from "../../../src/cli/conformance.ts";

export type Case = Omit<ConformanceCase, "name">;
type Json = { [name: string | number]: Json };
export const items = (value: unknown): unknown[] => value as unknown[];
export type Path = readonly (string | number)[];

const read = (name: string): Uint8Array => readFileSync(new URL(`../../vectors/${name}`, import.meta.url));
export const text = (name: string): string => new TextDecoder().decode(read(name));
export const golden = (name: string): string => text(`bundles/v1/${name}.json`);
export const compactJson = (json: string): string => JSON.stringify(JSON.parse(json));
export const TRUST = text("bundles/v1/trust.json");
export const NOTE = text("bundles/v1/checkpoint");
export const [promised, included, asked, anchored] = ["promised", "included", "asked", "anchored"].map(golden) as [
  string,
  string,
  string,
  string,
];

export const invalid = (code: string): Answer => ({ verdict: "invalid", state: null, code });
export const doubt = (code: string, state: string | null = null): Answer => ({ verdict: "indeterminate", state, code });
export const valid = (state: string | null): Answer => ({ verdict: "valid", state, code: "ok" });
export const bundleCase = (says: string, bundle: string | Uint8Array, expected: Answer, trust: object = {}): Case => ({
  says,
  request: {
    command: "verify-bundle",
    bundle: typeof bundle === "string" ? bundle : { base64: Buffer.from(bundle).toString("base64") },
    ...trust,
  },
  expected,
});

/** A hash of nothing. */
export const other: Hex = `0x${"0e".repeat(32)}`;

/** Changes the value at a path; undefined deletes it. */
export function edit(document: string, path: Path, change: (value: unknown) => unknown): string {
  const root = JSON.parse(document) as Json;
  const parent = path.slice(0, -1).reduce((value, step) => value[step as number]!, root);
  const last = path.at(-1) as number;
  const next = change(parent[last]);
  if (next === undefined) delete parent[last];
  else parent[last] = next as Json;
  return JSON.stringify(root);
}

export const at = (document: string, path: Path): unknown =>
  path.reduce((value, step) => value[step]!, JSON.parse(document) as Json);
export const textAt = (document: string, path: Path): string => at(document, path) as string;
export const nameOf = (path: Path): string => path.join(".");
/** A bundle that is invalid by a new value at one path. */
export const changedCase = (
  says: string,
  document: string,
  path: Path,
  value: string | readonly unknown[] | ((before: unknown) => unknown),
  code: string,
): Case => bundleCase(says, edit(document, path, typeof value === "function" ? value : () => value), invalid(code));
