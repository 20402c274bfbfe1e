import type { Mutant } from "./mutants.ts";

/** For each mutant's key, one sentence that explains why no test can tell the mutant from the original. */
export type Explanations = Readonly<Record<string, string>>;
/** For each mutant, the test file that kills it, or null. */
export type Verdicts = ReadonlyMap<Mutant, string | null>;

/** The parts of the document, in order, and the folder of each one's sources. */
const PARTS = { solidity: ["Contracts", "contracts/"], typescript: ["TypeScript", "src/"] } as const;
type Name = keyof typeof PARTS;

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
  const own = Object.keys(explanations).filter((key) => names.some((name) => key.startsWith(PARTS[name][1])));
  return {
    survivors,
    unexplained: survivors.filter(({ key }) => !Object.hasOwn(explanations, key)),
    stale: own.filter((key) => isKilled.has(key) || !keys.has(key)),
  };
}

/** Writes a language's part of the document, about all mutants of a draw. */
export function partOf(name: Name, verdicts: Verdicts, explanations: Explanations, seed: string): string {
  const lines: string[] = [];
  const clean: string[] = [];
  const ownVerdicts = [...verdicts].filter(([{ file }]) => file.startsWith(PARTS[name][1]));
  for (const [file, own] of Map.groupBy(ownVerdicts, ([mutant]) => mutant.file)) {
    const survivors = own.filter(([, by]) => by === null);
    if (survivors.length === 0) {
      clean.push(`\`${file.slice(PARTS[name][1].length)}\``);
      continue;
    }
    lines.push(`### ${file}: ${own.length - survivors.length} of ${own.length} killed`, "");
    for (const [{ line, original, mutated, key }] of survivors) {
      lines.push(`- Line ${line}: ${code(original)} → ${code(mutated)}. ${explanations[key] ?? "**Not explained.**"}`);
    }
    lines.push("");
  }
  if (clean.length > 0) lines.push(`All are killed in these files of \`${PARTS[name][1]}\`: ${clean.join(", ")}.`);
  const alive = ownVerdicts.filter(([, by]) => by === null).length;
  return `## ${PARTS[name][0]}

Of ${ownVerdicts.length} mutants, drawn by seed ${seed}, the tests kill ${ownVerdicts.length - alive}. The other ${alive} are below, each with the reason why no test can tell it from the real code.

${lines.join("\n").trim()}
`;
}

/** Writes the document. A part that is not given stays as it is in `old`. */
export function documentOf(parts: ReadonlyMap<Name, string>, old: string): string {
  const before = old.split(/^(?=## )/m);
  const all = (Object.keys(PARTS) as Name[]).map(
    (name) => parts.get(name) ?? before.find((part) => part.startsWith(`## ${PARTS[name][0]}\n`)) ?? "",
  );
  return [HEAD, ...all].join("\n");
}

const HEAD = `# Mutants

A mutant is the code with one small mistake: a comparison turned or moved by one, a condition negated or removed, a statement, check or revert removed, arguments exchanged, a number off by one, or nothing returned. A mistake that no test notices shows a gap in the tests.

\`npm run mutate\` takes all mutants of \`contracts/examples\` and \`contracts/libraries/Objects.sol\`. From the other contracts and from \`src/action\`, \`src/verify/bundle\`, \`src/crypto/merkle\` and \`src/proof\` it draws some by a seed, from each file in proportion to its size. For each it runs tests until one fails. It writes this page; with \`--only\`, the part about that language. The explanations are in [\`explained.json\`](../scripts/mutate/explained.json).
`;

/** Formats a text as Markdown code. The text may contain backticks. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
