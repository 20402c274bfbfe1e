import { AnchorlogError } from "../../errors.ts";
import { within } from "../../within.ts";
import type { PgPool } from "./connection.ts";

/** What a `pg` client has beyond its types. */
type ClientOfPool = { readonly connection: { readonly stream: { destroy(): void } } };

/** How a database is reached. */
export type PoolOptions =
  | {
      /** `postgresql://user:password@host:port/database`, as `pg` takes it. */
      readonly connectionString: string;
      /** As many things are done at once; 10 by default. */
      readonly maxConnections?: number;
      /**
       * Milliseconds that the server has for one statement; 60,000 by default. A commit that takes longer may have
       * happened or not: `outcome_unknown`.
       */
      readonly queryTimeout?: number;
    }
  | {
      /** A `pg` Pool, which stays open when what uses it is closed. Give it a `query_timeout`. */
      readonly pool: PgPool;
    };

const QUERY_TIMEOUT = 60_000;
/** Milliseconds that a server has to hear that its connections end. */
const FAREWELL = 2_000;

/**
 * A pool of the caller's, or one of its own that `end` ends, whatever its server does: what is still asked fails then.
 *
 * @param byDefault milliseconds that a query of its own pool has, where the options do not say.
 * @throws AnchorlogError `bad_option`, `pg_missing`.
 */
export async function openPool(
  options: PoolOptions,
  byDefault: number = QUERY_TIMEOUT,
): Promise<{ pool: PgPool; end: () => Promise<void> }> {
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
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeout,
  });
  const open = new Set<ClientOfPool>();
  pool.on("connect", (client) => void open.add(client as ClientOfPool));
  pool.on("remove", (client) => void open.delete(client as ClientOfPool));
  // An idle connection that breaks is dropped; without a listener the event would end the process.
  pool.on("error", () => {});
  const end = async (): Promise<void> => {
    const ended = pool.end().then(() => true);
    if (await within(FAREWELL, ended, false)) return;
    // A server that is cut off hears of no end, and what it is asked would be waited for.
    for (const { connection } of open) connection.stream.destroy();
    await within(FAREWELL, ended, false);
  };
  return { pool, end };
}
