import { AnchorlogError } from "../../errors.ts";
import { fillIn, refuseLogTables, type PlacedEntry, type StatementFault } from "../effects.ts";
import type { Statement } from "../store.ts";
import type { PgClient } from "./connection.ts";
import type { Effects } from "./draft.ts";
import { faultKindOf } from "./errors.ts";

/**
 * What would end the transaction, take back another draft's part of it, or outlive it on its connection; comments may
 * come before it, which here end with either half of a line's end. COPY would wait for data that nobody sends. What DO
 * and EXECUTE run is text that is not seen here.
 */
const CONTROLS =
  /^(?:[\s;]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*(abort|begin|commit|copy|deallocate|discard|do|end|execute|listen|prepare|release|reset|rollback|savepoint|set(?!\s+constraints\b)|start|unlisten)\b/i;

/** The same as SET, in the middle of a statement: it could make commits not durable, or outlive the transaction. */
const SETS = /\bset_config"?(?:[\s]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*\(/i;

/** Constraints that may wait do wait, but for no longer than the draft: see `keep`. */
const MARK_DRAFT = "SAVEPOINT anchorlog_draft; SET CONSTRAINTS ALL DEFERRED";

/** Runs statements in the transaction of a connection. What ends a draft marks the next one, in the same round trip. */
export function effectsOver(client: PgClient): Effects {
  let isMarked = false;
  const send = async (sql: string, marks: boolean): Promise<void> => {
    await client.query(sql);
    isMarked = marks;
  };
  return {
    mark: async (point) => {
      if (point === "call")
        await send(`${isMarked ? "RELEASE SAVEPOINT anchorlog_draft; " : ""}SAVEPOINT anchorlog_call`, false);
      else if (!isMarked) await send(MARK_DRAFT, true);
    },
    keep: async (point) => {
      if (point === "call") return send("RELEASE SAVEPOINT anchorlog_call", false);
      // Checked now, a constraint fails this draft; at the commit it would fail all others with it.
      return send(`SET CONSTRAINTS ALL IMMEDIATE; RELEASE SAVEPOINT anchorlog_draft; ${MARK_DRAFT}`, true);
    },
    undo: async (point) => {
      if (point === "call")
        return send("ROLLBACK TO SAVEPOINT anchorlog_call; RELEASE SAVEPOINT anchorlog_call", false);
      return send(`ROLLBACK TO SAVEPOINT anchorlog_draft; RELEASE SAVEPOINT anchorlog_draft; ${MARK_DRAFT}`, true);
    },
    run: (statement, entry) => runStatement(client, statement, entry),
    faultOf,
  };
}

/** Runs one statement: how many rows it changed or gave. Throws what the server says. */
export async function runStatement(
  client: PgClient,
  statement: Statement,
  entry: PlacedEntry | undefined,
): Promise<number> {
  const control = CONTROLS.exec(statement.sql)?.[1];
  if (control !== undefined) throw new AnchorlogError("bad_effect", `it may not be ${control.toUpperCase()}`);
  if (SETS.test(statement.sql)) throw new AnchorlogError("bad_effect", "it may call no set_config");
  refuseLogTables(statement.sql);
  const values = fillIn(statement, entry);
  return (await client.query({ text: statement.sql, values, queryMode: "extended" })).rowCount ?? 0;
}

/** What an error says of a statement; undefined where it is about the database, and ends the whole transaction. */
export function faultOf(cause: unknown): StatementFault | undefined {
  if (cause instanceof AnchorlogError) return cause.code === "bad_effect" ? { kind: "broken", cause } : undefined;
  const kind = faultKindOf(cause);
  return kind === undefined ? undefined : { kind, cause };
}
