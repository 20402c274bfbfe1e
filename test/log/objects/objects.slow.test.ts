import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { judgeHonest, judgeLies } from "./judged.ts";
import { LIES } from "./lies.ts";
import { compareStore } from "./stores.ts";

const HISTORIES = 1_000;

it("100,000 honest histories of objects are convicted by no pair of their entries", () => {
  const { entries } = judgeHonest(100_000);
  expect(entries).toBeGreaterThan(800_000);
});

it("a lie in one field, and what follows it, is convicted by the fault of that field, and nothing before it is", () => {
  const told = judgeLies(5_000);
  expect(Object.keys(told)).toHaveLength(2 * Object.keys(LIES).length);
  for (const [lie, times] of Object.entries(told)) expect(times, lie).toBeGreaterThan(1_000);
});

describe("a store enters what the rules say", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.close());

  it.each([
    ["SQLite", () => openSqliteStore(":memory:")],
    [
      "PostgreSQL",
      async () => openPostgresStore({ leader: "this test", connectionString: await server.createDatabase() }),
    ],
  ])("over %s", async (_, open) => {
    const store = await open();
    expect(await compareStore(store, HISTORIES)).toBeGreaterThan(8 * HISTORIES);
    await store.close();
  });
});
