import { sql, type Kysely, type RawBuilder } from "kysely";
import { AnchorlogError } from "../../base/errors.ts";
import { ENTRY_BYTES } from "../../log/entry.ts";
import { CREATE_ACTS } from "./acts.ts";
import { toSafeInteger, type LogDatabase, type SqlInteger } from "./schema.ts";

export type Dialect = "postgres" | "sqlite";

/** A dialect's words in CREATE TABLE. */
type Words = {
  readonly dialect: Dialect;
  readonly bytes: RawBuilder<unknown>;
  readonly integer: RawBuilder<unknown>;
  /** Type of an auto-incremented primary key. */
  readonly serial: RawBuilder<unknown>;
  /** The end of CREATE TABLE. */
  readonly end: RawBuilder<unknown>;
  /** The same for a table that is stored within the index of its primary key, if the dialect has such tables. */
  readonly endIndex: RawBuilder<unknown>;
};

const WORDS: Record<Dialect, Words> = {
  postgres: {
    dialect: "postgres",
    bytes: sql`bytea`,
    integer: sql`bigint`,
    serial: sql`bigserial`,
    end: sql``,
    endIndex: sql``,
  },
  sqlite: {
    dialect: "sqlite",
    bytes: sql`blob`,
    integer: sql`integer`,
    serial: sql`integer`,
    end: sql`strict`,
    endIndex: sql`strict, without rowid`,
  },
};

type Migration = (db: Kysely<unknown>, words: Words) => Promise<void>;

/** The migration at index i upgrades a database from version i to i + 1. Only add migrations; never change one. */
const MIGRATIONS: readonly Migration[] = [createTables];

/** The version that this code reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

type VersionTable = { anchorlog_schema: { id: number; version: SqlInteger } };

/**
 * Upgrades a database to the newest version, in one transaction. If several processes start at once, one of them
 * migrates. The others wait for its row lock, or fail with a conflict that can be retried.
 *
 * @throws AnchorlogError `newer_schema` if the database has a version that this code does not know.
 */
export async function migrate(db: LogDatabase, dialect: Dialect): Promise<void> {
  const versions = db as unknown as Kysely<VersionTable>;
  if ((await readVersion(versions, dialect)) === SCHEMA_VERSION) return;
  await versions.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable("anchorlog_schema")
      .ifNotExists()
      .addColumn("id", "integer", (column) => column.primaryKey().notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await transaction
      .insertInto("anchorlog_schema")
      .values({ id: 1, version: 0 })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    // The row is the lock: an update without a change holds it until the end, in both dialects.
    const { version } = await transaction
      .updateTable("anchorlog_schema")
      .set((row) => ({ version: row.ref("version") }))
      .where("id", "=", 1)
      .returning("version")
      .executeTakeFirstOrThrow();
    const from = toSafeInteger(version);
    refuseNewer(from);
    for (const migration of MIGRATIONS.slice(from)) {
      await migration(transaction as unknown as Kysely<unknown>, WORDS[dialect]);
    }
    await transaction.updateTable("anchorlog_schema").set({ version: SCHEMA_VERSION }).where("id", "=", 1).execute();
  });
}

/** The database's version; 0 for an empty one. Read first, since the account may not be allowed to create tables. */
async function readVersion(db: Kysely<VersionTable>, dialect: Dialect): Promise<number> {
  const found =
    dialect === "postgres"
      ? await sql<{ there: number }>`SELECT 1 AS there WHERE to_regclass('anchorlog_schema') IS NOT NULL`.execute(db)
      : await sql<{
          there: number;
        }>`SELECT 1 AS there FROM sqlite_schema WHERE type = 'table' AND name = 'anchorlog_schema'`.execute(db);
  if (found.rows.length === 0) return 0;
  const row = await db.selectFrom("anchorlog_schema").select("version").where("id", "=", 1).executeTakeFirst();
  const version = row === undefined ? 0 : toSafeInteger(row.version);
  refuseNewer(version);
  return version;
}

function refuseNewer(version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new AnchorlogError(
    "newer_schema",
    `the database's tables are of version ${version}, and ${SCHEMA_VERSION} is the newest that this release supports`,
    { fix: "use the release of anchorlog that last opened this database, or a later one" },
  );
}

async function createTables(db: Kysely<unknown>, words: Words): Promise<void> {
  await createLogTables(db, words);
  await createNonces(db, words);
  await createObjects(db, words);
  await createArchiveTables(db, words);
  await createNodes(db, words);
  await createTransactions(db, words);
  await createLeaseTable(db, words);
  await createTiles(db, words);
  await createSeen(db, words);
  await createTimestamps(db, words);
}

async function createLogTables(db: Kysely<unknown>, { dialect, bytes, integer, serial, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_logs")
    .addColumn("log", serial as never, (column) => column.primaryKey().notNull())
    .addColumn("id", bytes as never, (column) => column.notNull().unique())
    .addColumn("name", "text")
    .addColumn("batched", integer as never, (column) => column.notNull().defaultTo(0))
    .modifyEnd(end)
    .execute();
  await db.schema
    .createTable("anchorlog_entries")
    .addColumn("log", integer as never, (column) => column.notNull())
    .addColumn("idx", integer as never, (column) => column.notNull())
    .addColumn("hash", bytes as never, (column) => column.notNull())
    .addColumn("bytes", bytes as never, (column) =>
      column.notNull().check(sql`length(bytes) = ${sql.lit(ENTRY_BYTES)}`),
    )
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("verified_block_hash", bytes as never, (column) => column.check(sql`length(verified_block_hash) = 32`))
    .addPrimaryKeyConstraint("anchorlog_entries_index", ["log", "idx"])
    .modifyEnd(end)
    .execute();
  await sql.raw(CREATE_ACTS[dialect]).execute(db);
  await db.schema
    .createTable("anchorlog_heads")
    .addColumn("log", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("size", integer as never, (column) => column.notNull())
    .addColumn("hash", bytes as never, (column) => column.notNull())
    .addColumn("accepted_at", integer as never, (column) => column.notNull())
    .addColumn("epoch", integer as never, (column) => column.notNull())
    .addColumn("leader", "text")
    .addColumn("lease_until", integer as never, (column) => column.notNull())
    .modifyEnd(end)
    .execute();
  await db.schema
    .createTable("anchorlog_batches")
    .addColumn("position", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("log_id", bytes as never, (column) => column.notNull())
    .addColumn("header", bytes as never, (column) => column.notNull())
    .modifyEnd(end)
    .execute();
  await db.schema
    .createIndex("anchorlog_batches_of_log")
    .on("anchorlog_batches")
    .columns(["log_id", "position"])
    .execute();
  await db.schema
    .createTable("anchorlog_checkpoints")
    .addColumn("size", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("root", bytes as never, (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .modifyEnd(end)
    .execute();
}

async function createTransactions(db: Kysely<unknown>, { bytes, integer, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_transactions")
    .addColumn("chain", integer as never, (column) => column.notNull())
    .addColumn("account", bytes as never, (column) => column.notNull())
    .addColumn("pending", "text")
    .addPrimaryKeyConstraint("anchorlog_transactions_account", ["chain", "account"])
    .modifyEnd(end)
    .execute();
}

async function createLeaseTable(db: Kysely<unknown>, { integer, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_leases")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("leader", "text", (column) => column.notNull())
    .addColumn("epoch", integer as never, (column) => column.notNull())
    .addColumn("lease_until", integer as never, (column) => column.notNull())
    .modifyEnd(end)
    .execute();
}

async function createTiles(db: Kysely<unknown>, { bytes, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_tiles")
    .addColumn("path", "text", (column) => column.primaryKey().notNull())
    .addColumn("bytes", bytes as never, (column) => column.notNull())
    .modifyEnd(end)
    .execute();
}

async function createNodes(db: Kysely<unknown>, { bytes, integer, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_nodes")
    .addColumn("position", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("nodes", bytes as never, (column) => column.notNull())
    .modifyEnd(end)
    .execute();
}

async function createSeen(db: Kysely<unknown>, { bytes, integer, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_seen")
    .addColumn("size", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("root", bytes as never, (column) => column.notNull())
    .addColumn("time", integer as never, (column) => column.notNull())
    .addColumn("block", integer as never, (column) => column.notNull())
    .addColumn("block_hash", bytes as never, (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex("anchorlog_seen_state").on("anchorlog_seen").columns(["state", "size"]).execute();
}

async function createTimestamps(db: Kysely<unknown>, { bytes, integer, end }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_timestamps")
    .addColumn("chain", integer as never, (column) => column.notNull())
    .addColumn("size", integer as never, (column) => column.notNull())
    .addColumn("hash", bytes as never, (column) => column.notNull())
    .addColumn("root", bytes as never, (column) => column.notNull())
    .addColumn("account", bytes as never, (column) => column.notNull())
    .addColumn("block", integer as never)
    .addColumn("block_hash", bytes as never)
    .addColumn("time", integer as never)
    .addColumn("final", integer as never, (column) => column.notNull())
    .addPrimaryKeyConstraint("anchorlog_timestamps_hash", ["chain", "size", "hash"])
    .modifyEnd(end)
    .execute();
}

async function createNonces(db: Kysely<unknown>, { bytes, integer, endIndex }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_nonces")
    .addColumn("log", integer as never, (column) => column.notNull())
    .addColumn("nonce_key", bytes as never, (column) => column.notNull())
    .addColumn("idx", integer as never, (column) => column.notNull())
    .addColumn("digest", bytes as never, (column) => column.notNull())
    .addPrimaryKeyConstraint("anchorlog_nonces_key", ["log", "nonce_key"])
    .modifyEnd(endIndex)
    .execute();
}

async function createObjects(db: Kysely<unknown>, { bytes, integer, endIndex }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_objects")
    .addColumn("log", integer as never, (column) => column.notNull())
    .addColumn("object_key", bytes as never, (column) => column.notNull())
    .addColumn("idx", integer as never, (column) => column.notNull())
    .addColumn("holder", bytes as never, (column) => column.notNull())
    .addPrimaryKeyConstraint("anchorlog_objects_key", ["log", "object_key"])
    .modifyEnd(endIndex)
    .execute();
}

async function createArchiveTables(db: Kysely<unknown>, { bytes, integer, end, endIndex }: Words): Promise<void> {
  await db.schema
    .createTable("anchorlog_segments")
    .addColumn("position", integer as never, (column) => column.primaryKey().notNull())
    .addColumn("until_position", integer as never, (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("entries", integer as never, (column) => column.notNull())
    .addColumn("blocks", bytes as never, (column) => column.notNull())
    .addColumn("dropped", integer as never, (column) => column.notNull().defaultTo(0))
    .modifyEnd(end)
    .execute();
  await db.schema
    .createTable("anchorlog_archived")
    .addColumn("log", integer as never, (column) => column.notNull())
    .addColumn("start", integer as never, (column) => column.notNull())
    .addColumn("until", integer as never, (column) => column.notNull())
    .addColumn("segment", integer as never, (column) => column.notNull())
    .addColumn("first", integer as never, (column) => column.notNull())
    .addPrimaryKeyConstraint("anchorlog_archived_start", ["log", "start"])
    .modifyEnd(endIndex)
    .execute();
}
