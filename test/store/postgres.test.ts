import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres, type SharedServer } from "../sharedPostgres.ts";
import { describeObjects } from "./object-contract.ts";
import { describeEffects } from "./effects-contract.ts";
import { describeStore, type StoreUnderTest } from "./store-contract.ts";

let server: SharedServer;
/** The name of a database with all tables, which are empty: other files test that a store makes its tables. */
let template: string;
beforeAll(async () => {
  server = await sharePostgres();
  const connectionString = await server.createDatabase();
  await queryDatabase(connectionString, "CREATE TABLE notes (text TEXT UNIQUE)");
  await queryDatabase(connectionString, "CREATE TABLE marks (idx BIGINT, hash BYTEA, accepted_at BIGINT)");
  await (await openPostgresStore({ connectionString, leader: "this test" })).close();
  template = new URL(connectionString).pathname.slice(1);
});
afterAll(() => server.close());

const createStore = async (rememberedObjects?: number): Promise<StoreUnderTest> => {
  const connectionString = await server.createDatabase(undefined, template);
  const marks = "SELECT idx::int, encode(hash, 'hex') AS hash, accepted_at::float8 FROM marks ORDER BY idx";
  return {
    open: () => openPostgresStore({ connectionString, leader: "this test", rememberedObjects }),
    note: (text) => ({ sql: "INSERT INTO notes (text) VALUES ($1)", parameters: [text] }),
    sql: (text) => {
      let number = 0;
      return text.replaceAll("?", () => `$${++number}`);
    },
    marks: () => queryDatabase(connectionString, marks),
    notes: async () =>
      (await queryDatabase(connectionString, 'SELECT text FROM notes ORDER BY text COLLATE "C"')).map(
        ({ text }) => text as string,
      ),
    remove: async () => {},
  };
};

describeStore("a store in PostgreSQL", () => createStore());
describeEffects("a store in PostgreSQL", () => createStore());
// Other tests cover the rest of the leader's memory.
describeObjects("a store in PostgreSQL whose leader remembers two objects at most", () => createStore(1));
