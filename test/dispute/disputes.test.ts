import { bn254 } from "@noble/curves/bn254.js";
import hre from "hardhat";
import {
  getContractAddress,
  keccak256,
  toHex as hexOf,
  type Account,
  type Chain,
  type Transport,
  type WalletClient,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, openAnchorlog, toHex, type Anchorlog, type Hex } from "anchorlog";
import { depositStake, registerOperator, withdrawCredit, type ChainWriter } from "anchorlog/anchor";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { decodeProof, encodeProof, type OrderDocument, type StatedPredicate } from "anchorlog/proof";
import { openProver, proveOrder } from "anchorlog/proof/prover";
import { readStoredCheckpoints } from "../../src/dispute/checkpoints.ts";
import { proveClaimBatch } from "../../src/dispute/claims.ts";
import { bundleHeaderEvidence } from "../../src/dispute/gate.ts";
import {
  disputeId,
  disputeLead,
  disputeQuestion,
  disputeSide,
  openDispute,
  proofHeaderEvidence,
  readDispute,
  requiredDisputeBond,
  settleDispute,
  takeLead,
  type DisputeLead,
} from "../../src/dispute/disputes.ts";
import { keys, NOW, operator as template, signActionFor, types, wallets } from "../operator.ts";

/** The node's clock does not stand still while proofs are made. */
const FINALITY = 1200;
const timing = { challengeWindow: 1000n, responseTime: 100n, margin: 100n, minAnchorInterval: 2n, ringLength: 2048 };
const stakeParameters = { minimumStake: 10n ** 18n, penaltyMargin: 10n ** 17n, burnShare: 6_000 };
const RESPONSE_TIME = 2000;
const disputeParameters = {
  bondFloor: 10n ** 15n,
  leadGas: 450_000,
  factor: 4,
  burnShare: 5_000,
  responseTime: RESPONSE_TIME,
  totalTime: 3 * RESPONSE_TIME,
};

const { viem, networkHelpers } = await hre.network.create();
const publicClient = await viem.getPublicClient();
type Wallet = WalletClient<Transport, Chain, Account>;
const [deployer, operatorWallet, judge, alice, bob, thief] = (await viem.getWalletClients()) as unknown as [
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
];
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: Wallet): ChainWriter => ({ publicClient, walletClient });
const nonce = await publicClient.getTransactionCount({ address: deployer.account.address });
const at = (i: number) => getContractAddress({ from: deployer.account.address, nonce: BigInt(nonce + i) });
const registry = await viem.deployContract("AnchorRegistry", [timing, at(1)]);
const stake = await viem.deployContract("OperatorStake", [stakeParameters, at(0), [judge.account.address]]);
const verifier = await viem.deployContract("OrderVerifier");
const claims = await viem.deployContract("Claims", [registry.address, `0x${"00".repeat(20)}`]);
const contract = await viem.deployContract("Disputes", [
  disputeParameters,
  registry.address,
  stake.address,
  claims.address,
  verifier.address,
]);
const disputes = lower(contract.address);
const operator = { ...template, registry: lower(registry.address), operator: lower(operatorWallet.account.address) };
const [LOG, OTHER_LOG] = ["a.example", "b.example"] as const;

/** Who got the painting: the payload's first two members are the object and the new owner. */
const { payloadType } = types.kinds.get("Transfer")!;
const boughtBy = (of: Wallet): StatedPredicate => ({
  payloadType,
  where: { objectId: "painting", to: lower(of.account.address) },
});
const predicates = [boughtBy(bob), boughtBy(alice)] as const;
const question = disputeQuestion(operator, LOG, predicates);

/** The log's transfers by index, in batches. Alice was first; the operator has sold it twice. */
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

const prover = openProver();
let anchorlog: Anchorlog;

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

/** A proof that the entry at an index is what its buyer says that it is. */
const prove = async (index: number, by = alice, beneficiary = by) =>
  proveOrder(
    {
      first: { bundle: await anchorlog.bundle({ log: LOG, index }), where: boughtBy(by).where },
      showIndex: true,
      beneficiary: lower(beneficiary.account.address),
    },
    { prover },
  );
const headerOf = async (log: string, index: number) =>
  bundleHeaderEvidence(await anchorlog.bundle({ log, index }), await readStoredCheckpoints(publicClient, operator));
const evidenceOf = async (document: OrderDocument) =>
  proofHeaderEvidence(document, await readStoredCheckpoints(publicClient, operator));
const leadOf = async (document: OrderDocument, of = question) => disputeLead(of, document, await evidenceOf(document));
const send = (lead: DisputeLead, by = thief) => takeLead(writer(by), disputes, lead);
const creditOf = (of: Wallet) => stake.read.creditOf([of.account.address]);

/** Runs on the chain as it is, and takes back what it did. */
const aside = (test: () => Promise<void>) => async () => {
  const snapshot = await networkHelpers.takeSnapshot();
  try {
    await test();
  } finally {
    await snapshot.restore();
  }
};

let [aliceFirst, aliceAgain, bobs, byThief] = [] as unknown as [
  OrderDocument,
  OrderDocument,
  OrderDocument,
  OrderDocument,
];

beforeAll(async () => {
  await registerOperator(writer(operatorWallet), operator, { ...operator, maxAnchorDelay: 4, ...keys });
  await depositStake(writer(operatorWallet), operator);
  anchorlog = await openAnchorlog({
    store: await openSqliteStore(":memory:"),
    operator,
    logs: [LOG, OTHER_LOG],
    types,
    keys,
    chain: writer(operatorWallet),
    clock: () => NOW,
  });
  let number = 0;
  for (const batch of BATCHES) {
    for (const [objectId, to] of batch) await submit(LOG, number++, objectId, lower(to.account.address));
    if (number === 3) await submit(OTHER_LOG, number++, "painting", lower(alice.account.address));
    await anchorBatches();
  }
  aliceFirst = await prove(1);
  aliceAgain = await prove(4);
  bobs = await prove(3, bob);
  byThief = await prove(1, alice, thief);
}, 180_000);
afterAll(async () => {
  await prover.close();
  await anchorlog.close();
});

describe("two buyers of one object", () => {
  it("ask the same question, whoever asks", async () => {
    expect(disputeQuestion(operator, LOG, [predicates[1], predicates[0]])).toEqual(question);
    expect(await contract.read.idOf([question])).toBe(disputeId(question));
    expect(disputeSide(question, predicates[0])).not.toBe(disputeSide(question, predicates[1]));
  });

  it("prove nothing before the batch is final", async () => {
    await aside(async () => {
      await openDispute(writer(bob), disputes, question);
      await expect(send(await leadOf(bobs), bob)).rejects.toThrow(/BatchNotFinal/);
    })();
    await networkHelpers.time.increase(FINALITY);
  });

  it(
    "settle it by order proofs: who was first has won, and has the bond",
    aside(async () => {
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
      // 2. Alice shows hers: the later one does not do, the first one does.
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
      await expect(send(await leadOf(aliceFirst), alice)).rejects.toThrow(/DeadlinePassed/);
      const settled = await settleDispute(writer(thief), disputes, id);
      // 4. For good, and for other contracts to act on.
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
      // 5. What it costs; a lead costs less on a batch that is known, and the bond reckons with more.
      expect(opened.gasUsed).toBeLessThan(150_000n);
      for (const { gasUsed } of [first, second]) expect(gasUsed).toBeLessThan(390_000n);
      expect(settled.gasUsed).toBeLessThan(110_000n);
    }),
  );

  it(
    "leave it undecided if nobody shows anything, at a cost",
    aside(async () => {
      const { id, bond, deadline } = await openDispute(writer(bob), disputes, question);
      const before = await creditOf(bob);
      await networkHelpers.time.increaseTo(deadline + 1);
      expect(await readDispute(publicClient, disputes, id)).toMatchObject({ status: "unresolved", winner: undefined });
      await settleDispute(writer(thief), disputes, id);
      expect((await creditOf(bob)) - before).toBe(bond - (bond + 1n) / 2n);
      await openDispute(writer(alice), disputes, question);
      await send(await leadOf(aliceFirst));
      expect(await readDispute(publicClient, disputes, id)).toMatchObject({ status: "led", leading: { index: 1 } });
    }),
  );
});

describe("a lead", () => {
  const opened = (test: (id: Hex) => Promise<void>) =>
    aside(async () => test((await openDispute(writer(bob), disputes, question)).id));

  it(
    "is its beneficiary's, whoever sends it (front-running, proof theft)",
    opened(async (id) => {
      const lead = await leadOf(aliceFirst);
      const stolen = { ...lead, shown: { ...lead.shown, beneficiary: lower(thief.account.address) } };
      await expect(send(stolen)).rejects.toThrow(/ProofInvalid/);
      await send(lead);
      expect((await readDispute(publicClient, disputes, id)).creditor).toBe(lower(alice.account.address));
      // Who has the bundle can make a proof of its own; once alice leads, it takes nothing.
      await expect(send(await leadOf(byThief))).rejects.toThrow(/NotEarlier/);
    }),
  );

  it(
    "counts once, in whatever form the proof comes",
    opened(async () => {
      const lead = await leadOf(bobs);
      await send(lead);
      // Groth16: (s·A, B/s, C) holds where (A, B, C) does.
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
    }),
  );

  it(
    "is refused for another place, side, batch or log than its proof's",
    opened(async () => {
      const lead = await leadOf(aliceFirst);
      const { shown } = lead;
      const changed = (change: Partial<typeof shown>) => ({ ...lead, shown: { ...shown, ...change } });
      await expect(send(changed({ position: 0 }))).rejects.toThrow(/ProofInvalid/);
      await expect(send(changed({ position: 3 }))).rejects.toThrow(/NotInBatchRange/);
      await expect(send(changed({ batch: await evidenceOf(bobs) }))).rejects.toThrow(/ProofInvalid/);
      await expect(send({ ...lead, side: lead.side === "first" ? "second" : "first" })).rejects.toThrow(/ProofInvalid/);
      await expect(send(changed({ batch: await headerOf(OTHER_LOG, 0) }))).rejects.toThrow(/OtherLog/);
      await expect(send(changed({ proof: bobs.proofs[0]! }))).rejects.toThrow(/ProofInvalid/);
      await expect(send(changed({ proof: "0x" }))).rejects.toThrow(/ProofInvalid/);
    }),
  );

  it(
    "needs no evidence on a batch that is known to be final, and costs less",
    opened(async () => {
      const batch = await evidenceOf(bobs);
      await proveClaimBatch(writer(thief), lower(claims.address), { operator: operator.operator, batch });
      const { gasUsed } = await send(disputeLead(question, bobs, { ...batch, sequence: 99n, proof: [] }));
      expect(gasUsed).toBeLessThan(360_000n);
    }),
  );

  it(
    "counts for what was final when the log was frozen, and for no later batch",
    opened(async () => {
      await submit(LOG, 6, "painting", lower(bob.account.address));
      await anchorBatches();
      await stake.write.freezeLog([operator.operator, question.log, 0n], { account: judge.account });
      await networkHelpers.time.increase(FINALITY);
      const lead = await leadOf(bobs);
      const later = { ...lead.shown, batch: await headerOf(LOG, 5), position: 0 };
      await expect(send({ ...lead, shown: later })).rejects.toThrow(/BatchNotFinal/);
      await send(lead);
    }),
  );

  it("is not made of proofs that are none for this question", async () => {
    const evidence = await evidenceOf(aliceFirst);
    const refused = (document: OrderDocument, code: string, batch = evidence, of = question) =>
      expect(() => disputeLead(of, document, batch), code).toThrow(expect.objectContaining({ code }));
    const { claim } = aliceFirst;
    refused({ ...aliceFirst, claim: { ...claim, index: undefined } }, "not_a_lead");
    refused({ ...aliceFirst, claim: { ...claim, second: predicates[0] } }, "not_a_lead");
    refused({ ...aliceFirst, operator: { ...aliceFirst.operator, chainId: 1 } }, "other_question");
    refused({ ...aliceFirst, operator: { ...aliceFirst.operator, address: disputes } }, "other_question");
    refused({ ...aliceFirst, log: OTHER_LOG }, "other_question");
    refused({ ...aliceFirst, claim: { ...claim, first: boughtBy(thief) } }, "other_question");
    refused(aliceFirst, "batch_mismatch", await evidenceOf(bobs));
    refused({ ...aliceFirst, claim: { ...claim, beneficiary: disputes } }, "proof_invalid");
    refused({ ...aliceFirst, claim: { ...claim, first: predicates[0] } }, "proof_invalid");
    const unknown = { ...aliceFirst, checkpoint: { ...aliceFirst.checkpoint, size: 77 } };
    await expect(evidenceOf(unknown)).rejects.toMatchObject({ code: "not_anchored" });
  });
});

describe("a question", () => {
  const asked = (where: StatedPredicate["where"], type = payloadType): StatedPredicate => ({
    payloadType: type,
    where,
  });

  it("is refused where one entry could match both predicates", () => {
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

  it(
    "with quotients and unused members is asked here as there",
    aside(async () => {
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
    }),
  );
});
