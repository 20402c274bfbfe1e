import { AnchorlogError } from "../../errors.ts";
import type { PgPool } from "./connection.ts";

/** How a database is reached. */
export type PoolOptions =
  | {
      /** `postgresql://user:password@host:port/database`, as `pg` takes it. */
      readonly connectionString: string;
      /** As many things are done at once; 10 by default. */
      readonly maxConnections?: number;
    }
  | {
      /** A `pg` Pool, which stays open when what uses it is closed. */
      readonly pool: PgPool;
    };

/**
 * A pool of the caller's, or one of its own that `end` ends.
 *
 * @param queryTimeout milliseconds after which a query of its own pool fails; none by default.
 */
export async function openPool(
  options: PoolOptions,
  queryTimeout?: number,
): Promise<{ pool: PgPool; end: () => Promise<void> }> {
  if ("pool" in options) return { pool: options.pool, end: async () => {} };
  const { connectionString, maxConnections = 10 } = options;
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
    ...(queryTimeout === undefined ? {} : { query_timeout: queryTimeout }),
  });
  // An idle connection that breaks is dropped; without a listener the event would end the process.
  pool.on("error", () => {});
  return { pool, end: () => pool.end() };
}
