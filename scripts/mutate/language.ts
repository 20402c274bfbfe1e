import { join } from "node:path";
import type { Mutant } from "./mutants.ts";
import { digester, openNotes, sha256 } from "./notes.ts";

/** How the mutants of a language are tried. */
export type Language = {
  readonly name: "solidity" | "typescript";
  /** All that were drawn. */
  readonly mutants: readonly Mutant[];
  /** Files of tests, and what they share. */
  readonly tests: readonly string[];
  readonly shared: readonly string[];
  /** When a file's turn is to say whether it notices a mutant: those of lower ranks first, one without is not asked. */
  readonly rank: (test: string, mutant: Mutant) => number | undefined;
  /** Makes a copy of the project with all mutants in it. */
  readonly open: (copy: string) => Promise<Copy>;
};

export type Copy = {
  /** Runs a file while no mutant has its turn; tells which are reached, where it can. @throws if the file fails */
  readonly measure: (test: string) => Promise<{ readonly reached?: readonly number[] }>;
  /** Whether a file fails while a mutant has its turn; `seconds` is what it takes without. */
  readonly fails: (test: string, mutant: Mutant, seconds: number) => Promise<boolean>;
  readonly close?: () => Promise<void>;
};

export type Places = {
  readonly root: string;
  /** Where copies go, and what was found out. */
  readonly cache: string;
  readonly tell: (line: string) => void;
  /** Tries what is known already. */
  readonly again: boolean;
};

/** Of a file of tests without a mutant. */
type Measure = { readonly digest: string; readonly seconds: number; readonly reached?: readonly number[] };
/** Whether a file of tests notices a mutant; `digest` is of the two files, and of what tests share. */
type Trial = { readonly digest: string; readonly fails: boolean };

/**
 * Finds out what notices each mutant. A file is not tried again on a mutant while both are the same: the rest of the
 * sources is taken to matter little.
 */
export async function judge(
  language: Language,
  chosen: readonly Mutant[],
  { root, cache, tell, again }: Places,
): Promise<Map<Mutant, string | null>> {
  const { name, mutants, tests, shared, rank } = language;
  const drawn = sha256(mutants.map(({ key }) => `${key}\n`).join("")).slice(0, 16);
  const measures = openNotes<Measure>(join(cache, `${name}-tests-${drawn}.jsonl`));
  const trials = openNotes<Trial>(join(cache, `${name}-trials.jsonl`));
  const digestOf = digester(root);

  let opened: Promise<Copy> | undefined;
  const copy = () => {
    if (opened === undefined) tell(`${name}: ${mutants.length} mutants in one copy of the project`);
    return (opened ??= language.open(join(cache, name)));
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
  /** The first that notices: of a rank, first what is known to, then what noticed most of its neighbours, then the quickest. */
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

/** S7 is the seventh mutant in Solidity, T7 that in TypeScript. */
export const nameOf = ({ name }: Language, { number }: Mutant): string => `${name[0]!.toUpperCase()}${number}`;
