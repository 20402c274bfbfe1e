import type { Log } from "anchorlog/operation";
import { pino, type DestinationStream, type Logger, type LevelWithSilent } from "pino";

/** Bytes of lines that are written at once, and milliseconds after which fewer are: a write for each costs a fifth. */
const CHUNK = 8_192;
const PATIENCE = 100;

/**
 * The server's log: a JSON object a line, written a moment later, and all of it before the process ends by itself. Whose
 * requests they are, and what they carry, is in none of it: of an error it has what the code says of itself, since what
 * libraries hang on theirs are rows, addresses and bytes received.
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
  return pino(options, stream ?? pino.destination({ sync: false, minLength: CHUNK, periodicFlush: PATIENCE }));
}

/** The same for what the operator tells. Each line has `time`, `level` and `msg` of its own: no field takes their names. */
export const logTo =
  (logger: Pick<Logger, Parameters<Log>[0]>): Log =>
  (level, event, { time: _time, level: _level, msg: _msg, ...fields } = {}) =>
    logger[level](fields, event);

/** Milliseconds in which the same is told once, and of how many different things that is known. */
const SAME = 60_000;
const MOST_KNOWN = 1_000;

/** Tells the same once a minute, and how often it came: what fails in the background is tried again each second. */
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

/** How many causes of causes are told. */
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
