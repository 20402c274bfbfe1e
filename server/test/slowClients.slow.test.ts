import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { call, owner, sign, startServer, type Refused } from "./harness.ts";
import { rowsOf } from "./requests.ts";
import { begin, slowRequests, trickle, type Slow } from "./slowClients.ts";
import { kept } from "./files/files.ts";

/** Milliseconds that a request may take to arrive. */
const PATIENCE = 30_000;
/** The fewest requests of others that are answered meanwhile, one after the other. */
const OTHERS = 10;

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
    const length = request.rest.length - 1;
    let dripped = 0;
    // Sends all but the last byte, slowly enough to exceed every limit.
    const drip = async (): Promise<void> => {
      for (; dripped < length && !wire.socket.destroyed; dripped++) {
        await trickle(wire, request.rest.charAt(dripped));
        await sleep((4 * PATIENCE) / length);
      }
    };
    if (how === "byte by byte") void drip();
    const answers = await wire.answers;
    const after = performance.now() - from;
    return {
      name,
      after,
      share: dripped / length,
      told: answers.map(({ status, body }) => [status, (body as Refused).error?.details[0]?.reason]),
    };
  };
  const ends = Promise.all(sorts.map(cutOff)).finally(() => over.abort());
  let others = 0;
  for (; !over.signal.aborted; others++) {
    expect((await call(server, "GET", "/objects", { headers: ada.headers })).status).toBe(200);
    await sleep(250);
  }
  const found = await ends;
  // At its limit, a client has sent a quarter. On a busy machine, clients and limits are late alike.
  expect(found.filter(({ after, share }) => after < PATIENCE - 1_000 || share > 0.5)).toEqual([]);
  expect(found.map(({ name, told }) => [name, told])).toEqual(sorts.map(([name]) => [name, [[408, "body_timeout"]]]));
  expect(others).toBeGreaterThan(OTHERS);
  expect(await kept(server)).toEqual([]);
  expect(await rowsOf(server)).toEqual(before);
  expect((await sign(server, ada, "POST", "/templates", { body: { name: "never" } })).status).toBe(201);
});
