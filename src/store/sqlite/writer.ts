import { fromHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { digestTagOf, nonceKeyOfEntry } from "../../log/entry.ts";
import { statementError } from "../../log/effects.ts";
import { emptyHead, followHead } from "../../log/link.ts";
import { toNewestAct } from "../sql/acts.ts";
import type { NonceRow } from "../sql/schema.ts";
import type { Head, Statement, StoredEntry } from "../../log/store.ts";
import { prepareActs } from "./acts.ts";
import { appendDrafts, type Transaction } from "./append.ts";
import { openForWriting } from "./database.ts";
import { prepareEffects } from "./effects.ts";
import { commitApart, emptyAnswer, isViolation, jobsOf, TransactionEnded, type Answer, type Part } from "./apart.ts";
import { prepareRecords } from "./records.ts";
import { isOpen, savepoint } from "./savepoint.ts";
import { describeError, reasonOf, type ErrorText, type Group, type GroupAnswer } from "./group.ts";

/** The only connection that writes a store. */
export type Writer = {
  /**
   * Commits a group of calls in one transaction. It is durable on return.
   *
   * @throws AnchorlogError `outcome_unknown` if the commit failed; `store_failed` if nothing was written.
   */
  commit(group: Group): GroupAnswer;
  close(): void;
};

/** Opens the writer. Throws SQLite's error. */
export function openWriter(path: string): Writer {
  // Undefined after a failure, until the recovery succeeds.
  let connection: Connection | undefined = connectAndSettle(path);

  /** After a failure, trust neither this code's memory nor SQLite's: open a new connection. */
  const recover = () => {
    connection?.close();
    connection = undefined;
    connection = connectAndSettle(path);
  };

  const commit = (group: Group): GroupAnswer => {
    if (connection === undefined) attempt(recover, storeFailed);
    const { begin, run, end } = connection!;
    let answer: GroupAnswer;
    // For example, another connection may be writing to the file. Nothing was written yet.
    attempt(begin, storeFailed);
    try {
      answer = run(group);
    } catch (error) {
      if (error instanceof TransactionEnded) return surely(() => commitApart(connection!, group));
      attempt(recover, () => storeFailed(error));
      throw storeFailed(error);
    }
    return surely(() => endOrPart(end, group, answer));
  };
  const surely = (end: () => GroupAnswer): GroupAnswer => {
    try {
      return end();
    } catch (error) {
      attempt(recover, () => outcomeUnknown(error));
      throw outcomeUnknown(error);
    }
  };
  const endOrPart = (end: () => void, group: Group, answer: GroupAnswer): GroupAnswer => {
    try {
      end();
      return answer;
    } catch (error) {
      if (!isViolation(error)) throw error;
      return commitApart(connection!, group);
    }
  };

  const close = () => {
    try {
      // If the caller has other connections open, closing this one does not fold the write-ahead log into the file.
      connection?.fold();
    } catch {
      // The data is durable in the write-ahead log as well.
    }
    connection?.close();
  };
  return { commit, close };
}

type Connection = ReturnType<typeof connect>;

/** The writer's state of a log. */
type LogState = { readonly number: number; head: Head };

function connectAndSettle(path: string): Connection {
  const connection = connect(path);
  try {
    connection.settle();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function connect(path: string) {
  const db = openForWriting(path);
  const sql = {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    head: db.prepare(
      `SELECT log AS number, size, hash, accepted_at AS acceptedAt
       FROM anchorlog_logs JOIN anchorlog_heads USING (log) WHERE id = ?`,
    ),
    addLog: db.prepare(
      `INSERT INTO anchorlog_logs (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id
       RETURNING log AS number`,
    ),
    // SQLite stores no lease: the lock beside the file keeps other processes out.
    addHead: db.prepare(
      `INSERT INTO anchorlog_heads (log, size, hash, accepted_at, epoch, lease_until) VALUES (?, ?, ?, ?, 0, 0)`,
    ),
    moveHead: db.prepare("UPDATE anchorlog_heads SET size = ?, hash = ?, accepted_at = ? WHERE log = ?"),
    byNonce: db.prepare(
      `SELECT idx, digest, hash, bytes, action, verified_block_hash
       FROM anchorlog_nonces LEFT JOIN anchorlog_entries USING (log, idx) WHERE log = ? AND nonce_key = ?`,
    ),
    useNonce: db.prepare(
      `INSERT INTO anchorlog_nonces (log, nonce_key, idx, digest) VALUES (?, ?, ?, ?)
       ON CONFLICT (log, nonce_key) DO NOTHING`,
    ),
    insert: db.prepare(
      `INSERT INTO anchorlog_entries (log, idx, hash, bytes, action, verified_block_hash) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
  };
  const record = prepareRecords(db);
  const acts = prepareActs(db);
  /** The logs as of the current transaction, and those whose head it moved. */
  const logs = new Map<Hex, LogState>();
  const moved = new Set<LogState>();

  const readLog = (log: Hex): LogState | undefined => {
    const row = sql.head.get(fromHex(log, 32)) as (Head & { number: number }) | undefined;
    if (row === undefined) return undefined;
    const { number, ...head } = row;
    return { number, head };
  };
  const addLog = (log: Hex): LogState => {
    const { number } = sql.addLog.get(fromHex(log, 32)) as { number: number };
    const head = emptyHead(log);
    sql.addHead.run(number, head.size, head.hash, head.acceptedAt);
    return { number, head };
  };
  const stateOf = (log: Hex): LogState => {
    let state = logs.get(log);
    if (state === undefined) logs.set(log, (state = readLog(log) ?? addLog(log)));
    return state;
  };
  const transaction: Transaction = {
    head: (log) => stateOf(log).head,
    moveHead: (log, head) => {
      const state = stateOf(log);
      state.head = head;
      moved.add(state);
    },
    find: (log, nonceKey) => sql.byNonce.get(stateOf(log).number, nonceKey) as NonceRow | undefined,
    newestAct: (log, objectKey) => {
      const row = acts.newest(stateOf(log).number, objectKey);
      return row && toNewestAct(row);
    },
    insert: (log, index, nonceKey, bytes, hash, action, blockHash) => {
      const { number } = stateOf(log);
      const verifiedBlockHash = blockHash === undefined ? null : fromHex(blockHash);
      if (sql.useNonce.run(number, nonceKey, index, digestTagOf(bytes)).changes === 0) return false;
      sql.insert.run(number, index, hash, bytes, action, verifiedBlockHash);
      return true;
    },
    savepoint: (body) => savepoint(db, body, (refusal) => new TransactionEnded(refusal)),
    effects: prepareEffects(db),
  };

  const restore = (log: Hex, entries: readonly StoredEntry[]) => {
    const newestAct = (objectKey: Uint8Array) => transaction.newestAct(log, objectKey);
    const head = followHead(log, transaction.head(log), entries, newestAct);
    const undone = savepoint(db, () => {
      for (const { index, bytes, hash, action, verifiedBlockHash } of entries) {
        const key = nonceKeyOfEntry(bytes);
        const written = transaction.insert(log, index, key, bytes, hash, JSON.stringify(action), verifiedBlockHash);
        if (!written) return `entry ${index} uses a nonce again`;
      }
      return undefined;
    });
    if (undone !== undefined) throw new AnchorlogError("head_moved", `log ${log} cannot be restored: ${undone}`);
    transaction.moveHead(log, head);
  };

  const runAll = (statements: readonly Statement[]): readonly number[] => {
    let rows: readonly number[] = [];
    const failed = transaction.savepoint(() => {
      const result = transaction.effects(statements, undefined);
      if (result.status === "refused") return result;
      ({ rows } = result);
      return undefined;
    });
    if (failed !== undefined) throw statementError(failed);
    return rows;
  };

  const runJob = (group: Group, { job, number, first }: Part, answer: Answer) => {
    const error = refusalOf(() => {
      if (job.type === "run") return void answer.rows.set(number, runAll(job.statements));
      if (job.type === "restore") return restore(job.log, job.entries);
      if (job.type !== "append") return record(job);
      const size = appendDrafts(transaction, group, job, first, answer);
      if (size !== undefined) answer.takenBack.set(number, size);
    });
    if (error !== undefined) answer.errors.set(number, error);
  };
  const moveHeads = () => {
    for (const { number, head } of moved) sql.moveHead.run(head.size, head.hash, head.acceptedAt, number);
  };

  return {
    begin: () => {
      sql.begin.run();
      moved.clear();
    },
    /** Runs all jobs of a group. */
    run: (group: Group): GroupAnswer => {
      const answer = emptyAnswer(group);
      for (const part of jobsOf(group)) runJob(group, part, answer);
      moveHeads();
      return answer;
    },
    /** Runs one part of a group. */
    runPart: (group: Group, part: Part, answer: Answer) => {
      runJob(group, part, answer);
      moveHeads();
    },
    /** Rolls back uncommitted work. */
    undo: () => {
      if (isOpen(db)) db.exec("ROLLBACK");
      logs.clear();
    },
    size: (log: Hex) => readLog(log)?.head.size ?? 0,
    end: () => void sql.commit.run(),
    /**
     * Copies the write-ahead log into the database, with an fsync, and truncates the log. If an fsync failed, here or
     * in an earlier process, pages may be in the system's cache only, although the system reports them as written. So
     * they are written again before anything is appended.
     */
    settle: () => {
      const { busy } = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
      if (busy !== 0) throw new Error("the write-ahead log is in use, by a reader that keeps it from being settled");
    },
    fold: () => db.exec("PRAGMA wal_checkpoint(PASSIVE)"),
    close: () => db.close(),
  };
}

/** Runs a job. Returns the AnchorlogError that refuses this job only, not the rest of its group. */
function refusalOf(body: () => void): ErrorText | undefined {
  try {
    body();
    return undefined;
  } catch (error) {
    if (error instanceof AnchorlogError) return describeError(error);
    throw error;
  }
}

function attempt(body: () => void, failed: (error: unknown) => AnchorlogError): void {
  try {
    body();
  } catch (error) {
    throw failed(error);
  }
}

function storeFailed(error: unknown): AnchorlogError {
  if (error instanceof Error && error.cause instanceof AnchorlogError) return error.cause;
  return new AnchorlogError("store_failed", `nothing was written: ${reasonOf(error)}`, {
    fix: "repair the disk, then try again: the store recovers without a restart",
    cause: error,
  });
}

function outcomeUnknown(error: unknown): AnchorlogError {
  return new AnchorlogError("outcome_unknown", `the commit failed: ${reasonOf(error)}`, {
    fix: "try again with the same actions: those that were written after all are answered as retries",
    cause: error,
  });
}
