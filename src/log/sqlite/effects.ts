import type { DatabaseSync, StatementSync } from "node:sqlite";
import { AnchorlogError } from "../../errors.ts";
import type { Transaction } from "./append.ts";

/** How many of the callers' statements are kept prepared. */
const MAX_PREPARED = 256;

/** They would end the transaction that an entry and its effects share, or reach out of it. */
const FORBIDDEN =
  /^(?:[\s;]|--[^\n]*\n|\/\*[^]*?\*\/)*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|ATTACH|DETACH|PRAGMA|VACUUM)\b/i;

/** SQLite's primary result codes that are about a statement, not about the database: see sqlite.org/rescode.html. */
const STATEMENT_ERRORS = new Set([
  1, // SQLITE_ERROR
  18, // SQLITE_TOOBIG
  19, // SQLITE_CONSTRAINT
  20, // SQLITE_MISMATCH
  25, // SQLITE_RANGE
]);

/** Runs callers' statements: each one statement, within the transaction that is open. */
export function prepareEffects(db: DatabaseSync): Transaction["effects"] {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      const forbidden = FORBIDDEN.exec(sql)?.[1];
      if (forbidden !== undefined) throw badStatement(`it may not be ${forbidden.toUpperCase()}`);
      statement = db.prepare(sql);
      // SQLite compiles the first of several, and would leave the others out.
      if (sql.slice(statement.sourceSQL.length).trim() !== "") throw badStatement("it must be one statement");
      if (prepared.size === MAX_PREPARED) prepared.clear();
      prepared.set(sql, statement);
    }
    return statement;
  };
  return (statements) => {
    for (const [index, { sql, parameters = [] }] of statements.entries()) {
      try {
        prepare(sql).run(...parameters);
      } catch (cause) {
        if (!isAboutStatement(cause)) throw cause;
        return { index, cause };
      }
    }
    return undefined;
  };
}

function isAboutStatement(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code === undefined || STATEMENT_ERRORS.has(code & 0xff);
}

function badStatement(why: string): AnchorlogError {
  return new AnchorlogError("bad_effect", why);
}
