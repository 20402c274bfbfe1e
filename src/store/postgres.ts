/**
 * Layer 2 over PostgreSQL: many processes share a store, and one of them at a time writes a log. Needs the `pg`
 * package.
 */
import { fromHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKnownOptions } from "../base/options.ts";
import type { Archive } from "../log/archive.ts";
import { readThrough, type ReadingThrough } from "./archive/reading.ts";
import { assertStatements } from "../log/effects.ts";
import { assertInRow, type KnownAct, type NewestAct } from "../log/link.ts";
import type { Lease, LogStore, Statement } from "../log/store.ts";
import { within } from "../base/within.ts";
import { Calls } from "./calls.ts";
import { createActMemory, MOST_REMEMBERED, type ActMemory } from "./postgres/actMemory.ts";
import { warnOfServer } from "./postgres/advice.ts";
import { runStatements } from "./postgres/commit.ts";
import { checkConnections, type Connections, type PgClient } from "./postgres/connection.ts";
import { isDuplicateObject, retryConflicts, storeFailed } from "./postgres/errors.ts";
import { findNumber } from "./postgres/lease.ts";
import { releaseStoreLease, takeStoreLease } from "./postgres/leases.ts";
import { lookUpActs, lookUpLinkedActs } from "./postgres/lookups.ts";
import { createPlanNames, type PlanNames } from "./postgres/planNames.ts";
import { openPool, type PoolOptions } from "./postgres/pool.ts";
import { deleteArchived, insertBatches, insertLogs, insertSegment } from "./postgres/records.ts";
import { openTiles } from "./postgres/tiles.ts";
import { acquire, append, claim, openWriter, release, restore, type Writer } from "./postgres/writer.ts";
import { toKnownAct, toNewestAct } from "./sql/acts.ts";
import { tablesOf } from "./sql/archiveQueries.ts";
import { assertMigrated, migrate } from "./sql/migrations.ts";
import { readsOf, writesOf } from "./sql/records.ts";
import type { SqlInteger } from "./sql/values.ts";

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
  /** Refuses a database without this version's tables. By default they are made, or upgraded. */
  readonly mustExist?: boolean | undefined;
} & PoolOptions;

const OPTIONS = {
  leader: true,
  leaseSeconds: true,
  rememberedObjects: true,
  archive: true,
  mustExist: true,
  connectionString: true,
  maxConnections: true,
  queryTimeout: true,
  pool: true,
} satisfies Record<PostgresStoreOptions extends infer Each ? (Each extends unknown ? keyof Each : never) : never, true>;

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
 * @throws AnchorlogError `not_durable` if the server would lose commits, `not_utf8`, `newer_schema`, `store_failed`;
 *   `bad_option` if the database has a guard.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  assertKnownOptions("openPostgresStore", options, OPTIONS);
  const { leader, rememberedObjects = REMEMBERED, archive, mustExist = false } = options;
  const leaseMs = assertOptions(options);
  const { pool, end } = await openPool(options);
  const connections = checkConnections(pool);
  try {
    await assertNoGuard(connections);
    if (mustExist) await assertMigrated(connections.db, "postgres");
    else await retryConflicts(() => migrate(connections.db, "postgres"), isDuplicateObject);
    await warnOfServer(connections);
  } catch (error) {
    connections.leave();
    await end();
    throw storeFailed(error);
  }
  return createStore({
    leader,
    leaseMs,
    archive,
    connections,
    end,
    reading: readThrough(tablesOf(connections.db), archive),
    names: createPlanNames(),
    memory: createActMemory(rememberedObjects),
    writers: new Map(),
    check: async () => {},
  });
}

/** The guard does not open beside a store: tables that were made in its database would make it unusable. */
async function assertNoGuard(connections: Connections): Promise<void> {
  const { rows } = await connections.borrow((client) =>
    client.query("SELECT current_database() AS name WHERE to_regclass('anchorlog_guard') IS NOT NULL"),
  );
  if (rows.length === 0) return;
  throw new AnchorlogError(
    "bad_option",
    `the database ${rows[0].name} holds a guard, and a store is kept apart from it`,
    {
      fix: "give the store's own database: the addresses of store and guard may be interchanged",
    },
  );
}

/** Checks the options, and returns the milliseconds of a lease. @throws AnchorlogError `bad_option` */
function assertOptions({ leader, leaseSeconds = 10, rememberedObjects = REMEMBERED }: PostgresStoreOptions): number {
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
  return leaseMs;
}

/** The parts of an open store. */
type Parts = {
  readonly leader: string;
  readonly leaseMs: number;
  readonly archive: Archive | undefined;
  readonly connections: Connections;
  /** Ends the pool, if this store opened it. */
  readonly end: () => Promise<void>;
  /** Reads entries, including archived ones. */
  readonly reading: ReadingThrough;
  readonly names: PlanNames;
  readonly memory: ActMemory;
  /** The writers of all logs that this process has written. */
  readonly writers: Map<Hex, Writer>;
  /** The caller's check of a log that was taken: see `onTaken`. */
  check: (log: Hex) => Promise<void>;
};

function createStore(parts: Parts): PostgresStore {
  const calls = new Calls(storeFailed);
  return {
    shared: true,
    archive: parts.archive,
    ...calls.through(methodsOf(parts)),
    tiles: calls.through(openTiles(parts.connections)),
    onTaken: (check) => void (parts.check = check),
    close: () => calls.end((settled) => close(parts, settled)),
  };
}

type Methods = Omit<PostgresStore, "shared" | "archive" | "tiles" | "onTaken" | "close">;

function methodsOf(parts: Parts): Methods {
  const { connections, leader, leaseMs, reading } = parts;
  const { settle, entries, entriesAt, entryByNonce } = reading;
  return {
    ...readsOf(connections.db),
    ...writesOf((query) => connections.write(query)),
    append: async (log, call) => settle(log, call.drafts, await append(writerOf(parts, log), call)),
    restore: (log, restored) => restore(writerOf(parts, log), restored),
    run: (statements) => run(parts, statements),
    entries,
    entriesAt,
    entryByNonce,
    newestAct: (log, objectKey) => newestAct(parts, log, objectKey),
    actsBefore: (log, objectKeys, below) => actsBefore(parts, log, objectKeys, below),
    addLogs: (logs) => connections.write((db) => insertLogs(db, logs)),
    appendBatches: async (batches) => {
      assertInRow(batches);
      if (batches.length > 0) await connections.write((db) => insertBatches(db, batches));
    },
    appendSegment: (segment, segmentParts) => connections.write((db) => insertSegment(db, segment, segmentParts)),
    dropArchived: (log, below) => connections.write((db) => deleteArchived(db, log, below)),
    takeLease: (name, epoch) => takeStoreLease(connections, name, { leader, leaseMs }, epoch),
    releaseLease: (name, epoch) => releaseStoreLease(connections, name, epoch, leaseMs),
    claim: async (log) => {
      const lease = await claim(writerOf(parts, log));
      return { isHeld: lease.leader === leader, milliseconds: leaseMs, lease };
    },
    giveUp: () => giveUp(parts),
    flush: () => connections.flush(),
    acquire: (log) => acquire(writerOf(parts, log)),
    release: (log) => release(writerOf(parts, log)),
  };
}

function writerOf(parts: Parts, log: Hex): Writer {
  const { writers, reading } = parts;
  let writer = writers.get(log);
  if (writer === undefined) {
    const onTaken = () => parts.check(log);
    writers.set(log, (writer = openWriter({ ...parts, log, entries: reading.entries, onTaken })));
  }
  return writer;
}

/** Runs statements of the server's own, all or none. */
async function run({ connections, leaseMs }: Parts, statements: readonly Statement[]): Promise<number[]> {
  assertStatements(statements, "statements", false);
  if (statements.length === 0) return [];
  const rows = await retryConflicts(() =>
    connections.borrow((client) => runStatements({ connections, leaseMs }, client, statements)),
  );
  if (rows instanceof AnchorlogError) throw rows;
  return rows;
}

async function newestAct(parts: Parts, log: Hex, objectKey: Uint8Array): Promise<NewestAct | undefined> {
  const [row] = await ofLog(parts, log, (client, number) => lookUpActs(parts.names, client, number, [objectKey]));
  return row && toNewestAct(row);
}

async function actsBefore(
  parts: Parts,
  log: Hex,
  objectKeys: readonly Uint8Array[],
  below: number,
): Promise<(KnownAct | undefined)[]> {
  const rows = await ofLog(parts, log, (client, number) =>
    lookUpLinkedActs(parts.names, client, number, objectKeys, below),
  );
  return objectKeys.map((_, i) => rows[i] && toKnownAct(log, rows[i]));
}

/** Queries objects of a log. A log without a number in the database was never written, and has no objects. */
function ofLog<T>(
  { connections }: Parts,
  log: Hex,
  ask: (client: PgClient, number: SqlInteger) => Promise<T[]>,
): Promise<T[]> {
  return connections.borrow(async (client) => {
    const number = await findNumber(client, fromHex(log, 32));
    return number === undefined ? [] : ask(client, number);
  });
}

async function giveUp({ writers }: Parts): Promise<void> {
  const released = Promise.allSettled([...writers.values()].map((writer) => release(writer)));
  await within<unknown>(FAREWELL, released, undefined);
}

async function close(parts: Parts, settled: Promise<unknown>): Promise<void> {
  await within(PATIENCE, settled, undefined);
  // Best effort: a lease that is not released ends by itself.
  await giveUp(parts);
  parts.connections.leave();
  await parts.end();
}
