/** The connection that writes a store, and its steps within a transaction. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { fromHex, type Hex } from "../../base/hex.ts";
import { digestTagOf } from "../../log/entry.ts";
import { emptyHead, type NewestAct } from "../../log/link.ts";
import type { Head } from "../../log/store.ts";
import { toNewestAct } from "../sql/acts.ts";
import type { NonceRow } from "../sql/schema.ts";
import { prepareActs, type Acts } from "./acts.ts";
import { openForWriting } from "./database.ts";
import { prepareEffects, type RunStatements } from "./effects.ts";
import type { RecordStatement } from "./group.ts";
import { keepPrepared } from "./prepared.ts";
import { isOpen, prepareSavepoint, type Savepoint } from "./savepoint.ts";

type LogState = { readonly number: number; head: Head };

export type Connection = {
  readonly db: DatabaseSync;
  /** The statements of this file. */
  readonly sql: { readonly [name in keyof typeof SQL]: StatementSync };
  readonly acts: Acts;
  readonly savepoint: Savepoint;
  /** Runs callers' statements. */
  readonly effects: RunStatements;
  /** Prepares the store's statements for records. */
  readonly prepare: (sql: string) => StatementSync;
  /** The logs as of the current transaction. */
  readonly logs: Map<Hex, LogState>;
  /** The logs whose head the current transaction moves. */
  readonly moved: Set<LogState>;
  /**
   * Number of the next groups whose drafts get savepoints. For each draft, a savepoint copies all pages that the draft
   * changes. Since few drafts are refused, groups run without savepoints until one must be undone.
   */
  guarded: number;
};

const SQL = {
  begin: "BEGIN IMMEDIATE",
  commit: "COMMIT",
  head: `SELECT log AS number, size, hash, accepted_at AS acceptedAt
    FROM anchorlog_logs JOIN anchorlog_heads USING (log) WHERE id = ?`,
  addLog: `INSERT INTO anchorlog_logs (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id
    RETURNING log AS number`,
  // SQLite stores no lease: the lock beside the file keeps other processes out.
  addHead: `INSERT INTO anchorlog_heads (log, size, hash, accepted_at, epoch, lease_until) VALUES (?, ?, ?, ?, 0, 0)`,
  moveHead: "UPDATE anchorlog_heads SET size = ?, hash = ?, accepted_at = ? WHERE log = ?",
  byNonce: `SELECT idx, digest, hash, bytes, action, verified_block_hash
    FROM anchorlog_nonces LEFT JOIN anchorlog_entries USING (log, idx) WHERE log = ? AND nonce_key = ?`,
  useNonce: `INSERT INTO anchorlog_nonces (log, nonce_key, idx, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (log, nonce_key) DO NOTHING`,
  insert: `INSERT INTO anchorlog_entries (log, idx, hash, bytes, action, verified_block_hash)
    VALUES (?, ?, ?, ?, ?, ?)`,
} as const;

/** Opens a connection. Throws SQLite's error. */
export function connect(path: string): Connection {
  const db = openForWriting(path);
  const prepare = keepPrepared((sql) => db.prepare(sql));
  const sql = Object.fromEntries(Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]));
  return {
    db,
    sql: sql as Connection["sql"],
    acts: prepareActs(db),
    savepoint: prepareSavepoint(db),
    effects: prepareEffects(db),
    prepare,
    logs: new Map(),
    moved: new Set(),
    guarded: 0,
  };
}

export function begin({ sql, moved }: Connection): void {
  sql.begin.run();
  moved.clear();
}

/** Groups that get savepoints after a draft was refused, so that a client that provokes refusals costs little. */
const GUARDED = 16;

/** Rolls back uncommitted changes, unless a statement already has. */
export function undo({ db, logs }: Connection): void {
  if (isOpen(db)) db.exec("ROLLBACK");
  logs.clear();
}

/** Rolls back uncommitted changes, and gives the next groups savepoints. */
export function undoGuarding(connection: Connection): void {
  undo(connection);
  connection.guarded = GUARDED;
}

/**
 * Copies the write-ahead log into the database, with an fsync, and truncates the log. If an fsync failed, here or in an
 * earlier process, pages may be in the system's cache only, although the system reports them as written. So they are
 * written again before anything is appended.
 */
export function settle({ db }: Connection): void {
  const { busy } = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
  if (busy !== 0) throw new Error("a reader uses the write-ahead log, so it cannot be copied into the database");
}

/** A log's committed size. */
export const sizeOf = (connection: Connection, log: Hex): number => readLog(connection, log)?.head.size ?? 0;

/** A log's head, including the transaction's own entries. */
export const headOf = (connection: Connection, log: Hex): Head => stateOf(connection, log).head;

/** Sets a log's head. {@link writeHeads} writes it. */
export function moveHead(connection: Connection, log: Hex, head: Head): void {
  const state = stateOf(connection, log);
  state.head = head;
  connection.moved.add(state);
}

export function writeHeads({ sql, moved }: Connection): void {
  for (const { number, head } of moved) sql.moveHead.run(head.size, head.hash, head.acceptedAt, number);
}

/** The row of a nonce's key in a log, if it is used. */
export function findNonce(connection: Connection, log: Hex, nonceKey: Uint8Array): NonceRow | undefined {
  return connection.sql.byNonce.get(stateOf(connection, log).number, nonceKey) as NonceRow | undefined;
}

/** The newest act upon an object, including the transaction's own entries. */
export function findNewestAct(connection: Connection, log: Hex, objectKey: Uint8Array): NewestAct | undefined {
  const row = connection.acts.newest(stateOf(connection, log).number, objectKey);
  return row && toNewestAct(row);
}

type NewEntry = {
  readonly index: number;
  readonly nonceKey: Uint8Array;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  readonly action: string;
  readonly blockHash: Hex | undefined;
};

/** Inserts an entry. Returns false, and inserts nothing, if its nonce's key is used in the log. */
export function insertEntry(connection: Connection, log: Hex, entry: NewEntry): boolean {
  const { index, nonceKey, bytes, hash, action, blockHash } = entry;
  const { sql } = connection;
  const { number } = stateOf(connection, log);
  if (sql.useNonce.run(number, nonceKey, index, digestTagOf(bytes)).changes === 0) return false;
  sql.insert.run(number, index, hash, bytes, action, blockHash === undefined ? null : fromHex(blockHash));
  return true;
}

/** Writes records. Returns the rows of the last statement, or undefined if the condition fails. */
export function writeRecords(
  connection: Connection,
  statements: readonly RecordStatement[],
  condition?: RecordStatement,
): unknown[] | undefined {
  if (condition !== undefined && runRecord(connection, condition).length === 0) return undefined;
  return statements.reduce<unknown[]>((_, statement) => runRecord(connection, statement), []);
}

function runRecord({ prepare }: Connection, { sql, runs }: RecordStatement): unknown[] {
  const statement = prepare(sql);
  return runs.flatMap((values) => statement.all(...values));
}

/** A log's state. The first write adds the log. */
function stateOf(connection: Connection, log: Hex): LogState {
  const { logs } = connection;
  let state = logs.get(log);
  if (state === undefined) logs.set(log, (state = readLog(connection, log) ?? addLog(connection, log)));
  return state;
}

function readLog({ sql }: Connection, log: Hex): LogState | undefined {
  const row = sql.head.get(fromHex(log, 32)) as (Head & { number: number }) | undefined;
  if (row === undefined) return undefined;
  const { number, ...head } = row;
  return { number, head };
}

function addLog({ sql }: Connection, log: Hex): LogState {
  const { number } = sql.addLog.get(fromHex(log, 32)) as { number: number };
  const head = emptyHead(log);
  sql.addHead.run(number, head.size, head.hash, head.acceptedAt);
  return { number, head };
}
