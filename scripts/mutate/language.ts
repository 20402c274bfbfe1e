import { basename, join, parse } from "node:path";
import type { Mutant } from "./mutants.ts";
import { digester, openNotes, type Notes, sha256 } from "./notes.ts";

/** A language's mutants, its tests, and the way to run them. */
export type Language = {
  readonly name: "solidity" | "typescript";
  /** All drawn mutants. */
  readonly mutants: readonly Mutant[];
  /** The keys of all mutants, drawn or not. */
  readonly keys: ReadonlySet<string>;
  /** Test files, those that are likely fast first, and below the files that tests share. */
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
  /** Runs a test file with a mutant active, if any. `late`: the file did not end within `limit` seconds. */
  readonly run: (test: string, mutant: Mutant | undefined, limit: number) => Promise<"passes" | "fails" | "late">;
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
  places: Places,
): Promise<Map<Mutant, string | null>> {
  const trying = new Trying(language, chosen, places);
  try {
    for (const [i, mutant] of chosen.entries()) {
      const { value: by, seconds } = await timed(trying.killer(mutant));
      trying.found.set(mutant, by);
      if (!trying.isOpen) continue;
      const verdict = by === null ? "SURVIVES" : `killed by ${by}`;
      const line = `${nameOf(language, mutant)} ${verdict} ${seconds.toFixed(1)} s · ${mutant.key}`;
      places.tell(`${i + 1}/${chosen.length} ${line}`);
    }
  } finally {
    await trying.close();
  }
  return trying.found;
}

/** A run of one language's tests on its mutants, with the results of earlier runs. */
class Trying {
  /** The test file that kills each mutant. Null: none does. */
  readonly found = new Map<Mutant, string | null>();
  readonly #language: Language;
  readonly #places: Places;
  /** The test files that may kill a chosen mutant. */
  readonly #tests: readonly string[];
  readonly #measures: Notes<Measure>;
  readonly #trials: Notes<Trial>;
  readonly #digestOf: (files: readonly string[]) => string;
  /** The copy with the mutants, from the first test that must run. */
  #copy: Promise<Copy> | undefined;

  constructor(language: Language, chosen: readonly Mutant[], places: Places) {
    const { name, mutants, tests, rank } = language;
    this.#language = language;
    this.#places = places;
    this.#tests = tests.filter((test) => chosen.some((mutant) => rank(test, mutant) !== undefined));
    const drawn = sha256(mutants.map(({ key }) => `${key}\n`).join("")).slice(0, 16);
    this.#measures = openNotes<Measure>(join(places.cache, `${name}-tests-${drawn}.jsonl`));
    this.#trials = openNotes<Trial>(join(places.cache, `${name}-trials.jsonl`));
    this.#digestOf = digester(places.root);
  }

  get isOpen(): boolean {
    return this.#copy !== undefined;
  }

  async close(): Promise<void> {
    await (await this.#copy)?.close?.();
  }

  #open(): Promise<Copy> {
    const { name, mutants, open } = this.#language;
    if (!this.#copy) this.#places.tell(`${name}: ${mutants.length} mutants in one copy of the project`);
    return (this.#copy ??= open(join(this.#places.cache, name), this.#tests));
  }

  /** The result of a test file without a mutant, if an earlier run has it. */
  #known(test: string): Measure | undefined {
    const known = this.#measures.get(test);
    return known?.digest === this.#digestOf([test, ...this.#language.shared]) ? known : undefined;
  }

  async #measure(test: string): Promise<Measure> {
    const known = this.#known(test);
    if (known) return known;
    const { name, shared } = this.#language;
    const { measure } = await this.#open();
    const { value, seconds } = await timed(measure(test));
    this.#places.tell(`${name}: without a mutant ${test} passes in ${seconds.toFixed(1)} s`);
    const fresh = { digest: this.#digestOf([test, ...shared]), seconds, ...value };
    this.#measures.set(test, fresh);
    return fresh;
  }

  /** Returns the test file that kills a mutant, or null. A file runs without a mutant as soon as it is needed. */
  async killer(mutant: Mutant): Promise<string | null> {
    for (const test of this.#inOrder(mutant)) {
      const { seconds, reached } = await this.#measure(test);
      if (reached?.includes(mutant.number) === false) continue;
      if (await this.#kills(test, mutant, seconds)) return test;
    }
    return null;
  }

  /**
   * Known killers come first, then lower ranks, then killers of most mutants in the same file, then the test of the
   * file's name, then the fastest. Files of unknown time keep their order.
   */
  #inOrder(mutant: Mutant): readonly string[] {
    const neighbours = [...this.found].filter(([{ file }]) => file === mutant.file).map(([, by]) => by);
    return this.#tests
      .map((test) => ({
        test,
        seconds: this.#known(test)?.seconds ?? Number.MAX_VALUE,
        rank: this.#language.rank(test, mutant),
        isKnown: Number(this.#trials.get(`${mutant.key} by ${test}`)?.fails ?? false),
        noticed: neighbours.filter((by) => by === test).length,
        isNamed: Number(basename(test).startsWith(`${parse(mutant.file).name}.`)),
      }))
      .filter(({ rank }) => rank !== undefined)
      .toSorted(
        (a, b) =>
          b.isKnown - a.isKnown ||
          a.rank! - b.rank! ||
          b.noticed - a.noticed ||
          b.isNamed - a.isNamed ||
          a.seconds - b.seconds,
      )
      .map(({ test }) => test);
  }

  async #kills(test: string, mutant: Mutant, seconds: number): Promise<boolean> {
    const key = `${mutant.key} by ${test}`;
    const digest = this.#digestOf([mutant.file, test, ...this.#language.shared]);
    const known = this.#trials.get(key);
    if (!this.#places.again && known?.digest === digest) return known.fails;
    const trial = { digest, fails: await this.#fails(test, mutant, seconds) };
    this.#trials.set(key, trial);
    return trial.fails;
  }

  /** A busy machine kills no mutant: a late file fails only if it ends in time without the mutant. */
  async #fails(test: string, mutant: Mutant, seconds: number): Promise<boolean> {
    const { run } = await this.#open();
    for (let limit = 20 + 2 * seconds; ; limit *= 2) {
      const end = await run(test, mutant, limit);
      if (end !== "late") return end === "fails";
      if ((await run(test, undefined, limit)) !== "late") return true;
    }
  }
}

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly seconds: number }> {
  const start = performance.now();
  return { value: await work, seconds: (performance.now() - start) / 1_000 };
}

/** Names a mutant: S7 is the seventh mutant in Solidity, T7 the seventh in TypeScript. */
export const nameOf = ({ name }: Language, { number }: Mutant): string => `${name[0]!.toUpperCase()}${number}`;
