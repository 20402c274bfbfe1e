import { beforeAll, describe, expect, test } from "vitest";
import { closing } from "../ends.ts";
import { drill } from "./drill.ts";
import { postgresMachines, sqliteMachines } from "./drills.ts";
import { startPostgres, type TestServer } from "../postgres.ts";

/** In platforms of 25 restores each, 250 over each store. */
const [PLATFORMS, ROUNDS] = [10, 25];

describe("platforms whose stores are restored from random backups sign nothing twice", () => {
  let server: TestServer;
  beforeAll(async () => void (server = closing(await startPostgres())));

  test.each([
    ["SQLite", () => sqliteMachines()],
    ["PostgreSQL", () => postgresMachines(server)],
  ])("over %s", async (name, prepare) => {
    const sum = { restored: 0, promises: 0, readOnly: 0, refilled: 0 };
    for (let platform = 0; platform < PLATFORMS; platform++) {
      const machines = await prepare();
      const outcome = await drill(machines, ROUNDS);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += outcome[key];
    }
    console.log(`${name}: ${JSON.stringify(sum)}`);
    expect(sum.restored).toBe(PLATFORMS * ROUNDS);
    expect(sum.readOnly).toBeGreaterThan(PLATFORMS);
  });
});
