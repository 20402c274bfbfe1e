import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { toHex } from "anchorlog";
import { freePort, startLocalChain } from "anchorlog/development";
import { httpTiles, parseLogCheckpoint } from "anchorlog/tlog";
import { closing } from "../../test/ends.ts";
import { platformActions } from "../../scripts/bench/http/platform.ts";
import { openTilesAt } from "../../src/tlog/tileReader.ts";
import { newFolder } from "../../test/folder.ts";
import { startPostgres } from "../../test/postgres.ts";
import { randomKey } from "../../test/seed.ts";
import { readConfig } from "../src/foundation/config.ts";
import { setLimits } from "../src/main/setLimits.ts";
import { loadUntil, peopleOf, send, settle } from "./crash.ts";
import { call, sign, type Client, type Signing } from "./harness.ts";
import { assertKept, resultsOf, type Body, type Sent } from "./kept.ts";
import { missingPrograms, startCluster, type Cluster } from "./patroni.ts";
import { signingFor, terminate } from "./process.ts";
import { startTogether } from "./together.ts";

/** The number of clients of all sorts, and the milliseconds between two requests of each. */
const PACE = { clients: 6, every: 200 };
/** In addition, a batch of this many mints at this interval in milliseconds, without waiting for other answers. */
const BATCH = { actions: 20, every: 100, underWay: 50 };
/** Milliseconds of load before and after each failure. */
const CALM = 2_000;
/** Milliseconds without a write that count as an interruption, not as a pause of this machine. */
const NOTICEABLE = 1_000;

type Blow = {
  readonly name: string;
  readonly takesOver: boolean;
  readonly befall: (cluster: Cluster) => Promise<void>;
};

const killPrimary = async (cluster: Cluster): Promise<string> => {
  const { primary } = await cluster.roles();
  await cluster.kill(primary);
  return primary;
};
/** Waits until another node is the primary, and restarts the killed one as a standby. */
const replaced = async (cluster: Cluster, killed: string): Promise<void> => {
  await expect.poll(async () => (await cluster.roles()).primary, { interval: 500 }).not.toBe(killed);
  await sleep(CALM);
  cluster.start(killed);
};
/** Kills the primary while a standby receives nothing. */
const killBehind = async (cluster: Cluster, which: "sync" | "other"): Promise<void> => {
  const behind = (await cluster.roles())[which];
  await cluster.receive(behind, "SIGSTOP");
  await sleep(1_000);
  const killed = await killPrimary(cluster);
  await cluster.receive(behind, "SIGCONT");
  await replaced(cluster, killed);
};

const power: Blow = {
  name: "the primary's power",
  takesOver: true,
  befall: async (cluster) => replaced(cluster, await killPrimary(cluster)),
};
const BLOWS: readonly Blow[] = [
  power,
  {
    name: "the primary, while the synchronous standby receives nothing",
    takesOver: true,
    befall: (cluster) => killBehind(cluster, "sync"),
  },
  {
    name: "the primary, while the other standby is behind",
    takesOver: true,
    befall: (cluster) => killBehind(cluster, "other"),
  },
  {
    name: "PostgreSQL on the primary, which Patroni restarts or replaces",
    takesOver: false,
    befall: async (cluster) => cluster.killPostgres((await cluster.roles()).primary),
  },
  {
    name: "the synchronous standby",
    takesOver: false,
    befall: async (cluster) => {
      const { sync } = await cluster.roles();
      await cluster.kill(sync);
      await sleep(5_000);
      cluster.start(sync);
    },
  },
  {
    name: "etcd, for a second",
    takesOver: false,
    befall: async (cluster) => {
      await cluster.killEtcd();
      await sleep(1_000);
      cluster.startEtcd();
    },
  },
  power,
  {
    name: "etcd, for thirty seconds",
    takesOver: false,
    befall: async (cluster) => {
      await cluster.killEtcd();
      await sleep(30_000);
      cluster.startEtcd();
    },
  },
  power,
];

/** Sends batches until it is stopped. */
async function sendBatches(
  remote: Signing,
  { headers, log }: Client,
  template: string,
  sent: Sent[],
  signal: AbortSignal,
): Promise<void> {
  const { operator } = remote.parts;
  // No two objects of a run have the same number.
  const given = { authorization: "", secretKey: randomKey(), mintsOnly: true, from: 1_000 * sent.length };
  const take = platformActions({ operator, log, template, ...given });
  const underWay = new Set<Promise<void>>();
  while (!signal.aborted) {
    const pause = sleep(BATCH.every);
    if (underWay.size < BATCH.underWay) {
      const body = { actions: await take(BATCH.actions) };
      const sending = send(sent, () => call<Body>(remote, "POST", "/ebus/actions/batch", { headers, body }));
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
    }
    await pause;
  }
  await Promise.all(underWay);
}

let folder: string;
beforeEach(() => void (folder = newFolder()));

/** Records each checkpoint that a process shows. Returns the roots by their sizes when it is stopped. */
function noteCheckpoints(urls: readonly string[]): { end(): Promise<Map<number, Set<string>>> } {
  const roots = new Map<number, Set<string>>();
  const over = new AbortController();
  const noting = urls.map(async (url) => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/checkpoint`).catch(() => undefined);
      if (answer?.status === 200) {
        const { size, root } = parseLogCheckpoint(await answer.text());
        roots.set(size, (roots.get(size) ?? new Set()).add(toHex(root)));
      }
      await sleep(250);
    }
  });
  return {
    end: async () => {
      over.abort();
      await Promise.all(noting);
      return roots;
    },
  };
}

const isDone = (one: Sent): boolean => one.answer !== undefined && resultsOf(one).length > 0;

/** Milliseconds of the longest time without a write, among the first tries of these requests. */
function longestGap(sent: readonly Sent[], from: number, to: number): number {
  const times = [from, ...sent.filter(isDone).map(({ answeredAt }) => answeredAt!), to].toSorted((a, b) => a - b);
  return Math.max(...times.slice(1).map((time, i) => time - times[i]!));
}

const lacking = missingPrograms.length === 0 ? "" : `: skipped, ${missingPrograms.join(", ")} not found`;
describe.skipIf(lacking !== "")(`a PostgreSQL cluster under Patroni${lacking}`, () => {
  it("loses nothing acknowledged and forks no log while its nodes fail under load", async () => {
    const cluster = closing(await startCluster());
    const guard = closing(await startPostgres());
    const chain = closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));
    const together = await startTogether(folder, 2, {
      CHAIN: chain.url,
      LEASE_SECONDS: "3",
      DATABASE_URL: await cluster.createDatabase("platform"),
      GUARD_DATABASE_URL: await guard.createDatabase(),
    });
    const { url, env, members } = together;
    const remote = { ...(await signingFor(members[0]!.url, folder, env)), url };
    const people = await peopleOf(remote);
    const config = readConfig({ DATA_DIR: join(folder, "process-0", "data"), ...env });
    const { body: me } = await call<{ organization: { id: string } }>(remote, "GET", "/wallets/me", people.ada);
    await setLimits(config, me.organization.id, '{"bus":{"second":1000000}}');
    const body = { name: "seat", custody: true, actions: { mint: ["anyone"] } };
    const { body: template } = await sign<{ id: string }>(remote, people.ada, "POST", "/templates", { body });
    const notes = noteCheckpoints(members.map((member) => member.url));
    const counts = { kills: BLOWS.length, acknowledged: 0, refused: 0, unanswered: 0, done: 0, waits: 0 };
    const sent: Sent[] = [];
    for (const { name, takesOver, befall } of BLOWS) {
      const before = (await cluster.roles()).primary;
      const first = sent.length;
      const begun = performance.now();
      let endedAt = 0;
      const befallen = async (): Promise<void> => {
        await sleep(CALM);
        endedAt = Date.now();
        await befall(cluster);
        await untilWritten(sent);
        await sleep(CALM);
      };
      const end = new AbortController();
      const batches = sendBatches(remote, people.ada, template.id, sent, end.signal);
      await loadUntil(remote, people, sent, befallen, PACE);
      end.abort();
      await batches;
      const over = performance.now();
      const round = sent.slice(first);
      const gap = longestGap(round, begun, over);
      const rate = (1_000 * round.filter(isDone).flatMap(resultsOf).length) / (over - begun - gap);
      await settle(round, endedAt, counts);
      const { primary } = await cluster.roles();
      const said = gap < NOTICEABLE ? "not interrupted" : `${(gap / 1_000).toFixed(1)} s without a write`;
      console.log(`${name}: ${said}; ${before} -> ${primary}, ${rate.toFixed(0)} actions a second apart from that`);
      if (takesOver) expect(primary).not.toBe(before);
    }
    await sign(remote, people.ada, "POST", "/templates", { body: { name: "last" } });
    const ready = () => Promise.all(members.map(async (member) => (await fetch(`${member.url}/readyz`)).status));
    await expect.poll(ready).toEqual([200, 200]);
    await sleep(CALM);
    await assertOneLog(await notes.end(), members[0]!.url);
    expect(await Promise.all(members.map(({ server }) => terminate(server)))).toEqual([0, 0]);
    await assertKept(config, people.ada.log, sent, counts);
    console.log(counts);
    expect(counts.acknowledged).toBeGreaterThan(BLOWS.length);
  });
});

/** Waits until a request sent from now on succeeds. */
async function untilWritten(sent: readonly Sent[]): Promise<void> {
  const from = sent.length;
  await expect.poll(() => sent.slice(from).some(isDone), { interval: 100 }).toBe(true);
}

/** Each published checkpoint belongs to the stored log. */
async function assertOneLog(roots: ReadonlyMap<number, ReadonlySet<string>>, url: string): Promise<void> {
  const last = parseLogCheckpoint(await (await fetch(`${url}/checkpoint`)).text());
  const log = await openTilesAt(httpTiles(`${url}/`), last);
  for (const [size, shown] of roots) expect([...shown]).toEqual([toHex(await log.rootAt(size))]);
  console.log(`${roots.size} checkpoints were shown, up to ${last.size} headers: one log`);
}
