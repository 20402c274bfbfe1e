import { join } from "node:path";
import { createPublicClient, decodeFunctionResult, encodeFunctionResult, http, toFunctionSelector } from "viem";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AnchorlogError, openAnchorlog, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { privateKeySigner } from "anchorlog/action";
import { depositStake, registerOperator } from "anchorlog/chain";
import type { LogStore } from "anchorlog/log";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { listen } from "../listening.ts";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import { anchorRegistryAbi } from "../../src/chain/generated/AnchorRegistry.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, signActionFor, types, wallets } from "../operator.ts";
import { startFaultyNode, type FaultyNode, type Question, type Rule } from "./faulty-node.ts";
import { isSlowSuite } from "../slow.ts";

let account: ReturnType<typeof developmentAccount>;
const DELAY = 3_600;
/** Each test has its own. */
let operator: typeof template;
let accounts = 0;
let isAway = false;
let isSilent = false;
/** Called if a request that the node did not answer was given up. */
let onGivenUp = (): void => {};

const node = closing(await startNode(NOW));
const { registry } = await deployLocally({ provider: node.provider });
/** A proxy before the node. While it is away, it hangs up. While it is silent, it does not answer. */
const proxy = await listen((request, response) => {
  if (isAway) {
    response.destroy();
    return;
  }
  if (isSilent) {
    response.on("close", () => onGivenUp());
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  const pass = async (): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(node.url, { method: "POST", headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, headers).end(await answer.text());
  };
  request.on("end", () => void pass());
});

let folder: string;
let now: number;
let nonce = 0;
const path = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = newFolder();
  now = NOW;
  isAway = isSilent = false;
  onGivenUp = () => {};
  account = developmentAccount(++accounts, LOCAL_CHAIN_ID);
  operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  const chain = node.writer(account);
  const { name, version } = operator;
  await registerOperator(chain, operator, { name, version, maxAnchorDelay: DELAY, ...keys });
  await depositStake(chain, operator);
});

async function open(file: string, own: Partial<AnchorlogOptions> = {}): Promise<Anchorlog> {
  const store = own.store ?? (await openSqliteStore(path(file)));
  const publicClient = createPublicClient({ chain: LOCAL_CHAIN, transport: http(proxy.url, { retryCount: 0 }) });
  const chain = { ...node.writer(account), publicClient } as NonNullable<AnchorlogOptions["chain"]>;
  const logs = ["a.example"];
  const options = { store, operator, logs, types, keys, chain, maxAnchorDelay: DELAY, clock: () => now, ...own };
  try {
    return closing(await openAnchorlog(options as AnchorlogOptions));
  } catch (error) {
    await store.close();
    throw error;
  }
}
const submit = async (anchorlog: Anchorlog) =>
  anchorlog.submit(
    await signActionFor(operator, wallets[0]!, "a.example", nonce++, { deadline: Math.floor(now / 1000) + 60 }),
  );
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: { code: string }) => error.code,
  );

describe("an operator's settings are compared with the registry", () => {
  test("at the start: another key, name, version or delay promises nothing", async () => {
    const other = privateKeySigner(`0x${"c7".repeat(32)}`);
    for (const [own, what] of [
      [{ keys: { ...keys, anchorKey: other } }, "anchorKey"],
      [{ keys: { ...keys, receiptKey: other } }, "receiptKey"],
      [{ operator: { ...operator, name: "Other platform" } }, "name"],
      [{ operator: { ...operator, version: "2" } }, "version"],
      [{ maxAnchorDelay: DELAY + 1 }, "maxAnchorDelay"],
    ] as const) {
      await expect(open("store.sqlite", own)).rejects.toMatchObject({
        code: "registration_mismatch",
        message: expect.stringContaining(`${what} is registered as`) as string,
      });
    }
    const stranger: typeof operator = { ...operator, operator: `0x${"77".repeat(20)}` };
    expect(await codeOf(open("store.sqlite", { operator: stranger }))).toBe("unknown_operator");
    expect(await codeOf(open("store.sqlite", { operator: { ...operator, registry: stranger.operator } }))).toBe(
      "unknown_operator",
    );
  });

  test("at the start: incomplete clients, or clients of another chain, are refused", async () => {
    const { publicClient, walletClient } = node.writer(account);
    const { account: _, ...nobody } = walletClient;
    for (const chain of [{ publicClient }, { publicClient, walletClient: nobody }, node.url, {}]) {
      await expect(open("store.sqlite", { chain } as unknown as AnchorlogOptions)).rejects.toMatchObject({
        code: "bad_option",
      });
    }
    const elsewhere = { publicClient, walletClient: { ...walletClient, chain: { ...LOCAL_CHAIN, id: 1 } } };
    expect(await codeOf(open("store.sqlite", { chain: elsewhere }))).toBe("wrong_chain");
  });

  test("without anything to anchor, anchor returns size 0", async () => {
    const anchorlog = await open("store.sqlite");
    expect(await anchorlog.anchor()).toMatchObject({ size: 0, transactionHash: undefined });
  });

  test("a blank store of an operator that has anchored promises nothing, even with a new guard", async () => {
    const anchorlog = await open("store.sqlite");
    await submit(anchorlog);
    await anchorlog.closeBatches();
    expect(await anchorlog.anchor()).toMatchObject({ size: 1 });
    await anchorlog.close();

    const blank = await open("blank.sqlite", { guard: createFileGuard(path("new-guard"), operator) });
    expect(await blank.missing()).toEqual([{ what: "headers", from: 0, to: 1, forked: false, by: "registry" }]);
    expect(await submit(blank)).toMatchObject({ status: "indeterminate", code: "read_only" });
    expect(await codeOf(blank.anchor())).toBe("read_only");
    expect(await codeOf(blank.checkpoint())).toBe("read_only");
  });
});

describe("a process beside the one that anchors", () => {
  test("does not shed because of entries that the other process anchored", async () => {
    const store = await openSqliteStore(path("store.sqlite"));
    const one = await open("", { store });
    const other = await open("", { store });
    expect(await submit(other)).toMatchObject({ status: "accepted" });
    await one.closeBatches();
    expect(await one.anchor()).toMatchObject({ size: 1 });
    now += DELAY * 1000;
    await node.advance(DELAY);
    expect(await submit(other)).toMatchObject({ status: "accepted" });
    // The process still sheds because of entries that nobody anchored.
    now += DELAY * 1000;
    expect(await submit(other)).toMatchObject({ status: "indeterminate", code: "anchor_overdue" });
  });
});

describe("while the node is unreachable", () => {
  const TRUSTED_MS = (DELAY * 1000) / 4;
  /** The time for which a block's time, once read, is enough to date promises. */
  const TIMELY_MS = 1_800_000;
  const withGuard = () => ({ guard: openFileGuard(path("guard"), operator) });

  test("promises rely on the chain's last known time for half an hour, and then wait", async () => {
    const anchorlog = await open("store.sqlite");
    isAway = true;
    now = NOW + TIMELY_MS;
    const first = await submit(anchorlog);
    expect(first).toMatchObject({ status: "accepted" });
    now += 1;
    expect(await submit(anchorlog)).toMatchObject({ status: "indeterminate", code: "chain_unavailable" });
    isAway = false;
    await expect.poll(async () => (await submit(anchorlog)).status, { interval: 300 }).toBe("accepted");
  });

  test.runIf(isSlowSuite)(
    "promises rely on the guard for a quarter of the delay after a restart, and then wait",
    async () => {
      await createFileGuard(path("guard"), operator).close();
      await (await open("store.sqlite", withGuard())).close();
      isAway = true;
      now = NOW + TRUSTED_MS - 1_000;
      const trusted = await open("store.sqlite", withGuard());
      expect(await submit(trusted)).toMatchObject({ status: "accepted" });
      expect(await codeOf(trusted.closeBatches())).toBe("chain_unavailable");
      expect(await codeOf(trusted.checkpoint())).toBe("chain_unavailable");
      await trusted.close();

      now = NOW + TRUSTED_MS + 1_000;
      const waiting = await open("store.sqlite", withGuard());
      expect(await submit(waiting)).toMatchObject({ status: "indeterminate", code: "chain_unavailable" });
      isAway = false;
      await expect.poll(async () => (await submit(waiting)).status, { interval: 300 }).toBe("accepted");
      expect(await codeOf(waiting.closeBatches())).toBe("none");
      // After one comparison, it continues to close batches without the node.
      isAway = true;
      await submit(waiting);
      expect(await codeOf(waiting.closeBatches())).toBe("none");
    },
  );

  test("closing and signing do not wait for the time limit of a silent node", async () => {
    const publicClient = createPublicClient({ chain: LOCAL_CHAIN, transport: http(proxy.url, { retryCount: 0 }) });
    const { walletClient } = node.writer(account);
    // Other tests have advanced the chain's time. With a clock behind that time, the operator promises nothing.
    now = Math.max(now, 1_000 * Number((await publicClient.getBlock()).timestamp));
    // A chain with two endpoints is not a development chain that may be rewound. Without its time nothing is signed.
    const chain = { walletClient, publicClient, others: [publicClient] } as NonNullable<AnchorlogOptions["chain"]>;
    const anchorlog = await open("store.sqlite", { chain, transactions: { requestTimeout: 60 } });
    const closeAndSign = async (): Promise<number> => {
      expect(await submit(anchorlog)).toMatchObject({ status: "accepted" });
      await anchorlog.closeBatches();
      return (await anchorlog.checkpoint()).size;
    };
    expect(await closeAndSign()).toBe(1);
    let isGivenUp = false;
    onGivenUp = () => (isGivenUp = true);
    isSilent = true;
    for (let size = 2; size <= 9; size++) expect(await closeAndSign()).toBe(size);
    expect(isGivenUp).toBe(false);
    proxy.hangUp();
  });

  test("a promise made by a retry is batched, and anchored before anything new", async () => {
    let lost = true;
    const store = await openSqliteStore(path("store.sqlite"));
    const troubled: LogStore = {
      ...store,
      append: async (log, call) => {
        const results = await store.append(log, call);
        if (lost) throw new AnchorlogError("outcome_unknown", "the answer was lost");
        return results;
      },
    };
    const anchorlog = await open("", { store: troubled, batches: { maxAge: 20 } });
    isAway = true;
    const action = await signActionFor(operator, wallets[0]!, "a.example", nonce++);
    expect((await anchorlog.submit(action)).status).toBe("indeterminate");
    lost = false;
    expect((await anchorlog.submit(action)).status).toBe("retry");
    await expect.poll(async () => (await store.batches(0, 1)).length).toBe(1);
    now += TRUSTED_MS + 1;
    expect(await submit(anchorlog)).toMatchObject({ code: "anchor_overdue" });
  });
});

describe("a node's wrong answer about the newest checkpoint", () => {
  const MINUTES = 60;
  const latest = { abi: anchorRegistryAbi, functionName: "latestCheckpoint" } as const;
  const selector = toFunctionSelector("latestCheckpoint(address)");
  const isLatest = ({ method, params }: Question) =>
    method === "eth_call" && JSON.stringify(params).includes(selector.slice(2));
  let wire: FaultyNode;
  let signed: string[];
  beforeAll(async () => void (wire = await startFaultyNode(node.url)));
  beforeEach(async () => {
    signed = [];
    wire.rule = undefined;
    now = await chainTime();
  });

  const chainTime = async () => 1_000 * Number((await node.client.getBlock()).timestamp);
  /** An answer with another size. */
  const saying =
    (size: bigint): Rule =>
    async (question, forward) => {
      const answer = await forward(question);
      if (!isLatest(question)) return answer;
      const [checkpoint, ...rest] = decodeFunctionResult({ ...latest, data: answer.result as Hex });
      const result = [{ ...checkpoint, size, root: `0x${"ab".repeat(32)}` }, ...rest] as const;
      return { result: encodeFunctionResult({ ...latest, result }) };
    };
  const openThrough = (file: string) => {
    const publicClient = createPublicClient({ chain: LOCAL_CHAIN, transport: http(wire.url, { retryCount: 0 }) });
    const chain = { ...node.writer(account), publicClient } as NonNullable<AnchorlogOptions["chain"]>;
    const anchorKey = {
      ...keys.anchorKey,
      sign: (of: { hash: Hex }) => (signed.push(of.hash), keys.anchorKey.sign(of)),
    };
    return open(file, { chain, keys: { ...keys, anchorKey } });
  };
  const expectReadOnly = async (anchorlog: Anchorlog) => {
    signed = [];
    expect(await anchorlog.missing()).toMatchObject([{ what: "headers", by: "registry" }]);
    expect(await submit(anchorlog)).toMatchObject({ status: "indeterminate", code: "read_only" });
    expect(await codeOf(anchorlog.checkpoint())).toBe("read_only");
    expect(signed).toEqual([]);
  };

  test.runIf(isSlowSuite)(
    "does not count forever: the store becomes writable once the chain has gone on without it",
    async () => {
      const anchorlog = await openThrough("store.sqlite");
      expect(await submit(anchorlog)).toMatchObject({ status: "accepted" });
      await anchorlog.closeBatches();
      wire.rule = saying(99n);
      await expectReadOnly(anchorlog);
      wire.rule = undefined;
      await expectReadOnly(anchorlog);
      await node.advance(14 * MINUTES);
      await expectReadOnly(anchorlog);
      // If the node repeats its answer, the quarter of an hour starts again.
      now = await chainTime();
      wire.rule = saying(99n);
      await expectReadOnly(anchorlog);
      wire.rule = undefined;
      await node.advance(2 * MINUTES);
      await expectReadOnly(anchorlog);
      await node.advance(15 * MINUTES);
      // A node can claim any block time, so the time must also pass on this machine's clock.
      await expectReadOnly(anchorlog);
      now = await chainTime();
      // The promise from before has waited for over a quarter of the delay by now.
      const codeNow = async () => Object.entries(await submit(anchorlog)).find(([name]) => name === "code")?.[1];
      await expect.poll(codeNow, { interval: 300 }).toBe("anchor_overdue");
      expect(await anchorlog.missing()).toEqual([]);
      expect(await anchorlog.anchor()).toMatchObject({ status: "anchored" });
      expect(await submit(anchorlog)).toMatchObject({ status: "accepted" });
    },
  );

  test("that names an older one makes no store writable, however long it lasts", async () => {
    const before = await openThrough("store.sqlite");
    const blank = await node.client.getBlock();
    await submit(before);
    await before.closeBatches();
    await before.anchor();
    await before.close();
    const anchorlog = await openThrough("blank.sqlite");
    await expectReadOnly(anchorlog);
    wire.rule = async ({ method, params }, forward) => {
      const at = `0x${blank.number.toString(16)}`;
      const old = method === "eth_getBlockByNumber" || method === "eth_call" ? [params[0], at] : params;
      return forward({ method, params: method === "eth_getBlockByNumber" ? [at, false] : old });
    };
    await expectReadOnly(anchorlog);
    await node.advance(60 * MINUTES);
    now = await chainTime();
    await expectReadOnly(anchorlog);
    wire.rule = undefined;
    await expectReadOnly(anchorlog);
    await node.advance(60 * MINUTES);
    await expectReadOnly(anchorlog);
  });
});
