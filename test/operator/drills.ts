/** The machines of the restore drill: a SQLite file, and PostgreSQL servers. */
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFileGuard, createPostgresGuard, openFileGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { newFolder } from "../folder.ts";
import type { Machines } from "./drill.ts";
import { operator } from "../operator.ts";
import { queryDatabase, type TestServer } from "../postgres.ts";

export async function sqliteMachines(): Promise<Machines> {
  const folder = newFolder();
  const path = join(folder, "store.sqlite");
  const guardPath = join(folder, "guard");
  await createFileGuard(guardPath, operator).close();
  let store: SqliteStore;
  let [backups, folders] = [0, 0];
  return {
    isLive: false,
    openStore: async () => (store = await openSqliteStore(path)),
    openGuard: async () => openFileGuard(guardPath, operator),
    backup: () => store.backup(join(folder, `backup-${backups++}`)),
    restore: async (backup) => {
      for (const end of ["-wal", "-shm"]) await rm(path + end, { force: true });
      await copyFile(join(folder, `backup-${backup}`), path);
    },
    newFolder: () => join(folder, `export-${folders++}`),
  };
}

const TABLES = ["logs", "heads", "entries", "nonces", "batches", "checkpoints", "segments", "archived", "objects"].map(
  (name) => `anchorlog_${name}`,
);

/** A backup is a copy of all tables as of one moment; it is put back in one transaction, as a server restored would be. */
export async function postgresMachines(server: Pick<TestServer, "createDatabase">): Promise<Machines> {
  const folder = newFolder();
  const [connectionString, guardUrl] = [await server.createDatabase(), await server.createDatabase()];
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
  let [backups, folders] = [0, 0];
  const run = (sql: string) => queryDatabase(connectionString, sql);
  return {
    isLive: true,
    openStore: () => openPostgresStore({ connectionString, leader: "platform", leaseSeconds: 0.25, maxConnections: 3 }),
    openGuard: () => openPostgresGuard({ connectionString: guardUrl, maxConnections: 2 }, operator),
    backup: async () => {
      const schema = `backup_${backups++}`;
      const copies = TABLES.map((table) => `CREATE TABLE ${schema}.${table} AS TABLE public.${table}`);
      await run(`BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE SCHEMA ${schema}; ${copies.join("; ")}; COMMIT`);
    },
    restore: async (backup) => {
      const fill = TABLES.map((table) => `INSERT INTO public.${table} SELECT * FROM backup_${backup}.${table}`);
      const empty = `TRUNCATE ${TABLES.map((table) => `public.${table}`).join(", ")}`;
      await run(`BEGIN; ${empty}; ${fill.join("; ")}; COMMIT`);
    },
    newFolder: () => join(folder, `export-${folders++}`),
  };
}
