import { copyFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { BATCH_LOG, presets, requestExit, rotateKey } from "anchorlog/chain";
import { askForHeader, openChallenge, readStoredCheckpoints, settleChallenge } from "anchorlog/dispute";
import { closing } from "../ends.ts";
import { openAccount } from "../../src/daemon/config/keys.ts";
import { connectWriter, identityOf } from "../../src/daemon/config/open.ts";
import { LEVELS } from "../../src/daemon/log.ts";
import type { Operation } from "../../src/daemon/operation.ts";
import { formatMetrics, METRICS } from "../../src/operator/observe/metrics.ts";
import { developmentAccount, developmentSigner, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import type { Config } from "../../src/daemon/config/settings.ts";
import { contractAddresses } from "../../src/chain/addresses.ts";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { ask, concernsAt, firing, firingOfWatch, scrape, untilFiring, valueOf } from "./firing.ts";
import { act, DELAY, deployTo, makeOperator, startOperator } from "./operation.ts";
import { parseMetrics } from "./promql.ts";
import { until } from "../until.ts";
import { isSlowSuite } from "../slow.ts";

// Each alarm's condition is caused in a real operator on a real node, and read from its /metrics. Most of the time is
// spent waiting for the operator's next look, so the tests run in parallel, the longest first.
let accounts = 1;
const running: Operation[] = [];

async function startNode(): Promise<Anvil> {
  const started = await startAnvil(Math.floor(Date.now() / 1000));
  await deployTo(started);
  return started;
}
const [node, stuck, still] = await Promise.all([startNode(), startNode(), startNode()]);
afterAll(async () => {
  await Promise.all(running.map((operation) => operation.stop().catch(() => {})));
});

async function make(options: Parameters<typeof makeOperator>[2] = {}, on = node): Promise<Config> {
  const index = accounts++;
  const { address } = developmentAccount(index, LOCAL_CHAIN_ID);
  // A node gives ether to a few accounts only.
  await on.test.setBalance({ address, value: parseEther("100") });
  const config = await makeOperator(on, index, options);
  return config;
}
/** Opens an operator; a test may give shorter times than a configuration allows. */
async function open(config: Config, ahead = 0) {
  const operator = await startOperator(config, ahead);
  running.push(operator);
  return operator;
}
const writerOf = async (config: Config) => connectWriter(config, await openAccount(config));
/** Seconds that a challenge waits for its answer. */
const { responseTime: RESPONSE_TIME } = presets.local.timing;

describe.concurrent("an alarm fires", () => {
  it.runIf(isSlowSuite)("if a transaction is stuck, and is replaced at a higher fee again and again", async () => {
    const config = await make({}, stuck);
    const operator = await open({
      ...config,
      "transactions.resubmissionTimeoutSeconds": 0.2,
      "anchors.pollSeconds": 0.1,
    });
    const before = [await scrape(operator)];
    await stuck.test.setAutomine(false);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    const anchored = operator.anchorlog.anchor();
    await untilFiring(operator, ["FeesRising"], before);
    operator.ahead.seconds = 601;
    await untilFiring(operator, ["TransactionStuck", "FeesRising"], before);
    await stuck.test.mine({ blocks: 1 });
    expect(await anchored).toMatchObject({ size: 1 });
  });

  it.runIf(isSlowSuite)("if publishing fails, and while less is published than anchored", async () => {
    const config = await make({ "publish.tiles": "public" });
    const operator = await open({ ...config, "publish.maxAgeSeconds": 0.1, "anchors.pollSeconds": 0.1 });
    const anchor = async () => {
      expect(await act(operator, config)).toMatchObject({ status: "accepted" });
      await operator.anchorlog.closeBatches();
      await node.advance(2);
      await operator.anchorlog.anchor();
    };
    await anchor();
    await untilFiring(operator, []);
    await until(async () => expect((await operator.status()).published).toBe(1));
    const before = [await scrape(operator)];
    // A file replaces the folder, since the user that runs this test may write anywhere.
    const folder = join(config.folder, "public/tile");
    await rename(folder, `${folder}.away`);
    await writeFile(folder, "");
    await anchor();
    await untilFiring(operator, ["PublishFailing", "Failing", "Unpublished"], before);
    // The first of a row is logged.
    expect(operator.log.filter(({ event }) => event === "failed")).toHaveLength(1);
    for (const { level } of operator.log) expect(LEVELS).toContain(level);
    await rm(folder);
    await rename(`${folder}.away`, folder);
    await untilFiring(operator, []);
  });

  it("if a process does not answer", () => {
    expect(firing([{ at: 0, text: "" }])).toEqual(["Absent"]);
    expect(firingOfWatch([{ at: 0, text: "" }])).toEqual(["WatchAbsent"]);
  });

  it("if the store does not answer", async () => {
    const config = await make();
    const operator = await open(config);
    expect(await ask(operator, "/livez")).toEqual({ status: 200, body: { status: "alive" } });
    await operator.anchorlog.close();
    await until(async () => expect(firing([await scrape(operator)])).toContain("Unknown"));
    expect((await ask(operator, "/livez")).status).toBe(503);
    await until(async () => {
      expect((await ask(operator, "/readyz")).body).toMatchObject({ error: { details: [{ reason: "unavailable" }] } });
    });
  });

  it("as a promise grows old: first late, then nothing new is promised, then missed", async () => {
    const config = await make();
    const operator = await open(config);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await node.advance(0.22 * DELAY);
    operator.ahead.seconds = 0.22 * DELAY;
    await untilFiring(operator, ["PromiseLate"]);
    operator.ahead.seconds = 0.3 * DELAY;
    await untilFiring(operator, ["PromiseLate", "NotPromising"]);
    expect(await act(operator, config, 0.3 * DELAY)).toMatchObject({ code: "anchor_overdue" });
    operator.ahead.seconds = 0.6 * DELAY;
    await untilFiring(operator, ["PromiseLate", "PromiseVeryLate", "NotPromising"]);
    operator.ahead.seconds = DELAY + 1;
    await until(async () => expect(firing([await scrape(operator)])).toContain("DeadlineMissed"));
    await until(async () => expect(await concernsAt(operator)).toEqual(["deadline_missed", "not_promising"]));
    await until(async () => {
      expect(await ask(operator, "/readyz")).toMatchObject({
        status: 503,
        body: { error: { details: [{ field: "log", reason: "anchor_overdue" }] } },
      });
    });
    // An operator that is started again reports it as well.
    await operator.stop();
    const again = await open({ ...config, "anchors.pollSeconds": 0.1 }, DELAY + 1);
    const missed = await until(async () => {
      const scraped = await scrape(again);
      expect(firing([scraped])).toContain("DeadlineMissed");
      return scraped;
    });
    await until(async () => expect(await concernsAt(again)).toContain("deadline_missed"));
    // Anchored entries are not missed any more, but they were within the hour.
    await node.advance(0.8 * DELAY);
    await again.anchorlog.closeBatches();
    await again.anchorlog.anchor();
    await until(async () => expect(valueOf(await scrape(again), "anchorlog_overdue_logs")).toBe(0));
    await until(async () => expect(await concernsAt(again)).toEqual(["deadline_missed"]));
    const before = { ...missed, at: -60, text: "anchorlog_missed_deadlines_total 0" };
    await until(async () => expect(firing([before, await scrape(again)])).toEqual(["DeadlineMissed"]));
    again.ahead.seconds += 3_601;
    await until(async () => expect(await concernsAt(again)).not.toContain("deadline_missed"));
  });

  it("if the store lacks something that was signed", async () => {
    const config = await make();
    const first = await open(config);
    expect(await act(first, config)).toMatchObject({ status: "accepted" });
    await first.stop();
    const store = join(config.folder, "anchorlog.sqlite");
    await copyFile(store, `${store}.old`);
    const second = await open(config);
    expect(await act(second, config)).toMatchObject({ status: "accepted" });
    await second.stop();
    for (const suffix of ["-wal", "-shm"]) await rm(`${store}${suffix}`, { force: true });
    await copyFile(`${store}.old`, store);
    await untilFiring(await open(config), ["NotPromising", "StoreBehind"]);
  });

  it.runIf(isSlowSuite)(
    "if the stake is short, the account almost empty, or the operator leaves; nothing is promised",
    async () => {
      const config = await make({ stake: false });
      const operator = await open(config);
      expect(await act(operator, config)).toMatchObject({ status: "indeterminate", code: "not_in_standing" });
      await untilFiring(operator, ["NotPromising", "StakeShort"]);
      await until(async () => expect(await concernsAt(operator)).toEqual(["stake_short"]));
      await until(async () => {
        expect((await ask(operator, "/readyz")).body).toMatchObject({
          error: { details: [{ reason: "not_in_standing" }] },
        });
      });
      await node.test.setBalance({ address: config["operator.address"], value: parseEther("0.04") });
      await untilFiring(operator, ["NotPromising", "StakeShort", "BalanceLow"]);
      expect((await ask(operator, "/livez")).status).toBe(200);
      await requestExit(await writerOf(config), identityOf(config));
      await untilFiring(operator, ["Exiting", "NotPromising", "BalanceLow"]);
      await until(async () => expect(await concernsAt(operator)).toEqual(["exiting", "balance_low"]));
    },
  );

  it.runIf(isSlowSuite)(
    "if a challenge is open that the watchtower's budget cannot answer; no answer costs the stake",
    async () => {
      const watcher = { "watch.account": "development:17", "watch.budgetEther": 0.000001 };
      // A challenge has a deadline, so no other test may share this node's clock.
      const chain = closing(await startNode());
      const config = await make({ ...watcher, "watch.state": "watch.json" }, chain);
      const [anybodys, watchers] = [16, 17].map((index) => developmentAccount(index, LOCAL_CHAIN_ID));
      for (const { address } of [anybodys!, watchers!])
        await chain.test.setBalance({ address, value: parseEther("100") });
      const operator = await open({ ...config, "anchors.pollSeconds": 0.2 });
      expect(await act(operator, config)).toMatchObject({ status: "accepted" });
      await operator.anchorlog.closeBatches();
      await operator.anchorlog.anchor();
      await until(async () => expect(firingOfWatch([await scrape(operator)])).toEqual([]));
      await until(async () => expect(await concernsAt(operator)).toEqual([]));
      expect(valueOf(await scrape(operator), "anchorlog_watch_deadline_seconds")).toBe(Infinity);

      const { challenges } = contractAddresses(presets.local);
      const id = identityOf(config);
      const anybody = chain.writer(anybodys!);
      const opening = askForHeader(id, await readStoredCheckpoints(chain.client, id), 0);
      const { deadline, id: question } = await openChallenge(anybody, challenges, opening);
      await untilFiring(operator, ["ChallengeOpen"]);
      await until(async () => expect(firingOfWatch([await scrape(operator)])).toEqual(["WatchAlarm"]));
      await until(async () => expect(await concernsAt(operator)).toEqual(["challenge_open", "budget_exhausted"]));
      const before = Date.now() / 1_000;
      const asking = await scrape(operator);
      expect(valueOf(asking, "anchorlog_watch_alarms", { type: "budget.exhausted" })).toBe(1);
      const after = Date.now() / 1_000;
      const left = valueOf(asking, "anchorlog_watch_deadline_seconds");
      expect(left).toBeLessThanOrEqual(deadline - before + 10);
      expect(left).toBeGreaterThanOrEqual(deadline - after - 10);
      const asked = { id: question, kind: "header", index: 0, deadline };
      expect(operator.log).toContainEqual(
        expect.objectContaining({ event: "watch_budget.exhausted", fields: expect.objectContaining(asked) as object }),
      );
      await until(async () => {
        expect((await ask(operator, "/status")).body).toMatchObject({
          status: { stake: { openChallenges: 1 }, watch: { challenges: [{ deadline }] } },
        });
      });

      expect(await act(operator, config)).toMatchObject({ status: "accepted" });
      await chain.advance(RESPONSE_TIME + 1);
      await settleChallenge(anybody, challenges, { kind: "header", operator: id.operator, log: BATCH_LOG, index: 0 });
      await untilFiring(operator, ["Slashed", "NotPromising"]);
      await until(async () => expect(await concernsAt(operator)).toEqual(["slashed"]));
      expect(await act(operator, config)).toMatchObject({ code: "not_in_standing" });
      await operator.anchorlog.closeBatches();
      await expect(operator.anchorlog.anchor()).rejects.toMatchObject({ code: "transaction_failed" });
      const slashed = await scrape(operator);
      expect(valueOf(slashed, "anchorlog_actions_total", { answer: "not_in_standing" })).toBe(1);
      expect(valueOf(slashed, "anchorlog_actions_total", { answer: "accepted" })).toBe(2);
      expect(valueOf(slashed, "anchorlog_transaction_failures_total", { code: "transaction_failed" })).toBe(1);
      await operator.stop();
      await chain.close();
    },
  );

  it("if the chain cannot be read; its values are unknown, not 0", async () => {
    const other = closing(await startNode());
    const operator = await open(await make({}, other));
    await other.close();
    await untilFiring(operator, ["ChainUnread", "EndpointAside"]);
    const { text } = await scrape(operator);
    expect(text).toMatch(/^anchorlog_balance_ether NaN$/m);
    expect(text).toMatch(/^anchorlog_anchored_size NaN$/m);
  });

  it.runIf(isSlowSuite)("if an RPC endpoint is put aside, while the other one works", async () => {
    const config = await make({ "chain.rpc": [still.url, "http://127.0.0.1:1"] }, still);
    const operator = await open(config);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    await operator.anchorlog.anchor();
    await untilFiring(operator, ["EndpointAside"]);
    expect((await scrape(operator)).text).toMatch(/^anchorlog_endpoint_good\{index="1"\} 0$/m);
  });

  it.runIf(isSlowSuite)("if a timestamp on a further chain was due for an hour, while anchoring works", async () => {
    const chains = [{ chainId: 10, rpc: ["http://127.0.0.1:1"], account: "file:key" }];
    const config = await make({ "timestamps.chains": chains });
    await writeFile(join(config.folder, "key"), "5e".repeat(32), { mode: 0o600 });
    const operator = await open(config);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    expect(await operator.anchorlog.anchor()).toMatchObject({ status: "anchored", size: 1 });
    await until(async () => expect((await operator.status()).timestamps[0]?.dueSince).toBeDefined());
    await until(async () => expect((await operator.status()).timestamps[0]!.failure).toBeDefined());
    expect((await operator.status()).failures.timestamp).toBeGreaterThan(0);
    await untilFiring(operator, []);
    operator.ahead.seconds = 3_601;
    await untilFiring(operator, ["TimestampLate"]);
    await until(async () => expect(await concernsAt(operator)).toEqual(["timestamp_late"]));
    expect((await scrape(operator)).text).toMatch(/^anchorlog_timestamp_balance_ether\{chain="10"\} NaN$/m);
  });

  it("if only the first RPC endpoint is unreachable; the second one's answers are used", async () => {
    const config = await make({}, still);
    const operator = await open({ ...config, "chain.rpc": [{ url: "http://127.0.0.1:1" }, ...config["chain.rpc"]!] });
    await untilFiring(operator, ["EndpointAside"]);
    // A slow part is missing from one status.
    await until(async () => {
      const { anchored, account, stake } = await operator.status();
      expect([anchored, typeof account?.balance, typeof stake?.held]).toEqual([0, "bigint", "bigint"]);
    });
  });

  it("if an announced key is missing in the process, and if the process can no longer sign", async () => {
    const config = await make();
    const operator = await open(config);
    const { from } = await rotateKey(
      await writerOf(config),
      identityOf(config),
      "receipt",
      developmentSigner(15, LOCAL_CHAIN_ID),
    );
    await untilFiring(operator, ["NextKeyMissing"]);
    const body = await until(async () => {
      const asked = await ask(operator, "/status");
      expect(asked.body.concerns).toHaveLength(1);
      return asked.body;
    });
    expect(body.concerns).toMatchObject([{ code: "next_key_missing", about: "the receipt key" }]);
    expect(body.concerns[0]!.message).toContain(new Date(1000 * from).toISOString());
    const before = await scrape(operator);
    expect(valueOf(before, "anchorlog_key_end_seconds", { role: "anchor" })).toBe(Infinity);
    operator.ahead.seconds = from + 1 - Math.floor(Date.now() / 1000);
    for (const _ of [1, 2])
      expect(await act(operator, config, operator.ahead.seconds)).toMatchObject({ code: "receipt_unavailable" });
    await untilFiring(operator, ["NoReceipts", "NextKeyMissing"], [before]);
    await until(async () => expect(await concernsAt(operator)).toEqual(["no_receipts", "next_key_missing"]));
    expect((await operator.status()).failures.receipt).toBe(2);
    expect(operator.log.filter(({ event }) => event === "failed")).toMatchObject([{ fields: { code: "key_retired" } }]);
  });
});

describe.concurrent("no alarm", () => {
  it("fires for a healthy operator: before its first action, and after an anchor", async () => {
    const config = await make();
    const operator = await open(config);
    await untilFiring(operator, []);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    await operator.anchorlog.anchor();
    await untilFiring(operator, []);
    const names = new Set(parseMetrics((await scrape(operator)).text).map(({ name }) => name));
    expect(names).toContain("anchorlog_anchored_size");
    for (const name of names) expect(METRICS.map((metric) => metric.name)).toContain(name);
    await until(async () => {
      expect(await ask(operator, "/readyz")).toEqual({ status: 200, body: { status: "ready" } });
    });
    expect((await fetch(`${operator.url}/health`)).status).toBe(404);
    const status = await operator.status();
    expect(status).toMatchObject({ guard: true, keyEnds: { anchor: undefined, receipt: undefined }, watch: undefined });
    const held = formatMetrics({ ...status, transactions: { ...status.transactions!, held: "fees" } });
    expect(valueOf({ at: 0, text: held }, "anchorlog_transactions_held")).toBe(1);
    expect(valueOf(await scrape(operator), "anchorlog_transactions_held")).toBe(0);
  });
});
