import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { call, owner, sign, startServer, type Refused } from "./harness.ts";
import { rowsOf } from "./requests.ts";
import { begin, slowRequests, trickle, type Slow } from "./slowClients.ts";
import { kept } from "./files/files.ts";

/** Milliseconds that a request may take to arrive. */
const PATIENCE = 30_000;
/** For a machine that is busy. */
const GRACE = 10_000;

it("cuts off each client that never finishes at its time limit, and serves others meanwhile", async () => {
  const server = await startServer({}, { patience: PATIENCE });
  const ada = await owner(server, "ada@example.com");
  const before = await rowsOf(server);
  const requests = await slowRequests(server, ada, "never");
  const sorts: [string, Slow, "byte by byte" | "not at all"][] = Object.entries(requests).flatMap(([name, request]) => [
    [`${name}, byte by byte`, request, "byte by byte"] as const,
    [`${name}, not at all`, request, "not at all"] as const,
  ]);
  sorts.push(["nothing", { led: "", rest: "", status: 0 }, "not at all"]);
  const over = new AbortController();
  const cutOff = async ([name, request, how]: (typeof sorts)[number]) => {
    const from = performance.now();
    const wire = begin(server, request);
    // Sends all but the last byte, slowly enough to exceed every limit.
    const drip = async (): Promise<void> => {
      const length = request.rest.length - 1;
      for (let i = 0; i < length && !wire.socket.destroyed; i++) {
        await trickle(wire, request.rest.charAt(i));
        await sleep((4 * PATIENCE) / length);
      }
    };
    if (how === "byte by byte") void drip();
    const answers = await wire.answers;
    const after = performance.now() - from;
    return {
      name,
      after,
      told: answers.map(({ status, body }) => [status, (body as Refused).error?.details[0]?.reason]),
    };
  };
  const ends = Promise.all(sorts.map(cutOff)).finally(() => over.abort());
  const waits: number[] = [];
  while (!over.signal.aborted) {
    const from = performance.now();
    expect((await call(server, "GET", "/objects", { headers: ada.headers })).status).toBe(200);
    waits.push(performance.now() - from);
    await sleep(250);
  }
  const found = await ends;
  expect(found.filter(({ after }) => after < PATIENCE - 1_000 || after > PATIENCE + GRACE)).toEqual([]);
  expect(found.map(({ name, told }) => [name, told])).toEqual(sorts.map(([name]) => [name, [[408, "body_timeout"]]]));
  expect(Math.max(...waits)).toBeLessThan(GRACE);
  expect(await kept(server)).toEqual([]);
  expect(await rowsOf(server)).toEqual(before);
  expect((await sign(server, ada, "POST", "/templates", { body: { name: "never" } })).status).toBe(201);
});
