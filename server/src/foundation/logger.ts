import type { Log } from "anchorlog/daemon";
import { pino, type DestinationStream, type Logger, type LevelWithSilent } from "pino";

/**
 * Bytes of lines to write at once, and milliseconds until fewer are written. One write per line would cost a fifth of
 * the throughput.
 */
const CHUNK = 8_192;
const PATIENCE = 100;

/**
 * The server's log: one JSON object per line, written with a short delay and completely before a normal exit.
 * Identities and contents of requests are not logged. Only known members of errors are logged, since libraries attach
 * rows, addresses and received bytes.
 */
export function createLogger(level: LevelWithSilent, stream?: DestinationStream): Logger {
  const serializers = {
    err: describe,
    req: ({ method, routeOptions }: { method?: string; routeOptions?: { url?: string } }) => ({
      method,
      route: routeOptions?.url,
    }),
    res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
  };
  const options = { level, base: null, serializers };
  return pino(options, stream ?? bytesToOutput());
}

/** Writes lines as bytes. If it got text, the destination would measure all waiting text again at each line. */
function bytesToOutput(): DestinationStream {
  const flushing = { sync: false, minLength: CHUNK, periodicFlush: PATIENCE } as const;
  const destination = pino.destination({ ...flushing, contentMode: "buffer" });
  // Its type has text only.
  return { write: (line) => void destination.write(Buffer.from(line) as never) };
}

/** Returns the log for the operator's events. `time`, `level` and `msg` are reserved for the line's own fields. */
export const logTo =
  (logger: Pick<Logger, Parameters<Log>[0]>): Log =>
  (level, event, { time: _time, level: _level, msg: _msg, ...fields } = {}) =>
    logger[level](fields, event);

/** Milliseconds in which equal warnings are logged once, and the number of different ones to remember. */
const SAME = 60_000;
const MOST_KNOWN = 1_000;

/** Logs equal warnings once a minute with their number, since background tasks retry every second. */
export function sparing(log: Log, clock: () => number): Log {
  const told = new Map<string, { readonly at: number; passed: number }>();
  return (level, event, fields = {}) => {
    if (level !== "warn" && level !== "error") return log(level, event, fields);
    const { code, message } = fields;
    const what = `${level} ${event} ${String(code)} ${String(message)}`;
    const last = told.get(what);
    if (last !== undefined && Math.abs(clock() - last.at) < SAME) return void last.passed++;
    if (told.size >= MOST_KNOWN) told.clear();
    told.set(what, { at: clock(), passed: 0 });
    const passed = last?.passed ?? 0;
    log(level, event, passed === 0 ? fields : { ...fields, times: passed + 1 });
  };
}

/** The maximum depth of nested causes. */
const DEPTH = 5;

function describe(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, code, cause, stack } = error as Error & { readonly code?: unknown };
  const errors = error instanceof AggregateError ? error.errors.slice(0, DEPTH) : [];
  return {
    type,
    message,
    ...(typeof code === "string" && { code }),
    stack,
    ...(cause !== undefined && depth < DEPTH && { cause: describe(cause, depth + 1) }),
    ...(errors.length > 0 && depth < DEPTH && { errors: errors.map((each) => describe(each, depth + 1)) }),
  };
}
