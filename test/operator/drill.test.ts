import { beforeAll, describe, expect, test } from "vitest";
import { closing } from "../ends.ts";
import { drill } from "./drill.ts";
import { postgresMachines, sqliteMachines } from "./drills.ts";
import { sharePostgres, type SharedServer } from "../sharedPostgres.ts";
import { isSlowSuite } from "../slow.ts";

const ROUNDS = 8;

describe("a platform whose store is restored from random backups signs nothing twice", () => {
  let server: SharedServer;
  beforeAll(async () => void (server = closing(await sharePostgres())));

  const machinesOf: readonly [string, () => ReturnType<typeof postgresMachines>][] = [
    ["PostgreSQL", () => postgresMachines(server)],
    ["SQLite", () => sqliteMachines()],
  ];
  test.each(machinesOf.slice(0, isSlowSuite ? 2 : 1))("over %s", async (_, prepare) => {
    const machines = await prepare();
    const outcome = await drill(machines, ROUNDS);
    expect(outcome.restored).toBe(ROUNDS);
    // The drill is only meaningful if some stores lacked entries and were refilled.
    expect(outcome.readOnly).toBeGreaterThan(0);
    expect(outcome.refilled).toBeGreaterThan(0);
    expect(outcome.promises).toBeGreaterThan(ROUNDS);
  });
});
