import type { Mutant } from "./mutants.ts";

/** For each mutant's key, one sentence that explains why no test can tell the mutant from the original. */
export type Explanations = Readonly<Record<string, string>>;
/** For each mutant, the test file that kills it, or null. */
export type Verdicts = ReadonlyMap<Mutant, string | null>;

/** Finds survivors without an explanation, and explanations of mutants that no longer survive. */
export function judgeExplanations(verdicts: Verdicts, explanations: Explanations) {
  const survivors = [...verdicts].filter(([, by]) => by === null).map(([mutant]) => mutant);
  const keys = new Set(survivors.map(({ key }) => key));
  return {
    survivors,
    unexplained: survivors.filter(({ key }) => !Object.hasOwn(explanations, key)),
    stale: Object.keys(explanations).filter((key) => !keys.has(key)),
  };
}

/** Writes the document about all mutants of a draw. */
export function tableOf(verdicts: Verdicts, explanations: Explanations, seed: string): string {
  const lines: string[] = [];
  for (const [file, own] of Map.groupBy(verdicts.keys(), (mutant) => mutant.file)) {
    const survivors = own.filter((mutant) => verdicts.get(mutant) === null);
    lines.push(`### ${file}: ${own.length - survivors.length} of ${own.length} killed`, "");
    for (const { line, original, mutated, key } of survivors) {
      lines.push(`- Line ${line}: ${code(original)} → ${code(mutated)}. ${explanations[key] ?? "**Not explained.**"}`);
    }
    if (survivors.length > 0) lines.push("");
  }
  const { survivors } = judgeExplanations(verdicts, explanations);
  return `${HEAD}
Of ${verdicts.size} mutants, drawn by seed ${seed}, the tests kill ${verdicts.size - survivors.length}. The other ${survivors.length} are below, each with the reason why no test can tell it from the real code.

${lines.join("\n").trim()}
`;
}

const HEAD = `# Mutants

A mutant is the code with one small mistake: a comparison turned or moved by one, a condition negated or removed, a statement, check or revert removed, arguments exchanged, a number off by one, or nothing returned. A mistake that no test notices shows a gap in the tests.

\`npm run mutate\` draws mutants by a seed from all contracts and from \`src/action\`, \`src/verify\`, \`src/crypto/merkle\` and \`src/proof\`, from each file in proportion to its size. For each it runs tests until one fails. It writes this page; the explanations are in [\`explained.json\`](../scripts/mutate/explained.json).
`;

/** Formats a text as Markdown code. The text may contain backticks. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
