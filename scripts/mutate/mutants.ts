import { sha256 } from "./notes.ts";

export type Range = readonly [start: number, end: number];

/**
 * A small mistake that somebody might make: `text` replaces the source range `at`. A switch around the whole `unit`
 * selects the original or the change at run time. `form` is the kind of switch, and `shown` the range for reports.
 */
export type Change<F extends string = string> = {
  readonly at: Range;
  readonly text: string;
  readonly unit: Range;
  readonly form: F;
  readonly shown: Range;
};

/** A source. Ranges count characters of `content`; if a parser counts bytes, each character stands for a byte. */
export type Source<F extends string = string> = {
  readonly file: string;
  readonly content: string;
  readonly changes: readonly Change<F>[];
};

/** A drawn change. `key` is stable as long as the text around the change is; `number` is valid in this draw only. */
export type Mutant<F extends string = string> = Change<F> & {
  readonly number: number;
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly mutated: string;
};

/**
 * Draws about `count` mutants by a seed, from each file in proportion to its possible changes, and at least one from
 * each file that has any; from a `whole` file all. Mutants with a refused key are skipped. The order of preference
 * depends on each mutant's key alone, so a change elsewhere in the sources hardly affects the draw.
 */
export function draw<F extends string>(
  sources: readonly Source<F>[],
  count: number,
  seed: string,
  refused: ReadonlySet<string> = new Set(),
  whole: RegExp = /^$/,
): Mutant<F>[] {
  const changed = sources.filter(({ changes }) => changes.length > 0);
  const all = changed.reduce((sum, { changes }) => sum + changes.length, 0);
  const drawn = changed.flatMap((source) => {
    const share = whole.test(source.file)
      ? source.changes.length
      : Math.max(1, Math.round((count * source.changes.length) / all));
    const usable = named(source).filter(({ key }) => !refused.has(key));
    const scored = usable.map((mutant) => ({ mutant, score: sha256(`${seed}\n${mutant.key}`) }));
    const lowest = scored.toSorted((a, b) => (a.score < b.score ? -1 : 1)).slice(0, share);
    return lowest.map(({ mutant }) => mutant).toSorted((a, b) => a.at[0] - b.at[0] || (a.key < b.key ? -1 : 1));
  });
  return drawn.map((mutant, i) => ({ ...mutant, number: i + 1 }));
}

/** Returns the keys of all possible mutants of sources. */
export const keysOf = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(sources.flatMap((source) => named(source).map(({ key }) => key)));

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

/** Removes comments and line breaks. It keeps spaces at both ends, because the text is joined to other text. */
const oneLine = (text: string) => text.replaceAll(/(^|\s)\/\/.*$/gm, " ").replaceAll(/\s+/g, " ");
const head = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
const tail = (text: string, length: number) => (text.length > length ? `…${text.slice(-length)}` : text);

/** The text that runs instead of `original` if the mutant with this number is active. */
type Variant = Pick<Mutant, "number" | "text"> & { readonly original: string };

/** For each form, a function that writes a unit with a switch between its variants. */
export type Forms<F extends string> = Readonly<Record<F, (inner: string, variants: readonly Variant[]) => string>>;

/** Returns the source with all its mutants, each switched on by its number. */
export function switched<F extends string>(content: string, mutants: readonly Mutant<F>[], forms: Forms<F>): string {
  const units = Map.groupBy(mutants, ({ unit, form }) => `${unit[0]} ${unit[1]} ${form}`);
  // Sort units from left to right, and outer units before the inner ones.
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
