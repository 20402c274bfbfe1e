import { join } from "node:path";
import type { Mutant } from "./mutants.ts";
import { digester, openNotes, sha256 } from "./notes.ts";

/** A language's mutants, its tests, and the way to run them. */
export type Language = {
  readonly name: "solidity" | "typescript";
  /** All drawn mutants. */
  readonly mutants: readonly Mutant[];
  /** The keys of all mutants, drawn or not. */
  readonly keys: ReadonlySet<string>;
  /** Test files, and below the files that tests share. */
  readonly tests: readonly string[];
  readonly shared: readonly string[];
  /** Orders the test files for a mutant: lower ranks run first. A file with rank `undefined` is skipped. */
  readonly rank: (test: string, mutant: Mutant) => number | undefined;
  /** Makes a copy of the project with all mutants in it, for these test files. */
  readonly open: (copy: string, tests: readonly string[]) => Promise<Copy>;
};

export type Copy = {
  /** Runs a test file with no mutant active. Returns the mutants it reaches, if known. @throws if the file fails */
  readonly measure: (test: string) => Promise<{ readonly reached?: readonly number[] }>;
  /** Reports whether a test file fails with a mutant active. `seconds` is its time without a mutant. */
  readonly fails: (test: string, mutant: Mutant, seconds: number) => Promise<boolean>;
  readonly close?: () => Promise<void>;
};

export type Places = {
  readonly root: string;
  /** Folder of the copies, and of the results of earlier runs. */
  readonly cache: string;
  readonly tell: (line: string) => void;
  /** Runs the tests even if an earlier run has the result. */
  readonly again: boolean;
};

/** Result of a test file with no mutant active. */
type Measure = { readonly digest: string; readonly seconds: number; readonly reached?: readonly number[] };
/** Reports whether a test file kills a mutant. `digest` covers both files and the files that tests share. */
type Trial = { readonly digest: string; readonly fails: boolean };

/**
 * Finds the test file that kills each mutant. A test file runs again on a mutant only if one of the two files or a
 * file that tests share has changed. Changes in other sources are assumed not to change the result.
 */
export async function judge(
  language: Language,
  chosen: readonly Mutant[],
  { root, cache, tell, again }: Places,
): Promise<Map<Mutant, string | null>> {
  const { name, mutants, shared, rank } = language;
  const tests = language.tests.filter((test) => chosen.some((mutant) => rank(test, mutant) !== undefined));
  const drawn = sha256(mutants.map(({ key }) => `${key}\n`).join("")).slice(0, 16);
  const measures = openNotes<Measure>(join(cache, `${name}-tests-${drawn}.jsonl`));
  const trials = openNotes<Trial>(join(cache, `${name}-trials.jsonl`));
  const digestOf = digester(root);

  let opened: Promise<Copy> | undefined;
  const copy = () => {
    if (opened === undefined) tell(`${name}: ${mutants.length} mutants in one copy of the project`);
    return (opened ??= language.open(join(cache, name), tests));
  };
  const timed = async <T>(work: Promise<T>) => {
    const start = performance.now();
    return { value: await work, seconds: (performance.now() - start) / 1_000 };
  };

  const measure = async (test: string): Promise<Measure> => {
    const digest = digestOf([test, ...shared]);
    const known = measures.get(test);
    if (known?.digest === digest) return known;
    const { measure: run } = await copy();
    const { value, seconds } = await timed(run(test));
    tell(`${name}: without a mutant ${test} passes in ${seconds.toFixed(1)} s`);
    const fresh = { digest, seconds, ...value };
    measures.set(test, fresh);
    return fresh;
  };

  const kills = async (test: string, mutant: Mutant, seconds: number): Promise<boolean> => {
    const key = `${mutant.key} by ${test}`;
    const digest = digestOf([mutant.file, test, ...shared]);
    const known = trials.get(key);
    if (!again && known?.digest === digest) return known.fails;
    const fails = await (await copy()).fails(test, mutant, seconds);
    trials.set(key, { digest, fails });
    return fails;
  };

  const found = new Map<Mutant, string | null>();
  /** Runs known killers first, then lower ranks, then killers of most mutants in the same file, then the fastest. */
  const killer = async (mutant: Mutant, measured: ReadonlyMap<string, Measure>): Promise<string | null> => {
    const neighbours = [...found].filter(([{ file }]) => file === mutant.file).map(([, by]) => by);
    const order = [...measured]
      .map(([test, { seconds, reached }]) => ({
        test,
        seconds,
        isReached: reached?.includes(mutant.number) ?? true,
        rank: rank(test, mutant),
        isKnown: Number(trials.get(`${mutant.key} by ${test}`)?.fails ?? false),
        noticed: neighbours.filter((by) => by === test).length,
      }))
      .filter((one) => one.isReached && one.rank !== undefined)
      .toSorted((a, b) => b.isKnown - a.isKnown || a.rank! - b.rank! || b.noticed - a.noticed || a.seconds - b.seconds);
    for (const { test, seconds } of order) if (await kills(test, mutant, seconds)) return test;
    return null;
  };

  try {
    const measured = new Map<string, Measure>();
    for (const test of tests) measured.set(test, await measure(test));
    for (const [i, mutant] of chosen.entries()) {
      const { value: by, seconds } = await timed(killer(mutant, measured));
      found.set(mutant, by);
      const verdict = by === null ? "SURVIVES" : `killed by ${by}`;
      if (opened) {
        tell(
          `${i + 1}/${chosen.length} ${nameOf(language, mutant)} ${verdict} ${seconds.toFixed(1)} s · ${mutant.key}`,
        );
      }
    }
  } finally {
    await (await opened)?.close?.();
  }
  return found;
}

/** Names a mutant: S7 is the seventh mutant in Solidity, T7 the seventh in TypeScript. */
export const nameOf = ({ name }: Language, { number }: Mutant): string => `${name[0]!.toUpperCase()}${number}`;
