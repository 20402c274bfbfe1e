import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Node } from "../probes/source.ts";

const require = createRequire(import.meta.url);

type Output = {
  readonly sources?: Readonly<Record<string, { readonly ast: Node }>>;
  readonly errors?: readonly CompilerError[];
};
export type CompilerError = {
  readonly severity: string;
  readonly errorCode?: string;
  readonly formattedMessage: string;
  readonly sourceLocation?: { readonly file: string; readonly start: number };
};

/** Compiles sources by their paths. Imports that are not among them come from node_modules. */
export function compile(sources: ReadonlyMap<string, string>, settings: object): Output {
  const solc = require("solc") as { compile: (input: string, callbacks: object) => string };
  const input = {
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings,
  };
  return JSON.parse(solc.compile(JSON.stringify(input), { import: load })) as Output;
}

function load(name: string): { readonly contents: string } | { readonly error: string } {
  try {
    return { contents: readFileSync(require.resolve(name), "utf8") };
  } catch {
    return { error: "There is no such file." };
  }
}
