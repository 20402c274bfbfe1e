import type { Mutant } from "./mutants.ts";

/** For each mutant's key, one sentence that explains why no test can tell the mutant from the original. */
export type Explanations = Readonly<Record<string, string>>;
/** For each mutant, the test file that kills it, or null. */
export type Verdicts = ReadonlyMap<Mutant, string | null>;

/** The folder of each language's sources. */
const FOLDERS = { solidity: "contracts/", typescript: "src/" } as const;
type Name = keyof typeof FOLDERS;

/**
 * Finds survivors without an explanation, and stale explanations: of mutants that a test kills, or that the sources do
 * not have any more. `keys` are those of all mutants of the named languages, drawn or not.
 */
export function judgeExplanations(
  verdicts: Verdicts,
  explanations: Explanations,
  keys: ReadonlySet<string>,
  names: readonly Name[],
) {
  const [killed, survivors] = [true, false].map((isKilled) =>
    [...verdicts].filter(([, by]) => (by !== null) === isKilled).map(([mutant]) => mutant),
  ) as [Mutant[], Mutant[]];
  const isKilled = new Set(killed.map(({ key }) => key));
  const own = Object.keys(explanations).filter((key) => names.some((name) => key.startsWith(FOLDERS[name])));
  return {
    survivors,
    unexplained: survivors.filter(({ key }) => !Object.hasOwn(explanations, key)),
    stale: own.filter((key) => isKilled.has(key) || !keys.has(key)),
  };
}
