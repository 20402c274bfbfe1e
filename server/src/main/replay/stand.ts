import type { ChainStore } from "anchorlog/log";
import type { Database } from "../../foundation/db/database.ts";
import type { Derived, Row } from "./tables.ts";

/** Rows written per statement. */
export const CHUNK = 500;

/** The rows of a table, ordered by key. */
export type Rows = (table: Derived) => AsyncIterable<Row>;

/** A snapshot of the log and its tables. */
export type Stand = {
  readonly store: Pick<ChainStore, "allLogNames" | "entries" | "head" | "heads">;
  readonly database: Database;
  readonly rows: Rows;
  close(): Promise<void>;
};

/** The log and its tables with exclusive write access. */
export type Target = Omit<Stand, "rows"> & {
  /** Whether an earlier rebuild was interrupted. */
  readonly isUnfinished: boolean;
  /** Replaces all rows, and clears the index. */
  refill(rows: Rows): Promise<void>;
};

/** The rows of a table, in groups of at most `CHUNK`. */
export async function* chunksOf(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[], undefined> {
  let some: Row[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < CHUNK) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
  return undefined;
}
