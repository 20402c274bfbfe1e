import { bn254 } from "@noble/curves/bn254.js";
import hre from "hardhat";
import { keccak256, toHex as hexOf, type Account, type Chain, type Transport, type WalletClient } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { fromHex, openAnchorlog, toHex, type Anchorlog, type Hex } from "anchorlog";
import { depositStake, presets, registerOperator, withdrawCredit, type ChainWriter } from "anchorlog/chain";
import {
  bundleHeaderEvidence,
  disputeDocument,
  disputeId,
  disputeLead,
  disputeQuestion,
  disputeSide,
  findLeads,
  formatDispute,
  headerEvidence,
  leadRequest,
  matchingSide,
  openDispute,
  openHistory,
  parseDispute,
  proofHeaderEvidence,
  proveFinalBatch,
  readDispute,
  readOpenDisputes,
  readStoredCheckpoints,
  requiredDisputeBond,
  settleDispute,
  takeLead,
  type DisputeCursor,
  type DisputeDocument,
  type DisputeLead,
} from "anchorlog/dispute";
import { parseCheckpoint } from "anchorlog/batch";
import type { Trust } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import type { OrderDocument, StatedPredicate } from "anchorlog/proof";
import { atEnd } from "../ends.ts";
import { decodeProof, encodeProof } from "../../src/proof/groth16.ts";
import { openProver, proveOrder } from "anchorlog/proof/prover";
import { deployLocally } from "../../scripts/deploy.ts";
import { judgeDocument } from "../../src/cli/evidence.ts";
import { random } from "../seed.ts";
import { keys, NOW, operator as template, settings, signActionFor, types, wallets } from "../operator.ts";

/** The node's clock does not stand still while proofs are made. */
const FINALITY = 1200;
const timing = { challengeWindow: 1000, responseTime: 100, margin: 100, minAnchorInterval: 2, ringLength: 2048 };
const RESPONSE_TIME = 2000;
const disputeParameters = { ...presets.local.disputes, responseTime: RESPONSE_TIME, totalTime: 3 * RESPONSE_TIME };

const connection = await hre.network.create();
const { viem, networkHelpers } = connection;
const publicClient = await viem.getPublicClient();
type Wallet = WalletClient<Transport, Chain, Account>;
const [, operatorWallet, alice, bob, thief] = (await viem.getWalletClients()) as unknown as [
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
];
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: Wallet): ChainWriter => ({ publicClient, walletClient });
const deployed = await deployLocally(connection, { ...presets.local, timing, disputes: disputeParameters });
const { disputes, registry } = deployed;
const stake = await viem.getContractAt("OperatorStake", deployed.stake);
const contract = await viem.getContractAt("Disputes", disputes);
const operator = { ...template, registry, operator: lower(operatorWallet.account.address) };
const [LOG, OTHER_LOG] = ["a.example", "b.example"] as const;

/** The new owner of the painting: the payload's first two members are the object and the new owner. */
const { payloadType } = types.kinds.get("Transfer")!;
const boughtBy = (of: Wallet): StatedPredicate => ({
  payloadType,
  where: { objectId: "painting", to: lower(of.account.address) },
});
const predicates = [boughtBy(bob), boughtBy(alice)] as const;
const question = disputeQuestion(operator, LOG, predicates);

/** The log's transfers by index, in batches. Alice was first, and the operator sold the object twice. */
const BATCHES = [
  [
    ["frame", alice],
    ["painting", alice],
    ["easel", bob],
  ],
  [
    ["painting", bob],
    ["painting", alice],
  ],
] as const;

const prover = await openProver();

async function submit(log: string, number: number, objectId: string, to: Hex) {
  const payload = { objectId, to, price: "7", salt: keccak256(hexOf(number)) };
  const action = await signActionFor(operator, wallets[number % 3]!, log, number, { payload });
  expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
}

async function anchorBatches() {
  await anchorlog.closeBatches();
  await networkHelpers.time.increase(2);
  await anchorlog.anchor();
}

const bundleAt = (index: number, log: string = LOG) => anchorlog.bundle({ log, index });
/** A proof that the entry at an index matches one of the predicates. */
const prove = async (index: number, beneficiary: Wallet) =>
  proveOrder(leadRequest(question, await bundleAt(index), lower(beneficiary.account.address)), { prover });
const headerOf = async (log: string, index: number) =>
  bundleHeaderEvidence(await bundleAt(index, log), await readStoredCheckpoints(publicClient, operator));
const evidenceOf = async (document: OrderDocument) =>
  proofHeaderEvidence(document, await readStoredCheckpoints(publicClient, operator));
const leadOf = async (document: OrderDocument, of = question) => disputeLead(of, document, await evidenceOf(document));
const send = (lead: DisputeLead, by = thief) => takeLead(writer(by), disputes, lead);
const creditOf = (of: Wallet) => stake.read.creditOf([of.account.address]);

/** Reverts a test's changes of the chain at its end. */
const aside = async (): Promise<void> => atEnd((await networkHelpers.takeSnapshot()).restore);

/** Judges a document as `anchorlog verify` does, by that checkpoint. */
const judge = async (text: string, trust?: Trust) =>
  judgeDocument(text, trust ?? { checkpoint: parseCheckpoint(note) });

let [aliceFirst, aliceAgain, bobs, byThief] = [] as unknown as [
  OrderDocument,
  OrderDocument,
  OrderDocument,
  OrderDocument,
];

await registerOperator(writer(operatorWallet), operator, { ...operator, maxAnchorDelay: 4, ...keys });
await depositStake(writer(operatorWallet), operator);
const anchorlog: Anchorlog = await openAnchorlog({
  ...settings,
  store: await openSqliteStore(":memory:"),
  operator,
  logs: [LOG, OTHER_LOG],
  chain: writer(operatorWallet),
  clock: () => NOW,
});
let number = 0;
for (const batch of BATCHES) {
  for (const [objectId, to] of batch) await submit(LOG, number++, objectId, lower(to.account.address));
  if (number === 3) await submit(OTHER_LOG, number++, "painting", lower(alice.account.address));
  await anchorBatches();
}
aliceFirst = await prove(1, alice);
aliceAgain = await prove(4, alice);
bobs = await prove(3, bob);
byThief = await prove(1, thief);
const { note } = await anchorlog.checkpoint();
afterAll(async () => {
  await prover.close();
  await anchorlog.close();
});

describe("two buyers of one object", () => {
  it("ask the same question in either order", async () => {
    expect(disputeQuestion(operator, LOG, [predicates[1], predicates[0]])).toEqual(question);
    expect(await contract.read.idOf([question])).toBe(disputeId(question));
    expect(disputeSide(question, predicates[0])).not.toBe(disputeSide(question, predicates[1]));
  });

  it("cannot show a lead before the batch is final", async () => {
    const { restore } = await networkHelpers.takeSnapshot();
    await openDispute(writer(bob), disputes, question);
    await expect(send(await leadOf(bobs), bob)).rejects.toThrow(/CheckpointNotFinal/);
    await restore();
    await networkHelpers.time.increase(FINALITY);
  });

  it("settle it by order proofs: the buyer with the earlier entry wins, and gets the bond", async () => {
    await aside();
    const chain = writer(bob);
    // 1. Bob asks, and shows his.
    const opened = await openDispute(chain, disputes, question);
    const { id } = opened;
    expect(id).toBe(disputeId(question));
    expect(await requiredDisputeBond(chain, disputes)).toBeGreaterThanOrEqual(disputeParameters.bondFloor);
    const first = await send(await leadOf(bobs), bob);
    expect(await readDispute(publicClient, disputes, id)).toMatchObject({
      status: "led",
      leading: { side: disputeSide(question, predicates[0]), index: 3 },
      winner: undefined,
      creditor: lower(bob.account.address),
      bond: opened.bond,
      limit: opened.limit,
    });
    // 2. Alice leads. Her later entry does not suffice, her first one does.
    await expect(send(await leadOf(aliceAgain), alice)).rejects.toThrow(/NotEarlier\(3, 4\)/);
    await networkHelpers.time.increase(RESPONSE_TIME / 2);
    const second = await send(await leadOf(aliceFirst), alice);
    await expect(send(await leadOf(bobs), bob)).rejects.toThrow(/NotEarlier\(1, 3\)/);
    await expect(settleDispute(chain, disputes, id)).rejects.toThrow(/DeadlineNotPassed/);
    // 3. The time passes.
    const { deadline } = await readDispute(publicClient, disputes, id);
    expect(deadline).toBeGreaterThanOrEqual(opened.deadline + RESPONSE_TIME / 2);
    await networkHelpers.time.increaseTo(deadline + 1);
    const side = disputeSide(question, predicates[1]);
    expect(await readDispute(publicClient, disputes, id)).toMatchObject({ status: "resolved", winner: side });
    await expect(send(await leadOf(aliceFirst), alice)).rejects.toThrow(/NotOpen/);
    const settled = await settleDispute(writer(thief), disputes, id);
    // 4. The result is permanent, and other contracts can read it.
    expect(await readDispute(publicClient, disputes, id)).toMatchObject({
      status: "resolved",
      winner: side,
      bond: 0n,
    });
    const [won, lost] = side === "first" ? question.predicates : question.predicates.toReversed();
    expect(await contract.read.hasWon([operator.operator, question.log, won, lost])).toBe(true);
    expect(await contract.read.hasWon([operator.operator, question.log, lost, won])).toBe(false);
    expect(await creditOf(alice)).toBe(opened.bond);
    await withdrawCredit(writer(alice), operator, lower(alice.account.address));
    expect(await creditOf(alice)).toBe(0n);
    expect(await publicClient.getBalance({ address: disputes })).toBe(0n);
    // 5. The cost. A lead costs less on a recorded batch, and the bond assumes more.
    expect(opened.gasUsed).toBeLessThan(150_000n);
    for (const { gasUsed } of [first, second]) expect(gasUsed).toBeLessThan(390_000n);
    expect(settled.gasUsed).toBeLessThan(110_000n);
  });

  it("leave it undecided if neither shows a lead, at a cost", async () => {
    await aside();
    const { id, bond, deadline } = await openDispute(writer(bob), disputes, question);
    const before = await creditOf(bob);
    await networkHelpers.time.increaseTo(deadline + 1);
    expect(await readDispute(publicClient, disputes, id)).toMatchObject({ status: "unresolved", winner: undefined });
    await settleDispute(writer(thief), disputes, id);
    expect((await creditOf(bob)) - before).toBe(bond - (bond + 1n) / 2n);
    await openDispute(writer(alice), disputes, question);
    await send(await leadOf(aliceFirst));
    expect(await readDispute(publicClient, disputes, id)).toMatchObject({ status: "led", leading: { index: 1 } });
  });
});

describe("a watcher", () => {
  const from = (fromBlock: bigint): DisputeCursor => ({ fromBlock, known: [] });
  const read = (cursor: DisputeCursor, about: { operator: Hex; log?: Hex } = operator) =>
    readOpenDisputes(publicClient, disputes, about, cursor);

  it("finds disputes about its own actions, and entries that would take the lead", async () => {
    await aside();
    const mine = await Promise.all([4, 1, 0].map((index) => bundleAt(index)));
    const start = from(await publicClient.getBlockNumber({ cacheTime: 0 }));
    const { id } = await openDispute(writer(bob), disputes, question);
    const other = disputeQuestion(operator, OTHER_LOG, [boughtBy(bob), boughtBy(thief)]);
    await openDispute(writer(bob), disputes, other);
    const { open } = await read(start);
    expect(open.map((dispute) => dispute.id)).toEqual([id, disputeId(other)]);
    expect(open[0]).toEqual({ ...(await readDispute(publicClient, disputes, id)), id, question });
    expect((await read(start, { operator: operator.operator, log: question.log })).open).toEqual(open.slice(0, 1));
    expect((await read(start, { operator: disputes })).open).toEqual([]);

    // Alice's earliest entry for the one question about her.
    const side = disputeSide(question, predicates[1]);
    expect(findLeads(open, mine)).toEqual([{ dispute: open[0], side, bundle: mine[1], index: 1 }]);
    await send(await leadOf(bobs), bob);
    expect(findLeads((await read(start)).open, mine)).toMatchObject([{ side, index: 1 }]);
    expect(findLeads((await read(start)).open, mine.slice(0, 1))).toEqual([]);
    await send(await leadOf(aliceFirst));
    expect(findLeads((await read(start)).open, mine)).toEqual([]);
  });

  it("continues from a cursor until the dispute is settled, and again if it is reopened", async () => {
    await aside();
    const start = from(await publicClient.getBlockNumber({ cacheTime: 0 }));
    const { id, deadline } = await openDispute(writer(bob), disputes, question);
    const before = await read(start);
    await networkHelpers.mine(200);
    const { cursor } = await read(before.cursor);
    expect(cursor.fromBlock).toBeGreaterThan(start.fromBlock);
    expect(cursor.known).toEqual([question]);
    // A node that lags does not have the question yet.
    const behind = { ...publicClient, getBlockNumber: () => Promise.resolve(start.fromBlock) };
    const lagging = readOpenDisputes(behind, disputes, operator, cursor);
    await expect(lagging).rejects.toMatchObject({ code: "chain_unavailable", details: { state: "lagging" } });
    await networkHelpers.time.increaseTo(deadline + 1);
    const over = await read(cursor);
    expect(over.open).toMatchObject([{ id, status: "unresolved" }]);
    expect(findLeads(over.open, [await bundleAt(1)])).toEqual([]);
    await settleDispute(writer(thief), disputes, id);
    expect((await read(over.cursor)).open).toEqual([]);
    await openDispute(writer(bob), disputes, question);
    expect((await read(over.cursor)).open).toMatchObject([{ id, status: "open" }]);
  });

  it("matches an action to the same side as the contract", async () => {
    const sides = await Promise.all([0, 1, 2, 3, 4].map(async (i) => matchingSide(question, await bundleAt(i))));
    const [bobs, alices] = predicates.map((predicate) => disputeSide(question, predicate));
    expect(sides).toEqual([undefined, alices, undefined, bobs, alices]);
    expect(matchingSide(question, await bundleAt(0, OTHER_LOG))).toBeUndefined();
    expect(matchingSide({ ...question, operator: disputes }, await bundleAt(1))).toBeUndefined();
    const { payloadType: vote } = types.kinds.get("Vote")!;
    const any = disputeQuestion(operator, LOG, [
      { payloadType, where: {} },
      { payloadType: vote, where: {} },
    ]);
    expect(matchingSide(any, await bundleAt(0))).toBe(disputeSide(any, { payloadType, where: {} }));
    expect(leadRequest(any, await bundleAt(0), disputes).first.where).toEqual({});
    const none = await bundleAt(0);
    expect(() => leadRequest(question, none, disputes)).toThrow(expect.objectContaining({ code: "other_question" }));
  });
});

describe("a lead", () => {
  const opened = async (): Promise<Hex> => {
    await aside();
    return (await openDispute(writer(bob), disputes, question)).id;
  };

  it("belongs to its beneficiary, whichever account sends it (front-running, proof theft)", async () => {
    const id = await opened();
    const lead = await leadOf(aliceFirst);
    const stolen = { ...lead, shown: { ...lead.shown, beneficiary: lower(thief.account.address) } };
    await expect(send(stolen)).rejects.toThrow(/ProofInvalid/);
    await send(lead);
    expect((await readDispute(publicClient, disputes, id)).creditor).toBe(lower(alice.account.address));
    // A holder of the bundle can make its own proof, but once alice leads, it takes nothing.
    await expect(send(await leadOf(byThief))).rejects.toThrow(/NotEarlier/);
  });

  it("counts once, even with another form of the proof", async () => {
    await opened();
    const lead = await leadOf(bobs);
    await send(lead);
    // Groth16: if (A, B, C) is a valid proof, so is (s·A, B/s, C).
    const { a, b, c } = decodeProof(fromHex(lead.shown.proof));
    const fp2 = bn254.fields.Fp2;
    const g2 = bn254.G2.Point.fromAffine({
      x: fp2.fromBigTuple([b.x.c0, b.x.c1]),
      y: fp2.fromBigTuple([b.y.c0, b.y.c1]),
    });
    const other = {
      a: bn254.G1.Point.fromAffine(a).multiply(7n).toAffine(),
      b: g2.multiply(bn254.fields.Fr.inv(7n)).toAffine(),
      c,
    };
    const proof = toHex(encodeProof(other));
    await expect(send({ ...lead, shown: { ...lead.shown, proof } })).rejects.toThrow(/NotEarlier/);
  });

  it("is refused for another position, side, batch or log than the proof's", async () => {
    await opened();
    const lead = await leadOf(aliceFirst);
    const { shown } = lead;
    const changed = (change: Partial<typeof shown>) => ({ ...lead, shown: { ...shown, ...change } });
    await expect(send(changed({ position: 0 }))).rejects.toThrow(/ProofInvalid/);
    await expect(send(changed({ position: 3 }))).rejects.toThrow(/IndexOutOfRange/);
    await expect(send(changed({ batch: await evidenceOf(bobs) }))).rejects.toThrow(/ProofInvalid/);
    await expect(send({ ...lead, side: lead.side === "first" ? "second" : "first" })).rejects.toThrow(/ProofInvalid/);
    await expect(send(changed({ batch: await headerOf(OTHER_LOG, 0) }))).rejects.toThrow(/OtherLog/);
    await expect(send(changed({ proof: bobs.proofs[0]! }))).rejects.toThrow(/ProofInvalid/);
    await expect(send(changed({ proof: "0x" }))).rejects.toThrow(/ProofInvalid/);
  });

  it("needs no evidence for a batch that was proven final, and costs less", async () => {
    await opened();
    const batch = await evidenceOf(bobs);
    await proveFinalBatch(writer(thief), disputes, { operator: operator.operator, batch });
    const { gasUsed } = await send(disputeLead(question, bobs, { ...batch, sequence: 99n, proof: [] }));
    expect(gasUsed).toBeLessThan(360_000n);
  });

  it("counts if its batch was final when the log was frozen, and not if the batch is later", async () => {
    await opened();
    await submit(LOG, 6, "painting", lower(bob.account.address));
    await anchorBatches();
    // Convicts from FaultProofs' address.
    await networkHelpers.impersonateAccount(deployed.faultProofs);
    await networkHelpers.setBalance(deployed.faultProofs, 10n ** 18n);
    await stake.write.convict([operator.operator, alice.account.address, question.log, 0n], {
      account: deployed.faultProofs,
    });
    await networkHelpers.time.increase(FINALITY);
    const lead = await leadOf(bobs);
    const later = { ...lead.shown, batch: await headerOf(LOG, 5), position: 0 };
    await expect(send({ ...lead, shown: later })).rejects.toThrow(/BatchFrozen/);
    await send(lead);
  });

  it("counts under an older checkpoint if the bundle's own checkpoint is too young", async () => {
    await opened();
    await submit(LOG, 7, "frame", lower(bob.account.address));
    await anchorBatches();
    const checkpoints = await readStoredCheckpoints(publicClient, operator);
    const ofToday = await headerOf(LOG, 3);
    await expect(send(disputeLead(question, bobs, ofToday))).rejects.toThrow(/CheckpointNotFinal/);
    const bundles = await Promise.all([bundleAt(0), bundleAt(3), bundleAt(5), bundleAt(6), bundleAt(0, OTHER_LOG)]);
    const headers: Uint8Array[] = [];
    for (const { inclusion } of bundles) headers[Number(inclusion!.checkpoint.position)] = fromHex(inclusion!.header);
    const history = openHistory({ operator, headers, checkpoints, entries: () => undefined });
    const older = headerEvidence(history, Number(ofToday.position));
    expect(older.sequence).toBeLessThan(ofToday.sequence);
    // A user without the headers asks the operator for that size.
    const { size } = checkpoints[Number(older.sequence)]!;
    const ofThen = await anchorlog.bundle({ log: LOG, index: 3, size });
    expect(bundleHeaderEvidence(ofThen, checkpoints)).toEqual(older);
    await expect(anchorlog.bundle({ log: LOG, index: 3, size: 77 })).rejects.toMatchObject({ code: "no_checkpoint" });
    expect((await anchorlog.bundle({ log: LOG, index: 3, size: 2 })).inclusion).toBeUndefined();
    await send(disputeLead(question, bobs, older));
  });

  it("is not made from a proof that does not fit the question", async () => {
    const evidence = await evidenceOf(aliceFirst);
    const refused = (document: OrderDocument, code: string, batch = evidence, of = question) =>
      expect(() => disputeLead(of, document, batch), code).toThrow(expect.objectContaining({ code }));
    const { claim } = aliceFirst;
    refused({ ...aliceFirst, claim: { ...claim, index: undefined } }, "not_a_lead");
    refused({ ...aliceFirst, claim: { ...claim, second: predicates[0] } }, "not_a_lead");
    refused({ ...aliceFirst, operator: { ...aliceFirst.operator, chainId: "1" } }, "other_question");
    refused({ ...aliceFirst, operator: { ...aliceFirst.operator, address: disputes } }, "other_question");
    refused({ ...aliceFirst, log: OTHER_LOG }, "other_question");
    refused({ ...aliceFirst, claim: { ...claim, first: boughtBy(thief) } }, "other_question");
    refused(aliceFirst, "batch_mismatch", await evidenceOf(bobs));
    refused({ ...aliceFirst, claim: { ...claim, beneficiary: disputes } }, "proof_invalid");
    refused({ ...aliceFirst, claim: { ...claim, first: predicates[0] } }, "proof_invalid");
    const unknown = { ...aliceFirst, checkpoint: { ...aliceFirst.checkpoint, size: "77" as const } };
    await expect(evidenceOf(unknown)).rejects.toMatchObject({ code: "not_anchored" });
  });
});

describe("a question", () => {
  const asked = (where: StatedPredicate["where"], type = payloadType): StatedPredicate => ({
    payloadType: type,
    where,
  });

  it("is refused if one entry could match both predicates", () => {
    const { payloadType: vote } = types.kinds.get("Vote")!;
    const painting = { objectId: "painting" };
    for (const pair of [
      [asked(painting), asked(painting)],
      [asked(painting), boughtBy(bob)],
      [asked({}), asked(painting)],
      [asked(painting), asked({ to: lower(bob.account.address) })],
    ] as const) {
      const thrown = expect.objectContaining({ code: "not_disjoint" });
      expect(() => disputeQuestion(operator, LOG, pair)).toThrow(thrown);
    }
    const fine = disputeQuestion(operator, LOG, [asked(painting), asked({}, vote)]);
    expect(fine.predicates.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(() => disputeQuestion(operator, LOG, [asked({ price: "7" }), asked({}, vote)])).toThrow(
      expect.objectContaining({ code: "claim_range" }),
    );
  });

  it("with quotients and unused members has the same ID in TypeScript and in the contract", async () => {
    await aside();
    const { payloadType: vote } = types.kinds.get("Vote")!;
    const pairs = [
      [asked({ objectId: "a" }), asked({ objectId: "b" })],
      [asked({}), asked({ yes: true }, vote)],
      [asked({ to: `0x${"ff".repeat(20)}` }), asked({ objectId: "a", to: `0x${"00".repeat(20)}` })],
    ] as const;
    for (const pair of pairs) {
      const asks = disputeQuestion(operator, LOG, pair);
      expect((await openDispute(writer(bob), disputes, asks)).id).toBe(disputeId(asks));
    }
  });
});

describe("the document of a dispute", () => {
  const leads = (): OrderDocument[] => [bobs, aliceFirst];
  const documentOf = (some = leads()): DisputeDocument => disputeDocument(operator, LOG, predicates, some);
  const replaced = (change: object): string => formatDispute({ ...documentOf(), ...change });

  it("is verified without a chain: the earliest lead whose proofs end in a trusted checkpoint", async () => {
    const text = formatDispute(documentOf());
    expect(formatDispute(parseDispute(text))).toBe(text);
    expect(formatDispute(disputeDocument(operator, LOG, [predicates[1], predicates[0]], leads()))).toBe(text);
    const side = disputeSide(question, predicates[1])!;
    expect(await judge(text)).toMatchObject({
      document: "dispute",
      verdict: "valid",
      state: "included",
      code: "ok",
      message: expect.stringContaining(`entry 1 of ${LOG} is the earliest, for the ${side} predicate`) as string,
    });
    expect(await judge(formatDispute(documentOf([bobs])))).toMatchObject({
      verdict: "valid",
      message: expect.stringContaining("entry 3 of") as string,
    });
    expect(await judge(text, {})).toMatchObject({ verdict: "indeterminate", code: "no_trust" });
    expect(await judge(text.replace("dispute/1", "dispute/2"))).toMatchObject({
      verdict: "indeterminate",
      code: "newer_format",
    });
  });

  it.each<[string, string, () => string]>([
    ["another identifier", "dispute_mismatch", () => replaced({ id: `0x${"11".repeat(32)}` })],
    ["a later lead after an earlier one", "dispute_mismatch", () => replaced({ leads: leads().toReversed() })],
    ["one lead twice", "dispute_mismatch", () => replaced({ leads: [bobs, bobs] })],
    [
      "predicates that one entry could match both",
      "dispute_mismatch",
      () => replaced({ question: { ...documentOf().question, predicates: [boughtBy(bob), boughtBy(bob)] } }),
    ],
    [
      "predicates in the other order",
      "non_canonical",
      () =>
        replaced({ question: { ...documentOf().question, predicates: documentOf().question.predicates.toReversed() } }),
    ],
    [
      "a lead about neither predicate",
      "dispute_mismatch",
      () => replaced({ leads: [{ ...bobs, claim: { ...bobs.claim, first: boughtBy(thief) } }] }),
    ],
    ["a lead about another log", "dispute_mismatch", () => replaced({ leads: [{ ...bobs, log: OTHER_LOG }] })],
    [
      "a lead that hides its index",
      "dispute_mismatch",
      () => {
        const { index: _, ...claim } = bobs.claim;
        return replaced({ leads: [{ ...bobs, claim }] });
      },
    ],
    [
      "an index of another entry",
      "proof_invalid",
      () => replaced({ leads: [{ ...bobs, claim: { ...bobs.claim, index: "4" } }] }),
    ],
    ["a proof of another lead", "proof_invalid", () => replaced({ leads: [{ ...bobs, proofs: aliceFirst.proofs }] })],
    ["no lead", "malformed", () => replaced({ leads: [] })],
    ["a winner", "unknown_member", () => replaced({ winner: "first" })],
  ])("with %s is invalid: %s", async (_, code, make) => {
    expect(await judge(make())).toMatchObject({ document: "dispute", verdict: "invalid", state: null, code });
  });

  it("is never valid after a bit flip", async () => {
    const bytes = Buffer.from(formatDispute(documentOf()));
    for (let count = 0; count < 60; count++) {
      const [at, bit] = [Math.floor(random() * bytes.length), Math.floor(random() * 7)];
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << bit;
      expect((await judge(flipped.toString())).verdict, `bit ${bit} of byte ${at}`).not.toBe("valid");
    }
  });
});
