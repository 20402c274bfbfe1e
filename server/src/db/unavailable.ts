/** Which failures are the database's and not the query's: the same may succeed later. */

/** Of SQLite, without what is behind their first byte: busy, locked, read-only, I/O, full, cannot be opened. */
const SQLITE: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);
/**
 * Classes of SQLSTATE: connection, rollback, resources, intervention, system. A standby says 25006, and 0A000 of a table
 * that is not logged.
 */
const POSTGRES = /^(?:08|40|53|57|58)|^(?:0A000|25006|55P03)$/;
const SOCKET = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What `pg` says without a code. */
const LOST =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

type Failure = Error & Readonly<Partial<Record<"code" | "errcode" | "syscall", unknown>>>;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, syscall, message } = error as Failure;
  if (code === "ERR_SQLITE_ERROR") return typeof errcode === "number" && SQLITE.has(errcode & 0xff);
  // Of a database on this machine the socket is a file, which is there while it runs.
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string") return SOCKET.test(code) || (/^[0-9A-Z]{5}$/.test(code) && POSTGRES.test(code));
  return LOST.test(message);
}

/** What the database answers within so many milliseconds; undefined where it is away, or does not. */
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
