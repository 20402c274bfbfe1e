import { describe, expect, test as base } from "vitest";
import { defineActions, logId } from "anchorlog/action";
import { AnchorlogError, openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { openLog, type LogStore } from "anchorlog/log";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore, type PostgresStore } from "anchorlog/store/postgres";
import { closing } from "../ends.ts";
import { openBatchLog } from "../../src/batch/batchLog.ts";
import { watchBacklog } from "../../src/operator/accept/backlog.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { openWire } from "./platform.ts";
import { until } from "../until.ts";
import { isSlowSuite } from "../slow.ts";

let nonce = 0;
const server = closing(await sharePostgres());

type Process = { readonly anchorlog: Anchorlog; readonly store: PostgresStore };
type Own = Partial<AnchorlogOptions> & {
  readonly wrap?: (store: PostgresStore) => LogStore;
  /** Short only in tests about its end: a busy process loses a short lease at any moment. */
  readonly leaseSeconds?: number;
};
/** The platform of one test. */
type Platform = {
  readonly storeUrl: string;
  /** Opens a process with its own store, guard and anchorlog. */
  openProcess(leader: string, own?: Own, connectionString?: string): Promise<Process>;
  closeProcess(process: Process): Promise<void>;
};

const test = base.extend<{ platform: Platform }>({
  platform: async ({ onTestFinished }, use) => {
    const storeUrl = await server.createDatabase();
    const guardUrl = await server.createDatabase();
    await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
    const opened = new Set<Anchorlog>();
    onTestFinished(async () => {
      await Promise.all([...opened].map((one) => one.close()));
    });
    await use({
      storeUrl,
      openProcess: async (leader, own = {}, connectionString = storeUrl) => {
        const { wrap = (unwrapped) => unwrapped, leaseSeconds = 600, ...options } = own;
        const store = await openPostgresStore({ connectionString, leader, leaseSeconds });
        const guard = await openPostgresGuard({ connectionString: guardUrl }, operator);
        const anchorlog = await openAnchorlog({
          store: wrap(store),
          guard,
          operator,
          types,
          keys,
          clock: () => NOW,
          ...options,
        });
        opened.add(anchorlog);
        return { anchorlog, store };
      },
      closeProcess: async ({ anchorlog }) => {
        opened.delete(anchorlog);
        await anchorlog.close();
      },
    });
  },
});
const submit = async (to: Process, log: string) => to.anchorlog.submit(await signAction(wallets[0]!, log, nonce++));
/** Counts how often a process asks for the lease, which it does once a second at least. */
function countLooks() {
  let looks = 0;
  return {
    wrap: (store: PostgresStore): LogStore => ({
      ...store,
      takeLease: (...given) => (looks++, store.takeLease(...given)),
    }),
    /** Waits until it has asked `count` more times, and has all answers except the last. */
    more: (count: number) => {
      const wanted = looks + count + 1;
      return until(() => expect(looks).toBeGreaterThanOrEqual(wanted));
    },
  };
}
/** Submits again if another process wrote the log a moment ago. */
const submitAfter = async (to: Process, log: string) => {
  const action = await signAction(wallets[0]!, log, nonce++);
  await until(async () => expect(await to.anchorlog.submit(action)).toMatchObject({ log }));
};

describe("a log that is added while processes run", () => {
  test("is used by all of them immediately, and after a restart", async ({
    platform: { openProcess, closeProcess },
  }) => {
    const [one, two] = [await openProcess("one"), await openProcess("two", { threads: 1 })];
    await one.anchorlog.addLog("new.example");
    expect(await submit(two, "new.example")).toMatchObject({ status: "accepted", log: "new.example", index: 0 });
    expect(await two.anchorlog.closeBatches()).toMatchObject([{ log: "new.example" }]);
    await one.anchorlog.checkpoint();
    expect((await one.anchorlog.bundle({ log: "new.example", index: 0 })).inclusion).toBeDefined();
    // Adding the log again at another process changes nothing.
    await two.anchorlog.addLog("new.example");
    await Promise.all([one, two].map(closeProcess));
    const three = await openProcess("three");
    expect(await submit(three, "new.example")).toMatchObject({ status: "accepted", index: 1 });
    expect(await three.anchorlog.status()).toMatchObject({ logs: 1, unbatched: 1, closed: 1, signed: 1 });
  });

  test("is unknown before, and does not cost a query for each refused action", async ({
    platform: { openProcess },
  }) => {
    let questions = 0;
    const wrap = (store: PostgresStore): LogStore => ({
      ...store,
      logNames: (logs) => {
        questions++;
        return store.logNames(logs);
      },
    });
    const [one, two] = [await openProcess("one"), await openProcess("two", { wrap })];
    questions = 0;
    const strange = await Promise.all(Array.from({ length: 50 }, () => submit(two, "late.example")));
    expect(strange.every((answer) => answer.status === "refused" && answer.code === "unknown_log")).toBe(true);
    // A caller that cannot sign learns nothing, and causes no questions.
    const before = questions;
    expect(before).toBeLessThan(10);
    const forged = { ...(await signAction(wallets[0]!, "other.example", 0)), signature: `0x${"11".repeat(65)}` };
    expect(await two.anchorlog.submitMany([forged])).toMatchObject([{ status: "refused" }]);
    expect(questions).toBe(before);
    await one.anchorlog.addLog("late.example");
    const action = await signAction(wallets[0]!, "late.example", nonce++);
    await expect.poll(() => two.anchorlog.submit(action)).toMatchObject({ status: "accepted" });
    await expect(one.anchorlog.addLog("Not A Name")).rejects.toMatchObject({ code: "bad_log_name" });
    await expect(one.anchorlog.bundle({ log: "none.example", index: 0 })).rejects.toMatchObject({
      code: "unknown_log",
    });
  });

  test("is not reported as unknown if the store does not answer", async ({ platform: { openProcess } }) => {
    let isAway = false;
    const wrap = (store: PostgresStore): LogStore => ({
      ...store,
      logNames: async (logs) => {
        if (isAway) throw new AnchorlogError("store_failed", "the store is away");
        return store.logNames(logs);
      },
    });
    const two = await openProcess("two", { wrap });
    isAway = true;
    expect(await submit(two, "new.example")).toMatchObject({ status: "indeterminate", code: "store_failed" });
    isAway = false;
    expect(await submit(two, "new.example")).toMatchObject({ status: "refused", code: "unknown_log" });
  });
});

// Tests that wait for leases to end run side by side.
test.concurrent("a process whose store is unreachable returns a status, and leads again later", async ({
  expect,
  platform,
}) => {
  const { storeUrl, openProcess, closeProcess } = platform;
  const wire = await openWire(storeUrl);
  const one = await openProcess("one", { logs: ["a.example"], leaseSeconds: 1 }, wire.url);
  await submit(one, "a.example");
  await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(true);
  expect(await one.anchorlog.status()).toMatchObject({
    lease: { held: true, leader: "one", until: expect.any(Number) as number },
    logs: 1,
    unbatched: 1,
    closed: 0,
    shedding: undefined,
    missing: [],
    account: undefined,
  });
  wire.cut();
  await expect.poll(async () => (await one.anchorlog.status()).logs).toBeUndefined();
  await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(false);
  expect(await one.anchorlog.status()).toMatchObject({ closed: 0, unbatched: undefined });
  wire.mend();
  await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(true);
  await expect.poll(async () => (await one.anchorlog.status()).unbatched).toBe(1);
  await closeProcess(one);
});

describe.concurrent("one of several processes", () => {
  const batches = { maxAge: 20 };

  test("closes batches, also of entries that others appended, until it gives up the lease", async ({
    expect,
    platform: { openProcess, closeProcess },
  }) => {
    const one = await openProcess("one", { logs: ["a.example", "b.example"], batches });
    const two = await openProcess("two", { batches });
    expect(await one.anchorlog.status()).toMatchObject({ lease: { held: true, leader: "one" } });
    expect(await two.anchorlog.status()).toMatchObject({ lease: { held: false, leader: "one" } });
    await submit(one, "a.example");
    await submit(two, "b.example");
    await expect.poll(() => one.store.unbatched()).toEqual([]);
    expect(await one.store.batches()).toHaveLength(2);
    await closeProcess(one);
    await submit(two, "b.example");
    await expect.poll(() => two.store.batches()).toHaveLength(3);
    expect(await two.anchorlog.status()).toMatchObject({ lease: { held: true, leader: "two" }, closed: 3 });
  });

  test.runIf(isSlowSuite)(
    "closes batches, and the others do so only on request",
    async ({ expect, platform: { openProcess } }) => {
      const one = await openProcess("one", { logs: ["b.example"] });
      const looks = countLooks();
      const two = await openProcess("two", { batches, wrap: looks.wrap });
      await submit(two, "b.example");
      await looks.more(2);
      expect(await one.store.batches()).toEqual([]);
      expect(await two.anchorlog.closeBatches()).toMatchObject([{ log: "b.example", position: 0 }]);
      expect(await one.anchorlog.closeBatches()).toEqual([]);
    },
  );

  test.runIf(isSlowSuite)(
    "stops by its own clock if it cannot renew its lease, and another one continues",
    async ({ expect, platform: { openProcess, closeProcess } }) => {
      let isAway = false;
      const wrap = (store: PostgresStore): LogStore => ({
        ...store,
        takeLease: async (name, epoch) => {
          if (isAway) throw new AnchorlogError("store_failed", "the store is away");
          return store.takeLease(name, epoch);
        },
      });
      const errors: unknown[] = [];
      const onError = (error: unknown) => void errors.push(error);
      const one = await openProcess("one", {
        logs: ["a.example", "b.example"],
        batches,
        wrap,
        onError,
        leaseSeconds: 1,
      });
      const two = await openProcess("two", { batches });
      isAway = true;
      await expect.poll(async () => (await two.anchorlog.status()).lease.held).toBe(true);
      expect(await one.anchorlog.status()).toMatchObject({ lease: { held: false } });
      // It still accepts actions, and the other process closes their batches.
      await submit(one, "a.example");
      await expect.poll(() => one.store.batches()).toHaveLength(1);
      const { failures } = await one.anchorlog.status();
      expect(failures.follow).toBeGreaterThan(0);
      // One failure of a series is reported.
      expect(errors).toHaveLength(1);
      isAway = false;
      await expect.poll(async () => (await one.anchorlog.status()).lease.leader).toBe("two");
      await closeProcess(two);
      await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(true);
    },
  );

  test("leads later if the store gives it no lease when it is opened", async ({
    expect,
    platform: { openProcess },
  }) => {
    let refusals = 2;
    const wrap = (store: PostgresStore): LogStore => ({
      ...store,
      takeLease: async (name, epoch) => {
        if (refusals-- > 0) throw new AnchorlogError("outcome_unknown", "the standby is away");
        return store.takeLease(name, epoch);
      },
    });
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const one = await openProcess("one", { logs: ["a.example"], wrap, onError });
    expect(await submit(one, "a.example")).toMatchObject({ status: "accepted" });
    await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(true);
    expect((await one.anchorlog.status()).failures.follow).toBe(2);
    expect(errors[0]).toMatchObject({ code: "outcome_unknown" });
  });

  test.runIf(isSlowSuite)(
    "of two with the same name, the later one leads, and they do not take turns",
    async ({ expect, platform: { openProcess } }) => {
      const looks = [countLooks(), countLooks()] as const;
      const one = await openProcess("same", { wrap: looks[0].wrap });
      const before = (await one.store.takeLease("operator", undefined)).lease!.epoch;
      const two = await openProcess("same", { wrap: looks[1].wrap });
      await expect.poll(async () => (await one.anchorlog.status()).lease.held).toBe(false);
      expect(await two.anchorlog.status()).toMatchObject({ lease: { held: true } });
      await Promise.all(looks.map(({ more }) => more(2)));
      expect(await two.anchorlog.status()).toMatchObject({ lease: { held: true } });
      const { lease } = await two.store.takeLease("operator", before + 1_000);
      expect(lease!.epoch).toBeLessThan(before + 5);
    },
  );
});

describe.concurrent("the work of another process", () => {
  test("is followed by a stream, which queries all followed logs together", async ({
    expect,
    platform: { storeUrl, openProcess },
  }) => {
    const logs = ["a.example", "b.example", "c.example"];
    let questions = 0;
    let followed = 0;
    const wrap = (store: PostgresStore): LogStore => ({
      ...store,
      heads: (ids) => {
        questions++;
        followed = Math.max(followed, ids.length);
        return store.heads(ids);
      },
    });
    const looks = countLooks();
    const one = await openProcess("one", { logs, wrap: looks.wrap });
    const store = wrap(await openPostgresStore({ connectionString: storeUrl, leader: "two" }));
    const stop = new AbortController();
    const heard: string[] = [];
    const streams = logs.map(async (name) => {
      const log = openLog({ id: logId(operator, name), store, clock: () => NOW, maxDeadlineAhead: 3_600 });
      for await (const { index } of log.stream(0, { follow: true, signal: stop.signal }))
        heard.push(`${name} ${index}`);
    });
    await submit(one, "a.example");
    await expect.poll(() => heard).toEqual(["a.example 0"]);
    await submit(one, "c.example");
    await submit(one, "a.example");
    await expect.poll(() => heard.toSorted()).toEqual(["a.example 0", "a.example 1", "c.example 0"]);
    await expect.poll(() => followed).toBe(3);
    // All connections end: followers do not notice.
    const others = "datname = current_database() AND pid <> pg_backend_pid()";
    await queryDatabase(storeUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    await submitAfter(one, "b.example");
    await expect.poll(() => heard).toContain("b.example 0");
    stop.abort();
    await Promise.all(streams);
    // Without followers the store gets no queries, for much longer than the pause between two queries.
    const before = questions;
    await looks.more(1);
    expect(questions).toBe(before);
    await store.close();
  });
});

test("promises and anchors of another process count in the backlog", async ({ platform: { openProcess } }) => {
  const logs = Array.from({ length: 1_500 }, (_, i) => `log-${i}.example`);
  const [one, two] = [await openProcess("one", { logs }), await openProcess("two")];
  let now = NOW;
  let anchored = 0;
  const calls: string[] = [];
  const counted: Pick<LogStore, "unbatched" | "entriesAt"> = {
    unbatched: () => (calls.push("unbatched"), two.store.unbatched()),
    entriesAt: (places) => (calls.push("entriesAt"), two.store.entriesAt(places)),
  };
  let asked = 0;
  const refuse = () => Promise.reject(new Error("nothing is built"));
  const backlog = await watchBacklog({
    store: counted,
    batchLog: await openBatchLog({
      store: two.store,
      builder: { batch: refuse, section: refuse },
      clock: () => now,
    }),
    patience: 1_000,
    delay: 4_000,
    readSize: async () => (asked++, anchored),
    clock: () => now,
  });
  expect(backlog.oldest()).toBeUndefined();
  for (const log of logs.slice(0, 20)) await submit(one, log);
  // It has not looked yet.
  now += 1_001;
  expect(backlog.isOverdue()).toBe(false);
  calls.length = 0;
  await backlog.look();
  expect(backlog.oldest()).toBe(NOW);
  // It reads twice, before and after it asks the chain. Known entries are not read again.
  expect(calls).toEqual(["unbatched", "entriesAt", "unbatched", "entriesAt"]);
  expect(asked).toBe(1);
  expect(await backlog.isOverdue()).toBe(true);
  // Another process closes them and has some anchored.
  await one.anchorlog.closeBatches();
  anchored = 19;
  await backlog.look();
  expect(backlog.oldest()).toBe(NOW);
  anchored = 20;
  await backlog.look();
  expect(backlog.oldest()).toBeUndefined();
  const before = asked;
  expect(backlog.isOverdue()).toBe(false);
  expect(asked).toBe(before);
  // If an anchor is gone, its promises are open again. The promises of each log count as broken once.
  now += 3_000;
  await backlog.anchored(18);
  expect(backlog.oldest()).toBe(NOW);
  expect(backlog.missedDeadlines()).toBe(2);
  await backlog.anchored(17);
  expect(backlog.missedDeadlines()).toBe(3);
  await backlog.anchored(20);
  expect(backlog.missedDeadlines()).toBe(3);
});

test("a process that does not know a kind of action reports that, and accepts all other kinds", async ({
  platform: { openProcess },
}) => {
  const newer = { ...types, ...defineActions({ Vote: { yes: "bool" }, Transfer: types.definitions.Transfer }) };
  const older = defineActions({ Vote: { yes: "bool" } });
  const one = await openProcess("one", { logs: ["a.example", "b.example"], types: older });
  const two = await openProcess("two", { types: newer });
  await submit(two, "a.example");
  const vote = { kind: "Vote", payload: { yes: true } };
  const voted = await one.anchorlog.submit(await signAction(wallets[0]!, "b.example", nonce++, vote));
  expect(voted).toMatchObject({ status: "accepted" });
  await expect(one.anchorlog.bundle({ log: "a.example", index: 0 })).rejects.toMatchObject({ code: "unknown_kind" });
  await expect(one.anchorlog.closeBatches()).rejects.toMatchObject({ code: "unknown_kind" });
  // The other log's batch was closed.
  expect(await two.store.unbatched()).toMatchObject([{ name: "a.example" }]);
  expect(await two.anchorlog.closeBatches()).toMatchObject([{ log: "a.example" }]);
  expect((await one.anchorlog.bundle({ log: "b.example", index: 0 })).action.primaryType).toBe("Vote");
});
