import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { newFolder } from "../folder.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { runHere, WITHOUT_NODE } from "./process.ts";

const server = await sharePostgres();
afterAll(() => server.close());

const folder = newFolder();
const { store: _, ...rest } = WITHOUT_NODE;
const nowhere = { guard: { postgres: "postgres://127.0.0.1:1/guard" }, chain: { rpc: ["http://127.0.0.1:1"] } };
await writeFile(join(folder, "anchorlog.jsonc"), JSON.stringify({ ...rest, ...nowhere }));

it.each([
  ["status", ["status"]],
  ["guard adopt", ["guard", "adopt", "--confirm", WITHOUT_NODE.operator.address]],
  ["export", ["export", join(folder, "export")]],
  ["watch", ["watch", "--config", join(folder, "anchorlog.jsonc"), "--rpc", "http://127.0.0.1:1", "--once"]],
])("%s makes no tables in an empty PostgreSQL database", async (_, args) => {
  const url = await server.createDatabase();
  const env = { ANCHORLOG_CONFIG: join(folder, "anchorlog.jsonc"), ANCHORLOG_STORE_POSTGRES: url };
  const { code, stdout, stderr } = await runHere(args, env);
  expect(stdout + stderr).toContain("the database has no store");
  expect(code).toBe(2);
  const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
  expect(await queryDatabase(url, tables)).toEqual([]);
});
