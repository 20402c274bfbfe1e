/** Checks statements, and describes a statement that failed. Loaded by the writer threads and by link.ts. */
import { AnchorlogError } from "../base/errors.ts";
import type { Refusal } from "./link.ts";
import type { AppendOptions } from "./log.ts";
import type { EntryValue, FailedStatement, SqlValue, Statement } from "./store.ts";

const OPTIONS: readonly string[] = ["atomic", "effects"] satisfies (keyof AppendOptions)[];
const MEMBERS: readonly string[] = ["sql", "parameters", "expect", "refusal"] satisfies (keyof Statement)[];
const REFUSAL_MEMBERS: readonly string[] = ["code", "message", "status"];
const ENTRY_VALUES: readonly unknown[] = ["index", "hash", "acceptedAt"] satisfies EntryValue["entry"][];

/**
 * Checks `submitMany`'s options before it appends anything. An unknown option would otherwise be ignored silently.
 *
 * @param count number of actions.
 * @throws AnchorlogError `bad_option` for an unknown option, `bad_effect` if the effects are not lists of statements by
 *   the actions' positions.
 */
export function assertAppendOptions(options: AppendOptions, count: number): void {
  for (const name in options) {
    if (OPTIONS.includes(name)) continue;
    throw new AnchorlogError("bad_option", `submitMany has no option ${name}`, { fix: "give atomic, effects or both" });
  }
  const effects: unknown = options.effects;
  if (effects === undefined) return;
  if (!Array.isArray(effects)) throw badEffect("effects", "is not a list");
  if (effects.length > count) throw badEffect("effects", `has ${effects.length} lists for ${count} actions`);
  effects.forEach((statements: unknown, i) => {
    if (statements !== undefined) assertStatements(statements, `effects[${i}]`);
  });
}

/**
 * Checks a list of statements.
 *
 * @param at path of the list for error messages, such as `effects[3]`.
 * @param entry whether the statements commit with an entry.
 * @throws AnchorlogError `bad_effect` naming the statement's path.
 */
export function assertStatements(statements: unknown, at: string, entry = true): void {
  if (!Array.isArray(statements)) throw badEffect(at, "is not a list of statements");
  for (const [i, statement] of (statements as unknown[]).entries()) assertStatement(statement, `${at}[${i}]`, entry);
}

function assertStatement(statement: unknown, at: string, hasEntry: boolean): void {
  const { sql, parameters, expect, refusal } = readMembers(statement, at, MEMBERS, "statement") as {
    [member in keyof Statement]: unknown;
  };
  if (typeof sql !== "string") throw badEffect(at, "has no sql");
  if (parameters !== undefined) assertParameters(parameters, `${at}.parameters`, hasEntry);
  if (expect !== undefined && !(Number.isSafeInteger(expect) && (expect as number) >= 0)) {
    throw badEffect(`${at}.expect`, "is not a number of rows");
  }
  if (refusal !== undefined) assertRefusal(refusal, `${at}.refusal`);
}

function assertParameters(parameters: unknown, at: string, hasEntry: boolean): void {
  if (!Array.isArray(parameters)) throw badEffect(at, "is not a list");
  // By index: `forEach` would skip holes, and a hole cannot be sent.
  for (let i = 0; i < parameters.length; i++) {
    const value: unknown = parameters[i];
    if (!isSqlValue(value) && !isEntryValue(value)) throw badEffect(`${at}[${i}]`, `is a ${typeof value}`);
    // Otherwise the database would store a different text.
    if (typeof value === "string" && !value.isWellFormed())
      throw badEffect(`${at}[${i}]`, "has half of a surrogate pair");
    if (!hasEntry && isEntryValue(value))
      throw badEffect(`${at}[${i}]`, "refers to an entry, but there is no entry here");
  }
}

function assertRefusal(refusal: unknown, at: string): void {
  const { code, message, status } = readMembers(refusal, at, REFUSAL_MEMBERS, "refusal");
  if (typeof code !== "string" || !/^[a-z][a-z0-9_]{0,63}$/.test(code)) {
    throw badEffect(`${at}.code`, "is not a name of [a-z][a-z0-9_]{0,63}");
  }
  if (typeof message !== "string" || message === "") throw badEffect(`${at}.message`, "says nothing");
  const isClients = Number.isSafeInteger(status) && (status as number) >= 400 && (status as number) <= 499;
  if (status !== undefined && !isClients) throw badEffect(`${at}.status`, "is not an HTTP status from 400 to 499");
}

function readMembers(value: unknown, at: string, members: readonly string[], what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw badEffect(at, `is no ${what}`);
  for (const name in value) {
    if (!members.includes(name)) throw badEffect(at, `has a member ${name}, which no ${what} has`);
  }
  return value as Record<string, unknown>;
}

/** Whether a parameter stands for a value of the entry. */
function isEntryValue(value: unknown): value is EntryValue {
  if (typeof value !== "object" || value === null || !("entry" in value)) return false;
  return ENTRY_VALUES.includes(value.entry) && Object.keys(value).length === 1;
}

/** Whether a database accepts a parameter without conversion. */
function isSqlValue(value: unknown): value is SqlValue {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || ["string", "bigint"].includes(typeof value) || value instanceof Uint8Array;
}

function badEffect(at: string, why: string): AnchorlogError {
  return new AnchorlogError("bad_effect", `${at} ${why}`, {
    fix: "give statements { sql, parameters, expect, refusal }: for actions, a list of them for each, by its position",
  });
}

/** The place and time of the entry with which statements commit. */
export type PlacedEntry = { readonly index: number; readonly hash: Uint8Array; readonly acceptedAt: number };

/** Returns a statement's parameters with the entry's values filled in. */
export function fillIn({ parameters = [] }: Statement, entry: PlacedEntry | undefined): SqlValue[] {
  return parameters.map((value) => {
    if (!isEntryValue(value)) return value;
    if (entry === undefined)
      throw new AnchorlogError("bad_effect", "a parameter refers to an entry, but there is no entry here");
    return entry[value.entry];
  });
}

/**
 * Refuses a statement that names one of the log's tables. This guards against mistakes, not against the server:
 * functions that the statement calls are not inspected.
 *
 * @throws AnchorlogError `bad_effect`.
 */
export function refuseLogTables(sql: string): void {
  if (!/anchorlog_|\bu&"/i.test(sql)) return;
  throw new AnchorlogError("bad_effect", 'it may name no anchorlog_ table, nor anything as U&"…"');
}

/**
 * Why a statement failed. `missed`: it changed or returned another number of rows than it expects. `violated`: it
 * violates a constraint, or a column cannot hold a value. `broken`: it cannot be run at all, which is the server's own
 * fault.
 */
export type StatementFault =
  | { readonly kind: "missed"; readonly rows: number }
  | { readonly kind: "violated" | "broken"; readonly cause: unknown };

/** The refusal of a draft whose statement failed. */
export function statementFailed(index: number, statement: Statement, fault: StatementFault): Refusal {
  const { refusal, expect } = statement;
  if (fault.kind === "missed") {
    const message = `statement ${index} is about ${expect} rows, and found ${fault.rows}`;
    return { status: "refused", code: "effect_failed", message, statement: { index, refusal } };
  }
  const reason = fault.cause instanceof Error ? fault.cause.message : String(fault.cause);
  if (fault.kind === "violated") {
    const message = `statement ${index} violates what the database holds to`;
    return { status: "refused", code: "effect_failed", message, statement: { index, refusal, reason } };
  }
  const message = `statement ${index} cannot be run`;
  return { status: "refused", code: "effect_broken", message, statement: { index, reason } };
}

/** The same refusal as an error, for `run`. */
export function statementError({ code, message, statement }: Refusal): AnchorlogError {
  const { reason } = statement as FailedStatement;
  return new AnchorlogError(
    code as "effect_failed" | "effect_broken",
    reason === undefined ? message : `${message}: ${reason}`,
    { details: statement! },
  );
}
