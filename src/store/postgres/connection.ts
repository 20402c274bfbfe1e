import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { AnchorlogError } from "../../base/errors.ts";
import type { LogDatabase } from "../sql/schema.ts";
import { isCertain, isIdleEnd, outcomeUnknown, storeFailed } from "./errors.ts";
import type { Flight } from "./flight.ts";

/** The methods of a `pg` Pool that are used here, so that callers can pass a pool of their own. */
export type PgPool = {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: "acquire", listener: (client: PgClient) => void): unknown;
  off(event: "acquire", listener: (client: PgClient) => void): unknown;
};

/** The methods of a `pg` client that are used here. */
export type PgClient = {
  query(query: string | PgQuery): Promise<PgResult>;
  /** A submittable object sends its own messages and handles the answers; the returned value is not used. */
  query(query: Flight): unknown;
  // Loosely typed, since `pg` and Kysely type events differently.
  on(event: string, listener: (value: never) => void): unknown;
  release(destroy?: boolean): void;
};

/** One statement with parameters (extended protocol). A query given as a string may have several statements. */
export type PgQuery = {
  readonly text: string;
  readonly values: unknown[];
  /** Name of the prepared statement, which is parsed once per connection. */
  readonly name?: string;
  readonly queryMode: "extended";
  /** Milliseconds after which the query fails. */
  readonly query_timeout?: number;
};

export type PgResult = {
  // oxlint-disable-next-line typescript/no-explicit-any -- rows are what the statement makes them
  readonly rows: any[];
  readonly rowCount: number | null;
  readonly command: string;
};

/** State of a connection since its first use. */
type Known = {
  /** Statements that restore the settings on which a commit's durability depends. */
  readonly restore: string;
  /** True once a commit stopped waiting for its synchronous standby. */
  gaveUpWaiting: boolean;
};

/** Checked connections: each commits durably, or is never used. */
export type Connections = {
  /**
   * Lends a connection to `use`. If `use` fails in a way that leaves the connection in doubt, closes the connection.
   *
   * @throws AnchorlogError `store_failed` if none is available, `not_durable` if it would lose commits, `not_utf8` if
   *   its encoding lacks characters.
   */
  readonly borrow: <T>(use: (client: PgClient) => Promise<T>) => Promise<T>;
  /**
   * Runs a commit, and translates its failure.
   *
   * @throws AnchorlogError `outcome_unknown` if it may be committed or not.
   * @throws the server's error if it was certainly not committed.
   */
  readonly commit: <T>(client: PgClient, run: () => Promise<T>) => Promise<T>;
  /**
   * Resolves once all data that a connection can read is as durable as acknowledged commits. Some commits are readable
   * before that: a commit that stopped waiting for the standby, or one that the server recovered after a crash.
   *
   * @throws AnchorlogError as `commit` does.
   */
  flush(): Promise<void>;
  /** Statements that restore a connection's settings before a commit. */
  restoreOf(client: PgClient): string;
  /** Ordinary queries over the same connections. */
  readonly db: LogDatabase;
  /** Runs one ordinary statement that writes, and so is its own transaction. Errors are the same as for `commit`. */
  write<T>(run: (db: LogDatabase) => Promise<T>): Promise<T>;
  /** Stops listening to the pool. */
  leave(): void;
};

/**
 * Values of synchronous_commit with which a commit is acknowledged only once it is on disk, on the server and on every
 * synchronous standby.
 */
const DURABLE = new Set(["on", "remote_apply"]);

type CheckedPool = { readonly pool: PgPool; readonly known: WeakMap<PgClient, Known> };

export function checkConnections(pool: PgPool): Connections {
  const checked: CheckedPool = { pool, known: new WeakMap() };
  const heard = new WeakSet<PgClient>();
  // A broken connection fails its query. Without a listener, its error event would also end the process. It can break
  // before `connect` resolves, so listen from the pool's acquire event on.
  const listen = (client: PgClient): void => {
    if (!heard.has(client)) client.on("error", () => {});
    heard.add(client);
  };
  pool.on("acquire", listen);
  const commit: Connections["commit"] = (client, run) => commitOver(checked, client, run);
  return {
    borrow: (use) => borrow(checked, use),
    commit,
    flush: () =>
      borrow(checked, async (client) => {
        // A commit waits until all earlier commits are durable.
        await commit(client, () => client.query("SELECT pg_logical_emit_message(true, 'anchorlog', '')"));
      }),
    restoreOf: (client) => checked.known.get(client)!.restore,
    db: queriesOver(async () => lent(await connect(checked))),
    write: (run) =>
      borrow(checked, (client) => {
        // `borrow` returns the connection to the pool, so Kysely must not.
        const borrowed = { query: client.query.bind(client), release: () => {} } as PgClient;
        return commit(client, () => run(queriesOver(async () => borrowed)));
      }),
    leave: () => void pool.off("acquire", listen),
  };
}

/** Takes a connection from the pool. Checks each connection once. */
async function connect({ pool, known }: CheckedPool): Promise<PgClient> {
  const client = await pool.connect();
  if (known.has(client)) return client;
  try {
    const found: Known = { restore: await checkDurability(client), gaveUpWaiting: false };
    client.on("notice", ({ routine }: { routine?: string }) => {
      // The server then answers as if it had waited (src/backend/replication/syncrep.c).
      if (routine === "SyncRepWaitForLSN") found.gaveUpWaiting = true;
    });
    known.set(client, found);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function borrow<T>(checked: CheckedPool, use: (client: PgClient) => Promise<T>): Promise<T> {
  let client: PgClient;
  try {
    client = await connect(checked);
  } catch (error) {
    throw storeFailed(error);
  }
  let doubtful = true;
  try {
    const result = await use(client);
    doubtful = false;
    return result;
  } catch (error) {
    doubtful = !isCertain(error) || isIdleEnd(error);
    throw error;
  } finally {
    client.release(doubtful);
  }
}

async function commitOver<T>({ known }: CheckedPool, client: PgClient, run: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await run();
  } catch (error) {
    throw error instanceof AnchorlogError || isCertain(error) ? error : outcomeUnknown(error);
  }
  if (!known.get(client)!.gaveUpWaiting) return result;
  throw outcomeUnknown(new Error("the server gave up waiting for its synchronous standby"));
}

/**
 * Wraps a client for Kysely, which always releases it. After a failure that may have left a query running, the wrapper
 * closes the connection.
 */
function lent(client: PgClient): PgClient {
  let doubtful = false;
  const query = async (...asked: [string | PgQuery]): Promise<PgResult> => {
    try {
      return await client.query(...asked);
    } catch (error) {
      doubtful ||= !isCertain(error) || isIdleEnd(error);
      throw error;
    }
  };
  const release = (destroy?: boolean) => client.release(doubtful || destroy === true);
  return { query: query as PgClient["query"], on: client.on.bind(client), release };
}

function queriesOver(connect: () => Promise<PgClient>): LogDatabase {
  const pool = { connect, end: async () => {}, options: {} } as unknown as PostgresPool;
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

const SETTINGS = `
  SELECT current_setting('synchronous_commit') AS level, current_setting('fsync', true) AS fsync,
    current_setting('client_min_messages') AS messages, current_setting('in_hot_standby', true) AS standby,
    current_setting('server_encoding') AS encoding, current_database() AS name
`;

/**
 * Checks that a connection's commits are durable and can store any text. Makes the server report commits that stopped
 * waiting for the standby.
 *
 * @returns the statements that restore these settings.
 */
async function checkDurability(client: PgClient): Promise<string> {
  type Setting = "level" | "messages" | "encoding" | "name";
  type Settings = Record<Setting, string> & { readonly fsync: string | null; readonly standby: string | null };
  const { level, fsync, messages, standby, encoding, name } = (await client.query(SETTINGS)).rows[0] as Settings;
  if (encoding !== "UTF8") {
    throw new AnchorlogError("not_utf8", `the database ${name} has the encoding ${encoding}, which lacks characters`, {
      fix: `make another one: CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0`,
    });
  }
  if (standby === "on") {
    // A standby's data may lag, and entries would seem lost.
    throw new AnchorlogError("store_failed", "this PostgreSQL server is a standby, which nothing is written to", {
      fix: "lead the connection to the primary, or promote the standby once the primary is fenced off",
    });
  }
  if (fsync === "off") {
    throw new AnchorlogError("not_durable", "PostgreSQL runs with fsync = off: a power cut would lose what it holds", {
      fix: "set fsync = on in postgresql.conf and restart the server",
    });
  }
  if (!DURABLE.has(level)) {
    throw new AnchorlogError(
      "not_durable",
      `PostgreSQL has synchronous_commit = ${level} here: a receipt could be signed for an entry that is lost`,
      {
        fix: "ALTER DATABASE ... SET synchronous_commit = on (look at ALTER ROLE ... SET and the connection's options)",
      },
    );
  }
  // The server reports it as a warning, which the level `error` would hide.
  const heard = messages === "error" ? "warning" : messages;
  const restore = `SET synchronous_commit = ${level}; SET client_min_messages = ${heard}`;
  if (heard !== messages) await client.query(restore);
  return restore;
}
