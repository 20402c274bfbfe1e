import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Node } from "../../probes/source.ts";

const require = createRequire(import.meta.url);

type Output = {
  readonly sources?: Readonly<Record<string, { readonly ast: Node }>>;
  readonly errors?: readonly CompilerError[];
};
export type CompilerError = {
  readonly severity: string;
  readonly formattedMessage: string;
  readonly sourceLocation?: { readonly file: string; readonly start: number };
};

/** Returns the sources' typed syntax trees and the compiler's errors. It generates no code. */
export function analyse(sources: ReadonlyMap<string, string>) {
  const solc = require("solc") as { compile: (input: string, callbacks: object) => string };
  const input = {
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings: { outputSelection: { "*": { "": ["ast"] } } },
  };
  const load = { import: (name: string) => ({ contents: readFileSync(require.resolve(name), "utf8") }) };
  const { sources: parsed = {}, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), load)) as Output;
  return { trees: parsed, errors: errors.filter(({ severity }) => severity === "error") };
}
