/** A store in a PostgreSQL server of the bench's own, beside what the server alone takes. */
import pg from "pg";
import { openPostgresStore, type PostgresStore } from "../../src/log/postgres.ts";
import { startPostgres } from "../../test/postgres.ts";

export type BenchPostgres = {
  readonly store: PostgresStore;
  /** Inserts the same row `count` times in one statement, into a table with no index but its key. */
  insert(row: { bytes: Uint8Array; action: string }, count: number): Promise<void>;
  close(): Promise<void>;
};

const INSERT = `
  INSERT INTO floor (bytes, action) SELECT bytes, action FROM unnest($1::bytea[], $2::text[]) AS rows (bytes, action)
`;

/** @param folder where the server's data lies: on a disk, where an fsync costs what it does. */
export async function openBenchPostgres(folder: string): Promise<BenchPostgres> {
  const server = await startPostgres(folder);
  const connectionString = await server.createDatabase();
  const store = await openPostgresStore({ connectionString, holder: "the bench" });
  const client = new pg.Client({ connectionString });
  await client.connect();
  const columns = "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, bytes BYTEA NOT NULL, action TEXT NOT NULL";
  await client.query(`CREATE TABLE floor (${columns})`);
  return {
    store,
    insert: async ({ bytes, action }, count) => {
      const values = [Array.from({ length: count }, () => bytes), Array.from({ length: count }, () => action)];
      await client.query({ name: "floor", text: INSERT, values });
    },
    close: async () => {
      await store.close();
      await client.end();
      await server.close();
    },
  };
}
