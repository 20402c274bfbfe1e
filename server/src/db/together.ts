/** Reads that share their snapshot of a SQLite file. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import type { Reader } from "./fixed.ts";

type Asked = ReturnType<typeof ask>;

/**
 * Answers what is asked for in one turn of the event loop at that turn's end, in one snapshot: to open one costs as much as
 * to read a row, and behind each commit SQLite begins with an empty cache. Equal queries are run once, and share their
 * rows. No answer is older than its question.
 *
 * @param db a connection for reading.
 */
export function readTogether(db: DatabaseSync): Reader {
  const [begin, end] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  const prepared = new Map<string, StatementSync>();
  /** Texts of queries, numbered: to look up a long key takes longer than to make it. */
  const numbers = new Map<string, number>();
  let asked = new Map<string, Asked>();

  const read = ({ sql, parameters }: CompiledQuery): never => {
    let statement = prepared.get(sql);
    if (statement === undefined) prepared.set(sql, (statement = db.prepare(sql)));
    return statement.all(...(parameters as readonly SQLInputValue[])) as never;
  };
  const readAll = (): void => {
    const all = [...asked.values()];
    asked = new Map();
    try {
      begin.run();
      for (const { query, resolve, reject } of all) {
        try {
          resolve(read(query));
        } catch (error) {
          reject(error);
        }
      }
      end.run();
    } catch (error) {
      // A snapshot that stayed open would be what all later ones see.
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      for (const { reject } of all) reject(error);
    }
  };

  return async (query) => {
    let number = numbers.get(query.sql);
    if (number === undefined) numbers.set(query.sql, (number = numbers.size));
    const key = `${number} ${JSON.stringify(query.parameters)}`;
    let one = asked.get(key);
    if (one === undefined) {
      asked.set(key, (one = ask(query)));
      if (asked.size === 1) setImmediate(readAll);
    }
    return one.promise;
  };
}

const ask = (query: CompiledQuery) => ({ query, ...Promise.withResolvers<never>() });
