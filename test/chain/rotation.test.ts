import { join } from "node:path";
import type { Hex } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { checkpointOrigin, privateKeySigner } from "anchorlog/action";
import { connectChain, depositStake, presets, registerOperator, rotateKey } from "anchorlog/chain";
import { auditExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { isCheckpointBy } from "anchorlog/batch";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { noteKeySigner } from "anchorlog/action/signers";
import { ed25519NoteKey } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { readPublished } from "../../src/operator/seal/publish.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import { newFolder } from "../folder.ts";
import { keys as first, NOW, operator as template, settings, signActionFor, wallets } from "../operator.ts";

const { margin } = presets.local.timing;
const account = developmentAccount(1, LOCAL_CHAIN_ID);
const second = {
  anchorKey: privateKeySigner(`0x${"c1".repeat(32)}`),
  receiptKey: privateKeySigner(`0x${"c2".repeat(32)}`),
  noteKey: noteKeySigner(new Uint8Array(32).fill(0xc3)),
};
const lower = (address: string) => address.toLowerCase() as Hex;

// All three keys of one operator are rotated on a real node while it works: the tests follow each other.
let anchorlog: Anchorlog;
let isOpen = false;
const folder = newFolder();
let sent = 0;
let now = NOW;

const options = async (keys: AnchorlogOptions["keys"]) => ({
  ...settings,
  store: await openSqliteStore(join(folder, "store.sqlite")),
  guard: openFileGuard(join(folder, "guard"), operator),
  operator,
  keys,
  chain: node.writer(account),
  publish: { tiles: tileFolder(join(folder, "tiles")) },
  clock: () => now,
});
/** Restarts the operator with these keys. */
async function reopen(keys: AnchorlogOptions["keys"]): Promise<void> {
  await stop();
  anchorlog = await openAnchorlog(await options(keys));
  isOpen = true;
}
/** One process has the store open at a time. */
async function stop(): Promise<void> {
  if (isOpen) await anchorlog.close();
  isOpen = false;
}
/** Closes resources that a failed opening left open. */
async function refusal(keys: AnchorlogOptions["keys"]): Promise<unknown> {
  await stop();
  const given = await options(keys);
  try {
    await openAnchorlog(given);
    throw new Error("it was opened");
  } catch (error) {
    return error;
  } finally {
    await given.store.close();
    await given.guard.close();
  }
}
/** Lets time pass for chain and operator alike. */
async function pass(seconds: number): Promise<void> {
  await node.advance(seconds);
  now = Number((await node.client.getBlock()).timestamp) * 1000;
}
async function submitOne(): Promise<{ index: number; key: Hex }> {
  const action = await signActionFor(operator, wallets[0]!, "a.example", sent++, { deadline: now / 1000 + 60 });
  const answer = await anchorlog.submit(action);
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  return { index: answer.index, key: answer.receipt.key };
}
/** Does everything that an operator does, and returns a stranger's verdict on the result by the chain. */
async function work(): Promise<{ receiptBy: Hex; index: number; verdict: string; size: number }> {
  const { index, key } = await submitOne();
  await anchorlog.closeBatches();
  await anchorlog.publish();
  const { size } = await anchorlog.anchor();
  return { receiptBy: key, index, size, verdict: await judge(index) };
}
async function judge(index: number): Promise<string> {
  const bundle = formatBundle(await anchorlog.bundle({ log: "a.example", index }));
  const { verdict, state } = await verifyBundle(bundle, { chain: await connectChain(node.url) });
  return `${verdict} ${state}`;
}
/** The keys that signed the published checkpoint. */
async function signedBy(): Promise<string[]> {
  const published = (await readPublished(tileFolder(join(folder, "tiles"))))!;
  const origin = checkpointOrigin(operator);
  const who: [string, Parameters<typeof isCheckpointBy>[2]][] = [
    ["first note", { noteKey: ed25519NoteKey(origin, first.noteKey.publicKey) }],
    ["second note", { noteKey: ed25519NoteKey(origin, second.noteKey.publicKey) }],
    ["first anchor", { anchorKey: lower(first.anchorKey.address) }],
    ["second anchor", { anchorKey: lower(second.anchorKey.address) }],
  ];
  return who.flatMap(([name, key]) => (isCheckpointBy(published, operator, key) ? [name] : []));
}

const node = closing(await startNode(NOW));
const contracts = await deployLocally({ provider: node.provider });
const operator = { ...template, registry: contracts.registry, operator: lower(account.address) };
const terms = { name: operator.name, version: operator.version, maxAnchorDelay: 3_600, ...first };
await registerOperator(node.writer(account), operator, terms);
await depositStake(node.writer(account), operator);
await createFileGuard(join(folder, "guard"), operator).close();
await pass(1);
await reopen(first);
afterAll(stop);

const [firstReceipt, secondReceipt] = [first, second].map(({ receiptKey }) => lower(receiptKey.address));
const addressesOf = ({ anchorKey, receiptKey }: Pick<AnchorlogOptions["keys"], "anchorKey" | "receiptKey">) => ({
  anchorKey: lower(anchorKey.address),
  receiptKey: lower(receiptKey.address),
});
const writer = () => node.writer(account);

it("uses the old keys while the next keys are announced, and the next keys once they take effect", async () => {
  expect(await work()).toEqual({ receiptBy: firstReceipt, index: 0, size: 1, verdict: "valid anchored" });
  // The rotation is announced once to an operator that has both keys, and once to one that has only the old keys.
  await reopen({ ...first, next: { anchorKey: second.anchorKey, receiptKey: second.receiptKey } });
  const { from } = await rotateKey(writer(), operator, "receipt", second.receiptKey);
  await rotateKey(writer(), operator, "anchor", second.anchorKey);
  await pass(margin / 2);
  expect(await work()).toMatchObject({ receiptBy: firstReceipt, verdict: "valid anchored" });
  expect(await signedBy()).toEqual(["first note", "first anchor"]);
  expect(await anchorlog.keys()).toEqual(addressesOf(first));

  // A checkpoint that the old key signed, and that is not anchored before the key is retired.
  const { index } = await submitOne();
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
  await pass(margin / 2 + 1);
  expect(now).toBeGreaterThanOrEqual(1000 * from);
  expect(await anchorlog.anchor()).toMatchObject({ size: 3, transactionHash: expect.stringMatching(/^0x/) as string });
  expect(await judge(index)).toBe("valid anchored");
  expect(await anchorlog.keys()).toEqual(addressesOf(second));

  expect(await work()).toMatchObject({ receiptBy: secondReceipt, verdict: "valid anchored" });
  expect(await signedBy()).toEqual(["first note", "second anchor"]);
  // Receipts of the old key are still valid promises.
  expect(await judge(0)).toBe("valid anchored");
  // If the clock is set back, no entry is dated before the old key's end.
  const later = now;
  now -= 1000 * margin;
  expect((await submitOne()).key).toBe(secondReceipt);
  now = later;
});

it("is announced once, even if called twice", async () => {
  const again = await rotateKey(writer(), operator, "receipt", second.receiptKey);
  expect(again.gasUsed).toBeUndefined();
  await expect(rotateKey(writer(), operator, "receipt", first.receiptKey)).rejects.toThrow(/KeyUsedBefore/);
});

it("is over once the operator opens with the new keys alone; the old keys are refused", async () => {
  expect(await refusal(first)).toMatchObject({
    code: "registration_mismatch",
    message: expect.stringMatching(
      /anchorKey is registered as .* was retired at .*receiptKey is registered as/s,
    ) as string,
    fix: expect.stringContaining("successor") as string,
  });
  await reopen({ ...second, noteKey: first.noteKey });
  expect(await work()).toMatchObject({ receiptBy: secondReceipt, verdict: "valid anchored" });
});

it("of the note key needs no chain: both keys sign until the old one is removed", async () => {
  await reopen({ ...second, noteKey: first.noteKey, next: { noteKey: second.noteKey } });
  await work();
  expect(await signedBy()).toEqual(["first note", "second note", "second anchor"]);
  await reopen(second);
  // No batch was closed since, so the published note, signed by both keys, stays.
  await anchorlog.publish();
  expect(await signedBy()).toEqual(["first note", "second note", "second anchor"]);
  await work();
  expect(await signedBy()).toEqual(["second note", "second anchor"]);
});

it("leaves an export that an auditor with the new keys finds valid", async () => {
  await stop();
  const given = await options(second);
  await writeExport(join(folder, "export"), given);
  await given.store.close();
  await given.guard.close();
  const operatorKeys = {
    anchorKey: lower(second.anchorKey.address),
    receiptKey: secondReceipt!,
    noteKey: ed25519NoteKey(checkpointOrigin(operator), second.noteKey.publicKey),
  };
  const { chainId, registry, operator: address } = operator;
  const trusted = { chainId, registry, operator: address, ...operatorKeys };
  const audit = await auditExport(await readExportFolder(join(folder, "export")), {
    operator: trusted,
    chain: await connectChain(node.url),
  });
  expect(audit.findings).toEqual([]);
  expect(audit.verdict).toBe("valid");
});

describe("a process that was not prepared for a rotation", () => {
  const third = privateKeySigner(`0x${"d2".repeat(32)}`);
  const fourth = privateKeySigner(`0x${"d4".repeat(32)}`);

  it("is refused with an anchor key before its start, which the error names", async () => {
    await rotateKey(writer(), operator, "anchor", fourth);
    expect(await refusal({ ...second, anchorKey: fourth })).toMatchObject({
      code: "registration_mismatch",
      message: expect.stringContaining("takes effect at") as string,
    });
  });

  it("promises by a receipt key before its start, for example if the earlier key is lost", async () => {
    expect(await refusal({ ...second, receiptKey: third })).toMatchObject({ code: "registration_mismatch" });
    await rotateKey(writer(), operator, "receipt", third);
    await reopen({ ...second, receiptKey: third });
    expect(await work()).toMatchObject({ receiptBy: lower(third.address), verdict: "valid anchored" });
    expect((await anchorlog.status()).keyEnds).toMatchObject({ receipt: undefined });
    await stop();
  });

  it("promises nothing with a retired key; a retry with the next key gets its receipt", async () => {
    const errors: unknown[] = [];
    anchorlog = await openAnchorlog({ ...(await options(second)), onError: (error) => errors.push(error) });
    isOpen = true;
    await pass(margin + 1);
    const action = await signActionFor(operator, wallets[0]!, "a.example", sent++, { deadline: now / 1000 + 60 });
    expect(await anchorlog.submit(action)).toMatchObject({ status: "indeterminate", code: "receipt_unavailable" });
    expect(errors).toMatchObject([{ code: "key_retired", details: { key: "receiptKey" } }]);
    await reopen({ ...second, next: { anchorKey: fourth, receiptKey: third } });
    expect(await anchorlog.submit(action)).toMatchObject({ status: "retry", receipt: { key: lower(third.address) } });
  });
});

it("publicly known keys are refused on any chain but a local one", async () => {
  const known = privateKeySigner("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
  const elsewhere = { ...operator, chainId: 1 };
  await expect(rotateKey(writer(), elsewhere, "receipt", known)).rejects.toMatchObject({ code: "development_key" });
});
