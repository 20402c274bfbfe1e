import { beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../../ends.ts";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { judgeHonest, judgeLies } from "./judged.ts";
import { LIES } from "./lies.ts";
import { compareStore } from "./stores.ts";

const HISTORIES = 1_000;

it("no pair of entries convicts an honest operator in 100,000 histories of objects", () => {
  const { entries } = judgeHonest(100_000);
  expect(entries).toBeGreaterThan(800_000);
});

it("a lie in one field is convicted by that field's fault, and no entry before it is", () => {
  const told = judgeLies(5_000);
  expect(Object.keys(told)).toHaveLength(2 * Object.keys(LIES).length);
  for (const [lie, times] of Object.entries(told)) expect(times, lie).toBeGreaterThan(1_000);
});

describe("a store appends what the model of objects predicts", () => {
  let server: TestServer;
  beforeAll(async () => void (server = closing(await startPostgres())));

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
