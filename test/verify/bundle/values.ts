/** The ranges of values in a JSON text: every string that is not a member's name, without its quotes. */
export function* valueRanges(json: string): Generator<[from: number, to: number]> {
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)) {
    if (match[2] === undefined) yield [match.index + 1, match.index + 1 + match[1]!.length];
  }
}

/** A different character of the same sort. */
export function otherCharacter(char: string): string {
  if (char === "a") return "b";
  if (char === "1") return "2";
  return /[0-9]/.test(char) ? "1" : "a";
}
