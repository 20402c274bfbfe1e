/** Distinguishes failures of the database, after which a retry may succeed, from failures of the query. */

/** SQLite's primary error codes: busy, locked, read-only, I/O, full, cannot be opened. */
const SQLITE: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);
/**
 * SQLSTATE classes: connection, login, missing database, rollback, resources, intervention, system. A standby returns
 * 25006, and 0A000 for an unlogged table.
 */
const POSTGRES = /^(?:08|28|3D|40|53|57|58)|^(?:0A000|25006|55P03)$/;
const SOCKET = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of `pg` errors without a code. */
const LOST =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

type Failure = Error & Readonly<Partial<Record<"code" | "errcode" | "syscall", unknown>>>;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, syscall, message } = error as Failure;
  if (code === "ERR_SQLITE_ERROR") return typeof errcode === "number" && SQLITE.has(errcode & 0xff);
  // The socket of a local database is a file. It is missing while the database is down.
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string") return SOCKET.test(code) || (/^[0-9A-Z]{5}$/.test(code) && POSTGRES.test(code));
  return LOST.test(message);
}

/** Returns a database's answer, or undefined if the database is unavailable or takes too long. */
export async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => void (timer = setTimeout(resolve, milliseconds, undefined)));
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
