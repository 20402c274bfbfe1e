import { pino, type DestinationStream, type Logger, type LevelWithSilent } from "pino";

/** Bytes of lines that are written at once, and milliseconds after which fewer are: a write for each costs a fifth. */
const CHUNK = 8_192;
const PATIENCE = 100;

/**
 * The server's log: a JSON object a line, written a moment later, and all of it before the process ends by itself. Whose requests they are, and what they carry, is in none of it: of an error it
 * has what the code says of itself, since what libraries hang on theirs are rows, addresses and bytes received.
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
