import { pino, type DestinationStream, type Logger, type LevelWithSilent } from "pino";

/**
 * The server's log: a JSON object a line. Whose requests they are, and what they carry, is in none of it: of an error it
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
  return stream === undefined ? pino(options) : pino(options, stream);
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
