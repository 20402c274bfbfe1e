import type { OperatorId } from "../../action/domain.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { warnOfServer } from "../postgres/advice.ts";
import { checkConnections, type Connections, type PgQuery } from "../postgres/connection.ts";
import { isDuplicateObject, retryConflicts } from "../postgres/errors.ts";
import { nameOf } from "../postgres/flight.ts";
import { openPool, type PoolOptions } from "../postgres/pool.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "../sql/values.ts";
import { COMPARED_KEY, guardFailed, noGuard, originOf, type Guard, type Mark } from "../../log/guard.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS anchorlog_guard (
    origin text NOT NULL, key bytea NOT NULL, size bigint NOT NULL, hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (origin, key)
  )
`;
const READ = "SELECT key, size, hash FROM anchorlog_guard WHERE origin = $1";
const READ_ONE = `${READ} AND key = $2`;
const INSERT = "INSERT INTO anchorlog_guard (origin, key, size, hash)";
const FIRST = `${INSERT} SELECT $1, $2, $3, $4 FROM level ON CONFLICT (origin, key) DO NOTHING RETURNING size`;
const MOVE = `
  UPDATE anchorlog_guard SET size = $3, hash = $4 FROM level
  WHERE origin = $1 AND key = $2 AND size = $5 AND hash = $6 AND $3 > size RETURNING anchorlog_guard.size
`;
const COMPARE = `
  UPDATE anchorlog_guard SET size = $3 FROM level WHERE origin = $1 AND key = $2 AND size < $3
  RETURNING anchorlog_guard.size
`;
/** Makes this statement's own transaction wait for the disk at its commit, or not. */
const level = (durable: boolean): string =>
  `WITH level AS MATERIALIZED (SELECT ${durable ? "1" : "set_config('synchronous_commit', 'off', true)"})`;

type Row = { readonly key: Uint8Array; readonly size: SqlInteger; readonly hash: Uint8Array };

/**
 * Creates an operator's guard in a PostgreSQL database, for a store that several processes write. Use a separate
 * database, best on a separate server, outside the backups from which the store is restored. Create it only once, on
 * the operator's first day. One database may have the guards of several operators.
 *
 * @throws AnchorlogError `guard_exists` if it exists; `bad_option` if the database has a store; `guard_failed`,
 *   `not_durable`, `not_utf8`, `pg_missing`.
 */
export async function createPostgresGuard(options: PoolOptions, operator: OperatorId): Promise<Guard> {
  const { where, connections, leave } = await connect(options);
  const origin = originOf(operator);
  try {
    await inTrouble(where, async () => {
      await retryConflicts(() => connections.borrow((client) => client.query(TABLE)), isDuplicateObject);
      const made = await write(connections, `${level(true)} ${FIRST}`, [origin, COMPARED_KEY, 0, NO_HASH]);
      if (made) return;
      throw new AnchorlogError("guard_exists", `${where} has a guard of ${origin} already`, {
        fix: "open it (openPostgresGuard); a guard is made once, since a new one remembers nothing of what was signed",
      });
    });
  } finally {
    await leave();
  }
  return openPostgresGuard(options, operator);
}

/**
 * Opens an operator's guard. Several processes may open it: each move of a mark is a compare-and-swap.
 *
 * @throws AnchorlogError `no_guard` if there is none; `bad_option` if the database has a store; `guard_failed`,
 *   `not_durable`, `not_utf8`, `pg_missing`.
 */
export async function openPostgresGuard(options: PoolOptions, operator: OperatorId): Promise<Guard> {
  const { where, connections, leave } = await connect(options);
  const origin = originOf(operator);
  const read = (sql: string, values: unknown[]): Promise<Row[]> =>
    inTrouble(where, async () => {
      const query: PgQuery = { name: nameOf(sql), text: sql, values, queryMode: "extended" };
      return (await connections.borrow((client) => client.query(query))).rows as Row[];
    });
  const readMark = async (key: Hex): Promise<Mark | undefined> => {
    const [row] = await read(READ_ONE, [origin, fromHex(key)]);
    return row && toMark(row);
  };
  try {
    const there = await read("SELECT 1 AS key WHERE to_regclass('anchorlog_guard') IS NOT NULL", []);
    if (there.length === 0 || (await readMark(COMPARED_KEY)) === undefined) throw noGuard(where);
    await warnOfServer(connections);
  } catch (error) {
    await leave();
    throw error;
  }

  return {
    origin,
    shared: true,
    mark: readMark,
    marks: async () => {
      const rows = await read(READ, [origin]);
      const marks = rows.map((row) => [toHex(toBytes(row.key)), toMark(row)] as const);
      return new Map(marks.filter(([key]) => key !== COMPARED_KEY));
    },
    move: async (key, from, to, { durable }) =>
      inTrouble(where, () =>
        from === undefined
          ? write(connections, `${level(durable)} ${FIRST}`, [origin, key, to.size, to.hash])
          : write(connections, `${level(durable)} ${MOVE}`, [origin, key, to.size, to.hash, from.size, from.hash]),
      ),
    comparedAt: async () => (await readMark(COMPARED_KEY))?.size ?? 0,
    compared: async (at) => {
      await inTrouble(where, () => write(connections, `${level(false)} ${COMPARE}`, [origin, COMPARED_KEY, at]));
    },
    close: leave,
  };
}

const NO_HASH = new Uint8Array(32);
/** Milliseconds after which a query to the guard fails. It is short because all signing waits for the guard. */
const PATIENCE = 10_000;

const toMark = ({ size, hash }: Row): Mark => ({ size: toSafeInteger(size), hash: toBytes(hash) });

/** Runs one statement. Returns whether it returned a row, which means that it changed something. */
async function write(connections: Connections, text: string, given: unknown[]): Promise<boolean> {
  const [origin, key, ...rest] = given;
  const values = [origin, fromHex(key as Hex, 32), ...rest];
  const query: PgQuery = { name: nameOf(text), text, values, queryMode: "extended" };
  const { rows } = await connections.borrow((client) => connections.commit(client, () => client.query(query)));
  return rows.length > 0;
}

async function connect(options: PoolOptions) {
  const { pool, end } = await openPool(options, PATIENCE);
  const connections = checkConnections(pool);
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> =>
    (leaving ??= (async () => {
      connections.leave();
      await end();
    })());
  try {
    const where = await inTrouble("in PostgreSQL", () => nameDatabase(connections));
    return { where, connections, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/**
 * Names the database for error messages. Refuses a database with a store: a guard restored together with the store
 * would not protect it.
 */
async function nameDatabase(connections: Connections): Promise<string> {
  const { rows } = await connections.borrow((client) =>
    client.query("SELECT current_database() AS name, to_regclass('anchorlog_entries') IS NOT NULL AS has_store"),
  );
  const { name, has_store } = rows[0] as { name: string; has_store: boolean };
  if (!has_store) return `the database ${name}`;
  throw new AnchorlogError("bad_option", `the database ${name} holds a store, and a guard is kept apart from it`, {
    fix: "make a database of its own for the guard, best on another server",
  });
}

async function inTrouble<T>(where: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof AnchorlogError && !TROUBLE.has(error.code)) throw error;
    throw guardFailed(where, error);
  }
}

/** Error codes of the connection that become `guard_failed` here. */
const TROUBLE = new Set(["store_failed", "outcome_unknown"]);
