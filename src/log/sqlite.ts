import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AnchorlogError } from "../errors.ts";
import type { Archive } from "./archive/archive.ts";
import { reasonOf } from "./sqlite/group.ts";
import { backUp } from "./sqlite/backup.ts";
import { createCheckpoints, entriesOf } from "./sqlite/checkpoints.ts";
import { createGroupCommit } from "./sqlite/groupCommit.ts";
import { assertStatements } from "./effects.ts";
import { assertInRow } from "./link.ts";
import { lockFile } from "./lock.ts";
import { migrateFile, openReader } from "./sqlite/reader.ts";
import { RESERVE, watchReserve } from "./sqlite/reserve.ts";
import { startWriter } from "./sqlite/thread.ts";
import { batchedBy } from "./sql/schema.ts";
import type { LogStore } from "./store.ts";

/** A store in one SQLite file. */
export type SqliteStore = LogStore & {
  /**
   * Copies the store to another file while it is in use: all of it, as it was at one commit after the call. The
   * file appears under its name once it is whole and durable, and opens as a store.
   *
   * @throws AnchorlogError `backup_failed` where there is such a file already, or it cannot be written.
   */
  backup(path: string): Promise<void>;
};

/** How a store in a file is opened. */
export type SqliteStoreOptions = {
  /**
   * Bytes of the disk that are kept for what was promised already, for its batches and checkpoints: while less is free,
   * an anchorlog answers new actions with `store_full`. 64 MiB by default; 0 for none.
   */
  readonly reserve?: number | undefined;
  /** Where older entries are, or go: `archiveFolder`. Needed for good once anything is there. */
  readonly archive?: Archive | undefined;
};

/**
 * Opens a store in one SQLite file: write-ahead log, an fsync at every commit (`synchronous=FULL`). A thread of its
 * own commits the calls, all that wait with one fsync; another one copies what they wrote into the file; reading happens in the caller's, on a connection of its own,
 * beside the writer. One process opens a store at a time: `path-lock` beside it is the lock.
 *
 * The caller's own tables may be in the same file: the statements that commit with an entry are run there.
 *
 * @param path the file; its directory must exist. `:memory:` is a file in a folder for temporary ones, which `close`
 * deletes.
 * @throws AnchorlogError `store_locked` where it is open elsewhere; `newer_schema` where a newer version wrote it;
 * `store_failed` where it cannot be opened.
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
  // By whatever links it is reached, it has one lock.
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
    // The last connection folds the write-ahead log into the file, and one that only reads cannot.
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
 * Copies a store's file like its `backup`, also where another process has the store open.
 *
 * @throws AnchorlogError `backup_failed` where there is no such store, or it cannot be written.
 */
export async function backUpSqliteStore(path: string, target: string): Promise<void> {
  await backUp({ path, target: resolve(target) });
}

/** Says of a store that cannot be opened which one it is. */
async function inTrouble<T>(path: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AnchorlogError) throw error;
    throw new AnchorlogError("store_failed", `${path} cannot be opened: ${reasonOf(error)}`, {
      fix: "see that its directory exists and may be written, and that it is a database",
      cause: error,
    });
  }
}
