import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ALARMS } from "../../scripts/generate/alarms.ts";
import { LEVELS } from "../../src/operation/log.ts";
import type { Operation } from "../../src/operation/operation.ts";
import { METRICS } from "../../src/operator/metrics.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import type { Config } from "../../src/config/settings.ts";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { act, DELAY, deployTo, makeOperator, removeFolder, startOperator } from "./operation.ts";
import { holds, parseMetrics, type Scrape } from "./promql.ts";

// Each alarm's condition is brought about in a real operator on a real node, and read from its /metrics. Most of the
// time is spent waiting for what an operator looks at every so often: side by side, the longest first.
let node: Anvil;
/** Where a transaction is stuck, all others would be, too. */
let stuck: Anvil;
let accounts = 1;
const configs: Config[] = [];
const running: Operation[] = [];

async function startNode(): Promise<Anvil> {
  const started = await startAnvil(Math.floor(Date.now() / 1000));
  await deployTo(started);
  return started;
}
beforeAll(async () => {
  [node, stuck] = await Promise.all([startNode(), startNode()]);
});
afterAll(async () => {
  await Promise.all(running.map((operation) => operation.stop().catch(() => {})));
  for (const config of configs) await removeFolder(config);
  await node?.close();
  await stuck?.close();
});

async function make(options: Parameters<typeof makeOperator>[2] = {}, on = node): Promise<Config> {
  const index = accounts++;
  const { address } = developmentAccount(index, LOCAL_CHAIN_ID);
  // A node gives ether to a few accounts only.
  await on.test.setBalance({ address, value: parseEther("100") });
  const config = await makeOperator(on, index, options);
  configs.push(config);
  return config;
}
/** Opens one; with shorter times than a configuration may have, where they are given. */
async function open(config: Config) {
  const operator = await startOperator(config);
  running.push(operator);
  return operator;
}
const scrape = async ({ url }: { url: string }, at = 0): Promise<Scrape> => ({
  at,
  text: await (await fetch(`${url}/metrics`)).text(),
});
const firing = (scrapes: readonly Scrape[]): string[] =>
  ALARMS.filter(({ expr }) => holds(expr, scrapes)).map(({ name }) => name.replace("Anchorlog", ""));
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 250 });
/** Scrapes until these alarms, and no others, are on: what an operator reads of store and chain may be a second old. */
async function untilFiring(operator: { url: string }, expected: readonly string[], before: readonly Scrape[] = []) {
  await until(async () => expect(firing([...before, await scrape(operator, 60 * before.length)])).toEqual(expected));
}

describe.concurrent("an alarm is raised", () => {
  it("where a transaction is stuck, and is replaced at a higher fee again and again", async () => {
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

  it("where nothing can be published, and while less is published than anchored", async () => {
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
    // A file in the folder's place: whoever runs this test may write anywhere.
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

  it("where nobody answers", () => {
    expect(firing([{ at: 0, text: "" }])).toEqual(["Absent"]);
  });

  it("where the store does not answer", async () => {
    const config = await make();
    const operator = await open(config);
    await operator.anchorlog.close();
    await until(async () => expect(firing([await scrape(operator)])).toContain("Unknown"));
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
    const health = await fetch(`${operator.url}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      healthy: false,
      concerns: [{ code: "deadline_missed" }, { code: "not_promising" }],
    });
  });

  it("where the store lacks what was signed", async () => {
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

  it("where the stake is short, or the account almost empty", async () => {
    const config = await make({ stake: false });
    const operator = await open(config);
    await untilFiring(operator, ["StakeShort"]);
    await node.test.setBalance({ address: config["operator.address"], value: parseEther("0.04") });
    await untilFiring(operator, ["StakeShort", "BalanceLow"]);
  });

  it("where the chain cannot be read, and its values are unknown, not 0", async () => {
    const other = await startNode();
    const operator = await open(await make({}, other));
    await other.close();
    await untilFiring(operator, ["ChainUnread", "EndpointAside"]);
    const { text } = await scrape(operator);
    expect(text).toMatch(/^anchorlog_balance_ether NaN$/m);
    expect(text).toMatch(/^anchorlog_anchored_size NaN$/m);
  });

  it("where an RPC endpoint is put aside, and the other goes on", async () => {
    const config = await make({ "chain.rpc": [node.url, "http://127.0.0.1:1"] });
    const operator = await open(config);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    await operator.anchorlog.anchor();
    await untilFiring(operator, ["EndpointAside"]);
    expect((await scrape(operator)).text).toMatch(/^anchorlog_endpoint_good\{index="1"\} 0$/m);
  });

  it("where a timestamp on a further chain has been due for an hour, and anchors go on", async () => {
    const chains = [{ chainId: 10, rpc: ["http://127.0.0.1:1"], account: "file:key" }];
    const config = await make({ "timestamps.chains": chains });
    await writeFile(join(config.folder, "key"), "5e".repeat(32), { mode: 0o600 });
    const operator = await open(config);
    expect(await act(operator, config)).toMatchObject({ status: "accepted" });
    await operator.anchorlog.closeBatches();
    expect(await operator.anchorlog.anchor()).toMatchObject({ status: "anchored", size: 1 });
    await until(async () => expect((await operator.status()).timestamps[0]?.dueSince).toBeDefined());
    expect((await operator.status()).timestamps[0]!.failure).toBeDefined();
    expect((await operator.status()).failures.timestamp).toBeGreaterThan(0);
    await untilFiring(operator, []);
    operator.ahead.seconds = 3_601;
    await untilFiring(operator, ["TimestampLate"]);
    const health = await fetch(`${operator.url}/health`);
    expect(await health.json()).toMatchObject({ healthy: false, concerns: [{ code: "timestamp_late" }] });
    expect((await scrape(operator)).text).toMatch(/^anchorlog_timestamp_balance_ether\{chain="10"\} NaN$/m);
  });

  it("where the first RPC endpoint is away, and no other: what the second says is believed", async () => {
    const config = await make();
    const operator = await open({ ...config, "chain.rpc": [{ url: "http://127.0.0.1:1" }, ...config["chain.rpc"]!] });
    await untilFiring(operator, ["EndpointAside"]);
    const { anchored, account, stake } = await operator.status();
    expect([anchored, typeof account?.balance, typeof stake?.held]).toEqual([0, "bigint", "bigint"]);
  });
});

describe.concurrent("no alarm", () => {
  it("is raised by an operator that does well: before its first action, and after an anchor", async () => {
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
  });
});

describe("the alarms that are shipped", () => {
  it("are each of these, word for word", async () => {
    const rules = await readFile(new URL("../../docs/alerts.yml", import.meta.url), "utf8");
    for (const { name } of ALARMS) expect(rules).toContain(`- alert: ${name}\n`);
    expect(rules.match(/- alert: /g)).toHaveLength(ALARMS.length);
  });

  it("ask for metrics that there are", () => {
    const known = METRICS.map(({ name }) => name);
    for (const { expr } of ALARMS)
      for (const [name] of expr.matchAll(/anchorlog_[a-z_]+/g)) expect(known).toContain(name);
  });
});
