import { createPublicClient, http, parseAbi, type Hex } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { openEndpoints } from "anchorlog/chain";
import { deepestReasonOf } from "../../src/chain/failures.ts";
import { readSendAnswer } from "../../src/chain/transactions/answers.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { listen } from "../listening.ts";
import { NOW } from "../operator.ts";
import { startFaultyNode, type Rule } from "./faulty-node.ts";
import { clientOf } from "./transactions.ts";

const abi = parseAbi(["function answer() view returns (uint256)"]);
const address: Hex = `0x${"77".repeat(20)}`;
const ask = { address, abi, functionName: "answer" };
/** PUSH1 42, and it is returned. */
const CODE = "0x602a60005260206000f3";

const anvil = await startAnvil(NOW / 1000);
await anvil.test.setCode({ address, bytecode: CODE });
await anvil.test.mine({ blocks: 20 });
const nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(anvil.url)));
beforeEach(() => nodes.forEach((node) => (node.rule = undefined)));

const open = (count = 3, chainId = 31_337) =>
  openEndpoints(
    nodes.slice(0, count).map(({ url }) => clientOf(url)),
    chainId,
    { requestTimeout: 30, retryAfter: 0.1 },
  );
const instead =
  (method: string, result: unknown, otherwise: Rule = (question, forward) => forward(question)): Rule =>
  async (question, forward) =>
    question.method === method ? { result } : otherwise(question, forward);
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
const blockAt = (number: number) =>
  anvil.client.request({ method: "eth_getBlockByNumber", params: [`0x${number.toString(16)}`, false] });

describe("of several endpoints", () => {
  it("the first may lie: the majority's answer counts, and the first is marked as lying meanwhile", async () => {
    nodes[0]!.rule = instead("eth_call", word(7));
    const client = open();
    expect(await client.readContract(ask)).toBe(42n);
    expect(client.endpoints()).toMatchObject([{ state: "lying" }, { state: "good" }, { state: "good" }]);
    nodes[0]!.rule = undefined;
    await expect
      .poll(async () => {
        await client.getBlockNumber();
        return client.endpoints()[0]!.state;
      })
      .toBe("good");
  });

  it.each([
    ["timestamp", "0x1"],
    ["baseFeePerGas", "0xffffffffff"],
  ])("the first may lie about the %s of a block with the right hash", async (name, lie) => {
    nodes[0]!.rule = async (question, forward) => {
      const answer = await forward(question);
      return question.method === "eth_getBlockByNumber"
        ? { result: { ...(answer.result as object), [name]: lie } }
        : answer;
    };
    const client = open();
    const { timestamp, baseFeePerGas } = await client.getBlock();
    const own = await anvil.client.getBlock();
    expect([timestamp, baseFeePerGas]).toEqual([own.timestamp, own.baseFeePerGas]);
    expect(client.endpoints()).toMatchObject([{ state: "lying" }, { state: "good" }, { state: "good" }]);
  });

  it("one that returns nothing is wrong if the others return a value", async () => {
    nodes[1]!.rule = instead("eth_call", "0x");
    const client = open();
    expect(await client.readContract(ask)).toBe(42n);
    expect(client.endpoints()[1]).toMatchObject({ state: "lying" });
  });

  it("one may lag, and one may be far ahead: neither moves the others", async () => {
    nodes[0]!.rule = instead("eth_getBlockByNumber", await blockAt(3));
    const head = Number(await anvil.client.getBlockNumber());
    nodes[2]!.rule = instead("eth_getBlockByNumber", { ...(await blockAt(head)), number: "0xffffff" });
    const client = open();
    await client.getBlockNumber().catch(() => undefined);
    expect(Number(await client.getBlockNumber())).toBe(head);
    expect(client.endpoints()).toMatchObject([{ state: "lagging" }, { state: "good" }, { state: "lying" }]);
  });

  it("each that serves another chain is put aside; if all do, the call fails", async () => {
    const secret = nodes.map(({ url }) => clientOf(url.replace("://", "://user:secret@")));
    const refused = openEndpoints(secret, 1, { requestTimeout: 30 }).getBlockNumber();
    await expect(refused).rejects.toMatchObject({
      code: "wrong_chain",
      message: expect.stringMatching(
        /^chain 1 is configured, and endpoint 0 is of chain 31337\nTo fix it: give a node of chain 1 there, or configure chain 31337/,
      ) as string,
      details: { configured: 1, answered: 31_337, endpoint: 0 },
    });
    await expect(refused).rejects.toThrow(/^(?!.*(user|secret|127))/s);
    nodes[2]!.rule = instead("eth_chainId", "0x1");
    const client = open();
    expect(await client.readContract(ask)).toBe(42n);
    expect(client.endpoints()[2]).toMatchObject({
      state: "wrong_chain",
      why: expect.stringMatching(/chain 1/) as string,
    });
  });

  it("a too low gas estimate is outvoted by a higher one, and a refusal by the others", async () => {
    nodes[0]!.rule = instead("eth_estimateGas", "0x1");
    nodes[1]!.rule = async (question, forward) =>
      question.method === "eth_estimateGas" ? { error: { code: 3, message: "execution reverted" } } : forward(question);
    const gas = await open().request({ method: "eth_estimateGas", params: [{ to: address }, "pending"] });
    expect(Number(gas)).toBeGreaterThan(21_000);
  });

  it("none answers: the error does not contain their URLs", async () => {
    for (const node of nodes) node.rule = async () => "hang up";
    const failed = open().readContract(ask);
    await expect(failed).rejects.toMatchObject({ code: "chain_unavailable" });
    await expect(failed).rejects.toThrow(/^(?!.*(http|127\.0))/s);
  });
});

describe("a single endpoint", () => {
  const latest = { method: "eth_getBlockByNumber", params: ["latest", false] };

  it("is not believed if its chain becomes shorter", async () => {
    const isMainnet = instead("eth_chainId", "0x1");
    nodes[0]!.rule = isMainnet;
    const client = open(1, 1);
    await client.getBlockNumber();
    nodes[0]!.rule = instead("eth_getBlockByNumber", await blockAt(2), isMainnet);
    await expect(client.request(latest)).rejects.toThrow(/every node is behind block/);
    expect(client.endpoints()).toMatchObject([{ state: "lagging", block: 2 }]);
    nodes[0]!.rule = isMainnet;
    await client.request(latest);
    expect(client.endpoints()).toMatchObject([{ state: "good" }]);
  });

  it("is believed that on the local chain 31337, which developers rewind; one of several is not", async () => {
    const client = open(1);
    await client.getBlockNumber();
    const several = open(2);
    await several.getBlockNumber();
    for (const node of nodes) node.rule = instead("eth_getBlockByNumber", await blockAt(2));
    expect(await client.request(latest)).toMatchObject({ number: "0x2" });
    expect(client.endpoints()).toMatchObject([{ state: "good", block: 2 }]);
    await expect(several.request(latest)).rejects.toThrow(/every node is behind block/);
  });

  it("returns the contract's answer, or its refusal", async () => {
    const client = open(1);
    expect(await client.readContract(ask)).toBe(42n);
    await expect(client.readContract({ ...ask, address: `0x${"78".repeat(20)}` })).rejects.toThrow(/returned no data/);
    expect(client.endpoints()).toMatchObject([{ state: "good" }]);
  });
});

it.each([
  ["known", "already known"],
  ["known", "AlreadyKnown"],
  ["known", "ALREADY_EXISTS: already known"],
  ["known", "Known transaction: 0xabc"],
  ["known", "transaction already imported"],
  ["known", "[0xabc] Already imported"],
  ["nonce_used", "nonce too low: address 0xabc, tx: 5 state: 6"],
  ["nonce_used", "nonce too low: next nonce 6, tx nonce 5"],
  ["nonce_used", "OldNonce, Current nonce: 6, nonce of rejected tx: 5"],
  ["nonce_used", "Nonce too low. Expected nonce to be 6 but got 5."],
  ["nonce_used", "Transaction nonce is too low. Try incrementing the nonce."],
  ["underpriced", "replacement transaction underpriced"],
  ["underpriced", "transaction underpriced: gas tip cap 0, minimum needed 1"],
  ["underpriced", "ReplacementNotAllowed"],
  ["underpriced", "INTERNAL_ERROR: could not replace existing tx"],
  ["underpriced", "FeeTooLow, MaxFeePerGas too low"],
  ["underpriced", "max fee per gas less than block base fee: address 0xabc"],
  ["underpriced", "Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 5 is necessary"],
  ["underpriced", "Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 7"],
  ["refused", "insufficient funds for gas * price + value: balance 0, tx cost 1"],
  ["refused", "Sender doesn't have enough funds to send tx"],
  ["refused", "Upfront cost exceeds account balance"],
  ["refused", "intrinsic gas too low: gas 5, minimum needed 21000"],
  ["refused", "exceeds block gas limit"],
  ["refused", "tx fee (2.10 ether) exceeds the configured cap (1.00 ether)"],
  ["unknown", "Unknown transaction type: 9"],
  ["unknown", "internal error"],
  ["unknown", "nonce too high"],
])("a node that refuses a transaction means %s by: %s", (answer, message) => {
  const wrapped = new Error("RPC Request failed.", { cause: Object.assign(new Error("x"), { details: message }) });
  expect(readSendAnswer(wrapped)).toBe(answer);
});

/** Errors of nodes that took no transaction. No list knows their wordings. */
it.each([
  [-32_000, "gapped-nonce tx from delegated accounts"],
  [-32_000, "in-flight transaction limit reached for delegated accounts"],
  [-32_000, "txpool is full"],
  [-32_000, "transaction type not supported"],
  [-32_000, "typed transaction too short"],
  [-32_000, "rlp: expected input list for types.LegacyTx"],
  [-32_000, "address already reserved"],
  [-32_000, "max initcode size exceeded: code size 49153 limit 49152"],
  [-32_000, "sender not an eoa"],
  [-32_003, "transaction blob limit exceeded"],
  [-32_003, "EIP-7702 authorization list has invalid fields"],
  [-32_010, "SenderIsContract"],
  [-32_010, "NotSupportedTxType"],
  [-32_602, "Failed to decode transaction"],
  [3, "execution failed"],
])("a node that refuses a transaction with code %d has not accepted it: %s", (code, message) => {
  const answered = Object.assign(new Error("RPC Request failed."), { code, details: message });
  const wrapped = Object.assign(new Error("Missing or invalid parameters."), { code, cause: answered });
  expect(readSendAnswer(wrapped)).toBe("refused");
  expect(deepestReasonOf(wrapped)).toBe(message);
});

it.each([-32_603, -32_002, -32_005, 429])("a node may have accepted a transaction that it answers with %d", (code) => {
  expect(readSendAnswer(Object.assign(new Error("try later"), { code }))).toBe("unknown");
});

it("a single node that once refused a question for an hour is asked again", async () => {
  let asked = 0;
  const { url } = await listen((request, response) => {
    if (asked++ === 1) {
      response.writeHead(429, { "retry-after": "3600" }).end("slow down");
      return;
    }
    fetch(anvil.url, { method: "POST", headers: request.headers as never, body: request as never, duplex: "half" })
      .then(async (answer) => response.end(await answer.text()))
      .catch(() => response.destroy());
  });
  // This client repeats by itself, when the node says so.
  const client = createPublicClient({ transport: http(url), cacheTime: 0 });
  const single = openEndpoints([client], 31_337, { requestTimeout: 30, retryAfter: 0 });
  await expect(single.getBlockNumber()).rejects.toThrow(/HTTP request failed/);
  expect(Number(await single.getBlockNumber())).toBeGreaterThanOrEqual(20);
});
