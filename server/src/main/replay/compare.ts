/** Compares tables with their replay. */
import type { Rows } from "./stand.ts";
import { compareKeys, DERIVED_TABLES, keyOf, type Derived, type Row } from "./tables.ts";

/**
 * A wrong row: `missing`, `unknown` or `different` in some columns. Or a file that is `lost`: its bytes are missing or
 * changed.
 */
export type Difference = {
  readonly table: Derived;
  readonly key: string;
  readonly what: "missing" | "unknown" | "different" | "lost";
  readonly columns: readonly string[];
};

export async function compare(expected: Rows, found: Rows, most = 100): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const table of DERIVED_TABLES) {
    const [wanted, there] = [expected(table)[Symbol.asyncIterator](), found(table)[Symbol.asyncIterator]()];
    let [want, have] = [await wanted.next(), await there.next()];
    while (want.done !== true || have.done !== true) {
      if (differences.length >= most) return differences;
      const order =
        want.done === true
          ? 1
          : have.done === true
            ? -1
            : compareKeys(keyOf(table, want.value), keyOf(table, have.value));
      if (order < 0)
        differences.push({ table, key: keyOf(table, want.value as Row).join(" "), what: "missing", columns: [] });
      else if (order > 0)
        differences.push({ table, key: keyOf(table, have.value as Row).join(" "), what: "unknown", columns: [] });
      else {
        const [a, b] = [want.value as Row, have.value as Row];
        const columns = Object.keys({ ...a, ...b }).filter((column) => a[column] !== b[column]);
        if (columns.length > 0) differences.push({ table, key: keyOf(table, a).join(" "), what: "different", columns });
      }
      if (order <= 0) want = await wanted.next();
      if (order >= 0) have = await there.next();
    }
  }
  return differences;
}
