import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { AnchorlogError } from "../../errors.ts";
import type { LogDatabase } from "../sql/schema.ts";
import { isCertain, isIdleEnd, outcomeUnknown, storeFailed } from "./errors.ts";
import type { Flight } from "./flight.ts";

/** What is used of a `pg` Pool, whoever made it. */
export type PgPool = {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: "acquire", listener: (client: PgClient) => void): unknown;
  off(event: "acquire", listener: (client: PgClient) => void): unknown;
};

/** What is used of a `pg` client. */
export type PgClient = {
  query(query: string | PgQuery): Promise<PgResult>;
  /** What is more than a query does itself what is to be done; nothing comes of it here. */
  query(query: Flight): unknown;
  // Typed by what is sent with each: `pg` and Kysely type them otherwise.
  on(event: string, listener: (value: never) => void): unknown;
  release(destroy?: boolean): void;
};

/** Extended: of one statement, with parameters. A query that is a string may be of several statements. */
export type PgQuery = {
  readonly text: string;
  readonly values: unknown[];
  /** Parsed once a connection. */
  readonly name?: string;
  readonly queryMode: "extended";
  /** Milliseconds after which it fails. */
  readonly query_timeout?: number;
};

export type PgResult = {
  // oxlint-disable-next-line typescript/no-explicit-any -- rows are what the statement makes them
  readonly rows: any[];
  readonly rowCount: number | null;
  readonly command: string;
};

/** What is known of a connection since it was first used. */
type Known = {
  /** What brings back the settings that a commit's answer depends on. */
  readonly restore: string;
  /** Set where a commit gave up waiting for the standby that the configuration asks for. */
  gaveUpWaiting: boolean;
};

/** Connections that were checked: each commits durably, or is never used. */
export type Connections = {
  /**
   * Lends a connection to `use`, and throws it away where `use` fails in a way that leaves it doubtful.
   *
   * @throws AnchorlogError `store_failed` if none can be had, `not_durable` if it would lose commits, `not_utf8` if it
   *   lacks characters.
   */
  readonly borrow: <T>(use: (client: PgClient) => Promise<T>) => Promise<T>;
  /**
   * Runs what commits, and knows what its failure means.
   *
   * @throws AnchorlogError `outcome_unknown` where it may have been committed or not.
   * @throws the server's error where it certainly was not.
   */
  readonly commit: <T>(client: PgClient, run: () => Promise<T>) => Promise<T>;
  /**
   * Resolves once all that a connection can read is as durable as what was acknowledged: what a commit wrote that gave
   * up waiting for the standby, or that a server found after a crash, is there to be read before it is.
   *
   * @throws AnchorlogError as `commit` does.
   */
  flush(): Promise<void>;
  /** Statements that bring a connection's settings back to what they were, for a commit to be answered as it is. */
  restoreOf(client: PgClient): string;
  /** Ordinary queries over the same connections. */
  readonly db: LogDatabase;
  /** Runs one ordinary statement that writes, and so commits by itself; errors are those of `commit`. */
  write<T>(run: (db: LogDatabase) => Promise<T>): Promise<T>;
  /** Leaves the pool to itself. */
  leave(): void;
};

/** Levels at which a commit is acknowledged only once it is on disk, here and at every synchronous standby. */
const DURABLE = new Set(["on", "remote_apply"]);

export function checkConnections(pool: PgPool): Connections {
  const known = new WeakMap<PgClient, Known>();
  const heard = new WeakSet<PgClient>();
  // A connection that breaks fails its query; where nobody listens, its event would end the process as well. One may
  // break before whoever asked for it has it: the pool tells of that moment at once.
  const listen = (client: PgClient): void => {
    if (!heard.has(client)) client.on("error", () => {});
    heard.add(client);
  };
  pool.on("acquire", listen);

  const connect = async (): Promise<PgClient> => {
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
  };

  const borrow = async <T>(use: (client: PgClient) => Promise<T>): Promise<T> => {
    let client: PgClient;
    try {
      client = await connect();
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
  };

  const commit = async <T>(client: PgClient, run: () => Promise<T>): Promise<T> => {
    const state = known.get(client)!;
    let result: T;
    try {
      result = await run();
    } catch (error) {
      throw error instanceof AnchorlogError || isCertain(error) ? error : outcomeUnknown(error);
    }
    if (!state.gaveUpWaiting) return result;
    throw outcomeUnknown(new Error("the server gave up waiting for its synchronous standby"));
  };

  return {
    borrow,
    commit,
    flush: () =>
      borrow(async (client) => {
        // A commit waits for all that was committed before it.
        await commit(client, () => client.query("SELECT pg_logical_emit_message(true, 'anchorlog', '')"));
      }),
    restoreOf: (client) => known.get(client)!.restore,
    db: queriesOver(async () => lent(await connect())),
    write: (run) =>
      borrow((client) => {
        // The connection goes back to the pool here, not there.
        const borrowed = { query: client.query.bind(client), release: () => {} } as PgClient;
        return commit(client, () => run(queriesOver(async () => borrowed)));
      }),
    leave: () => void pool.off("acquire", listen),
  };
}

/** To who gives it back whatever became of it: it is thrown away where what was asked may be under way on it still. */
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
 * Checks that a connection's commits are durable and hold any text, and has it tell of those that gave up waiting for the standby.
 *
 * @returns the statements that set it up so again.
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
    // What it shows may lag, and would read as lost.
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
  // It tells by a warning, and above that there are errors alone.
  const heard = messages === "error" ? "warning" : messages;
  const restore = `SET synchronous_commit = ${level}; SET client_min_messages = ${heard}`;
  if (heard !== messages) await client.query(restore);
  return restore;
}
