import { remembering } from "../remembering.ts";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { neverRun, type Database, type Reach } from "./database.ts";
import { readBy } from "./fixed.ts";
import { PipelinedReads } from "./pipelined.ts";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";
import { bindTo } from "./tenants.ts";

/** Reads bigint as a number. All of them are safe integers: indexes and milliseconds. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/** Milliseconds that a statement may take, and a statement on the index. PostgreSQL ends it then. */
const TIMEOUT = 30_000;
const INDEX_TIMEOUT = 5_000;

/**
 * Maximum connections for work in one organization, for other work, and for the index. One more serves reads by key.
 * The index thread opens its own, as few as it needs.
 */
const CONNECTIONS = { process: { own: 7, across: 6, index: 4 }, follower: { own: 2, across: 1, index: 2 } };
export type Opener = keyof typeof CONNECTIONS;
/** Organizations whose query builders are cached. */
const MOST_KNOWN = 1_000;

/**
 * Opens the tables in a PostgreSQL database. The index has connections of its own, so that searches do not block other
 * work.
 */
export function openPostgresDatabase(connectionString: string, opener: Opener = "process"): Database {
  const most = CONNECTIONS[opener];
  const own = openPool(connectionString, { max: most.own });
  const acrossAll = openPool(connectionString, { max: most.across });
  const index = openPool(connectionString, { max: most.index });
  const reads = new PipelinedReads(optionsOf(connectionString), TIMEOUT);
  const across = reachOf("*", acrossAll, index, reads);
  const known = remembering(MOST_KNOWN, (org: string) => reachOf(org, own, index, reads));
  return {
    engine: "postgres",
    place: connectionString,
    of: (org) => {
      if (org === "*") throw new Error("* is not an organization: use `across` for all of them");
      return known(org);
    },
    across,
    builder: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...NO_POOL, connect: neverRun } }) }),
    close: async () => void (await Promise.all([reads.close(), ...[own, acrossAll, index].map((pool) => pool.end())])),
  };
}

function reachOf(org: string, pool: pg.Pool, indexPool: pg.Pool, reads: PipelinedReads): Reach {
  const dialect = new PostgresDialect({ pool: bound(org, pool, TIMEOUT) });
  const reach = {
    tables: new Kysely<Tables>({ dialect }),
    accounts: new Kysely<AccountTables>({ dialect }),
    index: new Kysely<IndexTables>({ dialect: new PostgresDialect({ pool: bound(org, indexPool, INDEX_TIMEOUT) }) }),
  };
  const reader = reads.readerOf(org);
  readBy(reach.tables, reader);
  readBy(reach.accounts, reader);
  return reach;
}

/** Further members that Kysely expects of a pool. The pool's owner closes it. */
const NO_POOL = { end: async () => {}, options: {} };

/** The organization that each connection is bound to. */
const boundTo = new WeakMap<pg.PoolClient, string>();

/** Wraps a pool. Each connection is bound to an organization before use: see tenants.ts. */
function bound(org: string, pool: pg.Pool, timeout: number): PostgresPool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = (destroy) => release(Boolean(destroy) || isBusy(client));
    if (boundTo.get(client) === org) return client;
    try {
      await client.query(bindTo(org, timeout));
    } catch (error) {
      client.release(true);
      throw error;
    }
    boundTo.set(client, org);
    return client;
  };
  return { ...NO_POOL, connect };
}

/**
 * Whether a statement may still be running, or a transaction is open. The next user's writes would then not be
 * committed, and a rollback would undo the binding.
 */
function isBusy(client: pg.PoolClient): boolean {
  const { readyForQuery } = client as pg.PoolClient & { readonly readyForQuery: boolean };
  return !readyForQuery || client.getTransactionStatus() !== "I";
}

/** A connection whose `release` does nothing. */
type Borrowed = {
  query(text: string): Promise<pg.QueryResult>;
  on(event: string, listener: (value: never) => void): unknown;
  release(): void;
};

/** Opens one connection for work outside of requests. It sees the rows of all organizations. */
export async function openConnection(
  connectionString: string,
): Promise<{ readonly client: Borrowed; end(): Promise<void> }> {
  const pool = openPool(connectionString, { max: 1, query_timeout: 0 });
  const connected = await pool.connect();
  await connected.query(bindTo("*", 0));
  const client: Borrowed = {
    query: connected.query.bind(connected) as Borrowed["query"],
    on: (event, listener) => connected.on(event as "error", listener as (error: Error) => void),
    release: () => {},
  };
  const end = async (): Promise<void> => {
    connected.release(true);
    await pool.end();
  };
  return { client, end };
}

const CONNECT_TIMEOUT = 10_000;

/** `pg` does not read `connect_timeout`, which is libpq's parameter: seconds to wait for a new connection. */
function optionsOf(connectionString: string) {
  const seconds = Number(/[?&]connect_timeout=(\d{1,6})(?:&|$)/.exec(connectionString)?.[1]);
  const connectionTimeoutMillis = seconds > 0 ? 1_000 * seconds : CONNECT_TIMEOUT;
  return { connectionString, types, keepAlive: true, connectionTimeoutMillis, query_timeout: TIMEOUT };
}

function openPool(connectionString: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...optionsOf(connectionString), ...options });
  // Ignore errors of idle connections: the next query uses another one.
  pool.on("error", () => {});
  // If a connection breaks between two statements of a transaction, the next statement fails.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
