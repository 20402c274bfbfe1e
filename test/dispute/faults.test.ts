import { parseEventLogs, type Log } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { hashCheckpoint } from "anchorlog/batch";
import { toHex } from "anchorlog";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { encodeEntry, decodeEntry } from "../../src/log/entry.ts";
import { fromHex } from "../../src/base/hex.ts";
import { signReceipt } from "../../src/log/receipt/receipt.ts";
import {
  checkpointEquivocation,
  entryEquivocation,
  entrySuccession,
  findReceiptFaults,
  findReceiptsAhead,
  foreignLog,
  forgedAction,
  freezeOf,
  headerSuccession,
  leafEquivocation,
  malformedEntry,
  malformedHeader,
  receiptAhead,
  receiptEquivocation,
  replay,
  reportFault,
  signedStatement,
  signExternallyOwned,
  storedStatement,
  wrongCommitment,
  type AnchoredHistory,
  type Fault,
  type FaultProof,
  type KnownTree,
  type StoredCheckpoint,
} from "../../src/dispute/index.ts";
import { logId } from "anchorlog/action";
import { BATCH_LOG } from "anchorlog/chain";
import { keys, NOW, signActionFor, wallets } from "../operator.ts";
import { openCourt } from "./court.ts";
import { held, makeHistory, openingOf, zkPathOf, type Dishonest, type Lies } from "./dishonest.ts";

const A = "a.example";
const court = await openCourt();
// Each test's changes of the chain are reverted after it.
beforeEach(async () => (await court.networkHelpers.takeSnapshot()).restore);

type Case = { made: Dishonest; history: AnchoredHistory; stored: readonly StoredCheckpoint[] };
/** A freeze of a log, or of the batch log if `log` is missing. */
type Freeze = { log?: string; from: bigint };

type Shown = { fault: Fault; lies?: Lies; prove: (of: Case) => FaultProof | Promise<FaultProof>; freeze: Freeze };

/** For each way to commit a fault: what the operator does, how its proof is made, and what it freezes. */
const CASES: Readonly<Record<string, Shown>> = {
  "two receipts": {
    fault: "EntryEquivocation",
    prove: async ({ made }) => receiptEquivocation(made.operator, A, receiptAt(made, 1), await otherReceipt(made, 1)),
    freeze: { log: A, from: 1n },
  },
  "a receipt, and another entry": {
    fault: "EntryEquivocation",
    prove: async ({ made, history }) =>
      entryEquivocation(history, await otherReceipt(made, 4), { batch: 2, position: 1 }),
    freeze: { log: A, from: 4n },
  },
  "a receipt that is dated ahead": {
    fault: "EntryEquivocation",
    prove: async ({ made }) => receiptAhead(made.operator, A, await receiptDated(made, 1, 1_000 * 2 ** 33)),
    freeze: { log: A, from: 1n },
  },
  "two checkpoints of one size": {
    fault: "CheckpointEquivocation",
    prove: async ({ made, stored }) =>
      checkpointEquivocation(made.operator, await signed(made, otherLeaves(made)), storedStatement(stored.at(-1)!)),
    freeze: { from: 0n },
  },
  "two checkpoints with other leaves": {
    fault: "CheckpointEquivocation",
    prove: async ({ made, stored }) => {
      const leaves = [...otherLeaves(made), new Uint8Array(32)];
      return leafEquivocation(
        made.operator,
        2,
        { statement: storedStatement(stored.at(-1)!), tree: buildTree(made.leaves) },
        { statement: await signed(made, leaves), tree: buildTree(leaves) },
      );
    },
    freeze: { from: 2n },
  },
  "an entry that does not follow": {
    fault: "EntrySuccession",
    lies: { entry: (e, i) => (i === 4 ? { ...e, prev: new Uint8Array(32) } : e) },
    prove: ({ history }) => entrySuccession(history, { batch: 2, position: 1 }),
    freeze: { log: A, from: 4n },
  },
  "a header that does not follow": {
    fault: "HeaderSuccession",
    lies: { header: (h, position) => (position === 2 ? { ...h, number: 7 } : h) },
    prove: ({ history }) => headerSuccession(history, 0, 2),
    freeze: { log: A, from: 3n },
  },
  "two headers of one number": {
    fault: "HeaderSuccession",
    lies: {
      plan: [A, A, A].map((log, i) => ({ log, nonces: [i] })),
      header: (h, position) => (position === 2 ? { ...h, number: 1 } : h),
    },
    prove: ({ history }) => headerSuccession(history, 2, 1),
    freeze: { log: A, from: 1n },
  },
  "two headers of one number, the other way round": {
    fault: "HeaderSuccession",
    lies: {
      plan: [A, A, A].map((log, i) => ({ log, nonces: [i] })),
      header: (h, position) => (position === 2 ? { ...h, number: 1 } : h),
    },
    prove: ({ history }) => headerSuccession(history, 1, 2),
    freeze: { log: A, from: 1n },
  },
  "a leaf that is no header": {
    fault: "MalformedLeaf",
    lies: { headerBytes: (bytes, position) => (position === 2 ? bytes.with(0, 9) : bytes) },
    prove: ({ history }) => malformedHeader(history, 2),
    freeze: { from: 2n },
  },
  "another operator's log": {
    fault: "ForeignLog",
    lies: { header: (h, p) => (p === 2 ? { ...h, log: fromHex(logId(otherOperator(), A)) } : h) },
    prove: ({ history }) => foreignLog(history, 2, otherOperator(), A),
    freeze: { log: "foreign", from: 3n },
  },
  "a leaf that is no entry": {
    fault: "MalformedLeaf",
    lies: { entry: (e, i) => (i === 4 ? { ...e, index: 9 } : e) },
    prove: ({ history }) => malformedEntry(history, { batch: 2, position: 1 }),
    freeze: { log: A, from: 4n },
  },
  "a nonce twice": {
    fault: "Replay",
    lies: { entry: (e, i) => (i === 3 ? { ...e, nonce: new Uint8Array(32).with(31, 1) } : e) },
    prove: ({ history }) => replay(history, { batch: 2, position: 0 }, { batch: 0, position: 1 }),
    freeze: { log: A, from: 3n },
  },
  "another's signature": {
    fault: "ForgedAction",
    lies: { action: (action, i) => (i === 4 ? { ...action, signature: foreignSignature } : action) },
    prove: ({ made, history }) =>
      forgedAction(history, { batch: 2, position: 1 }, made.batches[2]!.entries[1]!.action.signature),
    freeze: { log: A, from: 4n },
  },
  "a wallet that is none": {
    fault: "ForgedAction",
    lies: { entry: (e, i) => (i === 4 ? { ...e, scheme: 1, verifiedBlock: 3 } : e) },
    prove: async ({ made, history }) =>
      forgedAction(history, { batch: 2, position: 1 }, await signExternallyOwned(made.operator, wallets[5 % 3]!)),
    freeze: { log: A, from: 4n },
  },
  "another commitment": {
    fault: "WrongCommitment",
    lies: { commitment: (value, i) => (i === 4 ? value - 1n : value) },
    prove: ({ made, history }) =>
      wrongCommitment(
        history,
        { batch: 2, position: 1 },
        openingOf(made.operator, made.batches[2]!.entries[1]!),
        zkPathOf(made.batches[2]!, 1),
      ),
    freeze: { log: A, from: 4n },
  },
};

const otherOperator = () => ({ ...court.operator, operator: `0x${"77".repeat(20)}` as const });
const foreignSignature = (await signActionFor(court.operator, wallets[0]!, A, 1)).signature;

describe.each(Object.entries(CASES))("%s", (_, { fault, lies = {}, prove, freeze }) => {
  it("costs a dishonest operator its stake, and pays the reporter a reward", async () => {
    const proof = await prove(await tried(lies));
    expect(proof.fault).toBe(fault);
    const reporter = court.honest.account.address;
    const { logs, blockNumber } = await reportFault(court.writer(court.honest), court.faultProofs.address, proof);
    const [event] = parseEventLogs({ abi: court.faultProofs.abi, eventName: "FaultProven", logs: logs as Log[] });
    expect(event?.args).toMatchObject({ fault: FAULTS.indexOf(fault), slashed: true });
    expect(event?.args.reporter.toLowerCase()).toBe(reporter.toLowerCase());
    const { operator } = court.operator;
    expect(await court.stake.read.accountOf([operator])).toMatchObject({ stake: 0n, status: 3, standing: false });
    expect(await court.stake.read.creditOf([reporter])).toBe(await court.rewardIn(blockNumber));
    const log =
      freeze.log === undefined ? BATCH_LOG : logId(freeze.log === "foreign" ? otherOperator() : court.operator, A);
    expect(freezeOf(proof)).toEqual({ log, from: Number(freeze.from) });
    expect(await court.registry.read.freezes([operator, log])).toMatchObject([{ from: freeze.from }]);
    if (log !== BATCH_LOG) expect(await court.registry.read.freezes([operator, BATCH_LOG])).toEqual([]);
  });
});

/** The cases that need a lie. For these proofs, an honest operator lacks only the lie. */
const NEEDS_A_LIE = Object.entries(CASES).filter(([, { lies }]) => lies);

describe("an honest operator", () => {
  it.each(NEEDS_A_LIE)("is not convicted of %s by the same proof", async (_, { lies, prove }) => {
    const plan = lies?.plan;
    const proof = await prove(await tried(plan === undefined ? {} : { plan }));
    // If a header is right, the proof continues with an entry, and these cases show no entry.
    const isHeader = proof.fault === "MalformedLeaf" && proof.args[0].entry === "0x";
    expect(await court.judge(proof)).toBe(isHeader ? "ProofLength" : "NoFault");
  });

  it("is not convicted by its own receipts and checkpoints", async () => {
    const of = await tried({});
    const { operator } = of.made;
    const trees: KnownTree[] = [
      { statement: storedStatement(of.stored[0]!), tree: buildTree(of.made.leaves.slice(0, 1)) },
      { statement: storedStatement(of.stored[1]!), tree: buildTree(of.made.leaves) },
      { statement: await signed(of.made, of.made.leaves), tree: buildTree(of.made.leaves) },
    ];
    for (const a of trees) {
      for (const b of trees) {
        // If sizes and roots agree, the proof continues with leaves, and this case shows no leaves.
        const whole = await court.judge(checkpointEquivocation(operator, a.statement, b.statement));
        expect(whole).toBe(a.tree.size === 1 ? "NotInBatchLog" : "ProofLength");
        expect(await court.judge(leafEquivocation(operator, 0, a, b))).toBe("NoFault");
      }
    }
    const receipt = receiptAt(of.made, 1);
    expect(await court.judge(receiptEquivocation(operator, A, receipt, receipt))).toBe("NoFault");
    expect(await court.judge(entryEquivocation(of.history, receipt, { batch: 0, position: 1 }))).toBe("NoFault");
    expect(await court.judge(entryEquivocation(of.history, receipt, { batch: 0, position: 2 }))).toBe("NoFault");
  });

  it("is not convicted by a receipt an hour ahead of the judging block, but by one a millisecond later", async () => {
    const { made } = await tried({});
    const time = 1 + (await court.networkHelpers.time.latest());
    const names = new Map([[logId(made.operator, A), A] as const]);
    const [good, ahead] = await Promise.all([0, 1].map((ms) => receiptDated(made, 9, 1000 * time + 3_600_000 + ms)));
    const found = findReceiptsAhead(made.operator, [good!, ahead!], names, time);
    expect(found.map(({ proof }) => proof)).toEqual([receiptAhead(made.operator, A, ahead!)]);
    expect(findReceiptsAhead(made.operator, [ahead!], names, time + 1)).toEqual([]);

    const report = async (proof: FaultProof) => {
      await court.networkHelpers.time.setNextBlockTimestamp(time);
      return reportFault(court.writer(court.honest), court.faultProofs.address, proof);
    };
    await expect(report(receiptAhead(made.operator, A, good!))).rejects.toThrow(/NoFault/);
    expect(await report(found[0]!.proof)).toMatchObject({ status: "success" });
    expect(await court.stake.read.accountOf([made.operator.operator])).toMatchObject({ status: 3 });
  });

  it("has no fault in its receipts; a second, different receipt is one", async () => {
    const { made, history } = await tried({});
    const names = new Map([[logId(made.operator, A), A] as const]);
    const receipts = made.batches.flatMap(({ entries }) => entries.map(({ receipt }) => receipt));
    expect(findReceiptFaults(made.operator, receipts, names, history)).toEqual([]);
    const found = findReceiptFaults(made.operator, [...receipts, await otherReceipt(made, 1)], names, history);
    expect(found.map(({ proof }) => proof.fault)).toEqual(["EntryEquivocation", "EntryEquivocation"]);
    for (const { proof } of found) expect(await court.judge(proof)).toBe("guilty");
  });
});

const FAULTS: readonly Fault[] = [
  "EntryEquivocation",
  "CheckpointEquivocation",
  "EntrySuccession",
  "HeaderSuccession",
  "MalformedLeaf",
  "ForeignLog",
  "Replay",
  "ForgedAction",
  "WrongCommitment",
];

async function tried(lies: Lies): Promise<Case> {
  const made = await makeHistory(court.operator, lies);
  const stored = await court.anchor(made);
  return { made, history: held(made, stored), stored };
}

const receiptAt = (made: Dishonest, index: number) => made.logs.get(A)!.entries[index]!.receipt;

/** A receipt that the operator's key signs for another entry at an index. */
const otherReceipt = (made: Dishonest, index: number) => receiptDated(made, index, NOW + 500);

function receiptDated({ operator, logs }: Dishonest, index: number, acceptedAt: number) {
  const entry = decodeEntry(logs.get(A)!.entries[1]!.bytes);
  return signReceipt(operator, encodeEntry({ ...entry, index, acceptedAt }), keys.receiptKey);
}

const otherLeaves = ({ leaves }: Dishonest): Uint8Array[] => leaves.with(2, leaves[0]!);

async function signed({ operator }: Dishonest, leaves: readonly Uint8Array[]) {
  const checkpoint = { size: leaves.length, root: treeRoot(buildTree(leaves)) };
  const hash = toHex(hashCheckpoint(operator, checkpoint));
  return signedStatement(checkpoint, await keys.anchorKey.sign({ hash }));
}
