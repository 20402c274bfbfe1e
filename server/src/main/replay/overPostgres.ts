/** Accesses the log and its tables in one PostgreSQL transaction: a snapshot for an audit, or a rebuild. */
import { randomUUID } from "node:crypto";
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { archiveOf } from "anchorlog/daemon/config";
import type { OperationsStore } from "anchorlog/log";
import { openPostgresStore, type PgPool } from "anchorlog/store/postgres";
import { openConnection } from "../../foundation/db/postgres.ts";
import type { Database, Reach } from "../../foundation/db/database.ts";
import { migrateAll } from "../../foundation/db/migrateAll.ts";
import type { Tables } from "../../foundation/db/tables.ts";
import { ServerError } from "../../foundation/errors.ts";
import { clear } from "../../indexer/follow.ts";
import type { Configured } from "../../log/operator.ts";
import { addressOf, openTables } from "../../log/stores.ts";
import type { Config } from "../../foundation/config.ts";
import { CHUNK, chunksOf, type Stand, type Target } from "./stand.ts";
import { DERIVED_TABLES, orderOf, type Row } from "./tables.ts";

type SnapshotSource = { readonly config: Config; readonly configured: Configured };

/** Opens a snapshot of the current state. The server may write meanwhile. */
export async function openSnapshot({ configured }: SnapshotSource): Promise<Stand> {
  const opened = await openTransaction(configured, "begin isolation level repeatable read read only");
  return { ...opened, rows: (table) => read(opened.database.across.tables, table) };
}

/**
 * Opens the tables for a rebuild. No other process can change them, and the rebuild is rolled back if it fails.
 *
 * @throws ServerError `server_runs` if a process holds the operator's lease.
 */
export async function openExclusively({ config, configured }: SnapshotSource): Promise<Target> {
  // A unique name: under the server's own name, it would take over the lease of a running server.
  const leader = `rebuild ${randomUUID()}`;
  const store = await openPostgresStore({ connectionString: await addressOf(configured), leader });
  try {
    const epoch = await leadAlone(store);
    const before = await openTables(configured, config);
    try {
      await migrateAll(before, (statements) => store.run(statements));
    } finally {
      await before.close();
    }
    await store.releaseLease("operator", epoch);
  } finally {
    await store.close();
  }
  const locks = DERIVED_TABLES.map((name) => `lock table ${name} in exclusive mode`);
  const opened = await openTransaction(configured, "begin isolation level repeatable read", ...locks);
  const { tables } = opened.database.across;
  return {
    ...opened,
    isUnfinished: false,
    refill: async (rows) => {
      for (const table of DERIVED_TABLES) {
        await tables.deleteFrom(table).execute();
        for await (const some of chunksOf(rows(table)))
          await tables
            .insertInto(table)
            .values(some as never)
            .execute();
      }
      await clear(opened.database);
      await tables.executeQuery(CompiledQuery.raw("commit"));
    },
  };
}

/**
 * Takes the operator's lease, so that no server process can write. @returns the lease's epoch.
 *
 * @param store opened under a unique name.
 * @throws ServerError `server_runs`
 */
export async function leadAlone(store: Pick<OperationsStore, "takeLease">): Promise<number> {
  const { isHeld, lease } = await store.takeLease("operator", undefined);
  if (isHeld) return lease!.epoch;
  throw new ServerError("server_runs", `the process ${lease!.leader} is running on this database`, {
    fix: "end all processes. If one was killed, wait until its lease has expired",
  });
}

/** Opens a store and tables over one connection, within a transaction. */
async function openTransaction(configured: Configured, ...statements: readonly string[]): Promise<Omit<Stand, "rows">> {
  const place = await addressOf(configured);
  const connection = await openConnection(place);
  try {
    for (const text of statements) await connection.client.query(text);
    const pool = {
      connect: async () => connection.client,
      end: async () => {},
      on: () => {},
      off: () => {},
      options: {},
    };
    const dialect = new PostgresDialect({ pool: pool as never });
    const db = new Kysely<never>({ dialect });
    const reach = { tables: db, accounts: db, index: db } as unknown as Reach;
    const database: Database = {
      engine: "postgres",
      place,
      of: () => reach,
      across: reach,
      builder: reach.tables,
      close: async () => {},
    };
    const archive = archiveOf(configured.operator);
    const store = await openPostgresStore({ pool: pool as unknown as PgPool, leader: "replay", archive });
    return { store, database, close: () => connection.end() };
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Reads a table through a cursor, ordered by the bytes of its keys regardless of the database's collation. */
async function* read(db: Kysely<Tables>, table: Parameters<Stand["rows"]>[0]): AsyncGenerator<Row, undefined> {
  const cursor = sql.id(`of_${table}`);
  const order = sql.join(
    orderOf(table).map(({ name, isText }) => (isText ? sql`${sql.ref(name)} collate "C"` : sql.ref(name))),
  );
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)} order by ${order}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(CHUNK)} from ${cursor}`.execute(db);
    yield* rows;
    if (rows.length < CHUNK) break;
  }
  await sql`close ${cursor}`.execute(db);
  return undefined;
}
