import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Node } from "../probes/source.ts";

const require = createRequire(import.meta.url);

export type Sources = ReadonlyMap<string, string>;
export type Verdict = { readonly line: string; readonly verdict: "proven" | "violated" | "open" };
type Message = {
  readonly severity: string;
  readonly message: string;
  readonly formattedMessage: string;
  readonly sourceLocation?: { readonly file: string; readonly start: number; readonly end: number };
};
type Output = {
  readonly errors?: readonly Message[];
  readonly sources: Readonly<Record<string, { readonly ast: Node }>>;
};

/** The parameters to try, one way after the other. */
const WAYS = [["smt.arith.solver=2"], []];
/** The most work for a query, in a unit of z3. So a result does not depend on the machine's load. */
const WORK = 40_000_000;

function compile(entry: string, sources: Sources, settings: object, solve?: (query: string) => string): Output {
  const solc = require("solc") as { compile: (input: string, callbacks: object) => string };
  const content = sources.get(entry)!;
  const input = { language: "Solidity", sources: { [entry]: { content } }, settings };
  const load = (name: string) => ({ contents: sources.get(name) ?? readFileSync(require.resolve(name), "utf8") });
  const smtSolver = (query: string) => ({ contents: solve!(query) });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: load, smtSolver })) as Output;
  const error = output.errors?.find(({ severity }) => severity === "error");
  if (error) throw new Error(error.formattedMessage);
  return output;
}

/** Returns the syntax trees of a source and of all that it imports, by file. */
export const parse = (entry: string, sources: Sources): ReadonlyMap<string, Node> => {
  const { sources: parsed } = compile(entry, sources, { outputSelection: { "*": { "": ["ast"] } } });
  return new Map(Object.entries(parsed).map(([file, { ast }]) => [file, ast]));
};

/**
 * Checks each `assert` of a contract from any state, with the engine BMC of the SMTChecker. The engine CHC would find
 * the invariants by itself, but does not return for contracts of this size.
 */
export function check(entry: string, contract: string, sources: Sources, loops: number, prover: string): Verdict[] {
  const modelChecker = {
    engine: "bmc",
    solvers: ["smtlib2"],
    targets: ["assert"],
    contracts: { [entry]: [contract] },
    bmcLoopIterations: loops,
    showProvedSafe: true,
    showUnproved: true,
  };
  const folder = mkdtempSync(join(tmpdir(), "prove-"));
  try {
    const solve = (query: string) => answer(join(folder, "query.smt2"), query, prover);
    const { errors = [] } = compile(entry, sources, { outputSelection: { "*": { "": [] } }, modelChecker }, solve);
    return errors.flatMap((message) => verdictOf(message, entry, sources.get(entry)!));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function verdictOf({ message, sourceLocation }: Message, entry: string, content: string): Verdict[] {
  const text = /^BMC: Assertion violation (happens here|might happen here|check is safe)/.exec(message)?.[1];
  if (text === undefined) return [];
  if (sourceLocation?.file !== entry) throw new Error(`an assertion outside of ${entry}: ${message}`);
  const line = Buffer.from(content).subarray(sourceLocation.start, sourceLocation.end).toString();
  return [{ line, verdict: text === "check is safe" ? "proven" : text === "happens here" ? "violated" : "open" }];
}

/** Returns the prover's answer: `unsat`, `sat` with values, or `unknown` if no way leads to one. */
function answer(path: string, query: string, prover: string): string {
  writeFileSync(path, `(set-option :rlimit ${WORK})\n${query}`);
  for (const way of WAYS) {
    const call = [fileURLToPath(new URL("z3.mjs", import.meta.url)), prover, path, ...way];
    const options = { encoding: "utf8", maxBuffer: 2 ** 28 } as const;
    const { stdout } = spawnSync(process.execPath, call, options);
    // After `unsat`, asking for values is an error. An error before the answer would make it worthless.
    if (stdout.startsWith("unsat\n")) return "unsat\n";
    if (stdout.startsWith("sat\n")) return stdout;
    if (stdout.startsWith("(error")) throw new Error(`the prover cannot read a query: ${stdout.slice(0, 300)}`);
  }
  return "unknown\n";
}
