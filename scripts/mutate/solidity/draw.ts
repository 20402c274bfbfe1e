import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type CompilerError } from "../../solidity/compiler.ts";
import { draw, keysOf, switched, type Mutant } from "../mutants.ts";
import { changesOf, forms, type Form } from "./operators.ts";

/** Contracts without mutants: generated ones, interfaces, and contracts for tests. */
const LEFT_OUT = /^contracts\/(Poseidon\.sol|verifiers\/|test\/|interfaces\/)/;

/** Contracts with all their mutants: their rules decide who holds an object, and developers copy the example gates. */
const WHOLE = /^contracts\/(examples\/|libraries\/Objects\.sol)/;

type DrawnContracts = {
  readonly mutants: readonly Mutant<Form>[];
  /** The keys of all mutants, drawn or not. */
  readonly keys: ReadonlySet<string>;
  /** The text of each contract with its mutants, by path. */
  readonly written: ReadonlyMap<string, string>;
};

/** Draws mutants of the contracts. Mutants that do not compile are replaced by others. */
export function drawContracts(
  root: string,
  count: number,
  seed: string,
  isChosen: (file: string) => boolean = () => true,
): DrawnContracts {
  const files = globSync("contracts/**/*.sol", { cwd: root }).toSorted();
  // The compiler counts bytes, so each character of this string stands for one byte.
  const contents = new Map(files.map((file) => [file, readFileSync(join(root, file)).toString("latin1")]));
  const { trees } = analyse(new Map([...contents].map(([file, content]) => [file, toText(content)])));
  const sources = files
    .filter((file) => !LEFT_OUT.test(file) && isChosen(file))
    .map((file) => changesOf(file, contents.get(file)!, trees[file]!.ast));
  const refused = new Set<string>();
  while (true) {
    const mutants = draw(sources, count, seed, refused, WHOLE);
    const written = new Map(
      [...contents].map(([file, content]) => {
        const own = mutants.filter((mutant) => mutant.file === file);
        return [file, viewed(toText(switched(content, own, forms)))];
      }),
    );
    const { errors } = analyse(written);
    if (errors.length === 0) return { mutants, keys: keysOf(sources), written };
    for (const error of errors) refused.add(mutants[culprit(error, written) - 1]!.key);
  }
}

/** Returns the sources' typed syntax trees and the compiler's errors. It generates no code. */
function analyse(sources: ReadonlyMap<string, string>) {
  const { sources: trees = {}, errors = [] } = compile(sources, { outputSelection: { "*": { "": ["ast"] } } });
  return { trees, errors: errors.filter(({ severity }) => severity === "error") };
}

/** Replaces `pure` by `view`: the switches of mutants read the block's coinbase. */
export const viewed = (source: string): string => source.replaceAll(/\bpure\b/g, "view");

/** Returns the number of the mutant that does not compile. */
function culprit({ sourceLocation, formattedMessage }: CompilerError, written: ReadonlyMap<string, string>): number {
  const { file, start } = sourceLocation ?? { file: "", start: 0 };
  const before = Buffer.from(written.get(file) ?? "")
    .subarray(0, start)
    .toString();
  const number = Number([...before.matchAll(/\/\*(\d+)\*\//g)].at(-1)?.[1] ?? 0);
  if (number === 0) throw new Error(`The contracts with their mutants do not compile:\n${formattedMessage}`);
  return number;
}

const toText = (bytes: string) => Buffer.from(bytes, "latin1").toString();
