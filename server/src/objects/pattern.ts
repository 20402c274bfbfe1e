/** Patterns of schemas: a subset of regular expressions whose matching takes bounded time. */

/** Steps of matching: some in any case, and some for each character of the text. */
export type PatternCost = { fixed: number; perCharacter: number };

const ATOM = String.raw`\[\^?(?:[^\]\\]|\\.)+\]|\\[dDwWsS]|\\[pP]\{[A-Za-z_=]{1,40}\}|\\[^A-Za-z0-9]|[^\\^$.*+?()[\]{}|]|\.`;
const COUNT = String.raw`[*+?]|\{[0-9]{1,4}(?:,[0-9]{0,4})?\}`;
const PART = new RegExp(`(?:${ATOM})(${COUNT})?`, "uy");
const LONGEST = 1_000;

/**
 * The cost of a pattern, or why it is refused. A pattern is a sequence of characters and classes with counts, from the
 * beginning of the text. At most one count is open, so that a backtracking matcher tries few combinations.
 */
export function costOf(pattern: unknown): PatternCost | string {
  if (typeof pattern !== "string" || pattern.length > LONGEST) return `is not a text of ${LONGEST} characters at most`;
  if (!pattern.startsWith("^")) return "does not begin with ^";
  const counts: [least: number, most: number][] = [];
  const end = pattern.endsWith("$") && !pattern.endsWith("\\$") ? pattern.length - 1 : pattern.length;
  for (PART.lastIndex = 1; PART.lastIndex < end;) {
    const part = PART.exec(pattern);
    if (part === null)
      return "has more than characters, classes and their counts: no groups, alternatives or look-arounds";
    counts.push(readCount(part[1]));
  }
  if (!isRegExp(pattern)) return "is not a regular expression";
  if (counts.filter(([, most]) => most === Infinity).length > 1) return "has more than one open count (*, + or {n,})";
  // From the end: each choice of a count is followed by all choices of the counts after it.
  return counts.reduceRight<PatternCost>(
    ({ fixed, perCharacter }, [least, most]) =>
      most === Infinity
        ? { fixed: least, perCharacter: 1 + fixed }
        : { fixed: most + (most - least + 1) * fixed, perCharacter: (most - least + 1) * perCharacter },
    { fixed: 1, perCharacter: 0 },
  );
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

function readCount(text: string | undefined): [least: number, most: number] {
  if (text === undefined) return [1, 1];
  if (text === "?") return [0, 1];
  if (text === "*" || text === "+") return [text === "*" ? 0 : 1, Infinity];
  const [least = "", most] = text.slice(1, -1).split(",");
  return [Number(least), most === undefined ? Number(least) : most === "" ? Infinity : Number(most)];
}
