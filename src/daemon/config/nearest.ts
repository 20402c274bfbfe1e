/**
 * The name that was probably meant, or undefined. It has the fewest edits, at most a third of the word's letters. Two
 * swapped neighbouring letters count as one edit.
 */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(word.toLowerCase(), name.toLowerCase());
    if (edits < least) [best, least] = [name, edits];
  }
  return best;
}

/** A question to append to an error message, or an empty string. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = nearest(word, names);
  return name === undefined ? "" : `; did you mean ${name}?`;
}

/** Says which names there are: `a, b or c, not d; did you mean a?`. */
export function choiceOf(names: readonly string[], given: string): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}, not ${given}${didYouMean(given, names)}`;
}

/** Optimal string alignment. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(replaced, row[j - 1]! + 1, rows[i - 1]![j]! + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, rows[i - 2]![j - 2]! + 1);
      row.push(edits);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
