import { describe, expect, it } from "vitest";
import { randomOf, SEED } from "../../../test/seed.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { startServer, type TestServer } from "../harness.ts";
import { contend, LOST } from "./contention.ts";

/**
 * Rounds with as many requests as a listening socket queues for a busy process, and rounds with so few requests that
 * they often succeed.
 */
const ROUNDS = [500, 500, ...Array<number>(50).fill(50), 500, 500];

let server: TestServer;

describe.each([...new Set([1, SEED])])("with the seed %i", (seed) => {
  it.each(ENGINES)(
    "a thousand clients compete for few objects, and each object has one consistent history, over %s",
    async (engine) => {
      server = await startServer(await environmentOf(engine));
      const load = { clients: 1_000, objects: 20, rounds: ROUNDS, random: randomOf(seed) };
      const { won, lost, reasons } = await contend(server, load);
      console.log({ seed, engine, won, lost, reasons });
      expect(won).toBeGreaterThan(200);
      expect(lost).toBeGreaterThan(500);
      // So many concurrent requests overload the server. A client refused for that leaves no trace either.
      expect(reasons.filter((reason) => ![...LOST, "overloaded"].includes(reason))).toEqual([]);
    },
  );
});
