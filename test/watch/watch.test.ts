import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BATCH_LOG } from "anchorlog/chain";
import { askForEntry, makeAnswer, readStoredCheckpoints } from "anchorlog/dispute";
import { storeRecords, USER_DUTIES, webhookHeaders } from "anchorlog/watch";
import type { Hex } from "anchorlog";
import { DEVELOPMENT_MNEMONIC } from "../../scripts/development.ts";
import { EXPORT_FILES } from "../../src/verify/audit/format.ts";
import { formatWatchMetrics } from "../../src/watch/metrics.ts";
import { assertJson } from "../cli/schemas.ts";
import { types } from "../operator.ts";
import { LOG, honestForFile, watcher } from "./honest.ts";
import { listen as listenTo } from "../listening.ts";
import { listen, MAX_ANCHOR_DELAY } from "./town.ts";
import { isSlowSuite } from "../slow.ts";

const { honest, at, open, acting, client, otherwise } = await honestForFile([3, 5]);
const STATUS = "commands-1.json#/$defs/watchStatus";

describe("a watchtower over an honest operator", () => {
  it("raises no alarm and sends no answer without a challenge", async () => {
    const tower = await acting({ duties: [...USER_DUTIES, "answer"] });
    expect(await tower.pass()).toMatchObject({ exitCode: 0, alarms: [], outcomes: [], errors: [] });
    const { number } = await honest.town.anvil.client.getBlock();
    expect(tower.status()).toMatchObject({ cursor: { block: number }, lag: { blocks: 0 }, challenges: [] });
    await tower.close();
  });

  it("returns the block up to which a pass read everything, and no block if no node answers", async () => {
    let isAway = false;
    const getChainId = () => (isAway ? Promise.reject(new Error("away")) : client().getChainId());
    const tower = await open({ clients: [otherwise({ getChainId })] });
    const { number } = await client().getBlock();
    expect((await tower.pass()).block).toBe(number);
    isAway = true;
    expect(await tower.pass()).toMatchObject({ exitCode: 2, block: undefined });
    await tower.close();
  });

  it("a dry run lists each answer with its cost, and sends nothing", async () => {
    const [first, second] = await honest.askFor(2);
    const tower = await open();
    const { exitCode, alarms, outcomes } = await tower.pass();
    expect(exitCode).toBe(1);
    expect(alarms.map(({ type }) => type)).toEqual(["challenge.open", "challenge.open"]);
    expect(outcomes.map(({ state, data }) => [state, data["id"]])).toEqual([
      ["would", first!.id],
      ["would", second!.id],
    ]);
    for (const { cost } of outcomes) expect(cost).toBeGreaterThan(0n);
    expect(tower.status().challenges).toMatchObject([
      { id: first!.id, deadline: first!.deadline, answer: "would" },
      {},
    ]);
    await assertJson(STATUS, tower.status());
    expect(await honest.answered()).toEqual([]);
    await tower.close();
  });

  it("answers each kind from an export, once, and is credited", async () => {
    // Headers, leaves and an action.
    await honest.askFor(5);
    const tower = await acting();
    const { exitCode, outcomes } = await tower.pass();
    expect(outcomes.map(({ state }) => state)).toEqual(Array(5).fill("sent"));
    expect(exitCode).toBe(0);
    expect(await honest.answered()).toHaveLength(5);
    expect(await tower.pass()).toMatchObject({ exitCode: 0, outcomes: [] });
    expect(await honest.town.nonceOf(watcher)).toBe(5);
    const spent = outcomes.reduce((sum, { cost }) => sum + cost!, 0n);
    expect(await honest.town.creditOf(watcher)).toBeGreaterThan(0n);
    expect(await honest.town.creditOf(watcher)).toBeLessThanOrEqual(spent);
    await tower.close();
  });

  it("answers several challenges in one block, within its budget", async () => {
    await honest.askFor(4);
    const dry = await open({ state: `${at.state}-dry` });
    const costs = (await dry.pass()).outcomes.map(({ cost }) => cost!);
    await dry.close();
    const { anvil } = honest.town;
    const pending = () => anvil.client.getTransactionCount({ address: watcher.address, blockTag: "pending" });
    await anvil.test.setAutomine(false);
    // The budget covers three answers at their highest cost. Once mined, they cost less, so enough is left for a
    // fourth.
    const tower = await open({ act: honest.act(costs.slice(0, 3).reduce((sum, cost) => sum + cost)) });
    const passed = tower.pass();
    await expect.poll(pending).toBe(3);
    await anvil.test.mine({ blocks: 1 });
    await expect.poll(pending).toBe(4);
    await anvil.test.mine({ blocks: 1 });
    const { outcomes } = await passed;
    await anvil.test.setAutomine(true);
    expect(outcomes.map(({ state }) => state)).toEqual(Array(4).fill("sent"));
    const blocks = outcomes.map(async ({ transactionHash }) => {
      const { blockNumber } = await anvil.client.getTransactionReceipt({ hash: transactionHash! });
      return blockNumber;
    });
    const [first, second, third, fourth] = await Promise.all(blocks);
    expect([second, third, fourth]).toEqual([first, first, first! + 1n]);
    await tower.close();
  });

  it("answers from a file of the export that was missing and is back", async () => {
    // The third question is the first that needs an entry.
    await honest.askFor(3);
    const file = join(honest.exported, EXPORT_FILES.log(LOG));
    await rename(file, `${file}.away`);
    const tower = await acting();
    try {
      const first = await tower.pass();
      expect(first.outcomes.map(({ state }) => state)).toEqual(["sent", "sent", "failed"]);
      expect(first.alarms.map(({ type }) => type)).toContain("challenge.unanswerable");
    } finally {
      await rename(`${file}.away`, file);
    }
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "sent" }]);
    expect(await honest.answered()).toHaveLength(3);
    await tower.close();
  });

  it("answers from the operator's own store, also a challenge for an omission", async () => {
    const { town, anchorlog, store } = honest;
    await town.anvil.advance(MAX_ANCHOR_DELAY + 61);
    const { entry, receipt } = await anchorlog.bundle({ log: LOG, index: 4 });
    await honest.ask(askForEntry(town.operator, { entry, signature: receipt.signature }, LOG));
    await honest.askFor(5);
    const tower = await acting({ records: storeRecords(store, town.operator, types) });
    expect((await tower.pass()).outcomes.map(({ state }) => state)).toEqual(Array(6).fill("sent"));
    expect(await honest.answered()).toHaveLength(6);
    await tower.close();
  });

  it("answers about a new batch from records that two callers read at the same time", async () => {
    const { store, town } = honest;
    let size = 1;
    const batches: typeof store.batches = async (start = 0) => (await store.batches()).slice(start, size);
    const records = storeRecords({ ...store, batches }, town.operator, types);
    const checkpoints = await readStoredCheckpoints(town.anvil.client, town.operator);
    const question = { operator: town.operator.operator, kind: "header", log: BATCH_LOG, index: 1 } as const;
    await Promise.all([records.hold(checkpoints, question), records.hold(checkpoints, question)]);
    size = 2;
    const answer = makeAnswer(await records.hold(checkpoints, question), question);
    expect(answer).toMatchObject({ functionName: "answerHeader", args: expect.arrayContaining([1n]) });
  });

  it("answers from entries that the operator's store lacked and has again", async () => {
    const { store, town } = honest;
    await honest.askFor(3);
    let lacks = true;
    const entries: typeof store.entries = async (...range) => (await store.entries(...range)).slice(lacks ? 1 : 0);
    const tower = await acting({ records: storeRecords({ ...store, entries }, town.operator, types) });
    const first = await tower.pass();
    expect(first.outcomes.map(({ state }) => state)).toEqual(["sent", "sent", "failed"]);
    expect(first.outcomes[2]).toMatchObject({ code: "cannot_answer" });
    lacks = false;
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "sent" }]);
    expect(await honest.answered()).toHaveLength(3);
    await tower.close();
  });

  it("reports what it cannot answer, and that time runs out, even if listeners and nodes fail", async () => {
    await honest.askFor(1);
    let isAway = false;
    const node = otherwise({
      getChainId: async () => {
        if (isAway) throw new Error("away");
        return client().getChainId();
      },
    });
    const onEvent = (): void => {
      throw new Error("nobody listens");
    };
    const empty = storeRecords(
      { allLogNames: async () => [], batches: async () => [], entries: async () => [] },
      honest.town.operator,
      types,
    );
    const tower = await acting({ records: empty, clients: [node], onEvent });
    const first = await tower.pass();
    expect(first.exitCode).toBe(1);
    expect(first.alarms).toMatchObject([
      { type: "challenge.unanswerable", message: expect.stringContaining("end before") },
    ]);
    await honest.town.anvil.advance(50);
    const both = ["challenge.unanswerable", "challenge.urgent"];
    expect((await tower.pass()).alarms.map(({ type }) => type)).toEqual(both);
    expect(tower.status()).toMatchObject({ seen: true, alarms: both.map((type) => ({ type })) });
    isAway = true;
    await tower.pass();
    expect(tower.status()).toMatchObject({
      seen: false,
      alarms: [...both, "node.unusable"].map((type) => ({ type })),
      challenges: [{}],
    });
    await assertJson(STATUS, tower.status());
    isAway = false;
    await tower.pass();
    expect(tower.status()).toMatchObject({ seen: true, alarms: both.map((type) => ({ type })) });
    await tower.close();
  });

  it("keeps within its budget, even after a restart", async () => {
    await honest.askFor(3);
    const dry = await open();
    const [one] = (await dry.pass()).outcomes;
    await dry.close();
    const budget = one!.cost! + 1n;
    const left: number[] = [];
    for (let i = 0; i < 2; i++) {
      const tower = await open({ act: honest.act(budget) });
      const { outcomes, alarms, exitCode } = await tower.pass();
      left.push(outcomes.filter(({ state }) => state === "over_budget").length);
      expect(exitCode).toBe(1);
      expect(alarms.map(({ type }) => type)).toContain("budget.exhausted");
      expect(tower.status().budget!.spent).toBeLessThanOrEqual(budget);
      await tower.close();
    }
    expect(left[0]).toBeGreaterThan(0);
    expect(left[1]).toBe(left[0]);
    expect(await honest.answered()).toHaveLength(3 - left[0]!);
  });

  it("has its budget again a day after its clock, which was far ahead, was corrected", async () => {
    await honest.askFor(1);
    const right = Date.now();
    let now = right + 365 * 86_400_000;
    const tower = await acting({ clock: () => now });
    const spent = async () => {
      await tower.pass();
      return tower.status().budget!.spent;
    };
    const paid = await spent();
    expect(paid).toBeGreaterThan(0n);
    now = right;
    expect(await spent()).toBe(paid);
    now += 86_400_001;
    expect(await spent()).toBe(0n);
    await tower.close();
  });

  it("refuses a state that is in use, damaged or of another operator", async () => {
    const tower = await open();
    await expect(open()).rejects.toMatchObject({ code: "watch_locked" });
    await tower.close();
    const operator = { ...honest.town.operator, operator: honest.town.contracts.stake };
    await expect(open({ operator })).rejects.toMatchObject({ code: "bad_state" });
    await writeFile(at.state, (await readFile(at.state, "utf8")).slice(0, -9));
    await expect(open()).rejects.toMatchObject({ code: "bad_state" });
  });
});

it("refuses publicly known keys on any chain but a local one, invalid intervals and misspelt options", async () => {
  const { walletClient, budget } = honest.act();
  const operator = { ...honest.town.operator, chainId: 11_155_111 };
  const elsewhere = Object.assign(Object.create(walletClient), { chain: { id: 11_155_111 } }) as typeof walletClient;
  const opening = open({ operator, contracts: honest.town.contracts, act: { walletClient: elsewhere, budget } });
  await expect(opening).rejects.toMatchObject({ code: "development_key" });
  await expect(open({ webhok: {} } as never)).rejects.toThrow(/openWatch has no option webhok\n/);
  for (const interval of [0, 1e30]) await expect(open({ interval })).rejects.toMatchObject({ code: "bad_option" });
  const tower = await open();
  expect((await stat(at.state)).mode & 0o777).toBe(0o600);
  await tower.pass();
  expect((await stat(at.state)).mode & 0o777).toBe(0o600);
  await tower.close();
});

describe("a watchtower that is killed", () => {
  const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
  let child: ChildProcess | undefined;
  const start = () => {
    const { town, exported } = honest;
    const { operator, contracts } = town;
    const given = {
      url: town.anvil.url,
      mnemonic: DEVELOPMENT_MNEMONIC,
      operator,
      contracts,
      state: at.state,
      exported,
      watcher: 5,
    };
    child = spawn(process.execPath, [CHILD, JSON.stringify(given)], { stdio: ["ignore", "pipe", "inherit"] });
    return createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  };
  const kill = async () => {
    const ended = once(child!, "exit");
    child!.kill("SIGKILL");
    await ended;
  };
  const until = async (lines: AsyncIterator<string>, event: string): Promise<void> => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      if ((JSON.parse(next.value) as { event: string }).event === event) return;
    }
    throw new Error(`it ended before ${event}`);
  };

  it.runIf(isSlowSuite)("between answers, or with several pending, sends no answer twice and omits none", async () => {
    const { anvil } = honest.town;
    const questions = await honest.questions(6);
    for (const question of questions.slice(0, 2)) await honest.ask(question);
    await until(start(), "sent");
    await kill();
    const some = (await honest.answered()).length;
    expect(some).toBeGreaterThan(0);
    for (const question of questions.slice(2)) await honest.ask(question);
    // No block is mined, so the next answers stay pending.
    await anvil.test.setAutomine(false);
    const second = start();
    const pending = () => anvil.client.getTransactionCount({ address: watcher.address, blockTag: "pending" });
    await expect.poll(pending).toBe(questions.length);
    await kill();
    await second.return?.();
    // The next process waits for the pending answers, and sends none of them twice.
    start();
    await anvil.test.mine({ blocks: 1 });
    expect(await honest.answered()).toHaveLength(questions.length);
    await anvil.test.setAutomine(true);
    await anvil.test.mine({ blocks: 1 });
    await kill();
    expect(new Set((await honest.answered()).map(({ args }) => args.id)).size).toBe(questions.length);
    expect(await honest.town.nonceOf(watcher)).toBe(questions.length);
  });

  it.runIf(isSlowSuite)("while it sends, again and again, answers each challenge once", async () => {
    const { anvil } = honest.town;
    const questions = await honest.questions(10);
    for (const question of questions) await honest.ask(question);
    await anvil.test.setAutomine(false);
    const pending = () => anvil.client.getTransactionCount({ address: watcher.address, blockTag: "pending" });
    for (let most = 2; most < questions.length; most += 3) {
      start();
      await expect.poll(pending).toBeGreaterThanOrEqual(most);
      await kill();
      await anvil.test.mine({ blocks: 1 });
    }
    start();
    await expect
      .poll(async () => {
        await anvil.test.mine({ blocks: 1 });
        return (await honest.answered()).length;
      })
      .toBe(questions.length);
    await kill();
    await anvil.test.setAutomine(true);
    expect(await honest.town.nonceOf(watcher)).toBe(questions.length);
  });
});

describe("a webhook", () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  type Got = { id: string; time: string; signature: string; body: string };

  async function receiver(answers: number[]) {
    const got: Got[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const header = (name: string) => String(request.headers[name]);
      got.push({
        id: header("webhook-id"),
        time: header("webhook-timestamp"),
        signature: header("webhook-signature"),
        body,
      });
      response.writeHead(answers.shift() ?? 204).end();
    };
    return { got, url: `${(await listenTo(answer)).url}/hook?token=hidden` };
  }

  it("is signed as in the specification's example", () => {
    const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
    const headers = webhookHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', secret, 1_614_265_330);
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("with an invalid URL is refused", async () => {
    for (const url of ["hook", "ftp://hook.example", "https://user:hunter2@hook.example"]) {
      const opening = open({ webhook: { url, secret: SECRET } });
      await expect(opening).rejects.toMatchObject({ code: "bad_option" });
      await expect(opening).rejects.not.toThrow(/hunter2/);
    }
  });

  it("gets each alarm once, with one ID, after failures and a restart; no secret is logged", async () => {
    const { got, url } = await receiver([500, 302]);
    const { events, onEvent } = listen();
    let now = Date.now();
    const hook = { webhook: { url, secret: SECRET }, onEvent, clock: () => now };
    const opened = await honest.askFor(2);
    const first = await open(hook);
    expect((await first.pass()).errors).toMatchObject([{ part: "webhook", message: "the webhook answers 500" }]);
    expect(first.status().webhook).toEqual({ unsent: 2, dropped: 0 });
    await first.close();
    expect(got).toHaveLength(1);
    const second = await open(hook);
    // The second message was not tried yet. Its redirect is not followed.
    await second.pass();
    expect(got).toHaveLength(2);
    now += 7_000;
    expect((await second.pass()).exitCode).toBe(1);
    expect(second.status().webhook).toEqual({ unsent: 0, dropped: 0 });
    await second.pass();
    await second.close();
    expect(got).toHaveLength(4);
    expect(new Set(got.map(({ id }) => id)).size).toBe(2);
    for (const { id, time, signature, body } of got) {
      const expected = webhookHeaders(id, body, Buffer.alloc(32, 7), Number(time));
      expect(signature).toBe(expected["webhook-signature"]);
      const { type, data } = JSON.parse(body) as { type: string; data: { id: Hex } };
      expect(type).toBe("challenge.open");
      expect(opened.map((one) => one.id)).toContain(data.id);
    }
    expect(JSON.stringify(events)).not.toMatch(/hidden|whsec_|127\.0\.0\.1/);
  });

  it("gets an alarm that lasts again after one week and after two, with a new ID", async () => {
    const { got, url } = await receiver([]);
    let now = Date.now();
    await honest.askFor(1);
    const tower = await open({ webhook: { url, secret: SECRET }, clock: () => now });
    await tower.pass();
    for (const days of [6, 2, 1, 6]) {
      now += days * 86_400_000;
      const { alarms } = await tower.pass();
      // A listed alarm has the ID of the message that was sent last.
      expect(alarms.map(({ id }) => id)).toEqual([got.at(-1)!.id]);
    }
    await tower.close();
    expect(got).toHaveLength(3);
    // A reader that takes each id once gets all of them.
    expect(new Set(got.map(({ id }) => id)).size).toBe(3);
  });

  it("gets waiting messages once the clock, which was far ahead, has been corrected for a day", async () => {
    const { got, url } = await receiver([500]);
    const right = Date.now();
    let now = right + 365 * 86_400_000;
    await honest.askFor(1);
    const tower = await open({ webhook: { url, secret: SECRET }, clock: () => now });
    await tower.pass();
    now = right;
    await tower.pass();
    now += 2 * 86_400_000;
    await tower.pass();
    expect(got).toHaveLength(2);
    expect(tower.status().webhook).toEqual({ unsent: 0, dropped: 0 });
    await tower.close();
  });

  it("gets alarms while the state cannot be written; until then, nothing is sent to the chain", async () => {
    const { got, url } = await receiver([]);
    const tower = await acting({ webhook: { url, secret: SECRET } });
    await honest.askFor(1);
    await honest.town.anvil.advance(50);
    // A folder at the draft's path prevents writing, as a full disk does.
    const draft = join(honest.folder, `.${basename(at.state)}.draft`);
    await mkdir(draft);
    const { alarms, errors, outcomes } = await tower.pass();
    expect(outcomes).toMatchObject([{ duty: "answer", state: "failed" }]);
    expect(errors.map(({ part }) => part)).toEqual([outcomes[0]!.key, "state"]);
    expect(alarms.map(({ type }) => type)).toEqual(["challenge.urgent"]);
    const unsaved = expect.stringContaining(`${at.state} cannot be written: `) as string;
    expect(tower.status()).toMatchObject({ seen: true, unsaved, challenges: [{ answer: "failed" }] });
    await assertJson(STATUS, tower.status());
    expect(formatWatchMetrics(tower.status())).toMatch(/^anchorlog_watch_up 0$/m);
    expect(got.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(["challenge.urgent"]);
    await rm(draft, { recursive: true });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "sent" }]);
    expect(tower.status().unsaved).toBeUndefined();
    await tower.close();
  });
});

// This test comes last, since a node's fees are not reset by its snapshots.
describe("a watchtower at rising fees", () => {
  it("keeps within its budget if a failed transaction would now cost more", async () => {
    await honest.askFor(1);
    const dry = await open();
    const cost = (await dry.pass()).outcomes[0]!.cost!;
    await dry.close();
    const act = honest.act(2n * cost);
    const frugal = await open({
      act: { ...act, transactions: { maxFeePerGas: 1n, minBaseFeePerGas: 0n, minPriorityFeePerGas: 1n } },
    });
    expect((await frugal.pass()).outcomes).toMatchObject([{ state: "failed", code: "fees_too_high" }]);
    await frugal.close();
    const { test } = honest.town.anvil;
    await test.setNextBlockBaseFeePerGas({ baseFeePerGas: 100n * 10n ** 9n });
    await test.mine({ blocks: 1 });
    const tower = await open({ act });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "over_budget" }]);
    await tower.close();
    expect(await honest.answered()).toEqual([]);
  });
});
