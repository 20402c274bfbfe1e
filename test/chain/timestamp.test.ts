import { keccak256, stringToBytes, toFunctionSelector } from "viem";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PrivateKeyAccount } from "viem/accounts";
import { fromHex, toHex, type Hex } from "anchorlog";
import { checkpointOrigin } from "anchorlog/action";
import { decodeTimestamp, encodeTimestamp, TIMESTAMP_ADDRESS, verifyTimestamp } from "anchorlog/chain";
import { closing } from "../ends.ts";
import { readOrigin } from "../../src/action/domain.ts";
import { timestampAbi } from "../../src/chain/timestamp.ts";
import { startNode, type LocalNode } from "../../scripts/node.ts";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { NOW, operator } from "../operator.ts";
import vectors from "../vectors/timestamp.json" with { type: "json" };
import { startFaultyNode, type FaultyNode } from "./faulty-node.ts";
import { fund, readerOf, type FurtherNode } from "./timestamps.ts";
import { until } from "../until.ts";

describe("the byte form of a timestamp", () => {
  it.each(vectors.timestamps)("equals the vectors: size $size of $origin", ({ origin, size, root, calldata }) => {
    const timestamp = { operator: readOrigin(origin)!, checkpoint: { size, root: fromHex(root) } };
    expect(encodeTimestamp(timestamp)).toBe(calldata);
    expect(decodeTimestamp(calldata as Hex)).toEqual(timestamp);
    expect(checkpointOrigin(timestamp.operator)).toBe(origin);
  });

  it.each(vectors.others)("is refused: $why", ({ calldata }) => {
    expect(decodeTimestamp(calldata as Hex)).toBeUndefined();
  });

  it("has 164 bytes, a selector with its version, and an address that is a hash", () => {
    expect(fromHex(vectors.timestamps[0]!.calldata)).toHaveLength(164);
    const selector = toFunctionSelector("anchorlogTimestamp1(uint256,address,address,uint64,bytes32)");
    expect(vectors.timestamps[0]!.calldata.slice(0, 10)).toBe(selector);
    expect(timestampAbi).toHaveLength(1);
    const hash = keccak256(stringToBytes("anchorlog.timestamp/1"));
    expect([TIMESTAMP_ADDRESS, vectors.address]).toEqual([`0x${hash.slice(-40)}`, `0x${hash.slice(-40)}`]);
  });

  it("never decodes to the same timestamp after a bit flip", () => {
    const { calldata } = vectors.timestamps[0]!;
    for (let at = 0; at < 164; at++) {
      const bytes = fromHex(calldata);
      bytes[at]! ^= 1 << (at % 8);
      const read = decodeTimestamp(toHex(bytes));
      expect(read === undefined || encodeTimestamp(read) === toHex(bytes), `byte ${at}`).toBe(true);
      expect(read).not.toEqual(decodeTimestamp(calldata as Hex));
    }
  });

  it.each(["", "anchorlog.v1/0/", `anchorlog.v1/01/0x${"aa".repeat(20)}/0x${"bb".repeat(20)}`, "example.com/log"])(
    "exists only for origins of operators, not for %j",
    (origin) => {
      expect(readOrigin(origin)).toBeUndefined();
    },
  );
});

describe("a verifier of a timestamp", () => {
  const root = fromHex(`0x${"5c".repeat(32)}`);
  const checkpoint = { origin: checkpointOrigin(operator), size: 7, root };
  const claim = { checkpoint, finality: 1 } as const;
  const TOO_MANY = 1_000_000;
  let anvil: Anvil;
  let hardhat: LocalNode;
  let wire: FaultyNode;
  let node: FurtherNode;
  let account: PrivateKeyAccount;
  let transaction: Hex;

  const client = (url = wire.url, chainId = node.chainId) => readerOf(url, chainId);
  async function post(
    data: Hex,
    to: Hex | null = TIMESTAMP_ADDRESS,
    on: FurtherNode = node,
    by = account,
  ): Promise<Hex> {
    const reader = readerOf(on.url, on.chainId);
    const request = await reader.prepareTransactionRequest({
      account: by,
      chain: null,
      type: "eip1559",
      ...(to === null ? {} : { to }),
      data,
      gas: 100_000n,
    });
    const raw = await by.signTransaction({ ...request, chainId: on.chainId } as never);
    const hash = await reader.sendRawTransaction({ serializedTransaction: raw });
    await reader.waitForTransactionReceipt({ hash });
    // The node removes a transaction from its pool shortly after the block. Until then it reports it as pending.
    await until(async () => expect((await reader.getTransaction({ hash })).blockNumber).not.toBe(null));
    return hash;
  }

  beforeAll(async () => {
    anvil = await startAnvil(NOW / 1_000, 700_001);
    hardhat = closing(await startNode(NOW, { chainId: 700_002 }));
    wire = await startFaultyNode(anvil.url);
    node = { url: anvil.url, chainId: 700_001, kind: "anvil" };
    account = await fund(node);
    transaction = await post(encodeTimestamp({ operator, checkpoint }));
  });
  beforeEach(() => void (wire.rule = undefined));

  it("finds the latest time of the checkpoint, the chain and the sender", async () => {
    const { blockNumber, blockHash } = await anvil.client.getTransaction({ hash: transaction });
    const { timestamp } = await anvil.client.getBlock({ blockNumber });
    const seen = {
      chainId: 700_001,
      block: { number: Number(blockNumber), hash: blockHash },
      time: Number(timestamp),
      sender: account.address.toLowerCase(),
    };
    const found = await verifyTimestamp([client(), client(anvil.url)], { ...claim, transaction, chainId: 700_001 });
    expect(found).toMatchObject({ verdict: "valid", code: "ok", seen });
    expect(found.message).toContain(new Date(1_000 * Number(timestamp)).toISOString());
  });

  it("pays only the floor price of its calldata", async () => {
    const data = fromHex(encodeTimestamp({ operator, checkpoint }));
    // EIP-7623: ten gas for a byte of zero, forty for any other.
    const floor = data.reduce((gas, byte) => gas + (byte === 0 ? 10 : 40), 21_000);
    expect((await anvil.client.getTransactionReceipt({ hash: transaction })).gasUsed).toBe(BigInt(floor));
    const of = vectors.timestamps.map(({ calldata }) =>
      fromHex(calldata).reduce((gas, byte) => gas + (byte === 0 ? 10 : 40), 21_000),
    );
    expect([floor, ...of].every((gas) => gas < 26_000)).toBe(true);
  });

  it("does the same on Hardhat's node, whose finality it asks for", async () => {
    const second: FurtherNode = { url: hardhat.url, chainId: 700_002, kind: "hardhat" };
    const by = await fund(second);
    const hash = await post(encodeTimestamp({ operator, checkpoint }), TIMESTAMP_ADDRESS, second, by);
    const found = await verifyTimestamp(client(hardhat.url, 700_002), { checkpoint, transaction: hash });
    expect(found).toMatchObject({ verdict: "valid", seen: { sender: by.address.toLowerCase(), chainId: 700_002 } });
  });

  it("waits for finality: by a number of blocks, or by the chain's finalized block", async () => {
    const asked = { ...claim, transaction };
    expect(await verifyTimestamp(client(), { ...asked, finality: TOO_MANY })).toMatchObject({
      verdict: "indeterminate",
      code: "not_final",
      seen: { chainId: 700_001 },
    });
    expect(await verifyTimestamp(client(), { checkpoint, transaction })).toMatchObject({ code: "not_final" });
    await anvil.test.mine({ blocks: 100 });
    expect(await verifyTimestamp(client(), { checkpoint, transaction })).toMatchObject({ verdict: "valid" });
  });

  it("accepts any recipient, and a reverted transaction", async () => {
    const data = encodeTimestamp({ operator, checkpoint });
    // A contract that refuses everything.
    const refusing = `0x${"cc".repeat(20)}` as const;
    await anvil.test.setCode({ address: refusing, bytecode: "0x60006000fd" });
    for (const to of [account.address, refusing]) {
      const hash = await post(data, to);
      expect(await verifyTimestamp(client(), { ...claim, transaction: hash })).toMatchObject({ verdict: "valid" });
    }
    expect(await anvil.client.getTransactionReceipt({ hash: await post(data, refusing) })).toMatchObject({
      status: "reverted",
    });
  });

  it("refuses another checkpoint, and calldata with any byte changed", async () => {
    const { origin } = checkpoint;
    const otherOperator = checkpointOrigin({ ...operator, operator: `0x${"bb".repeat(20)}` });
    const otherRoot = new Uint8Array(root);
    otherRoot[31]! ^= 1;
    for (const other of [
      { origin: otherOperator, size: 7, root },
      { origin, size: 8, root },
      { origin, size: 7, root: otherRoot },
    ]) {
      expect(await verifyTimestamp(client(), { ...claim, transaction, checkpoint: other })).toMatchObject({
        verdict: "invalid",
        code: "other_checkpoint",
      });
    }
    await anvil.test.setAutomine(false);
    const codes = new Map<string, number>();
    const sent: Hex[] = [];
    const first = await anvil.client.getTransactionCount({ address: account.address });
    for (let at = 0; at < 164; at++) {
      const bytes = fromHex(encodeTimestamp({ operator, checkpoint }));
      bytes[at]! ^= 1 << (at % 8);
      const raw = await account.signTransaction({
        type: "eip1559",
        chainId: 700_001,
        nonce: first + at,
        to: TIMESTAMP_ADDRESS,
        data: toHex(bytes),
        gas: 60_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 1n,
      });
      sent.push(await anvil.client.sendRawTransaction({ serializedTransaction: raw }));
    }
    await anvil.test.mine({ blocks: 1 });
    await anvil.test.setAutomine(true);
    for (const hash of sent) {
      const { verdict, code } = await verifyTimestamp(client(anvil.url), { ...claim, transaction: hash });
      expect(verdict).toBe("invalid");
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    // These are the bytes of the selector, the padding of addresses and size, and the top of the chain ID.
    expect(Object.fromEntries(codes)).toEqual({ not_a_timestamp: 80, other_checkpoint: 84 });
  });

  const hash = (digits: string): Hex => `0x${digits.repeat(32)}`;
  it.each<[string, string, FaultyNode["rule"]]>([
    ["does not answer", "rpc_unavailable", async () => "hang up"],
    ["answers nonsense", "rpc_unavailable", async () => "nonsense"],
    [
      "serves another chain",
      "wrong_chain",
      async (question, forward) => (question.method === "eth_chainId" ? { result: "0x1" } : forward(question)),
    ],
    [
      "knows no such transaction",
      "not_found",
      async (question, forward) =>
        question.method === "eth_getTransactionByHash" ? { result: null } : forward(question),
    ],
    [
      "has no such block",
      "rpc_unavailable",
      async (question, forward) => (question.method === "eth_getBlockByNumber" ? { result: null } : forward(question)),
    ],
    ["shows another block in its place", "rpc_unavailable", changing("eth_getBlockByNumber", { hash: hash("ab") })],
    ["shows a block without it", "rpc_unavailable", changing("eth_getBlockByNumber", { transactions: [] })],
    ["shows other calldata", "rpc_unavailable", changing("eth_getTransactionByHash", { input: "0x" })],
    ["shows another nonce", "rpc_unavailable", changing("eth_getTransactionByHash", { nonce: "0x77" })],
    ["shows another signature", "rpc_unavailable", changing("eth_getTransactionByHash", { r: hash("11") })],
    ["shows an invalid signature", "rpc_unavailable", changing("eth_getTransactionByHash", { s: "0x0" })],
    ["shows another chain ID in it", "rpc_unavailable", changing("eth_getTransactionByHash", { chainId: "0x1" })],
    [
      "shows too long a hash",
      "rpc_unavailable",
      changing("eth_getTransactionByHash", { blockHash: `${hash("ab")}00` }),
    ],
    ["shows a type that is not read", "unknown_type", changing("eth_getTransactionByHash", { type: "0x7e" })],
    ["shows it in no block", "not_mined", changing("eth_getTransactionByHash", { blockHash: null, blockNumber: null })],
  ])("is indeterminate if a node %s", async (_, code, rule) => {
    wire.rule = rule;
    const alone = await verifyTimestamp(client(), { ...claim, transaction, chainId: 700_001 });
    expect([alone.verdict, alone.code]).toEqual(["indeterminate", code]);
    // One such node among several is enough for this verdict.
    const among = await verifyTimestamp([client(anvil.url), client()], { ...claim, transaction, chainId: 700_001 });
    expect([among.verdict, among.code]).toEqual(["indeterminate", code]);
    expect(JSON.stringify([alone, among])).not.toContain("127.0.0.1");
  });

  it("is indeterminate if several nodes disagree about a block's time", async () => {
    wire.rule = changing("eth_getBlockByNumber", { timestamp: "0x1" });
    const found = await verifyTimestamp([client(anvil.url), client()], { ...claim, transaction });
    expect([found.verdict, found.code]).toEqual(["indeterminate", "endpoints_disagree"]);
  });

  it("refuses invalid arguments", async () => {
    for (const wrong of [
      { ...claim, transaction: "0x12" as Hex },
      { ...claim, transaction: transaction.toUpperCase() as Hex },
      { ...claim, transaction, chainId: 0 },
      { ...claim, transaction, finality: 0 },
      { ...claim, transaction, checkpoint: { ...checkpoint, origin: "example.com/log" } },
    ]) {
      await expect(verifyTimestamp(client(), wrong)).rejects.toMatchObject({ code: "bad_argument" });
    }
    await expect(verifyTimestamp([], { ...claim, transaction })).rejects.toMatchObject({ code: "bad_argument" });
  });
});

/** A node's answers with other members. */
function changing(method: string, members: object): NonNullable<FaultyNode["rule"]> {
  return async (question, forward) => {
    const answer = await forward(question);
    if (question.method !== method || answer.result === null) return answer;
    return { result: { ...(answer.result as object), ...members } };
  };
}
