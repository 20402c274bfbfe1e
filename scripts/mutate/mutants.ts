import { sha256 } from "./notes.ts";

export type Range = readonly [start: number, end: number];

/**
 * A small mistake that somebody might make: `text` in place of what is `at`. Which of the two runs is decided for a
 * whole `unit`, in the `form` that its language has for such a switch; `shown` is what a reader needs to see of it.
 */
export type Change<F extends string = string> = {
  readonly at: Range;
  readonly text: string;
  readonly unit: Range;
  readonly form: F;
  readonly shown: Range;
};

/** A source, one character of it as long as one unit of the ranges in it. */
export type Source<F extends string = string> = {
  readonly file: string;
  readonly content: string;
  readonly changes: readonly Change<F>[];
};

/** A change with its names: `key` says which it is as long as its place reads the same, `number` only in this draw. */
export type Mutant<F extends string = string> = Change<F> & {
  readonly number: number;
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly mutated: string;
};

/**
 * Draws so many mutants by a seed, from each file in proportion to what can be changed in it, and from each that has
 * something at least one, but none whose key is refused. What is drawn from a place depends on the place alone: a change elsewhere hardly moves it.
 */
export function draw<F extends string>(
  sources: readonly Source<F>[],
  count: number,
  seed: string,
  refused: ReadonlySet<string> = new Set(),
): Mutant<F>[] {
  const changed = sources.filter(({ changes }) => changes.length > 0);
  const all = changed.reduce((sum, { changes }) => sum + changes.length, 0);
  const drawn = changed.flatMap((source) => {
    const share = Math.min(source.changes.length, Math.max(1, Math.round((count * source.changes.length) / all)));
    const usable = named(source).filter(({ key }) => !refused.has(key));
    const scored = usable.map((mutant) => ({ mutant, score: sha256(`${seed}\n${mutant.key}`) }));
    const lowest = scored.toSorted((a, b) => (a.score < b.score ? -1 : 1)).slice(0, share);
    return lowest.map(({ mutant }) => mutant).toSorted((a, b) => a.at[0] - b.at[0] || (a.key < b.key ? -1 : 1));
  });
  return drawn.map((mutant, i) => ({ ...mutant, number: i + 1 }));
}

function named<F extends string>({ file, content, changes }: Source<F>): Omit<Mutant<F>, "number">[] {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const { at, text, shown } = change;
    const [left, right] = [content.slice(shown[0], at[0]), content.slice(at[1], shown[1])];
    const around = (middle: string) =>
      (tail(oneLine(left), 45) + head(oneLine(middle), 90) + head(oneLine(right), 45)).trim() || "nothing";
    const [original, mutated] = [around(content.slice(...at)), around(text)];
    const said = `${file}: ${original} → ${mutated}`;
    const before = seen.get(said) ?? 0;
    seen.set(said, before + 1);
    const line = content.slice(0, at[0]).split("\n").length;
    return { ...change, file, line, original, mutated, key: before === 0 ? said : `${said} (${before + 1})` };
  });
}

/** Without comments and line breaks; spaces at its ends may matter to what is beside it. */
const oneLine = (text: string) => text.replaceAll(/(^|\s)\/\/.*$/gm, " ").replaceAll(/\s+/g, " ");
const head = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
const tail = (text: string, length: number) => (text.length > length ? `…${text.slice(-length)}` : text);

/** What a mutant's number leads to instead of what is written. */
export type Variant = Pick<Mutant, "number" | "text"> & { readonly original: string };

/** Of each form, how a unit is written that has variants. */
export type Forms<F extends string> = Readonly<Record<F, (inner: string, variants: readonly Variant[]) => string>>;

/** The source with all its mutants, each behind its number. */
export function switched<F extends string>(content: string, mutants: readonly Mutant<F>[], forms: Forms<F>): string {
  const units = Map.groupBy(mutants, ({ unit, form }) => `${unit[0]} ${unit[1]} ${form}`);
  // From left to right, those around others first.
  const sorted = [...units.values()].toSorted(([a], [b]) => a!.unit[0] - b!.unit[0] || b!.unit[1] - a!.unit[1]);
  let next = 0;
  const rewrite = ([start, end]: Range): string => {
    let text = "";
    let at = start;
    for (let unit = sorted[next]; unit !== undefined && unit[0]!.unit[1] <= end; unit = sorted[next]) {
      next++;
      const [first] = unit as [Mutant<F>];
      text += content.slice(at, first.unit[0]);
      const variants = unit.map(({ number, text: by, at: [from, to], unit: [left, right] }) => ({
        number,
        text: content.slice(left, from) + by + content.slice(to, right),
        original: content.slice(left, right),
      }));
      text += forms[first.form](rewrite(first.unit), variants);
      at = first.unit[1];
    }
    return text + content.slice(at, end);
  };
  return rewrite([0, content.length]);
}
