import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicClient, http } from "viem";
import {
  anchorCheckpoint,
  ChainUnavailableError,
  connectChain,
  depositStake,
  finalityDelay,
  presets,
  readStake,
  registerOperator,
} from "anchorlog/chain";
import { anchorSignature, parseCheckpoint } from "anchorlog/batch";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import type { SignedAction } from "anchorlog/action";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { listen } from "../listening.ts";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { startNode, type LocalNode } from "../../scripts/node.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, signActionFor, types, wallets } from "../operator.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";

// A real Hardhat node, asked over JSON-RPC.
let node: LocalNode;
let registry: Hex;
const account = developmentAccount(1, LOCAL_CHAIN_ID);
let operator: typeof template;
let anchorlog: Anchorlog;
const store = await openSqliteStore(":memory:");
let sent = 0;

beforeAll(async () => {
  node = closing(await startNode(NOW));
  ({ registry } = await deployLocally({ provider: node.provider }));
  operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  anchorlog = await openAnchorlog(options());
});
afterAll(() => anchorlog.close());

const options = () => ({ store, operator, logs: ["a.example"], types, keys, clock: () => NOW });

async function submitAndClose(): Promise<void> {
  const answer = await anchorlog.submit(await signActionFor(operator, wallets[0]!, "a.example", sent++));
  expect(answer).toMatchObject({ status: "accepted" });
  await anchorlog.closeBatches();
}
const judge = async (index: number): Promise<string> => {
  const bundle = formatBundle(await anchorlog.bundle({ log: "a.example", index }));
  const { verdict, state, code } = await verifyBundle(bundle, { chain: await connectChain(node.url) });
  return `${verdict} ${state} ${code}`;
};

describe("an operator on a real node", () => {
  it("is unknown until it is registered, and registers once", async () => {
    await submitAndClose();
    await anchorlog.checkpoint();
    expect(await judge(0)).toBe("indeterminate null unknown_operator");
    const chain = node.writer(account);
    await expect(openAnchorlog({ ...options(), chain })).rejects.toMatchObject({ code: "unknown_operator" });
    const terms = { name: operator.name, version: operator.version, maxAnchorDelay: 3600, ...keys };
    await expect(depositStake(node.writer(account), operator)).rejects.toThrow(
      /NotRegistered[^]*: register the operator/,
    );
    await registerOperator(node.writer(account), operator, terms);
    await expect(registerOperator(node.writer(account), operator, terms)).rejects.toThrow(/AlreadyRegistered/);
    // Another operator over the same store continues from the first one's state.
    anchorlog = await openAnchorlog({ ...options(), chain });
    await expect(anchorlog.anchor()).rejects.toThrow(/NotInStanding/);
    expect(await depositStake(node.writer(account), operator)).toMatchObject({ amount: 10n ** 18n });
    expect(await depositStake(node.writer(account), operator)).toEqual({ amount: 0n, gasUsed: 0n });
  });

  it("anchors; its bundles become anchored, then final", async () => {
    expect(await judge(0)).toBe("indeterminate promised not_anchored");
    expect(await anchorlog.anchor()).toMatchObject({ size: 1, proofHashes: 0 });
    expect(await judge(0)).toBe("valid anchored ok");
    // The node's clock runs on between the questions.
    await node.advance(finalityDelay(presets.local.timing) - 60);
    expect(await judge(0)).toBe("valid anchored ok");
    await node.advance(60);
    expect(await judge(0)).toBe("valid final ok");
  });

  it("changes nothing if it anchors the same checkpoint again", async () => {
    const before = await node.client.getBlockNumber();
    expect(await anchorlog.anchor()).toMatchObject({ size: 1, transactionHash: undefined });
    expect(await node.client.getBlockNumber()).toBe(before);
  });

  it("extends the anchored checkpoint with a proof that the registry checks", async () => {
    await submitAndClose();
    await submitAndClose();
    const anchored = await anchorlog.anchor();
    expect(anchored).toMatchObject({ size: 3, proofHashes: 2 });
    // JSON has no bigint.
    expect(JSON.parse(JSON.stringify(anchored))).toEqual({ ...anchored, gasUsed: String(anchored.gasUsed) });
    expect(JSON.parse(JSON.stringify(await readStake(node.writer(account), operator)))).toMatchObject({
      stake: expect.stringMatching(/^[0-9]+$/) as string,
    });
    expect(await judge(0)).toBe("valid final ok");
    expect(await judge(2)).toBe("valid anchored ok");
    const chain = await connectChain(node.url);
    expect((await chain.readCheckpoint(operator, 3))?.root).toBe(toHex((await anchorlog.checkpoint()).root));
    expect(await chain.readCheckpoint(operator, 2)).toBeUndefined();
  });

  it("is verified by the command with --rpc", async () => {
    const folder = newFolder();
    const file = join(folder, "bundle.json");
    await writeFile(file, formatBundle(await anchorlog.bundle({ log: "a.example", index: 0 })));
    const bin = fileURLToPath(new URL("../../bin/anchorlog.js", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [bin, "verify", file, "--rpc", node.url, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ file, verdict: "valid", state: "final", code: "ok" });
  });

  it("stops if the chain holds more than the store", async () => {
    const behind = await openAnchorlog({
      store: await openSqliteStore(":memory:"),
      operator,
      logs: ["a.example"],
      types,
      keys,
      chain: node.writer(account),
      clock: () => NOW,
    });
    const action = await signActionFor(operator, wallets[0]!, "a.example", 0);
    expect(await behind.submitMany([action])).toMatchObject([{ status: "indeterminate", code: "read_only" }]);
    await expect(behind.anchor()).rejects.toMatchObject({ code: "read_only" });
    await behind.close();
  });
});

describe("a clock that is ahead of the chain's", () => {
  const HALF_AN_HOUR = 1_800_000;
  const HOUR = 3_600_000;
  let time: number;
  let next = 1_000;
  const newest = async () => 1_000 * Number((await node.client.getBlock()).timestamp);
  const open = async (chain: AnchorlogOptions["chain"]) => openOver(await openSqliteStore(":memory:"), chain);
  const openOver = async (own: AnchorlogOptions["store"], chain: AnchorlogOptions["chain"]) =>
    openAnchorlog({
      store: own,
      operator: { ...operator, operator: strange.address.toLowerCase() as Hex },
      logs: ["a.example"],
      types,
      keys,
      ...(chain === undefined ? {} : { chain }),
      clock: () => time,
    });
  const strange = developmentAccount(3, LOCAL_CHAIN_ID);
  /** A chain with two endpoints is not a development chain that may be rewound. Without a block it has no time. */
  const confirmed = () => ({ ...node.writer(strange), others: [node.client] });
  const signNext = async () =>
    signActionFor({ ...operator, operator: strange.address.toLowerCase() as Hex }, wallets[0]!, "a.example", next++, {
      deadline: Math.floor(time / 1000) + 7_200,
    });
  const submit = async (to: Anchorlog) => {
    const [answer] = await to.submitMany([await signNext()]);
    return "code" in answer! ? answer.code : answer!.status;
  };
  const settled = (to: Anchorlog) => expect.poll(() => submit(to), { interval: 300 });

  beforeAll(async () => {
    const id = { ...operator, operator: strange.address.toLowerCase() as Hex };
    const terms = { name: id.name, version: id.version, maxAnchorDelay: 3_600, ...keys };
    await registerOperator(node.writer(strange), id, terms);
    await depositStake(node.writer(strange), id);
  });

  it("promises nothing over half an hour ahead of the newest block, until a rollup has caught up", async () => {
    time = await newest();
    const opened = await open(confirmed());
    time += HALF_AN_HOUR;
    const first = await signNext();
    const promised = await opened.submit(first as never);
    expect(promised).toMatchObject({ status: "accepted" });

    time += 1;
    const [shed] = await opened.submitMany([await signNext()]);
    expect(shed).toMatchObject({ status: "indeterminate", code: "clock_ahead", retryable: true });
    expect((await opened.status()).shedding).toMatchObject({ code: "clock_ahead" });
    // A promise stays valid.
    expect(await opened.submitMany([first])).toEqual([{ ...promised, status: "retry" }]);

    time += 2 * HOUR;
    await node.advance(HOUR / 1_000);
    await settled(opened).toBe("clock_ahead");
    await node.advance(HOUR / 1_000 + 60);
    await settled(opened).toBe("accepted");
    await opened.close();
  });

  it("promises nothing while it is over half an hour behind, until it is set right", async () => {
    time = (await newest()) - HALF_AN_HOUR - 1;
    const opened = await open(confirmed());
    const [shed] = await opened.submitMany([await signNext()]);
    expect(shed).toMatchObject({ status: "indeterminate", code: "clock_behind", retryable: true });
    expect((await opened.status()).shedding).toMatchObject({
      code: "clock_behind",
      message: "this machine's clock is 1801 s behind the chain's newest block",
    });
    time = await newest();
    expect(await submit(opened)).toBe("accepted");
    await opened.close();
  });

  it("closes no batch whose checkpoint could not be signed, so no stored batch is dated again", async () => {
    time = await newest();
    const opened = await open(confirmed());
    expect(await submit(opened)).toBe("accepted");
    time += 8_766 * HOUR;
    await expect(opened.closeBatches()).rejects.toMatchObject({ code: "clock_ahead" });
    time = await newest();
    expect(await opened.closeBatches()).toHaveLength(1);
    expect(await opened.checkpoint()).toMatchObject({ size: 1 });
    await opened.close();
  });

  describe("after the operator accepted actions without a chain", () => {
    const open = async (isClosed: boolean) => {
      const store = await openSqliteStore(":memory:");
      time = (await newest()) + HOUR;
      const before = await openOver(store, undefined);
      expect(await submit(before)).toBe("accepted");
      if (isClosed) await before.closeBatches();
      time -= HOUR;
      return openOver(store, confirmed());
    };

    it("signs no checkpoint of batches from then, which would be a provable lie, and promises nothing", async () => {
      const opened = await open(true);
      await expect(opened.anchor()).rejects.toMatchObject({ code: "clock_ahead" });
      await expect(opened.checkpoint()).rejects.toMatchObject({ code: "clock_ahead" });
      expect(await submit(opened)).toBe("clock_ahead");
      expect((await opened.status()).shedding).toMatchObject({ code: "clock_ahead" });
    });

    it("appends one entry that cannot be promised, and no more, since entries are dated in order", async () => {
      const opened = await open(false);
      expect(await submit(opened)).toBe("receipt_unavailable");
      expect(await submit(opened)).toBe("clock_ahead");
      expect((await opened.status()).shedding).toMatchObject({ code: "clock_ahead" });
      await node.advance(HOUR / 1_000);
      time += HOUR;
      await settled(opened).toBe("accepted");
    });
  });

  it("does not matter on a development node without a block for hours, since the next block counts", async () => {
    time = await newest();
    const opened = await open(node.writer(strange));
    expect(await submit(opened)).toBe("accepted");
    await node.client.request({ method: "evm_increaseTime", params: [(5 * HOUR) / 1_000] } as never);
    time += 5 * HOUR;
    expect(await newest()).toBeLessThan(time - 4 * HOUR);
    await settled(opened).toBe("accepted");
    await opened.close();
  });

  it("does not matter without a chain", async () => {
    time = (await newest()) + 1_000 * HOUR;
    const opened = await open(undefined);
    expect(await submit(opened)).toBe("accepted");
    await opened.close();
  });
});

describe("an operator that anchors too rarely", () => {
  const other = developmentAccount(2, LOCAL_CHAIN_ID);
  const delay = 3_600;
  const quarter = 250 * delay;
  let time: number;
  let late: typeof template;
  let folder: string;
  let next = 0;

  const open = async (url?: string) =>
    openAnchorlog({
      store: await openSqliteStore(join(folder, "store.sqlite")),
      operator: late,
      logs: ["a.example", "b.example"],
      types,
      keys,
      chain: url === undefined ? node.writer(other) : { ...node.writer(other), publicClient: clientOf(url) },
      maxAnchorDelay: delay,
      clock: () => time,
    });
  const clientOf = (url: string) => createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const sign = (nonce: number) =>
    signActionFor(late, wallets[0]!, "a.example", nonce, { deadline: Math.floor(time / 1000) + 7_200 });
  const statusOf = async (to: Anchorlog, action: SignedAction) => {
    const [answer] = await to.submitMany([action]);
    return "code" in answer! ? answer.code : answer!.status;
  };

  beforeAll(async () => {
    folder = newFolder();
    late = { ...operator, operator: other.address.toLowerCase() as Hex };
    const terms = { name: late.name, version: late.version, maxAnchorDelay: delay, ...keys };
    await registerOperator(node.writer(other), late, terms);
    await depositStake(node.writer(other), late);
    time = 1000 * Number((await node.client.getBlock()).timestamp);
  });

  it("promises nothing while a promise is over a quarter of its time old, until anybody anchors it", async () => {
    const opened = await open();
    const first = await sign(next++);
    const [receipt] = await opened.submitMany([first]);
    await opened.closeBatches();
    time += quarter;
    await node.advance(quarter / 1_000);
    expect(await statusOf(opened, await sign(next++))).toBe("accepted");

    time += 1;
    const refused = await sign(next);
    expect(await statusOf(opened, refused)).toBe("anchor_overdue");
    // A promise stays valid, and a forgery stays a forgery.
    expect(await opened.submitMany([first])).toEqual([{ ...receipt, status: "retry" }]);
    expect(await statusOf(opened, { ...refused, signature: first.signature })).toBe("signature_mismatch");
    expect(await opened.submitMany([first, refused], { atomic: true })).toMatchObject([
      { code: "not_appended" },
      { code: "anchor_overdue" },
    ]);

    const { size, root, note } = await opened.checkpoint();
    const key = keys.anchorKey.address.toLowerCase() as Hex;
    const signature = anchorSignature(parseCheckpoint(note), late, key)!;
    await anchorCheckpoint(node.writer(account), late, { size, root }, signature, () => []);
    // The operator asks the chain again after a pause.
    await expect.poll(() => statusOf(opened, refused), { interval: 100 }).toBe("accepted");
    next++;

    time += quarter;
    expect(await statusOf(opened, await sign(next))).toBe("anchor_overdue");
    await node.advance((2 * quarter) / 1000);
    await opened.closeBatches();
    await opened.anchor();
    expect(await statusOf(opened, await sign(next++))).toBe("accepted");
    await opened.close();
  });

  it("counts only what the chain has confirmed since the operator was opened", async () => {
    time += 1;
    const cutOff = await open("http://127.0.0.1:9");
    expect(await statusOf(cutOff, await sign(next))).toBe("chain_unavailable");
    await cutOff.close();
    const connected = await open();
    expect(await statusOf(connected, await sign(next++))).toBe("accepted");
    await connected.close();
  });

  it("is not detected without a chain, and an invalid delay is refused", async () => {
    const options = { store, operator: late, logs: [], types, keys };
    await expect(openAnchorlog({ ...options, maxAnchorDelay: delay })).rejects.toMatchObject({ code: "no_chain" });
    const chain = node.writer(other);
    await expect(openAnchorlog({ ...options, chain, maxAnchorDelay: 0 })).rejects.toThrow(/seconds above 0/);
  });
});

describe("an unreliable node", () => {
  const serve = async (answer: (body: string) => [number, string] | undefined): Promise<string> => {
    const { url } = await listen((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const reply = answer(body);
        if (reply === undefined) response.destroy();
        else response.writeHead(reply[0], { "content-type": "application/json" }).end(reply[1]);
      });
    });
    return url;
  };

  it("is reported as unavailable if it is down, hangs up or answers nonsense", async () => {
    for (const url of [
      "http://127.0.0.1:9",
      await serve(() => undefined),
      await serve(() => [500, "oops"]),
      await serve(() => [200, "<html>"]),
    ]) {
      await expect(connectChain(url)).rejects.toThrow(ChainUnavailableError);
    }
  });

  it("that fails after the connection makes a verdict indeterminate, not invalid", async () => {
    let calls = 0;
    const url = await serve((body) => {
      const requests = [JSON.parse(body) as { id: number; method: string }].flat();
      if (++calls > 2) return undefined;
      const { id, method } = requests[0]!;
      return [200, JSON.stringify({ jsonrpc: "2.0", id, result: method === "eth_chainId" ? "0x7a69" : "0x10" })];
    });
    const bundle = formatBundle(await anchorlog.bundle({ log: "a.example", index: 0 }));
    const verdict = await verifyBundle(bundle, { chain: await connectChain(url) });
    expect(verdict).toMatchObject({ verdict: "indeterminate", code: "rpc_unavailable" });
  });

  it("is trusted only about a known registry", async () => {
    const bundle = formatBundle(await anchorlog.bundle({ log: "a.example", index: 0 }));
    const chain = await connectChain(node.url);
    const stranger = { ...chain, isKnownRegistry: () => false };
    expect(await verifyBundle(bundle, { chain: stranger })).toMatchObject({
      verdict: "indeterminate",
      code: "unknown_registry",
    });
    expect(chain.isKnownRegistry(registry)).toBe(true);
    expect(chain.isKnownRegistry(account.address.toLowerCase() as Hex)).toBe(false);
    expect(await chain.readOperator({ ...operator, registry: account.address.toLowerCase() as Hex })).toBeUndefined();
  });
});
