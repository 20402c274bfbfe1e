/**
 * Layer 2 over PostgreSQL: many processes share a store, and one of them at a time writes a log. Needs the `pg`
 * package.
 */
import { fromHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Archive } from "../log/archive.ts";
import { readThrough } from "./archive/reading.ts";
import { assertStatements } from "../log/effects.ts";
import { assertInRow } from "../log/link.ts";
import { runStatements } from "./postgres/commit.ts";
import { insertBatches } from "./postgres/batches.ts";
import { warnOfServer } from "./postgres/advice.ts";
import { checkConnections, type PgClient } from "./postgres/connection.ts";
import { isDuplicateObject, retryConflicts, storeClosed, storeFailed } from "./postgres/errors.ts";
import { createActMemory, MOST_REMEMBERED } from "./postgres/actMemory.ts";
import { findNumber } from "./postgres/lease.ts";
import { lookUpActs, lookUpLinkedActs } from "./postgres/lookups.ts";
import { createPlanNames } from "./postgres/planNames.ts";
import { openTiles } from "./postgres/tiles.ts";
import { releaseStoreLease, takeStoreLease } from "./postgres/leases.ts";
import { openPool, type PoolOptions } from "./postgres/pool.ts";
import { openWriter, type Writer } from "./postgres/writer.ts";
import {
  deleteArchived,
  insertSegment,
  markDropped,
  readArchived,
  readSegments,
  tablesOf,
} from "./sql/archiveQueries.ts";
import { toKnownAct, toNewestAct } from "./sql/acts.ts";
import { migrate } from "./sql/migrations.ts";
import {
  countLogs,
  hasEntries,
  insertLogs,
  readAllLogNames,
  readHeads,
  readLogNames,
  readUnbatched,
} from "./sql/logQueries.ts";
import {
  insertCheckpoint,
  readBatches,
  readCheckpoints,
  readHead,
  readNewestBatches,
  readPendingTransaction,
  swapPendingTransaction,
  readNodes,
  writeNodes,
} from "./sql/queries.ts";
import type { SqlInteger } from "./sql/schema.ts";
import { readFurthestCheckpoint, readNewestCheckpoints, readSeen, writeSeen } from "./sql/seen.ts";
import { readRecentTimestamps, readTimestamps, upsertTimestamp } from "./sql/timestamps.ts";
import type { Lease, LogStore } from "../log/store.ts";
import { within } from "../base/within.ts";

export type { Lease } from "../log/store.ts";
export type { PgPool } from "./postgres/connection.ts";
export type { PoolOptions } from "./postgres/pool.ts";

/** A store that several processes share. */
export type PostgresStore = LogStore & {
  /**
   * Takes the log's lease, or prolongs it. Appending does so by itself.
   *
   * @throws AnchorlogError `not_the_writer` if another process has it; `details` are its {@link Lease}.
   */
  acquire(log: Hex): Promise<Lease>;
  /** Releases the lease of a log, so that another process can take it at once. */
  release(log: Hex): Promise<void>;
};

export type PostgresStoreOptions = {
  /** This process's name, under which others find it when it leads. Best a URL to which they can forward requests. */
  readonly leader: string;
  /** Seconds that a lease lasts after this process's last write; 10 by default, 600 at most. */
  readonly leaseSeconds?: number | undefined;
  /**
   * Number of objects whose newest acts this process remembers in the logs that it leads, to save a query. It remembers
   * between this many and twice as many. 32,768 by default, at most 12 MB for all logs together; 0 for none.
   */
  readonly rememberedObjects?: number | undefined;
  /**
   * Archive of older entries: `archiveFolder`. Give the same one to all processes. Once it holds entries, it is always
   * needed.
   */
  readonly archive?: Archive | undefined;
} & PoolOptions;

/** Milliseconds: longer than a healthy process is ever silent. */
const LONGEST_LEASE = 600_000;
const REMEMBERED = 32_768;
/** Milliseconds that `close` waits for calls under way, and for leases to be released. */
const PATIENCE = 5_000;
const FAREWELL = 2_000;

/**
 * Opens a store in a PostgreSQL database, and migrates its tables. An entry is acknowledged once its commit is on disk,
 * on the server and on every synchronous standby. Fail over to a synchronous standby only.
 *
 * A log is written under a lease. The first append takes it, each append prolongs it, and `close` releases it. If the
 * leader goes silent, another process takes the lease after its end. The database then refuses the old leader's late
 * writes: the lease's clock decides which process may try to write, never which one may commit. The caller's statements
 * commit with its entries at READ COMMITTED. While they run, the setting `anchorlog.log` is the log's identifier in
 * hex, or `*` for `run`, so that row-level security policies can use it.
 *
 * @throws AnchorlogError `not_durable` if the server would lose commits, `not_utf8`, `newer_schema`, `store_failed`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { leader, leaseSeconds = 10, rememberedObjects = REMEMBERED, archive } = options;
  if (leader === "") throw new AnchorlogError("bad_option", "a store's leader is empty: others find it by that name");
  const leaseMs = Math.ceil(leaseSeconds * 1000);
  if (!(leaseMs > 0 && leaseMs <= LONGEST_LEASE)) {
    throw new AnchorlogError("bad_option", `a lease is of up to 600 seconds, not of ${leaseSeconds}`, {
      fix: "give less: until it ends, no process writes the logs of a process that is gone",
    });
  }
  if (!(Number.isSafeInteger(rememberedObjects) && rememberedObjects >= 0 && rememberedObjects <= MOST_REMEMBERED)) {
    throw new AnchorlogError("bad_option", `rememberedObjects is ${rememberedObjects}`, {
      fix: `give a whole number of objects up to ${MOST_REMEMBERED}, or 0 to keep none`,
    });
  }
  const { pool, end } = await openPool(options);
  const connections = checkConnections(pool);
  try {
    await retryConflicts(() => migrate(connections.db, "postgres"), isDuplicateObject);
    await warnOfServer(connections);
  } catch (error) {
    connections.leave();
    await end();
    throw storeFailed(error);
  }

  const { db } = connections;
  const { settle, entries, entriesAt, entryByNonce } = readThrough(tablesOf(db), archive);
  const tiles = openTiles(connections);
  const names = createPlanNames();
  const memory = createActMemory(rememberedObjects);
  let check = async (_log: Hex): Promise<void> => {};
  const writers = new Map<Hex, Writer>();
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const writerOf = (log: Hex): Writer => {
    const known = writers.get(log);
    if (known !== undefined) return known;
    const onTaken = () => check(log);
    const writer = openWriter({ connections, names, memory, log, leader, leaseMs, entries, onTaken });
    writers.set(log, writer);
    return writer;
  };
  /** Queries objects of a log. A log without a number in the database was never written, and has no objects. */
  const ofLog = <T>(log: Hex, ask: (client: PgClient, number: SqlInteger) => Promise<T[]>): Promise<T[]> =>
    connections.borrow(async (client) => {
      const number = await findNumber(client, fromHex(log, 32));
      return number === undefined ? [] : ask(client, number);
    });
  /** Runs a task unless the store is closed; `close` waits for it. */
  const whileOpen = async <T>(task: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw storeClosed();
    const running = task().catch((error: unknown) => {
      throw storeFailed(error);
    });
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  };
  const giveUp = () => within(FAREWELL, settled([...writers.values()].map((writer) => writer.release())), undefined);
  const close = async (): Promise<void> => {
    await within(PATIENCE, settled([...underWay]), undefined);
    // Best effort: a lease that is not released ends by itself.
    await giveUp();
    connections.leave();
    await end();
  };

  return {
    shared: true,
    archive,
    addLogs: (logs) => whileOpen(() => connections.write((db) => insertLogs(db, logs))),
    logNames: (logs) => whileOpen(() => readLogNames(db, logs)),
    allLogNames: () => whileOpen(() => readAllLogNames(db)),
    countLogs: () => whileOpen(() => countLogs(db)),
    head: (log) => whileOpen(() => readHead(db, log)),
    heads: (logs) => whileOpen(() => readHeads(db, logs)),
    hasEntries: () => whileOpen(() => hasEntries(db)),
    append: (log, call) => whileOpen(async () => settle(log, call.drafts, await writerOf(log).append(call))),
    restore: (log, entries) => whileOpen(() => writerOf(log).restore(entries)),
    run: (statements) =>
      whileOpen(async () => {
        assertStatements(statements, "statements", false);
        if (statements.length === 0) return [];
        const context = { connections, leaseMs };
        const run = () => connections.borrow((client) => runStatements(context, client, statements));
        const rows = await retryConflicts(run);
        if (rows instanceof AnchorlogError) throw rows;
        return rows;
      }),
    entries: (log, from, to) => whileOpen(() => entries(log, from, to)),
    entriesAt: (places, patience) => whileOpen(() => entriesAt(places, patience)),
    entryByNonce: (log, actor, nonce) => whileOpen(() => entryByNonce(log, actor, nonce)),
    newestAct: (log, objectKey) =>
      whileOpen(async () => {
        const [row] = await ofLog(log, (client, number) => lookUpActs(names, client, number, [objectKey]));
        return row && toNewestAct(row);
      }),
    actsBefore: (log, objectKeys, below) =>
      whileOpen(async () => {
        const ask = (client: PgClient, number: SqlInteger) =>
          lookUpLinkedActs(names, client, number, objectKeys, below);
        const rows = await ofLog(log, ask);
        return objectKeys.map((_, i) => rows[i] && toKnownAct(log, rows[i]));
      }),
    batches: (from, to) => whileOpen(() => readBatches(db, from, to)),
    newestBatches: (log, limit, below) => whileOpen(() => readNewestBatches(db, log, limit, below)),
    appendBatches: (batches) =>
      whileOpen(async () => {
        assertInRow(batches);
        if (batches.length > 0) await connections.write((db) => insertBatches(db, batches));
      }),
    unbatched: () => whileOpen(() => readUnbatched(db)),
    nodes: (position) => whileOpen(() => readNodes(db, position)),
    keepNodes: (position, nodes) => whileOpen(() => connections.write((db) => writeNodes(db, position, nodes))),
    archived: () => whileOpen(() => readArchived(db)),
    segments: (from, to) => whileOpen(() => readSegments(db, from, to)),
    appendSegment: (segment, parts) => whileOpen(() => connections.write((db) => insertSegment(db, segment, parts))),
    dropArchived: (log, below) => whileOpen(() => connections.write((db) => deleteArchived(db, log, below))),
    endSegment: (from) => whileOpen(() => connections.write((db) => markDropped(db, from))),
    checkpoints: (above) => whileOpen(() => readCheckpoints(db, above)),
    newestCheckpoints: (limit, below) => whileOpen(() => readNewestCheckpoints(db, limit, below)),
    appendCheckpoint: (checkpoint) => whileOpen(() => connections.write((db) => insertCheckpoint(db, checkpoint))),
    furthestCheckpoint: (position) => whileOpen(() => readFurthestCheckpoint(db, position)),
    seenCheckpoints: () => whileOpen(() => readSeen(db)),
    keepSeen: (seen) => whileOpen(() => connections.write((db) => writeSeen(db, seen))),
    takeLease: (name, epoch) => whileOpen(() => takeStoreLease(connections, name, { leader, leaseMs }, epoch)),
    releaseLease: (name, epoch) => whileOpen(() => releaseStoreLease(connections, name, epoch, leaseMs)),
    claim: (log) =>
      whileOpen(async () => {
        const lease = await writerOf(log).claim();
        return { isHeld: lease.leader === leader, milliseconds: leaseMs, lease };
      }),
    tiles: {
      get: (path, maxBytes) => whileOpen(() => tiles.get(path, maxBytes)),
      put: (path, bytes, how) => whileOpen(() => tiles.put(path, bytes, how)),
    },
    giveUp: () => whileOpen(giveUp),
    onTaken: (given) => void (check = given),
    flush: () => whileOpen(() => connections.flush()),
    pendingTransaction: (of) => whileOpen(() => readPendingTransaction(db, of)),
    replacePendingTransaction: (of, next, before) =>
      whileOpen(() => connections.write((db) => swapPendingTransaction(db, of, next, before))),
    timestamps: () => whileOpen(() => readTimestamps(db)),
    recentTimestamps: (chainId) => whileOpen(() => readRecentTimestamps(db, chainId)),
    keepTimestamp: (timestamp) => whileOpen(() => connections.write((db) => upsertTimestamp(db, timestamp))),
    acquire: (log) => whileOpen(() => writerOf(log).acquire()),
    release: (log) => whileOpen(() => writerOf(log).release()),
    close: () => (closing ??= close()),
  };
}

async function settled(tasks: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(tasks);
}
