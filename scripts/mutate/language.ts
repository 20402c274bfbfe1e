import { join } from "node:path";
import type { Mutant } from "./mutants.ts";
import { digestOf, openNotes, sha256 } from "./notes.ts";

/** How the mutants of a language are tried. */
export type Language = {
  readonly name: "solidity" | "typescript";
  /** All that were drawn. */
  readonly mutants: readonly Mutant[];
  /** What the mutants were made of, and what is to notice them: files of the project. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Makes a copy of the project with all mutants in it. */
  readonly open: (copy: string) => Promise<Copy>;
};

export type Copy = {
  /** Files of tests. */
  readonly files: readonly string[];
  /** Runs a file while no mutant has its turn; tells which are reached, where it can. @throws if the file fails */
  readonly measure: (file: string) => Promise<{ readonly reached?: readonly number[] }>;
  /** Whether a file fails while a mutant has its turn; `seconds` is what it takes without. */
  readonly fails: (file: string, mutant: Mutant, seconds: number) => Promise<boolean>;
  /** When a file's turn is to say whether it notices a mutant: those of lower ranks first, one without is not asked. */
  readonly rank: (file: string, mutant: Mutant) => number | undefined;
  readonly close?: () => Promise<void>;
};

type Measured = { readonly digest: string; readonly seconds: number; readonly reached?: readonly number[] };
type Verdict = { readonly by: string | null; readonly digest: string };

export type Places = {
  readonly root: string;
  /** Where copies go, and what was found out. */
  readonly cache: string;
  readonly tell: (line: string) => void;
  /** Tries what is known already. */
  readonly again: boolean;
};

/**
 * Finds out what notices each mutant, the quickest file first. What is known from an earlier run stands: a mutant that a
 * file killed is dead as long as that file is the same, one that survived is tried again as soon as any test is another.
 */
export async function judge(
  language: Language,
  chosen: readonly Mutant[],
  { root, cache, tell, again }: Places,
): Promise<Map<Mutant, string | null>> {
  const { name, mutants, sources, tests } = language;
  const stamp = sha256(`${digestOf(root, sources)}${mutants.map(({ key }) => `\n${key}`).join("")}`).slice(0, 16);
  const verdicts = openNotes<Verdict>(join(cache, `${name}-${stamp}-verdicts.jsonl`));
  const measures = openNotes<Measured>(join(cache, `${name}-${stamp}-tests.jsonl`));
  const all = digestOf(root, tests);
  const digest = (by: string | null) => (by === null ? all : digestOf(root, [by]));

  const found = new Map<Mutant, string | null>();
  const open: Mutant[] = [];
  for (const mutant of chosen) {
    const verdict = verdicts.get(mutant.key);
    if (!again && verdict !== undefined && verdict.digest === digest(verdict.by)) found.set(mutant, verdict.by);
    else open.push(mutant);
  }
  if (open.length === 0) return found;

  tell(`${name}: ${mutants.length} mutants in one copy of the project; ${open.length} to be tried`);
  const copy = await language.open(join(cache, name));
  try {
    const measured = new Map<string, Measured>();
    for (const file of copy.files) {
      const known = measures.get(file);
      if (known?.digest === digest(file)) {
        measured.set(file, known);
        continue;
      }
      const start = performance.now();
      const { reached } = await copy.measure(file);
      const seconds = (performance.now() - start) / 1_000;
      tell(`${name}: without a mutant ${file} passes in ${seconds.toFixed(1)} s`);
      const fresh = { digest: digest(file), seconds, ...(reached ? { reached } : {}) };
      measures.set(file, fresh);
      measured.set(file, fresh);
    }
    for (const [i, mutant] of open.entries()) {
      const start = performance.now();
      const by = await killer(copy, measured, found, mutant);
      found.set(mutant, by);
      verdicts.set(mutant.key, { by, digest: digest(by) });
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      tell(
        `${i + 1}/${open.length} ${nameOf(language, mutant)} ${by === null ? "SURVIVES" : `killed by ${by}`} ${seconds} s · ${mutant.key}`,
      );
    }
  } finally {
    await copy.close?.();
  }
  return found;
}

/** The first file that notices a mutant: of a rank, first those that noticed most of its neighbours, then the quickest. */
async function killer(
  copy: Copy,
  measured: ReadonlyMap<string, Measured>,
  found: ReadonlyMap<Mutant, string | null>,
  mutant: Mutant,
): Promise<string | null> {
  const neighbours = [...found].filter(([{ file }]) => file === mutant.file);
  const order = [...measured]
    .map(([file, { seconds, reached }]) => ({ file, seconds, reached, rank: copy.rank(file, mutant) }))
    .filter(({ rank, reached }) => rank !== undefined && (reached?.includes(mutant.number) ?? true))
    .map((one) => ({ ...one, noticed: neighbours.filter(([, by]) => by === one.file).length }))
    .toSorted((a, b) => a.rank! - b.rank! || b.noticed - a.noticed || a.seconds - b.seconds);
  for (const { file, seconds } of order) if (await copy.fails(file, mutant, seconds)) return file;
  return null;
}

/** S7 is the seventh mutant in Solidity, T7 that in TypeScript. */
export const nameOf = ({ name }: Language, { number }: Mutant): string => `${name[0]!.toUpperCase()}${number}`;
