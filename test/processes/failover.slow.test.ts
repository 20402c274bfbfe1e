/** A primary with a synchronous standby is lost under load, and the standby promoted. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPostgresGuard } from "anchorlog/store/guard";
import { closing } from "../ends.ts";
import { queryDatabase, startPostgres, startReplicated, type ReplicatedServers, type TestServer } from "../postgres.ts";
import { random } from "../seed.ts";
import { startChain } from "./chain.ts";
import {
  addLog,
  checkPlatform,
  openWire,
  startPlatform,
  untilMore,
  untilOneLeads,
  type PlatformProcess,
  type Wire,
} from "./platform.ts";
import { operatorOf } from "./registered.ts";

/** Seconds. A quarter of it, for which a promise may wait, is longer than any outage here. */
const DELAY = 240;
/** Milliseconds between the loss of the primary and the promotion. */
const NOTICE = 3_000;

const guards = closing(await startPostgres());

let chain: Awaited<ReturnType<typeof startChain>>;
let servers: ReplicatedServers;
/** Between the servers. */
let replication: Wire;
const wires: Wire[] = [];
const processes: PlatformProcess[] = [];
beforeEach(async () => {
  chain = await startChain(DELAY);
  servers = await startReplicated(async (primary) => (replication = await openWire(primary)).url);
});
afterEach(async () => {
  for (const one of processes) one.kill("SIGKILL");
  await Promise.all(processes.splice(0).map(({ ended }) => ended));
  for (const wire of [...wires.splice(0), replication]) await wire.close();
  await Promise.all([servers.primary, servers.standby].map((server) => server.close()));
});

type Scene = { readonly primary: TestServer; readonly database: string };

/** Cancels commits that wait for the standby, as an operator might do when everything hangs. */
async function endWaits({ primary }: Scene, milliseconds: number): Promise<number> {
  let ended = 0;
  for (const until = performance.now() + milliseconds; performance.now() < until; await sleep(50)) {
    const end = random() < 0.5 ? "pg_cancel_backend" : "pg_terminate_backend";
    const sql = `SELECT ${end}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    ended += (await queryDatabase(primary.url("postgres"), sql)).length;
  }
  return ended;
}

/** The faults of the primary, while clients still reach it. Each returns how many commits ended without the standby. */
const FAULTS: Record<string, (scene: Scene) => Promise<number>> = {
  "is killed": async ({ primary, database }) => {
    await primary.crash("SIGKILL");
    // The failover address leads to the standby before its promotion.
    for (const wire of wires) wire.turn(servers.standby.url(database));
    await sleep(NOTICE);
    return 0;
  },
  "is cut off from it, and its commits are told not to wait": async (scene) => {
    replication.cut();
    return endWaits(scene, NOTICE);
  },
  "is killed, and comes back without it": async ({ primary }) => {
    replication.cut();
    await sleep(500);
    await primary.crash("SIGKILL");
    await primary.start();
    await sleep(NOTICE);
    return 0;
  },
};

const ROUNDS = Object.keys(FAULTS).flatMap((fault) => [2, 3].map((count) => [fault, count] as const));

test.each(ROUNDS)("if the primary %s, none of %i processes loses, forks or sheds anything", async (fault, count) => {
  const { primary, standby } = servers;
  const storeUrl = await primary.createDatabase();
  const database = new URL(storeUrl).pathname.slice(1);
  const guardUrl = await guards.createDatabase();
  await (await createPostgresGuard({ connectionString: guardUrl }, operatorOf(chain))).close();
  for (let i = 0; i < count; i++) {
    const wire = await openWire(storeUrl);
    wires.push(wire);
    const batches = { maxAge: 300, maxEntries: 500 };
    const task = { storeUrl: wire.url, guardUrl, chain, name: `process-${i}`, inFlight: 3, batches };
    processes.push(startPlatform({ ...task, nonces: i * 1_000_000 }));
  }
  await untilOneLeads(processes);
  await addLog("shared.example", processes[0]!, processes);
  for (const one of processes) await addLog(`${one.name}.example`, processes[0]!, [one]);
  await untilMore(processes, 30);

  const before = processes.map((one) => one.promises());
  const gaveUp = await FAULTS[fault]!({ primary, database });
  const promoting = performance.now();
  await standby.promote();
  const promoted = performance.now() - promoting;
  // The last process reaches the old primary for longer than the others, if that still answers.
  const late = wires.at(-1)!;
  for (const wire of wires) if (wire !== late) wire.turn(standby.url(database));
  await untilMore(processes.slice(0, -1), 1);
  const firstPromise = performance.now() - promoting;
  // A process that still reaches the old primary may report that it leads there. If it does not, it may lead here.
  const isReached = fault !== "is killed";
  const [, leading] = await untilOneLeads(isReached ? processes.slice(0, -1) : processes);
  late.turn(standby.url(database));
  await untilMore(processes, 30);

  for (const process of processes) process.tell({ what: "rest" });
  // A process that still reaches the old primary finds that later promises are missing there. A retry is in the log,
  // and gets its receipt once its entry can be read again.
  const urls = { storeUrl: standby.url(database), guardUrl, chain };
  const { entries, batches, sheds } = await checkPlatform(processes, urls, ["read_only", "receipt_unavailable"]);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const promises = processes.map((one) => one.promises());
  console.log(
    `${fault}, ${count} processes: promoted in ${seconds(promoted)}; from the promotion to the first promises ` +
      `${seconds(firstPromise)}, to a leader ${seconds(firstPromise + leading)}; ${gaveUp} commits gave up waiting; ` +
      `${promises.join(" + ")} promises (${before.join(" + ")} before), ${entries} entries in ${batches} batches, all anchored; ${sheds} turned away`,
  );
  expect(batches).toBeGreaterThan(2);
});
