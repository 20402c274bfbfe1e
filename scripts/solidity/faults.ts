import { posix } from "node:path";
import { compile } from "./compiler.ts";

/** The sizes of contracts. Tests, without the optimizer, may be larger than a chain allows. */
const SIZES: ReadonlySet<string | undefined> = new Set(["3860", "5574"]);

/**
 * Returns the compiler's errors and warnings. It analyses all sources, but generates code only for tests that are among
 * the changed files or import a changed test, directly or not: `npm run build` generates the contracts' code.
 *
 * @param sources the text of each Solidity file by its path.
 */
export function faultsOf(sources: ReadonlyMap<string, string>, changed: readonly string[], settings: object): string[] {
  const generated = testsAffectedBy(changed, sources).map((file) => [file, { "*": ["evm.bytecode.object"] }]);
  const { errors = [] } = compile(sources, { ...settings, outputSelection: Object.fromEntries(generated) as object });
  return errors.filter(({ errorCode }) => !SIZES.has(errorCode)).map(({ formattedMessage }) => formattedMessage);
}

/** Returns the tests that are among the changed files, or import a changed or deleted test, directly or not. */
export function testsAffectedBy(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const affected = new Set(changed.filter((file) => file.startsWith("test/contracts/")));
  for (const path of affected) {
    for (const [file, text] of sources) if (importsOf(file, text).includes(path)) affected.add(file);
  }
  return [...affected].filter((file) => sources.has(file));
}

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)].map(([, to]) => posix.join(posix.dirname(file), to!));
