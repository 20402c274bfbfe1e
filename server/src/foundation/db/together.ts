/** Collects the reads of one turn of the event loop, and answers them at its end. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import type { Reader } from "./fixed.ts";

/** A read and its waiting callers. `text` is a number for the query's text: a shorter key for look-ups. */
export type PendingRead = Pick<ReturnType<typeof ask>, "query" | "text" | "resolve" | "reject">;

/**
 * Collects the reads of one turn of the event loop. Equal queries run once, and share their rows. A read always runs
 * after it was requested.
 *
 * @param answer gets all reads of a turn at its end, and must settle each.
 * @param numbers by query text.
 */
export function collectReads(
  answer: (asked: readonly PendingRead[]) => void,
  numbers: Map<string, number> = new Map(),
): Reader {
  let asked = new Map<string, ReturnType<typeof ask>>();
  const answerAll = (): void => {
    const all = [...asked.values()];
    asked = new Map();
    answer(all);
  };
  return (query) => {
    let text = numbers.get(query.sql);
    if (text === undefined) numbers.set(query.sql, (text = numbers.size));
    const key = `${text} ${JSON.stringify(query.parameters)}`;
    let one = asked.get(key);
    if (one === undefined) {
      asked.set(key, (one = ask(query, text)));
      if (asked.size === 1) setImmediate(answerAll);
    }
    return one.promise;
  };
}

const ask = (query: CompiledQuery, text: number) => ({ query, text, ...Promise.withResolvers<never>() });

/**
 * Answers the reads of one turn in one snapshot. Opening a snapshot costs as much as reading a row, and SQLite's cache
 * is empty after each commit.
 *
 * @param db a read connection.
 */
export function readTogether(db: DatabaseSync): Reader {
  const [begin, end] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  const prepared: Prepared[] = [];
  const read = ({ query: { sql, parameters }, text }: PendingRead): never => {
    const { statement, columns } = (prepared[text] ??= prepare(db, sql));
    const rows = statement.all(...(parameters as readonly SQLInputValue[])) as unknown as readonly unknown[][];
    return rows.map((values) => rowOf(columns, values)) as never;
  };
  return collectReads((asked) => {
    try {
      begin.run();
      for (const one of asked) {
        try {
          one.resolve(read(one));
        } catch (error) {
          one.reject(error);
        }
      }
      end.run();
    } catch (error) {
      // A transaction left open would make all later reads see its old snapshot.
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      for (const { reject } of asked) reject(error);
    }
  });
}

/** A query that returns its rows as lists. Node's own objects are dictionaries, which take longer to make and to read. */
type Prepared = { readonly statement: StatementSync; readonly columns: readonly string[] };

function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
}

function rowOf(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i];
  return row;
}
