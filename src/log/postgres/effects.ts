import { AnchorlogError } from "../../errors.ts";
import { fillIn, refuseLogTables, type PlacedEntry, type StatementFault } from "../effects.ts";
import type { Statement } from "../store.ts";
import type { PgClient } from "./connection.ts";
import type { EffectPoint, Effects } from "./draft.ts";
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

const NAMES: Record<EffectPoint, string> = { call: "anchorlog_call", draft: "anchorlog_draft" };

/** Runs statements in the transaction of a connection. */
export function effectsOver(client: PgClient): Effects {
  return {
    mark: async (point) => {
      // Constraints that may wait do wait, but for no longer than the draft: see `keep`.
      const wait = point === "draft" ? "; SET CONSTRAINTS ALL DEFERRED" : "";
      await client.query(`SAVEPOINT ${NAMES[point]}${wait}`);
    },
    keep: async (point) => {
      // Checked now, a constraint fails this draft; at the commit it would fail all others with it.
      const check = point === "draft" ? "SET CONSTRAINTS ALL IMMEDIATE; " : "";
      await client.query(`${check}RELEASE SAVEPOINT ${NAMES[point]}`);
    },
    undo: async (point) => {
      await client.query(`ROLLBACK TO SAVEPOINT ${NAMES[point]}; RELEASE SAVEPOINT ${NAMES[point]}`);
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
