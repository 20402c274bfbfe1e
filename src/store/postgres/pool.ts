import { AnchorlogError } from "../../base/errors.ts";
import { assertOptionsOf } from "../../base/options.ts";
import { within } from "../../base/within.ts";
import type { PgPool } from "./connection.ts";

/** Internals of a `pg` client that its types lack. */
type ClientOfPool = { readonly connection: { readonly stream: { destroy(): void } } };

/** Options of the connection to a database. */
export type PoolOptions =
  | {
      /**
       * `postgresql://user:password@host:port/database`, in the form that `pg` accepts. A new connection may take as many
       * seconds as its parameter `connect_timeout` says, by default 10.
       */
      readonly connectionString: string;
      /** Largest number of queries at the same time; 10 by default. */
      readonly maxConnections?: number;
      /**
       * Milliseconds that one statement may take; 60,000 by default. If a commit takes longer, its outcome is unknown:
       * `outcome_unknown`.
       */
      readonly queryTimeout?: number;
    }
  | {
      /** A `pg` Pool, which stays open when the store is closed. Set its `query_timeout`. */
      readonly pool: PgPool;
    };

const QUERY_TIMEOUT = 60_000;
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds to wait for connections to end in the normal way. */
const FAREWELL = 2_000;

/**
 * Returns the caller's pool, or opens one. `end` ends an opened pool even if its server does not respond: unanswered
 * queries then fail.
 *
 * @param byDefault milliseconds that a query of an opened pool may take if the options do not say.
 * @throws AnchorlogError `bad_option`, `pg_missing`.
 */
export async function openPool(
  options: PoolOptions,
  byDefault: number = QUERY_TIMEOUT,
): Promise<{ pool: PgPool; end: () => Promise<void> }> {
  assertOptionsOf("a connection to PostgreSQL", options, "give { connectionString } or { pool }");
  if ("pool" in options) return { pool: options.pool, end: async () => {} };
  const { connectionString, maxConnections = 10, queryTimeout = byDefault } = options;
  if (!(queryTimeout > 0 && queryTimeout < 2 ** 31)) {
    throw new AnchorlogError("bad_option", `queryTimeout is a number of milliseconds, not ${queryTimeout}`, {
      fix: "leave it out, or give milliseconds from 1 to 2^31 - 1",
    });
  }
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new AnchorlogError("pg_missing", "PostgreSQL needs the package pg, which is not installed", {
      fix: "npm install pg",
      cause,
    });
  });
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutOf(connectionString),
    query_timeout: queryTimeout,
  });
  const open = new Set<ClientOfPool>();
  pool.on("connect", (client) => void open.add(client as ClientOfPool));
  pool.on("remove", (client) => void open.delete(client as ClientOfPool));
  // A broken idle connection is dropped; without a listener its event would end the process.
  pool.on("error", () => {});
  const end = async (): Promise<void> => {
    const ended = pool.end().then(() => true);
    if (await within(FAREWELL, ended, false)) return;
    // An unreachable server does not acknowledge the end, and its queries would wait forever.
    for (const { connection } of open) connection.stream.destroy();
    await within(FAREWELL, ended, false);
  };
  return { pool, end };
}

/** Returns milliseconds. `pg` does not read the parameter, which is libpq's. */
function connectTimeoutOf(connectionString: string): number {
  const seconds = Number(/[?&]connect_timeout=(\d{1,6})(?:&|$)/.exec(connectionString)?.[1]);
  return seconds > 0 ? 1_000 * seconds : CONNECT_TIMEOUT;
}
