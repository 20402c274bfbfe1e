import { AnchorlogError } from "../../errors.ts";
import { fillIn, refuseLogTables, statementFailed, type StatementFault } from "../effects.ts";
import type { Statement } from "../store.ts";
import type { PgClient } from "./connection.ts";
import type { DraftEffects, RunEffects } from "./draft.ts";
import { faultKindOf, isStalePlan } from "./errors.ts";
import { control, firstAmiss, fly, forget, nameOf, type FlightStatement } from "./flight.ts";
import type { PlanNames } from "./planNames.ts";

/**
 * What would end the transaction, take back another draft's part of it, or outlive it on its connection; comments may
 * come before it, which here end with either half of a line's end. COPY would wait for data that nobody sends. What DO
 * and EXECUTE run is text that is not seen here.
 */
const CONTROLS =
  /^(?:[\s;]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*(abort|begin|commit|copy|deallocate|discard|do|end|execute|listen|prepare|release|reset|rollback|savepoint|set(?!\s+constraints\b)|start|unlisten)\b/i;

/** The same as SET, in the middle of a statement: it could make commits not durable, or outlive the transaction. */
const SETS = /\bset_config"?(?:[\s]|--[^\n\r]*[\n\r]|\/\*[^]*?\*\/)*\(/i;

/** Texts of statements that were checked, with the names that servers keep them by. */
const checked = new Map<string, string>();
/** How many there are: those of further texts are checked, parsed and planned at each use. */
const MOST_CHECKED = 256;

/** @throws AnchorlogError `bad_effect` where a statement may not be run. */
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
/** Constraints that may wait do wait, but for no longer than their draft: at the commit one would fail all drafts. */
const DEFER = control("SET CONSTRAINTS ALL DEFERRED");
const DECIDE = control("SET CONSTRAINTS ALL IMMEDIATE");

/** What is sent for drafts, in their order, and whose each is. */
export type Layout = {
  readonly statements: readonly (FlightStatement & { readonly of?: Place })[];
  /** The first that cannot be sent, where those before it went well. */
  readonly broken: { readonly of: Place; readonly fault: StatementFault } | undefined;
};
type Place = { readonly draft: number; readonly at: number; readonly statement: Statement };

/** Runs the effects of drafts within the transaction of a connection, in one round trip where no one fails. */
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

/** Lays out the effects of drafts for a flight. */
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
    // A constraint that waits for the end is of the last statement, as far as can be told.
    const at = effects.length - 1;
    statements.push({ ...DECIDE, of: { draft, at, statement: effects[at]! } });
  }
  return { statements, broken: undefined };
}

/** Runs one statement of no entry's: how many rows it changed or gave. Throws what the server says. */
export async function runStatement(client: PgClient, statement: Statement): Promise<number> {
  check(statement.sql);
  const values = fillIn(statement, undefined);
  return (await client.query({ text: statement.sql, values, queryMode: "extended" })).rowCount ?? 0;
}

/** What an error says of a statement; undefined where it is about the database, and ends the whole transaction. */
export function faultOf(cause: unknown): StatementFault | undefined {
  if (cause instanceof AnchorlogError) return cause.code === "bad_effect" ? { kind: "broken", cause } : undefined;
  const kind = faultKindOf(cause);
  return kind === undefined ? undefined : { kind, cause };
}
