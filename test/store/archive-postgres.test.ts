import { beforeAll } from "vitest";
import { openPostgresStore } from "anchorlog/store/postgres";
import { closing } from "../ends.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres, type SharedServer } from "../sharedPostgres.ts";
import { isSlowSuite } from "../slow.ts";
import { describeArchive } from "./archive-contract.ts";

let server: SharedServer;
beforeAll(async () => void (server = closing(await sharePostgres())));

describeArchive("a store in PostgreSQL", { threads: isSlowSuite ? [0, 1] : [1], isWhole: isSlowSuite }, async () => {
  const connectionString = await server.createDatabase();
  return {
    open: (archive) => openPostgresStore({ connectionString, leader: "this test", archive }),
    rows: async () => {
      const rows = await queryDatabase(connectionString, "SELECT idx::int FROM anchorlog_entries ORDER BY idx");
      return rows.map(({ idx }) => idx as number);
    },
  };
});
