import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AnchorlogError } from "../base/errors.ts";
import type { Archive } from "../log/archive.ts";
import { reasonOf } from "./sqlite/group.ts";
import { backUp } from "./sqlite/backup.ts";
import { createCheckpoints, entriesOf } from "./sqlite/checkpoints.ts";
import { createGroupCommit } from "./sqlite/groupCommit.ts";
import { assertStatements } from "../log/effects.ts";
import { assertInRow } from "../log/link.ts";
import { lockFile } from "./lock.ts";
import { migrateFile, openReader } from "./sqlite/reader.ts";
import { RESERVE, watchReserve } from "./sqlite/reserve.ts";
import { startWriter } from "./sqlite/thread.ts";
import { batchedBy } from "./sql/schema.ts";
import type { LogStore } from "../log/store.ts";

/** A store in one SQLite file. */
export type SqliteStore = LogStore & {
  /**
   * Copies the store to another file while it is in use, as it was at one commit after the call. The file gets its name
   * once it is complete and durable. It opens as a store.
   *
   * @throws AnchorlogError `backup_failed` if the file exists already, or cannot be written.
   */
  backup(path: string): Promise<void>;
};

/** Options of `openSqliteStore`. */
export type SqliteStoreOptions = {
  /**
   * Bytes of disk space reserved for the batches and checkpoints of accepted entries. If less is free, an anchorlog
   * refuses new actions with `store_full`. 64 MiB by default; 0 for none.
   */
  readonly reserve?: number | undefined;
  /** Archive of older entries: `archiveFolder`. Once it holds entries, it is always needed. */
  readonly archive?: Archive | undefined;
};

/**
 * Opens a store in one SQLite file: write-ahead log, an fsync at every commit (`synchronous=FULL`). A writer thread
 * commits all waiting calls with one fsync. A second thread copies the write-ahead log into the file. Reads run in the
 * caller's thread, on their own connection, beside the writer. Only one process can open a store at a time: the lock is
 * `path-lock` beside it.
 *
 * The caller's own tables may be in the same file: statements that commit with an entry run there.
 *
 * @param path the file; its directory must exist. `:memory:` is a file in a temporary folder, which `close` deletes.
 * @throws AnchorlogError `store_locked` if it is open elsewhere; `newer_schema` if a newer version wrote it;
 *   `store_failed` if it cannot be opened.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  const { reserve = RESERVE, archive } = options;
  if (!(Number.isSafeInteger(reserve) && reserve >= 0)) {
    throw new AnchorlogError("bad_option", `the reserve is ${reserve}`, {
      fix: "give a number of bytes, or 0 for none",
    });
  }
  if (path !== ":memory:") return openFile(path, reserve, archive);
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const store = await openFile(join(folder, "store.sqlite"), reserve, archive);
    const close = async () => {
      await store.close();
      await remove();
    };
    return { ...store, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openFile(name: string, reserve: number, archive: Archive | undefined): Promise<SqliteStore> {
  // Resolve links, so that each file has one lock.
  const path = existsSync(name) ? realpathSync(name) : resolve(name);
  const unlock = await inTrouble(path, () => lockFile(path, "store_locked"));
  try {
    await inTrouble(path, () => migrateFile(path));
    const writer = await startWriter({ path });
    try {
      const reader = openReader(path, archive);
      return createStore({
        path,
        writer,
        reader,
        isFull: watchReserve(path, reserve, reader.freeBytes),
        unlock,
        archive,
      });
    } catch (error) {
      await writer.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

function createStore(parts: {
  readonly path: string;
  readonly writer: Awaited<ReturnType<typeof startWriter>>;
  readonly reader: ReturnType<typeof openReader>;
  readonly isFull: () => boolean;
  readonly unlock: () => void;
  readonly archive: Archive | undefined;
}): SqliteStore {
  const { path, writer, reader, isFull, unlock, archive } = parts;
  const checkpoints = createCheckpoints(path);
  const { append, write, idle } = createGroupCommit(async (group) => {
    const entries = entriesOf(group);
    const answer = await writer.commit(group);
    checkpoints.committed(entries);
    return answer;
  });
  let closing: Promise<void> | undefined;
  const whileOpen =
    <A extends unknown[], T>(method: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (closing !== undefined) throw new AnchorlogError("store_closed", `the store ${path} was closed`);
      return method(...args);
    };
  const reads = new Set<Promise<unknown>>();
  const reading = <A extends unknown[], T>(method: (...args: A) => Promise<T>) =>
    whileOpen(async (...args: A): Promise<T> => {
      const read = method(...args);
      reads.add(read);
      try {
        return await read;
      } finally {
        reads.delete(read);
      }
    });
  const close = async () => {
    await idle();
    await Promise.allSettled(reads);
    // Close the reader first: only the last connection folds the write-ahead log into the file, and a read-only one
    // cannot.
    reader.close();
    await checkpoints.close();
    await writer.close();
    unlock();
  };
  return {
    shared: false,
    addLogs: whileOpen(async (logs) => void (await write({ type: "logs", logs }))),
    logNames: reading(reader.logNames),
    allLogNames: reading(reader.allLogNames),
    countLogs: reading(reader.countLogs),
    file: path,
    archive,
    isFull,
    head: reading(reader.head),
    heads: reading(reader.heads),
    hasEntries: reading(reader.hasEntries),
    append: whileOpen(async (log, call) => {
      const results = await append(log, call);
      return reader.settle(log, call.drafts, results);
    }),
    restore: whileOpen(async (log, entries) => void (await write({ type: "restore", log, entries }))),
    run: whileOpen(async (statements) => {
      assertStatements(statements, "statements", false);
      return [...(await write({ type: "run", statements }))];
    }),
    entries: reading(reader.entries),
    entriesAt: reading(reader.entriesAt),
    entryByNonce: reading(reader.entryByNonce),
    newestAct: reading(reader.newestAct),
    actsBefore: reading(reader.actsBefore),
    batches: reading(reader.batches),
    newestBatches: reading(reader.newestBatches),
    appendBatches: whileOpen(async (batches) => {
      assertInRow(batches);
      await write({
        type: "batches",
        batches: batches.map((batch) => ({ ...batch, batched: batchedBy(batch.header) })),
      });
    }),
    unbatched: reading(reader.unbatched),
    nodes: reading(reader.nodes),
    keepNodes: whileOpen(async (position, nodes) => void (await write({ type: "nodes", position, nodes }))),
    archived: reading(reader.archived),
    segments: reading(reader.segments),
    appendSegment: whileOpen(async (segment, parts) => void (await write({ type: "segment", segment, parts }))),
    dropArchived: whileOpen(async (log, below) => void (await write({ type: "drop", log, below }))),
    endSegment: whileOpen(async (from) => void (await write({ type: "dropped", from }))),
    checkpoints: reading(reader.checkpoints),
    newestCheckpoints: reading(reader.newestCheckpoints),
    appendCheckpoint: whileOpen(async (checkpoint) => void (await write({ type: "checkpoint", checkpoint }))),
    furthestCheckpoint: reading(reader.furthestCheckpoint),
    seenCheckpoints: reading(reader.seenCheckpoints),
    keepSeen: whileOpen(async (seen) => void (await write({ type: "seen", seen }))),
    // The file's lock keeps every other process out.
    takeLease: whileOpen(async () => ({ isHeld: true, milliseconds: Infinity, lease: undefined })),
    releaseLease: whileOpen(async () => {}),
    pendingTransaction: reading(reader.pendingTransaction),
    replacePendingTransaction: whileOpen(async (of, next, before) => {
      try {
        await write({ type: "transaction", of, next, before });
        return true;
      } catch (error) {
        if (error instanceof AnchorlogError && error.code === "pending_moved") return false;
        throw error;
      }
    }),
    timestamps: reading(reader.timestamps),
    recentTimestamps: reading(reader.recentTimestamps),
    keepTimestamp: whileOpen(async (timestamp) => void (await write({ type: "timestamp", timestamp }))),
    backup: whileOpen((target) => backUp({ path, target: resolve(target) })),
    close: () => (closing ??= close()),
  };
}

/**
 * Copies a store's file like its `backup`, even while another process has the store open.
 *
 * @throws AnchorlogError `backup_failed` if there is no such store, or the copy cannot be written.
 */
export async function backUpSqliteStore(path: string, target: string): Promise<void> {
  await backUp({ path, target: resolve(target) });
}

/** Adds the store's path to an error from opening it. */
async function inTrouble<T>(path: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AnchorlogError) throw error;
    throw new AnchorlogError("store_failed", `${path} cannot be opened: ${reasonOf(error)}`, {
      fix: "check that its directory exists and is writable, and that the file is a database",
      cause: error,
    });
  }
}
