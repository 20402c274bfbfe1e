import { AnchorlogError, messageOf } from "../../base/errors.ts";

/** SQLSTATEs (PostgreSQL, appendix A). */
const UNIQUE_VIOLATION = "23505";
/** The server closed a connection that was idle for too long. A query sent meanwhile was not read: send it again. */
const IDLE_SESSION_TIMEOUT = "57P05";
const CONFLICTS = new Set(["40001", "40P01", IDLE_SESSION_TIMEOUT]);
/** One cause of this error is a prepared statement whose tables have changed. */
const FEATURE_NOT_SUPPORTED = "0A000";
const DUPLICATE_OBJECTS = new Set(["42P07", "42710"]);
/** Errors after which a commit's outcome is unknown: the connection ended, or the server reports it. */
const UNKNOWN = /^(?:08...|57P0[^5]|40003)$/;

/**
 * Error classes that do not concern a statement: connection, transaction (lost, read-only, savepoints, conflicts),
 * resources, unavailable locks, operator intervention, system.
 */
const DATABASE = /^(?:08|25P|25006|3B|40|53|55|57|58|72|F0|XX)/;
/**
 * Error classes that values cause: triggers, data, constraints, functions, views, and errors that functions raise.
 * Classes that begin with 5-9 or I-Z are for codes of the caller's own functions.
 */
const VALUES = /^(?:09|22|23|27|38|44|P0|[5-9I-Z])/;

/** The SQLSTATE of an error from the server; undefined for other errors, such as a lost connection. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether the server closed an idle connection before it read the query. */
export function isIdleEnd(error: unknown): boolean {
  return sqlState(error) === IDLE_SESSION_TIMEOUT;
}

/**
 * Whether a transaction can be retried: a serialization failure, a deadlock, or a connection that was closed while
 * idle.
 */
function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error) ?? "");
}

/**
 * Whether a statement failed because of its values, or cannot be run at all; undefined if the error does not concern
 * the statement. PostgreSQL, appendix A.
 */
export function faultKindOf(error: unknown): "violated" | "broken" | undefined {
  const state = sqlState(error);
  if (state === undefined || DATABASE.test(state) || !isCertain(error)) return undefined;
  return VALUES.test(state) ? "violated" : "broken";
}

/** Whether a statement may have failed only because its prepared plan is out of date. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === FEATURE_NOT_SUPPORTED;
}

/** Whether a row exists already. */
export function isDuplicate(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

/** Whether another process was creating the same table at the same time. */
export function isDuplicateObject(error: unknown): boolean {
  return isDuplicate(error) || DUPLICATE_OBJECTS.has(sqlState(error) ?? "");
}

/** Whether a failed commit certainly committed nothing: the server answered, and still runs. */
export function isCertain(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !UNKNOWN.test(state);
}

/** The error to throw to the caller if a commit's outcome is unknown. */
export function outcomeUnknown(cause: unknown): AnchorlogError {
  return new AnchorlogError("outcome_unknown", `the commit's outcome is unknown: ${messageOf(cause)}`, {
    fix: "submit the same actions again: if they were written, the answer is a retry's",
    cause,
  });
}

/**
 * The error to throw to the caller if nothing was written: `store_failed`. An AnchorlogError is returned unchanged, and
 * so is a RangeError, which means misuse.
 */
export function storeFailed(cause: unknown): Error {
  if (cause instanceof AnchorlogError || cause instanceof RangeError) return cause;
  return new AnchorlogError("store_failed", `PostgreSQL failed, and nothing was written: ${messageOf(cause)}`, {
    fix: "repair the database, then try again",
    cause,
  });
}

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 500;

/**
 * Retries a transaction after a conflict. The pauses grow and are random, so that competing transactions separate.
 *
 * @param also returns whether to retry after an error that is not a conflict.
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
