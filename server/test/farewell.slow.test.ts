/**
 * A real server that is ended under load or while a dependency hangs: it ends in time and keeps its promises. Its exit
 * code is 1 if its own clock cut it off. farewell.test.ts checks that clock's limits.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { openStore } from "anchorlog/daemon/config";
import { freePort, startLocalChain, type LocalChain } from "anchorlog/development";
import { openPostgresStore } from "anchorlog/store/postgres";
import { closing } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { readConfig } from "../src/foundation/config.ts";
import { configureOperator } from "../src/log/operator.ts";
import { loadUntil, peopleOf, settle, type People } from "./crash.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { sign, type Signing } from "./harness.ts";
import { assertKept, type Counts, type Sent } from "./kept.ts";
import { wireTo } from "./outage.ts";
import { listening, signingFor, start, terminate, type Started } from "./process.ts";
import { startReceiver } from "./webhooks/receiver.ts";

/** Seconds: the test would fail if it had to wait for a lease that was not released. */
const LEASE = 99;

let folder: string;
beforeEach(() => void (folder = newFolder()));

type Env = Record<string, string>;
type Running = {
  readonly env: Env;
  readonly server: Started;
  readonly remote: { url: string } & Signing;
  readonly people: People;
  readonly sent: Sent[];
};

async function run(more: Env): Promise<Running> {
  const env = {
    PUBLIC_URL: "http://api.example",
    SERVER_SECRET: "5e".repeat(32),
    LOG_LEVEL: "error",
    WEBHOOK_ALLOW: "127.0.0.1",
    ...more,
  };
  const server = start(folder, env);
  const remote = await signingFor(await listening(server), folder, env);
  return { env, server, remote, people: await peopleOf(remote), sent: [] };
}

const startChain = async (): Promise<LocalChain> =>
  closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));

/** Ends a server while clients send requests. @returns its exit code, and the milliseconds that it took. */
async function end({ server, remote, people, sent }: Running, before: () => unknown): Promise<[number | null, number]> {
  const isListening = () =>
    fetch(`${remote.url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  let told = 0;
  let ended: Promise<[number | null, number]>;
  await loadUntil(remote, people, sent, async () => {
    await expect.poll(() => sent.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(20);
    await before();
    told = performance.now();
    ended = terminate(server).then((code) => [code, performance.now() - told]);
    while (await isListening()) await sleep(50);
  });
  return ended!;
}

/**
 * Waits until the lease of the first process has expired. That process could not release it while its database hung.
 */
async function untilNobodyLeads(connectionString: string): Promise<void> {
  const store = await openPostgresStore({ connectionString, leader: "other" });
  const take = () => store.takeLease("operator", undefined);
  await expect.poll(take).toMatchObject({ isHeld: true });
  const { lease } = await take();
  await store.releaseLease("operator", lease!.epoch);
  await store.close();
}

/** Starts it again, repeats every request, and finds each result in the log. */
async function assertNothingLost({ env, remote, people, sent }: Running, direct: Env): Promise<Counts> {
  const endedAt = Date.now();
  const all = { ...env, ...direct };
  const again = start(folder, all);
  remote.url = await listening(again);
  const counts: Counts = { kills: 1, acknowledged: 0, refused: 0, unanswered: 0, done: 0, waits: 0 };
  await settle(sent, endedAt, counts);
  expect(await terminate(again)).toBe(0);
  if (direct["DATABASE_URL"] !== undefined) await untilNobodyLeads(direct["DATABASE_URL"]);
  await assertKept(readConfig({ DATA_DIR: join(folder, "data"), ...all }), people.ada.log, sent, counts);
  expect(counts.acknowledged).toBeGreaterThan(0);
  return counts;
}

describe.each(ENGINES)("a server over %s that is ended under load", (engine) => {
  it("answers until it has drained, leaves nothing unbatched, and releases its leases", async () => {
    const { url: CHAIN } = await startChain();
    const leases: Env = engine === "PostgreSQL" ? { LEASE_SECONDS: String(LEASE) } : {};
    const running = await run({ ...(await environmentOf(engine)), ...leases, CHAIN, DRAIN_SECONDS: "15" });
    const { env, remote, people } = running;
    const [code, took] = await end(running, () => {});
    expect(code).toBe(0);
    expect(took).toBeGreaterThan(15_000);

    const configured = await configureOperator(readConfig({ DATA_DIR: join(folder, "data"), ...env }));
    const store = closing(await openStore(configured.operator, configured.env));
    expect(await store.unbatched()).toEqual([]);
    await store.close();
    if (engine === "PostgreSQL") {
      const other = await openPostgresStore({ connectionString: env["DATABASE_URL"]!, leader: "other" });
      const { lease } = await other.claim!(logId(remote.parts.operator, people.ada.log));
      expect(lease!.leader).toBe("other");
      await other.giveUp!();
      await other.close();
    }
    const { done } = await assertNothingLost(running, {});
    // Every executed action was answered.
    expect(done).toBe(0);
  });
});

describe("a server that is ended while a dependency hangs", () => {
  it.each([
    // It cannot release its leases or finish its work in the database, and logs that.
    ["its database", "DATABASE_URL", 1],
    ["its guard's database", "GUARD_DATABASE_URL", 0],
  ] as const)("ends in time: %s", async (_what, which, code) => {
    const direct = await environmentOf("PostgreSQL");
    const wire = await wireTo(direct[which]!);
    const running = await run({ ...direct, [which]: wire.url, LEASE_SECONDS: "3" });
    expect((await end(running, () => wire.hold()))[0]).toBe(code);
    expect(running.server.said().includes("the shutdown took too long")).toBe(code === 1);
    wire.release();
    await assertNothingLost(running, direct);
  });

  it("ends in time: a node", async () => {
    const { url } = await startChain();
    const wire = await wireTo(url);
    const running = await run({ CHAIN: wire.url });
    expect((await end(running, () => wire.hold()))[0]).toBe(0);
    await assertNothingLost(running, { CHAIN: url });
  });

  it("ends in time: receivers of webhooks", async () => {
    const receiver = await startReceiver();
    receiver.says = "hang";
    const running = await run({});
    const body = { name: "all", url: receiver.url, events: ["*"] };
    expect((await sign(running.remote, running.people.ada, "POST", "/webhooks", { body })).status).toBe(201);
    const isTold = () => expect.poll(() => receiver.got.length).toBeGreaterThan(0);
    expect((await end(running, isTold))[0]).toBe(0);
    await assertNothingLost(running, {});
  });
});
