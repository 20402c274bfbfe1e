import { expect, it } from "vitest";
import { random } from "../../../test/seed.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { startServer, type TestServer } from "../harness.ts";
import { contend, LOST } from "./contention.ts";

let server: TestServer;

it.each(ENGINES)(
  "concurrent clients compete for few objects, and the log decides who gets each, over %s",
  async (engine) => {
    server = await startServer(await environmentOf(engine));
    const { won, lost, reasons } = await contend(server, {
      clients: 4,
      objects: 3,
      rounds: Array<number>(12).fill(25),
      random,
    });
    expect(won).toBeGreaterThan(30);
    expect(lost).toBeGreaterThan(50);
    expect(reasons.filter((reason) => !LOST.includes(reason))).toEqual([]);
  },
);
