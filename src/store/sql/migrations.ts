import { sql, type Kysely } from "kysely";
import { AnchorlogError } from "../../base/errors.ts";
import type { LogDatabase } from "./schema.ts";
import { toSafeInteger, type SqlInteger } from "./values.ts";
import { creating, type Dialect } from "./tables.ts";

type Migration = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

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
      await migration(transaction as unknown as Kysely<unknown>, dialect);
    }
    await transaction.updateTable("anchorlog_schema").set({ version: SCHEMA_VERSION }).where("id", "=", 1).execute();
  });
}

/**
 * Checks that a database has the newest version, and changes nothing.
 *
 * @throws AnchorlogError `store_failed` if it is empty or older; `newer_schema`.
 */
export async function assertMigrated(db: LogDatabase, dialect: Dialect): Promise<void> {
  const version = await readVersion(db as unknown as Kysely<VersionTable>, dialect);
  if (version === SCHEMA_VERSION) return;
  const found = version === 0 ? "the database has no store" : `the database's tables are of version ${version}`;
  throw new AnchorlogError("store_failed", `${found}, and this command only reads version ${SCHEMA_VERSION}`, {
    fix: "check the store's address. `npx anchorlog operate` makes the tables, or upgrades them",
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

async function createTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of creating(dialect)) await sql.raw(statement).execute(db);
}
