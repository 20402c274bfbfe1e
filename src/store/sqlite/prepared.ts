import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Largest number of statements kept prepared. Enough for all, except statements with value lists of varying length. */
const MOST_PREPARED = 256;

/** Prepares each text once. @param prepare makes a statement; by default the database's own. */
export function keepPrepared(
  db: DatabaseSync,
  prepare = (sql: string): StatementSync => db.prepare(sql),
): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = prepare(sql);
      if (prepared.size >= MOST_PREPARED) prepared.clear();
      prepared.set(sql, statement);
    }
    return statement;
  };
}
