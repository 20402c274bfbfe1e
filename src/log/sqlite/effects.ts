import type { DatabaseSync, StatementSync } from "node:sqlite";
import { AnchorlogError } from "../../errors.ts";
import { fillIn, refuseLogTables, statementFailed, type PlacedEntry, type StatementFault } from "../effects.ts";
import type { Refusal } from "../link.ts";
import type { Statement } from "../store.ts";

/** Runs callers' statements in their order, until one fails: its refusal, or how many rows each changed or gave. */
export type RunStatements = (
  statements: readonly Statement[],
  entry: PlacedEntry | undefined,
) => Refusal | { readonly status: "done"; readonly rows: readonly number[] };

/** How many of the callers' statements are kept prepared. */
const MAX_PREPARED = 256;

/** They would end the transaction that an entry and its effects share, or reach out of it. */
const FORBIDDEN =
  /^(?:[\s;]|--[^\n]*\n|\/\*[^]*?\*\/)*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|ATTACH|DETACH|PRAGMA|VACUUM)\b/i;

/** SQLite's primary result codes that are about a statement, not about the database: see sqlite.org/rescode.html. */
const STATEMENT_ERRORS: ReadonlySet<number> = new Set([
  1, // SQLITE_ERROR: of one that was compiled, a value that does not fit
  18, // SQLITE_TOOBIG
  19, // SQLITE_CONSTRAINT
  20, // SQLITE_MISMATCH
  25, // SQLITE_RANGE
]);
/** SQLITE_RANGE: there are more parameters than places for them. */
const RANGE = 25;

/** Runs callers' statements: each one statement, within the transaction that is open. */
export function prepareEffects(db: DatabaseSync): RunStatements {
  const prepared = new Map<string, StatementSync>();
  const changes = db.prepare("SELECT total_changes() AS total, changes() AS latest");
  const countChanges = () => changes.get() as { total: number; latest: number };
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      const forbidden = FORBIDDEN.exec(sql)?.[1];
      if (forbidden !== undefined) throw badStatement(`it may not be ${forbidden.toUpperCase()}`);
      refuseLogTables(sql);
      statement = db.prepare(sql);
      // SQLite compiles the first of several, and would leave the others out.
      if (sql.slice(statement.sourceSQL.length).trim() !== "") throw badStatement("it must be one statement");
      // A row of numbers above 2^53 is counted as well.
      statement.setReadBigInts(true);
      if (prepared.size === MAX_PREPARED) prepared.clear();
      prepared.set(sql, statement);
    }
    return statement;
  };
  /** How many rows a statement gave, or changed; `changes()` alone is that of an earlier one, where it is no DML. */
  const count = (run: () => unknown[]): number => {
    const { total } = countChanges();
    const given = run().length;
    if (given > 0) return given;
    const after = countChanges();
    return after.total === total ? 0 : after.latest;
  };
  const runOne = (statement: Statement, entry: PlacedEntry | undefined): number | StatementFault => {
    let compiled: StatementSync;
    try {
      compiled = prepare(statement.sql);
    } catch (cause) {
      return faultOf(cause, "broken");
    }
    try {
      const rows = count(() => compiled.all(...fillIn(statement, entry)));
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

/** @throws what is about the database rather than about the statement. */
function faultOf(cause: unknown, kind: "broken" | "violated"): StatementFault {
  const code = (cause as { errcode?: number }).errcode;
  // One of ours, or of the driver's: a parameter that it does not take, say.
  if (code === undefined || (code & 0xff) === RANGE) return { kind: "broken", cause };
  if (!STATEMENT_ERRORS.has(code & 0xff)) throw cause;
  return { kind, cause };
}

function badStatement(why: string): AnchorlogError {
  return new AnchorlogError("bad_effect", why);
}
