import { join } from "node:path";
import { createTestClient, http, type Hex } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog } from "anchorlog";
import { logId, privateKeySigner, type DigestSigner } from "anchorlog/action";
import {
  anchorRegistryAbi,
  completeExit,
  connectChain,
  depositStake,
  exitDelay,
  finalityDelay,
  presets,
  readStake,
  registerOperator,
  requestExit,
  rotateKey,
  withdrawCredit,
} from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { send } from "../../src/chain/send.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, settings, signActionFor, wallets } from "../operator.ts";

const MAX_ANCHOR_DELAY = 3_600;
const ETHER = 10n ** 18n;
const { timing } = presets.local;
const account = developmentAccount(1, LOCAL_CHAIN_ID);
const nextAnchorKey = privateKeySigner(`0x${"c1".repeat(32)}`);
const nextReceiptKey = privateKeySigner(`0x${"c2".repeat(32)}`);
const thirdKey = privateKeySigner(`0x${"c3".repeat(32)}`);

// An operator's life on a real node, from its registration to its exit: the tests follow each other.
const folder = newFolder();
let sent = 0;

type OwnKeys = { anchorKey?: DigestSigner; receiptKey?: DigestSigner };
const open = async (own: OwnKeys, isConnected = true) =>
  openAnchorlog({
    ...settings,
    store: await openSqliteStore(join(folder, "store.sqlite")),
    operator,
    keys: { ...keys, ...own },
    ...(isConnected ? { chain: node.writer(account) } : {}),
    clock: () => NOW,
  });

const node = closing(await startNode(NOW));
const contracts = await deployLocally({ provider: node.provider });
const operator = { ...template, registry: contracts.registry, operator: account.address.toLowerCase() as Hex };
const terms = { name: operator.name, version: operator.version, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys };
await registerOperator(node.writer(account), operator, terms);
let anchorlog: Anchorlog = await open({});
afterAll(() => anchorlog.close());

/** Restarts the operator with other keys. */
async function reopen(own: OwnKeys, isConnected = true): Promise<void> {
  await anchorlog.close();
  anchorlog = await open(own, isConnected);
}
async function closeOne(): Promise<number> {
  const action = await signActionFor(operator, wallets[0]!, "a.example", sent);
  expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
  await anchorlog.closeBatches();
  return sent++;
}
const bundleOf = async (index: number) => formatBundle(await anchorlog.bundle({ log: "a.example", index }));
async function judge(bundle: string): Promise<string> {
  const { verdict, state, code } = await verifyBundle(bundle, { chain: await connectChain(node.url) });
  return `${verdict} ${state} ${code}`;
}
const now = async () => Number((await node.client.getBlock()).timestamp);

describe("a stake", () => {
  it("is missing, then deposited by any account; only then does the operator promise and anchor", async () => {
    const action = await signActionFor(operator, wallets[0]!, "a.example", sent);
    expect(await anchorlog.submit(action)).toMatchObject({ status: "indeterminate", code: "not_in_standing" });
    // Without a chain the operator does not know that its key is not the registered one.
    await reopen({}, false);
    await closeOne();
    await reopen({});
    expect(await anchorlog.submit(action)).toMatchObject({ status: "retry" });
    expect(await readStake(node.writer(account), operator)).toEqual({
      contract: contracts.stake,
      status: "open",
      stake: 0n,
      required: ETHER,
      missing: ETHER,
      standing: false,
      openChallenges: 0,
      exitableFrom: undefined,
      credit: 0n,
    });
    const message = expect.stringMatching(/NotInStanding.*\n.*npx anchorlog stake/) as string;
    await expect(anchorlog.anchor()).rejects.toMatchObject({ code: "transaction_failed", message });
    const stranger = node.writer(developmentAccount(5, LOCAL_CHAIN_ID));
    expect(await depositStake(stranger, operator, ETHER - 1n)).toMatchObject({ amount: ETHER - 1n });
    expect(await readStake(stranger, operator)).toMatchObject({ stake: ETHER - 1n, missing: 1n, standing: false });
    await depositStake(stranger, operator);
    expect(await readStake(stranger, operator)).toMatchObject({ missing: 0n, standing: true });
    expect(await anchorlog.anchor()).toMatchObject({ size: 1 });
    expect(await (await connectChain(node.url)).readOperator(operator)).toMatchObject({ standing: true, freezes: [] });
  });

  it("passes on the refusal of a contract that the stake calls", async () => {
    const nobody = { ...operator, operator: contracts.stake };
    await expect(depositStake(node.writer(account), nobody, 1n)).rejects.toThrow(/NotRegistered/);
  });
});

describe("key rotation", () => {
  it("takes effect after the margin; a bundle by the retired receipt key stays valid", async () => {
    const before = await bundleOf(0);
    const { from } = await rotateKey(node.writer(account), operator, "receipt", nextReceiptKey);
    expect(from).toBe((await now()) + timing.margin);
    await node.advance(timing.margin);
    const chain = await connectChain(node.url);
    const old = keys.receiptKey.address.toLowerCase() as Hex;
    const next = nextReceiptKey.address.toLowerCase() as Hex;
    expect(await chain.readOperator(operator)).toMatchObject({ receiptKey: next });
    expect(await chain.readKeyPeriod(operator, "receipt", old)).toMatchObject({ until: from });
    expect(await chain.readKeyPeriod(operator, "receipt", next)).toEqual({ from, until: undefined });
    expect(await chain.readKeyPeriod(operator, "anchor", next)).toBeUndefined();
    expect(await judge(before)).toBe("valid anchored ok");

    await reopen({ receiptKey: nextReceiptKey });
    expect(await judge(await bundleOf(0))).toBe("valid anchored ok");
  });

  it("a bundle by a key that was never registered is invalid", async () => {
    // With a chain, opening refuses this key.
    await reopen({ receiptKey: privateKeySigner(`0x${"c3".repeat(32)}`) }, false);
    expect(await judge(await bundleOf(0))).toBe("invalid null receipt_key_mismatch");
    await reopen({ receiptKey: nextReceiptKey });
  });

  it("of the anchor key: earlier checkpoints are anchored with a signature of the new key", async () => {
    await closeOne();
    // The old key signs a checkpoint, which is stored but never sent.
    await anchorlog.checkpoint();
    await rotateKey(node.writer(account), operator, "anchor", nextAnchorKey);
    await expect(rotateKey(node.writer(account), operator, "anchor", thirdKey)).rejects.toThrow(
      /RotationPending\(1, \d+\)\n.*rotate again after it/,
    );
    await node.advance(timing.margin);
    await expect(anchorlog.anchor()).rejects.toMatchObject({ code: "key_retired", details: { key: "anchorKey" } });
    await reopen({ anchorKey: nextAnchorKey, receiptKey: nextReceiptKey });
    expect(await anchorlog.anchor()).toMatchObject({ size: 2, proofHashes: 1 });
    expect(await anchorlog.anchor()).toMatchObject({ size: 2, transactionHash: undefined });
  });

  it("refuses a key that was used before, in any role", async () => {
    await expect(rotateKey(node.writer(account), operator, "anchor", nextReceiptKey)).rejects.toThrow(/KeyUsedBefore/);
    await expect(rotateKey(node.writer(account), operator, "receipt", keys.receiptKey)).rejects.toThrow(
      /KeyUsedBefore.*\n.*make a new key/,
    );
  });
});

describe("a freeze", () => {
  it("keeps covered entries from becoming final, and no others", async () => {
    await node.advance(finalityDelay(timing));
    expect(await judge(await bundleOf(1))).toBe("valid final ok");
    const covered = await closeOne();
    await anchorlog.anchor();

    // The stake contract freezes at a conviction. Here the test sends from its address, so nothing is slashed.
    const test = createTestClient({ chain: LOCAL_CHAIN, transport: http(node.url), mode: "hardhat" });
    await test.impersonateAccount({ address: contracts.stake });
    await test.setBalance({ address: contracts.stake, value: 2n * ETHER });
    await send(node.writer({ address: contracts.stake, type: "json-rpc" }), {
      address: operator.registry,
      abi: anchorRegistryAbi,
      functionName: "freeze",
      args: [operator.operator, logId(operator, "a.example"), BigInt(covered)],
    });
    await node.advance(finalityDelay(timing));
    const chain = await connectChain(node.url);
    expect((await chain.readOperator(operator))?.finalSize).toBe(3);
    expect(await judge(await bundleOf(covered))).toBe("valid anchored ok");
    expect(await judge(await bundleOf(1))).toBe("valid final ok");
    expect(await chain.isFinal(operator, { position: 2, log: `0x${"11".repeat(32)}`, lastIndex: covered })).toBe(true);
  });
});

describe("an exit", () => {
  it("stops anchoring immediately, and pays out after the exit delay", async () => {
    const writer = node.writer(account);
    await closeOne();
    const { exitableFrom } = await requestExit(writer, operator);
    expect(exitableFrom).toBe((await now()) + exitDelay(timing, MAX_ANCHOR_DELAY));
    await expect(anchorlog.anchor()).rejects.toThrow(/NotInStanding/);
    await expect(completeExit(writer, operator)).rejects.toMatchObject({ code: "exit_too_early" });
    // The first request still applies.
    expect(await requestExit(writer, operator)).toMatchObject({ exitableFrom });
    await node.advance(exitableFrom - (await now()));
    await completeExit(node.writer(developmentAccount(5, LOCAL_CHAIN_ID)), operator);
    expect(await readStake(writer, operator)).toMatchObject({ status: "exited", stake: 0n, credit: ETHER });
    const to: Hex = `0x${"5a".repeat(20)}`;
    await withdrawCredit(writer, operator, to);
    expect(await node.client.getBalance({ address: to })).toBe(ETHER);
    await expect(withdrawCredit(writer, operator, to)).rejects.toMatchObject({ code: "nothing_credited" });
    await expect(depositStake(writer, operator, 1n)).rejects.toMatchObject({ code: "account_closed" });
  });
});
