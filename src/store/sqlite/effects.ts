import type { DatabaseSync, StatementSync } from "node:sqlite";
import { AnchorlogError } from "../../base/errors.ts";
import { fillIn, refuseLogTables, statementFailed, type PlacedEntry, type StatementFault } from "../../log/effects.ts";
import type { Refusal } from "../../log/link.ts";
import type { SqlValue, Statement } from "../../log/store.ts";
import { keepPrepared } from "./prepared.ts";

/**
 * Runs callers' statements in order until one fails. Returns its refusal, or how many rows each changed or returned.
 */
export type RunStatements = (
  statements: readonly Statement[],
  entry: PlacedEntry | undefined,
) => Refusal | { readonly status: "done"; readonly rows: readonly number[] };

/** Commands that would end the transaction of an entry and its effects, or act outside it. */
const FORBIDDEN =
  /^(?:[\s;]|--[^\n]*\n|\/\*[^]*?\*\/)*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|ATTACH|DETACH|PRAGMA|VACUUM)\b/i;

/** Statements that change rows and return none: SQLite itself counts the changes of each. */
const ONLY_CHANGES = /^(?!.*\breturning\b)(?:insert|replace|update|delete)\b/is;

/** Statements that only return rows. */
const ONLY_READS = /^select\b/i;

/** Runs one statement. Returns how many rows it returned or changed. */
type RunOne = (values: readonly SqlValue[]) => number;

/** SQLite's primary result codes for errors in a statement, not in the database: see sqlite.org/rescode.html. */
const STATEMENT_ERRORS: ReadonlySet<number> = new Set([
  1, // SQLITE_ERROR: in a statement that compiled, a value that does not fit
  18, // SQLITE_TOOBIG
  19, // SQLITE_CONSTRAINT
  20, // SQLITE_MISMATCH
  25, // SQLITE_RANGE
]);
/** SQLITE_RANGE: there are more parameters than placeholders. */
const RANGE = 25;

/** Runs callers' statements, one at a time, in the open transaction. */
export function prepareEffects(db: DatabaseSync): RunStatements {
  const changes = db.prepare("SELECT total_changes() AS total, changes() AS latest");
  const countChanges = () => changes.get() as { total: number; latest: number };
  /**
   * Number of rows that a statement returned or changed. `changes()` alone would still have an earlier statement's
   * count, if this one is not an INSERT, UPDATE or DELETE.
   */
  const count = (run: () => unknown[]): number => {
    const { total } = countChanges();
    const given = run().length;
    if (given > 0) return given;
    const after = countChanges();
    return after.total === total ? 0 : after.latest;
  };
  const prepare = keepPrepared((sql): RunOne => {
    const statement = prepareStatement(db, sql);
    const placeholders = countPlaceholders(db, sql);
    const run: RunOne = ONLY_CHANGES.test(sql)
      ? (values) => Number(statement.run(...values).changes)
      : ONLY_READS.test(sql)
        ? (values) => statement.all(...values).length
        : (values) => count(() => statement.all(...values));
    return (values) => {
      if (values.length >= placeholders) return run(values);
      throw badStatement(`it has placeholder ${placeholders}, and parameters for ${values.length}`);
    };
  });
  const runOne = (statement: Statement, entry: PlacedEntry | undefined): number | StatementFault => {
    let run: RunOne;
    try {
      run = prepare(statement.sql);
    } catch (cause) {
      return faultOf(cause, "broken");
    }
    try {
      const rows = run(fillIn(statement, entry));
      const isMissed = statement.expect !== undefined && statement.expect !== rows;
      return isMissed ? { kind: "missed", rows } : rows;
    } catch (cause) {
      return faultOf(cause, "violated");
    }
  };
  return (statements, entry) => {
    const rows: number[] = [];
    for (const [index, statement] of statements.entries()) {
      const result = runOne(statement, entry);
      if (typeof result !== "number") return statementFailed(index, statement, result);
      rows.push(result);
    }
    return { status: "done", rows };
  };
}

/** @throws AnchorlogError `bad_effect` if the statement is not allowed. */
function prepareStatement(db: DatabaseSync, sql: string): StatementSync {
  const forbidden = FORBIDDEN.exec(sql)?.[1];
  if (forbidden !== undefined) throw badStatement(`it may not be ${forbidden.toUpperCase()}`);
  refuseLogTables(sql);
  const statement = db.prepare(sql);
  // SQLite compiles only the first of several statements, and would ignore the rest.
  if (sql.slice(statement.sourceSQL.length).trim() !== "") throw badStatement("it must be one statement");
  // Without this, reading a number above 2^53 throws.
  statement.setReadBigInts(true);
  return statement;
}

/** SQLite would bind NULL to a placeholder without a parameter. */
function countPlaceholders(db: DatabaseSync, sql: string): number {
  // SQLite skips semicolons before a statement, but not after EXPLAIN.
  const steps = db.prepare(`EXPLAIN ${sql.replace(/^[\s;]+/, "")}`).all() as { opcode: string; p1: number }[];
  return Math.max(0, ...steps.filter(({ opcode }) => opcode === "Variable").map(({ p1 }) => p1));
}

/** @throws the cause itself, if it is an error of the database and not of the statement. */
function faultOf(cause: unknown, kind: "broken" | "violated"): StatementFault {
  const code = (cause as { errcode?: number }).errcode;
  // An error of this code or of the driver, for example a parameter that it cannot bind.
  if (code === undefined || (code & 0xff) === RANGE) return { kind: "broken", cause };
  if (!STATEMENT_ERRORS.has(code & 0xff)) throw cause;
  return { kind, cause };
}

function badStatement(why: string): AnchorlogError {
  return new AnchorlogError("bad_effect", why);
}
