import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { MAX_DELAY } from "../../src/http/pressure.ts";
import { call, startServer, type Refused, type TestServer } from "../harness.ts";

/** A server with the machine's clock. */
async function startNow(): Promise<TestServer> {
  const clock = {
    get now() {
      return Date.now();
    },
  };
  return startServer({}, { clock, groups: GROUPS, maxDelay: MAX_DELAY });
}

/** The largest number of events within any interval of `length` milliseconds. */
function most(spans: readonly { readonly from: number; readonly to: number }[], length: number): number {
  return Math.max(
    ...spans.map(({ from }) => spans.filter((span) => span.from >= from && span.to < from + length).length),
  );
}

it("keeps its limits and its Retry-After in real time", async () => {
  const server = await startNow();
  const passed: { from: number; to: number }[] = [];
  const ask = async () => {
    const from = Date.now();
    const { status, headers } = await call(server, "GET", "/nothing");
    if (status === 404) passed.push({ from, to: Date.now() });
    return { status, headers };
  };
  const end = Date.now() + 66_000;
  const hammer = async (): Promise<void> => {
    while (Date.now() < end) if ((await ask()).status === 429) await sleep(20);
  };
  await Promise.all(Array.from({ length: 4 }, hammer));
  expect(most(passed, 1_000)).toBeLessThanOrEqual(50);
  expect(most(passed, 60_000)).toBeLessThanOrEqual(300);
  // The limit of a whole minute, and part of the next one.
  expect(passed.length).toBeGreaterThan(300);

  let answer = await ask();
  while (answer.status !== 429) answer = await ask();
  await sleep(Number(answer.headers.get("retry-after")) * 1_000);
  expect((await ask()).status).toBe(404);
  const reset = Number((await ask()).headers.get("x-ratelimit-reset"));
  await sleep(reset * 1_000 - Date.now());
  const { headers } = await ask();
  expect(Number(headers.get("x-ratelimit-remaining"))).toBe(Number(headers.get("x-ratelimit-limit")) - 1);
});

it("sheds requests while the event loop is blocked, and recovers afterwards", async () => {
  const server = await startNow();
  let isBusy = true;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const block = (): void => {
    if (!isBusy) return;
    Atomics.wait(cell, 0, 0, 1_500);
    setImmediate(block);
  };
  block();
  await expect.poll(async () => (await call(server, "GET", "/nothing")).status).toBe(503);
  const [shed, alive, ready] = await Promise.all([
    call<Refused>(server, "GET", "/wallets"),
    call(server, "GET", "/livez"),
    call(server, "GET", "/readyz"),
  ]);
  isBusy = false;
  expect([shed.status, shed.body.error.details[0]!.reason, alive.status, ready.status]).toEqual([
    503,
    "overloaded",
    200,
    503,
  ]);
  expect(shed.headers.get("retry-after")).toBe("5");
  expect(shed.headers.get("x-ratelimit-remaining")).not.toBe(null);
  await expect.poll(async () => (await call(server, "GET", "/nothing")).status).toBe(404);
});
