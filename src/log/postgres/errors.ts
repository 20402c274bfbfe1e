import { AnchorlogError } from "../../errors.ts";

/** SQLSTATEs (PostgreSQL, appendix A). */
const UNIQUE_VIOLATION = "23505";
/** The server ends a connection that was idle for too long: what was sent meanwhile, it did not read. */
const IDLE_SESSION_TIMEOUT = "57P05";
const CONFLICTS = new Set(["40001", "40P01", IDLE_SESSION_TIMEOUT]);
/** What a prepared statement fails with, among others, whose tables were changed beneath it. */
const FEATURE_NOT_SUPPORTED = "0A000";
const DUPLICATE_OBJECTS = new Set(["42P07", "42710"]);
/** Errors after which nobody knows whether a commit took place: the connection ended, or the server says so. */
const UNKNOWN = /^(?:08...|57P0[^5]|40003)$/;

/**
 * Classes of errors that are not about a statement: of the connection, of the transaction (lost, read-only, its savepoints,
 * conflicts), of resources, of locks that are not to be had, of an operator or the system.
 */
const DATABASE = /^(?:08|25P|25006|3B|40|53|55|57|58|72|F0|XX)/;
/**
 * Classes of errors that values bring about: of triggers, data, constraints, functions, views, and what functions
 * raise. Names of the caller's own choice, which begin otherwise than standard ones, are of functions as well.
 */
const VALUES = /^(?:09|22|23|27|38|44|P0|[5-9I-Z])/;

/** The SQLSTATE of an error that the server sent; undefined where the connection or something else failed. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether the server had ended a connection because it was idle, before it read what was sent. */
export function isIdleEnd(error: unknown): boolean {
  return sqlState(error) === IDLE_SESSION_TIMEOUT;
}

/** Whether a transaction failed for no fault of its own: serialization, a deadlock, or a connection that had ended. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? "");
}

/**
 * Whether a statement failed by its values, or cannot be run at all; undefined where the error is not about it.
 * PostgreSQL, appendix A.
 */
export function faultKindOf(error: unknown): "violated" | "broken" | undefined {
  const state = sqlState(error);
  if (state === undefined || DATABASE.test(state) || !isCertain(error)) return undefined;
  return VALUES.test(state) ? "violated" : "broken";
}

/** Whether a statement may have failed for nothing but how it was prepared. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === FEATURE_NOT_SUPPORTED;
}

/** Whether a row was there already. */
export function isDuplicate(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

/** Whether another process was creating the same table at the same time. */
export function isDuplicateObject(error: unknown): boolean {
  return isDuplicate(error) || DUPLICATE_OBJECTS.has(sqlState(error) ?? "");
}

/** Whether an error of a commit tells that nothing was committed: the server answered, and went on. */
export function isCertain(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !UNKNOWN.test(state);
}

/** An error that says nothing of what was written, as a caller sees it. */
export function outcomeUnknown(cause: unknown): AnchorlogError {
  return new AnchorlogError("outcome_unknown", `the commit's outcome is unknown: ${messageOf(cause)}`, {
    fix: "submit the same actions again: what was written is answered as a retry",
    cause,
  });
}

/** An error after which nothing was written, as a caller sees it; one of ours, or of misuse, stays what it is. */
export function storeFailed(cause: unknown): Error {
  if (cause instanceof AnchorlogError || cause instanceof RangeError) return cause;
  return new AnchorlogError("store_failed", `PostgreSQL failed, and nothing was written: ${messageOf(cause)}`, {
    fix: "see to the database, then try again",
    cause,
  });
}

export const storeClosed = (): AnchorlogError => new AnchorlogError("store_closed", "this store was closed");

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 500;

/**
 * Tries a transaction again that met a conflict, after pauses that grow and differ, so that rivals part.
 *
 * @param also what else is worth another try.
 */
export async function retryConflicts<T>(
  transaction: () => Promise<T>,
  also: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(isConflict(error) || also(error)) || attempt === ATTEMPTS) throw error;
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}
