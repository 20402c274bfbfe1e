/** `docs/BENCHMARKS.md`: writes it from results, reads it, and compares results with it. */
import { type BenchResult, OURS } from "./frame.ts";

/** The allowed growth of our figure over the peers', in percent. */
export const TOLERANCE = 30;

/** The units in which less is better. */
const UNITS = new Set(["ns", "µs", "ms", "s", "microseconds", "MB", "bytes", "gas"]);
/** Figures that differ from run to run, or that add little to the other figures of the same load. */
const LEFT_OUT = /: longest |of the first \d+ s$|: peak memory of the server$/;
/** Times that are written, and not checked: they depend on what else the machine does. */
const UNCHECKED = /: p\d+$|, time a row$/;

/** One area of the report. `ratios` has the peers' figures over ours, by `CASE | PEER`. */
type Section = { readonly text: string; readonly ratios: ReadonlyMap<string, number> };

const HEAD = `# Benchmarks

\`npm run bench -- --write\` generates this file. A line has our figure, then each peer's divided by ours: above 1 ×, the peer takes more. Peers run in turns with ours. "Only" marks a floor: the part of the work that nobody can avoid.

\`npm run bench -- --check\` measures again. It fails if our figure has grown by more than ${TOLERANCE} % over every peer's. The times of answers (p50, p99) and of attached rows are not checked.
`;

/** Formats the report, its areas in the order of `sections`. */
export const formatReport = (sections: ReadonlyMap<string, Section>): string =>
  [HEAD, ...[...sections].map(([area, { text }]) => `## ${area}\n\n${text}\n`)].join("\n");

export function parseReport(report: string): Map<string, Section> {
  const [, ...parts] = report.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const [area = "", ...lines] = part.split("\n");
      const text = lines.join("\n").trim();
      const ratios = lines.flatMap((line) => {
        const [, name, peers] = /^- (.*): \S+ \S+((?: \| .* ×)+)$/.exec(line) ?? [];
        const found = [...(peers ?? "").matchAll(/ \| (.*?) (\S+) ×/g)];
        return found.map(([, peer, ratio]) => [`${name} | ${peer}`, Number(ratio!.replaceAll(",", ""))] as const);
      });
      return [area, { text, ratios: new Map(ratios) }];
    }),
  );
}

/** Makes an area's section from the results of one run on a machine, which the text names. */
export function sectionOf(machine: string, results: readonly BenchResult[]): Section {
  const compared = Map.groupBy(results.filter(isCompared), (result) => result.case);
  const lines: string[] = [];
  const ratios = new Map<string, number>();
  for (const [name, subjects] of compared) {
    const ours = subjects.find(({ subject }) => subject === OURS)!;
    const peers = subjects.filter(({ subject }) => !subject.startsWith(OURS));
    if (peers.length === 0) continue;
    for (const { subject, ratio } of peers) ratios.set(`${name} | ${subject}`, ratio);
    const written = peers.map(({ subject, ratio }) => ` | ${subject} ${figure(ratio)} ×`).join("");
    lines.push(`- ${name}: ${figure(ours.median)} ${ours.unit}${written}`);
  }
  return { text: `${machine}\n\n${lines.join("\n")}`, ratios };
}

// A ratio to 0 is not a finite number, and JSON writes it as null.
const isCompared = ({ unit, case: name, ratio }: BenchResult): boolean =>
  UNITS.has(unit) && !LEFT_OUT.test(name) && Number.isFinite(ratio);

/**
 * Returns a sentence for each case of `before` in which our figure has grown over every peer's by more than the tolerance,
 * and for each ratio that is gone. If it has grown over one peer's alone, that peer got faster.
 */
export function regressions(before: Section, ...runs: readonly Section[]): string[] {
  const gone = [...before.ratios.keys()].filter((key) => !runs.some(({ ratios }) => ratios.has(key)));
  const growths = [...before.ratios].flatMap(([key, ratio]) => {
    const best = Math.max(...runs.map(({ ratios }) => ratios.get(key) ?? -Infinity));
    if (best === -Infinity) return [];
    const growth = Math.round((ratio / best - 1) * 100);
    const sentence = `${key}: ${figure(ratio)} × before, ${figure(best)} × now: ours grew by ${growth} %`;
    return [{ name: key.slice(0, key.indexOf(" | ")), growth, sentence }];
  });
  const checked = growths.filter(({ name }) => !UNCHECKED.test(name));
  const worse = [...Map.groupBy(checked, ({ name }) => name).values()].flatMap((ofCase) => {
    const [least] = ofCase.toSorted((a, b) => a.growth - b.growth);
    return least!.growth > TOLERANCE ? [least!.sentence] : [];
  });
  return [...gone.map((key) => `${key}: not measured any more`), ...worse];
}

/** Formats a number with three significant digits and no exponent. Values from 100 on are rounded to integers. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}
