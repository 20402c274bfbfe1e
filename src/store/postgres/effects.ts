import { AnchorlogError } from "../../base/errors.ts";
import { fillIn, refuseLogTables, statementFailed, type StatementFault } from "../../log/effects.ts";
import type { Statement } from "../../log/store.ts";
import type { PgClient } from "./connection.ts";
import type { DraftEffects, RunEffects } from "./draft.ts";
import { faultKindOf, isStalePlan } from "./errors.ts";
import { control, firstAmiss, fly, forget, nameOf, type FlightStatement } from "./flight.ts";
import type { PlanNames } from "./planNames.ts";

/**
 * Commands that would end the transaction, undo another draft's part of it, or outlive it on the connection. Comments
 * may come before a command; a line comment ends at either \r or \n. COPY would wait for data that is never sent. The
 * text that DO and EXECUTE run cannot be checked here.
 */
const CONTROLS =
  /^(?:[\s;]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*(abort|begin|commit|copy|deallocate|discard|do|end|execute|listen|prepare|release|reset|rollback|savepoint|set(?!\s+constraints\b)|start|unlisten)\b/i;

/** set_config within a statement works like SET: it could make commits not durable, or outlive the transaction. */
const SETS = /\bset_config"?(?:[\s]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*\(/i;

/** Checked statement texts, with their names as prepared statements. */
const checked = new Map<string, string>();
/** Size limit of `checked`. Further texts are checked, parsed and planned at each use. */
const MOST_CHECKED = 256;

/** @throws AnchorlogError `bad_effect` if the statement is not allowed. */
function check(sql: string): string | undefined {
  const known = checked.get(sql);
  if (known !== undefined) return known;
  const controls = CONTROLS.exec(sql)?.[1];
  if (controls !== undefined) throw new AnchorlogError("bad_effect", `it may not be ${controls.toUpperCase()}`);
  if (SETS.test(sql)) throw new AnchorlogError("bad_effect", "it may call no set_config");
  refuseLogTables(sql);
  if (checked.size === MOST_CHECKED) return undefined;
  const name = nameOf(sql);
  checked.set(sql, name);
  return name;
}

const SAVE = control("SAVEPOINT anchorlog_effects");
const RELEASE = control("RELEASE SAVEPOINT anchorlog_effects");
const UNDO = "ROLLBACK TO SAVEPOINT anchorlog_effects; RELEASE SAVEPOINT anchorlog_effects";
/** Deferrable constraints are checked at the end of their draft. At the commit, a violation would fail all drafts. */
const DEFER = control("SET CONSTRAINTS ALL DEFERRED");
const DECIDE = control("SET CONSTRAINTS ALL IMMEDIATE");

/** The statements to send for drafts, in order, each with its draft. */
export type Layout = {
  readonly statements: readonly (FlightStatement & { readonly of?: Place })[];
  /** The first statement that cannot be sent. It counts if the ones before it succeed. */
  readonly broken: { readonly of: Place; readonly fault: StatementFault } | undefined;
};
type Place = { readonly draft: number; readonly at: number; readonly statement: Statement };

/** Runs the effects of drafts in a connection's transaction, in one round trip if none fails. */
export function runEffectsOver(client: PgClient, names: PlanNames): RunEffects {
  let isSaved = false;
  const tryAll = async ({ statements, broken }: Layout) => {
    const before = isSaved ? [RELEASE, SAVE] : [SAVE];
    const all: Layout["statements"] = [...before, ...statements];
    const landed = await fly(client, all);
    const amiss = firstAmiss(all, landed);
    if (amiss < 0) return broken;
    const { of } = all[amiss]!;
    const count = landed.rows[amiss];
    const fault = count === undefined ? faultOf(landed.failed) : ({ kind: "missed", rows: count } as const);
    if (of === undefined || fault === undefined) throw landed.failed;
    return { of, fault };
  };
  return async (drafts) => {
    const layout = layOut(drafts, names);
    for (let isAgain = false; ; isAgain = true) {
      const failure = await tryAll(layout);
      isSaved = failure === undefined;
      if (failure === undefined) return undefined;
      await client.query(UNDO);
      const { of, fault } = failure;
      const isStale = fault.kind === "broken" && isStalePlan(fault.cause);
      if (!isStale || isAgain) return { draft: of.draft, refusal: statementFailed(of.at, of.statement, fault) };
      for (const { name } of layout.statements) if (name !== undefined) forget(client, name);
    }
  };
}

/** Lays out the effects of drafts as statements of a flight. */
export function layOut(drafts: readonly DraftEffects[], names: PlanNames): Layout {
  const statements: Layout["statements"][number][] = [];
  for (const [draft, { effects, entry }] of drafts.entries()) {
    statements.push(DEFER);
    for (const [at, statement] of effects.entries()) {
      const { sql, expect } = statement;
      const of = { draft, at, statement };
      try {
        const name = check(sql);
        const planned = name === undefined ? undefined : names.of(name);
        statements.push({ sql, values: fillIn(statement, entry), name: planned, expect, of });
      } catch (error) {
        const fault = faultOf(error);
        if (fault === undefined) throw error;
        return { statements, broken: { of, fault } };
      }
    }
    // PostgreSQL does not tell which statement violated a deferred constraint, so the draft's last one is named.
    const at = effects.length - 1;
    statements.push({ ...DECIDE, of: { draft, at, statement: effects[at]! } });
  }
  return { statements, broken: undefined };
}

/** Runs one statement without an entry. Returns how many rows it changed or returned. Throws the server's error. */
export async function runStatement(client: PgClient, statement: Statement): Promise<number> {
  check(statement.sql);
  const values = fillIn(statement, undefined);
  return (await client.query({ text: statement.sql, values, queryMode: "extended" })).rowCount ?? 0;
}

/** An error as a statement's fault; undefined if it is an error of the database, which ends the whole transaction. */
export function faultOf(cause: unknown): StatementFault | undefined {
  if (cause instanceof AnchorlogError) return cause.code === "bad_effect" ? { kind: "broken", cause } : undefined;
  const kind = faultKindOf(cause);
  return kind === undefined ? undefined : { kind, cause };
}
