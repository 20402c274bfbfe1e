import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { SQLInputValue } from "node:sqlite";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Kysely } from "kysely";
import { AnchorlogError, withoutRemedy } from "../base/errors.ts";
import { abbreviate } from "../base/hex.ts";
import { assertKnownOptions, assertText } from "../base/options.ts";
import { segmentMoved, type Archive } from "../log/archive.ts";
import { assertStatements } from "../log/effects.ts";
import { assertInRow } from "../log/link.ts";
import type { LogStore } from "../log/store.ts";
import { lockFile, type FileLock } from "./lock.ts";
import { Calls } from "./calls.ts";
import { batchLogMoved } from "./sql/queries.ts";
import { readsOf, writesOf } from "./sql/records.ts";
import type { LogDatabase } from "./sql/schema.ts";
import { backUp } from "./sqlite/backup.ts";
import { createCheckpoints, entriesOf, type Checkpoints } from "./sqlite/checkpoints.ts";
import { statementDialect } from "./sqlite/dialect.ts";
import { append, createGroupCommit, write, type GroupCommit } from "./sqlite/groupCommit.ts";
import { migrateFile, openReader, type Reader } from "./sqlite/reader.ts";
import { batchesJob, dropJob, namesJob, segmentJob } from "./sqlite/records.ts";
import { RESERVE, watchReserve } from "./sqlite/reserve.ts";
import { startWriter, type WriterThread } from "./sqlite/thread.ts";

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
  assertKnownOptions("openSqliteStore", options, { reserve: true, archive: true } satisfies Record<
    keyof SqliteStoreOptions,
    true
  >);
  const { reserve = RESERVE, archive } = options;
  if (typeof path !== "string" || path === "") {
    throw new AnchorlogError("bad_option", `the store's path is not a file's: ${abbreviate(path)}`, {
      fix: 'give "anchorlog.sqlite", say, or ":memory:"',
    });
  }
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
  const lock = await inTrouble(path, () => lockFile(path, "store_locked"));
  try {
    await inTrouble(path, () => migrateFile(path));
    const writer = await inTrouble(path, () => startWriter({ path }));
    try {
      return createStore(openParts(path, writer, lock, archive), reserve);
    } catch (error) {
      await writer.close();
      throw error;
    }
  } catch (error) {
    lock.unlock();
    throw error;
  }
}

/** The parts of an open store. */
type Parts = {
  readonly path: string;
  readonly archive: Archive | undefined;
  readonly lock: FileLock;
  readonly writer: WriterThread;
  readonly checkpoints: Checkpoints;
  /** The calls that wait for the writer. */
  readonly queue: GroupCommit;
  readonly reader: Reader;
  /** Runs single statements in the writer. */
  readonly writing: LogDatabase;
};

function openParts(path: string, writer: WriterThread, lock: FileLock, archive: Archive | undefined): Parts {
  const checkpoints = createCheckpoints(path, () => writer.copyWal());
  const queue = createGroupCommit(async (group) => {
    assertHeld(path, lock);
    const entries = entriesOf(group);
    const answer = await writer.commit(group);
    checkpoints.committed(entries);
    return answer;
  });
  const dialect = statementDialect(async ({ sql, parameters }) => {
    const runs = [parameters as readonly SQLInputValue[]];
    return (await write(queue, { type: "records", statements: [{ sql, runs }] }))!;
  });
  const reader = openReader(path, archive);
  return { path, archive, lock, writer, checkpoints, queue, reader, writing: new Kysely({ dialect }) };
}

/** Without the lock's file, another process may write the store too. The check takes microseconds. */
function assertHeld(path: string, lock: FileLock): void {
  if (lock.isHeld()) return;
  throw new AnchorlogError("store_failed", `${path}-lock was deleted or replaced: nothing is written`, {
    fix: "stop all processes of this store, and start one",
  });
}

function createStore(parts: Parts, reserve: number): SqliteStore {
  const { path, archive, reader } = parts;
  const calls = new Calls();
  return {
    shared: false,
    file: path,
    archive,
    isFull: watchReserve(path, reserve, reader.freeBytes),
    ...calls.through(methodsOf(parts)),
    close: () => calls.end((settled) => close(parts, settled)),
  };
}

type Methods = Omit<SqliteStore, "shared" | "file" | "archive" | "isFull" | "close">;

function methodsOf({ path, queue, reader, writing }: Parts): Methods {
  const { db, settle, entries, entriesAt, entryByNonce, newestAct, actsBefore } = reader;
  return {
    ...readsOf(db),
    ...writesOf((query) => query(writing)),
    append: async (log, call) => settle(log, call.drafts, await append(queue, log, call)),
    restore: async (log, restored) => void (await write(queue, { type: "restore", log, entries: restored })),
    run: async (statements) => {
      assertStatements(statements, "statements", false);
      return [...(await write(queue, { type: "run", statements }))!] as number[];
    },
    entries,
    entriesAt,
    entryByNonce,
    newestAct,
    actsBefore,
    addLogs: async (logs) => void (await write(queue, namesJob(logs))),
    appendBatches: async (batches) => {
      assertInRow(batches);
      if (batches.length === 0 || (await write(queue, batchesJob(batches))) !== undefined) return;
      throw await batchLogMoved(db, batches[0]!.position);
    },
    appendSegment: async (segment, segmentParts) => {
      if ((await write(queue, segmentJob(segment, segmentParts))) !== undefined) return;
      throw segmentMoved((await reader.archived()).to, segment.from);
    },
    dropArchived: async (log, below) => void (await write(queue, dropJob(log, below))),
    // The file's lock keeps every other process out.
    takeLease: async () => ({ isHeld: true, milliseconds: Infinity, lease: undefined }),
    releaseLease: async () => {},
    backup: (target) => backUp({ path, target: resolve(target) }),
  };
}

async function close({ reader, checkpoints, writer, lock }: Parts, settled: Promise<unknown>): Promise<void> {
  await settled;
  // Close the reader first: only the last connection folds the write-ahead log into the file, and a read-only one
  // cannot.
  reader.close();
  await checkpoints.close();
  await writer.close();
  lock.unlock();
}

/**
 * Copies a store's file like its `backup`, even while another process has the store open.
 *
 * @example
 * await backUpSqliteStore("anchorlog.sqlite", `backups/${new Date().toISOString()}.sqlite`)
 *
 * @throws AnchorlogError `backup_failed` if there is no such store, or the copy cannot be written.
 */
export async function backUpSqliteStore(path: string, target: string): Promise<void> {
  for (const file of [path, target]) assertText("a file of backUpSqliteStore", file, "give both paths");
  await backUp({ path, target: resolve(target) });
}

/** Adds the store's path and the remedy to an error of the disk. */
async function inTrouble<T>(path: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AnchorlogError && error.code !== "unwritable" && error.code !== "store_failed") throw error;
    throw new AnchorlogError("store_failed", `${path} cannot be opened: ${withoutRemedy(error)}`, {
      fix:
        `check that its directory exists and its disk has space, that this user can write to the directory and to all ` +
        `files whose names begin with ${basename(path)}, and that the file is a database`,
      cause: error,
    });
  }
}
