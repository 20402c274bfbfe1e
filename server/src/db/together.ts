/** Reads that are asked for in one turn of the event loop, and answered at its end. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import type { Reader } from "./fixed.ts";

/** A read, and who waits for it. `text` is the number of its query's text: to look up a long key takes longer. */
export type Asked = Pick<ReturnType<typeof ask>, "query" | "text" | "resolve" | "reject">;

/**
 * Collects what is asked for in one turn of the event loop. Equal queries are asked once, and share their rows. No answer is
 * older than its question.
 *
 * @param answer gets all of a turn at its end, and settles each.
 * @param numbers of the texts of queries.
 */
export function collectReads(
  answer: (asked: readonly Asked[]) => void,
  numbers: Map<string, number> = new Map(),
): Reader {
  let asked = new Map<string, ReturnType<typeof ask>>();
  const answerAll = (): void => {
    const all = [...asked.values()];
    asked = new Map();
    answer(all);
  };
  return async (query) => {
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
 * Answers what is asked for in one turn in one snapshot: to open one costs as much as to read a row, and behind each commit
 * SQLite begins with an empty cache.
 *
 * @param db a connection for reading.
 */
export function readTogether(db: DatabaseSync): Reader {
  const [begin, end] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  const prepared: StatementSync[] = [];
  const read = ({ query: { sql, parameters }, text }: Asked): never => {
    const statement = (prepared[text] ??= db.prepare(sql));
    return statement.all(...(parameters as readonly SQLInputValue[])) as never;
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
      // A snapshot that stayed open would be what all later ones see.
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      for (const { reject } of asked) reject(error);
    }
  });
}
