import { beforeEach, describe, expect, it } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { ANYBODY, logId } from "anchorlog/action";
import { hashCheckpoint } from "anchorlog/batch";
import { toHex, type Hex } from "anchorlog";
import { commitment, type CommitmentInput } from "../../src/batch/zk.ts";
import { fromHex } from "../../src/base/hex.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { uintToBytes } from "../../src/base/bytes.ts";
import {
  checkpointEquivocation,
  findFaults,
  leafEquivocation,
  signedStatement,
  storedStatement,
  wrongCommitment,
  type Fault,
  type FaultProof,
} from "../../src/dispute/index.ts";
import { ABOUT_NOTHING } from "../entries.ts";
import { keys, NOW, signActionFor, wallets } from "../operator.ts";
import { firstOfEach } from "../slow.ts";
import { openFastCourt } from "./court.ts";
import {
  actors,
  commitmentInputOf,
  held,
  makeHistory,
  openingOf,
  zkPathOf,
  type Dishonest,
  type Lies,
} from "./dishonest.ts";
import { everyProof, receiptsOf } from "./everyProof.ts";
import { about, ask, objectKey, objectPlan, request, seat, W1 } from "./object-plan.ts";

const court = await openFastCourt();

const other = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);
const A = "a.example";
const B = "b.example";
/** Changes entry 1 of a.example: in the middle of the first batch. */
const entry = (
  change: Parameters<NonNullable<Lies["entry"]>>[0] extends infer E ? (e: E) => Partial<E> : never,
): Lies => ({
  entry: (e, index, log) => (log === A && index === 1 ? { ...e, ...change(e) } : e),
});
/** Writes a number beyond 2^53 - 1 into entry 1 of a.example. */
const hugeInEntry = (offset: number): Lies => ({
  entryBytes: (bytes, index, log) => {
    if (log === A && index === 1) bytes[offset] = 0x80;
    return bytes;
  },
});
/** Changes the second header of a.example, at position 2. */
const header = (
  change: Parameters<NonNullable<Lies["header"]>>[0] extends infer H ? (h: H) => Partial<H> : never,
  at = 2,
): Lies => ({
  header: (h, position) => (position === at ? { ...h, ...change(h) } : h),
});
const headerBytes = (change: (bytes: Uint8Array) => Uint8Array, at = 2): Lies => ({
  headerBytes: (bytes, position) => (position === at ? change(bytes) : bytes),
});
const put = (offset: number, value: number) => (bytes: Uint8Array) => bytes.with(offset, value);
const committed = (change: (commitment: bigint) => bigint): Lies => ({
  commitment: (value, index, log) => (log === A && index === 1 ? change(value) : value),
});
const sharedPlan = [
  { log: A, nonces: [1, 1, FIELD_ORDER], actors: [0, 1, 2] },
  { log: B, nonces: [1], actors: [1] },
  { log: A, nonces: [FIELD_ORDER, 5n * FIELD_ORDER + 1n], actors: [1, 1] },
];
const [OTHER, NONE] = [new Uint8Array(20).fill(0xe8), undefined];
const [P, O, K] = ["WrongPrior", "WrongObject", "WrongCarry"] as const;
const OTHER_KEY = new Uint8Array(32).fill(7);
const WALLET = actors[3]!.address.toLowerCase() as Hex;
/** Its deadline is the second before its entry. */
const LATE = { ...seat(W1), deadline: NOW / 1000 - 1 };
const forkPlan = [A, "b.example", A, A].map((log, i) => ({ log, nonces: [i] }));
/** Two entries at one index, one of them only promised by a receipt. */
const E = "EntryEquivocation";
const M = "MalformedLeaf";
const C = "CheckpointEquivocation";

/**
 * For each field: the lie, and the faults that can be proven because of it. The operator recomputes all other fields.
 */
const MATRIX: readonly [string, Lies, readonly Fault[]][] = [
  ["nothing", {}, []],
  ["nothing, with nonces that actors and logs share, at r and above", { plan: sharedPlan }, []],
  ["entry.tag", { entryBytes: (b, i, log) => (log === A && i === 1 ? b.with(0, 2) : b) }, [M, E]],
  ["entry, too long", { entryBytes: (b, i, l) => (l === A && i === 1 ? new Uint8Array(268).fill(1) : b) }, [M, E]],
  ["entry, inner node as bytes", { entryBytes: (b, i, l) => (l === A && i === 1 ? new Uint8Array(64) : b) }, [M, E]],
  ["entry.log", entry((e) => ({ log: other(e.log) })), [M, E]],
  ["entry.index", entry(() => ({ index: 7 })), [M, E]],
  ["entry.index, too large", hugeInEntry(33), [M, E]],
  [
    "entry.index and actor: what does not fit is evidence of nothing else",
    entry((e) => ({ index: 7, actor: other(e.actor) })),
    [M, E],
  ],
  ["entry.prev", entry((e) => ({ prev: other(e.prev) })), ["EntrySuccession", E]],
  ["entry.actor", entry((e) => ({ actor: other(e.actor) })), ["ForgedAction", E]],
  ["entry.nonce, unused", entry(() => ({ nonce: uintToBytes(99, 32) })), [E]],
  [
    "entry.nonce, used",
    { entry: (e, i, log) => (log === A && i === 3 ? { ...e, nonce: uintToBytes(1, 32) } : e) },
    ["Replay", E],
  ],
  ["entry.digest", entry((e) => ({ digest: other(e.digest) })), ["ForgedAction", E]],
  ["entry.signatureHash", entry((e) => ({ signatureHash: other(e.signatureHash) })), [E]],
  ["entry.scheme", entry(() => ({ scheme: 1, verifiedBlock: 5 })), ["ForgedAction", E]],
  [
    "entry.scheme and actor: a wallet's signature need not recover to it",
    entry((e) => ({ scheme: 1, verifiedBlock: 5, actor: other(e.actor) })),
    [E],
  ],
  ["entry.scheme, without a block", entryByte(189, 1), [M, E]],
  ["entry.scheme, unknown", entryByte(189, 2), [M, E]],
  ["entry.verifiedBlock", entryByte(197, 1), [M, E]],
  ["entry.acceptedAt, later", entry((e) => ({ acceptedAt: e.acceptedAt + 1 })), [E]],
  ["entry.acceptedAt, before the last", entry(() => ({ acceptedAt: NOW - 1 })), ["EntrySuccession", E]],
  ["entry.acceptedAt, after closing", entry(() => ({ acceptedAt: NOW + 9_000 })), [M, E]],
  ["entry.acceptedAt, too large", hugeInEntry(198), [M, E]],
  ["a signature by another", { action: forged }, ["ForgedAction"]],
  [
    "a signature that recovers to nobody, for the zero address",
    {
      action: (action, i, log) => (log === A && i === 1 ? { ...action, signature: `0x${"00".repeat(65)}` } : action),
      ...entry(() => ({ actor: new Uint8Array(20) })),
    },
    ["ForgedAction", E],
  ],
  ["nothing, of an object", { plan: objectPlan() }, []],
  ["nothing, of requests", { plan: objectPlan({ 1: { fields: request }, 3: { by: 0 } }) }, []],
  ["entry.part, an act as an ask", about(1, { part: 2 }), [O, P, E]],
  ["entry.part, an act as nothing", about(1, ABOUT_NOTHING), [O, P, E]],
  ["entry.part, an ask as an act", about(2, { part: 1 }), [O, P, E]],
  ["entry.part, unknown", entryByte(206, 3), [M, E]],
  ["entry.part, nothing with an object", entryByte(206, 0), [M, E]],
  ["entry.objectKey", about(1, { objectKey: other(fromHex(objectKey)) }), [O, P, E]],
  ["entry.objectKey and prior, a junk object", about(4, { objectKey: OTHER_KEY, prior: NONE }), [O, E]],
  ["entry.objectKey, of an ask", about(2, { objectKey: OTHER_KEY }), [O, P, E]],
  ["entry.prior, none", about(1, { prior: NONE }), [P, E]],
  ["entry.prior, skips an act", about(3, { prior: 0 }), [P, E]],
  ["entry.prior, an ask", about(3, { prior: 2 }), [P, E]],
  ["entry.prior, of an ask", about(2, { prior: 0 }), [P, E]],
  ["entry.prior, its own", about(4, { prior: 4 }), [M, E]],
  ["entry.prior, too large", { plan: objectPlan(), ...hugeInEntry(239) }, [M, P, E]],
  ["entry.holder, another than named", about(1, { holder: OTHER }), [O, P, E]],
  ["entry.holder, anybody in place of the named", about(1, { holder: ANYBODY }), [O, E]],
  ["entry.holder, not carried over", about(4, { holder: OTHER }), [K, E]],
  ["entry.holder, asked", about(2, { holder: OTHER }), [P, E]],
  ["entry.holder of a first act that names none", entry(() => ({ holder: OTHER })), [O, E]],
  ["entry.holder of a first ask", about(0, { holder: OTHER }, objectPlan({ 0: { fields: ask } })), [M, E]],
  ["entry.actor, a thief's", { plan: objectPlan({ 3: { by: 0 } }) }, [P]],
  ["entry.scheme, a contract wallet's", { plan: objectPlan({ 1: { fields: seat(WALLET) }, 3: { by: 3 } }) }, [P]],
  ["entry.acceptedAt, after the deadline", { plan: objectPlan({ 1: { fields: LATE } }) }, [O]],
  ["header.tag", headerBytes(put(0, 1)), [M]],
  ["header, too short", headerBytes((bytes) => bytes.subarray(1)), [M]],
  ["header.log", header((h) => ({ log: other(h.log) })), ["HeaderSuccession", M]],
  ["header.log, zero", header(() => ({ log: new Uint8Array(32) })), [M]],
  ["header.number", header(() => ({ number: 5 })), ["HeaderSuccession"]],
  ["header.number, too large", headerBytes(put(33, 0x80)), [M]],
  ["header.number, zero", headerBytes(put(40, 0)), [M]],
  [
    "header.number, again",
    { plan: forkPlan, sizes: [2, 4], header: (h, p) => (p === 3 ? { ...h, number: 1 } : h) },
    ["HeaderSuccession"],
  ],
  ["header.start", header(() => ({ start: 4 })), ["HeaderSuccession", M, E]],
  ["header.start, too large", headerBytes(put(41, 0x80)), [M]],
  ["header.count, zero (empty batch)", headerBytes(put(52, 0)), [M]],
  ["header.count, too large", headerBytes((bytes) => bytes.with(50, 1).with(52, 1)), [M]],
  // The entries no longer give the root, so only the next batch shows the lie.
  ["header.count", header((h) => ({ count: h.count - 1 }), 0), [M, E]],
  ["header.prevLeaf", header(() => ({ prevLeaf: 1 })), ["HeaderSuccession"]],
  ["header.prevLeaf, its own", header(() => ({ prevLeaf: 2 })), [M, "HeaderSuccession"]],
  ["header.prevLeaf, to come", header(() => ({ prevLeaf: 9 })), [M]],
  ["header.prevLeaf, too large", headerBytes(put(53, 0x80)), [M]],
  ["header.prevLeaf, none", headerBytes((bytes) => bytes.fill(0xff, 53, 61)), [M]],
  ["header.prevLeaf of number 0", headerBytes((bytes) => bytes.fill(0, 53, 61), 1), [M]],
  ["header.parent", header((h) => ({ parent: other(h.parent) })), ["HeaderSuccession"]],
  ["header.parent of number 0", headerBytes(put(61, 1), 1), [M]],
  ["header.prevHead", header((h) => ({ prevHead: other(h.prevHead) })), ["HeaderSuccession", M]],
  ["header.prevHead of number 0", headerBytes(put(93, 1), 1), [M]],
  ["header.head", header((h) => ({ head: other(h.head) })), [M]],
  // No entry can be proven under this root, so a challenge must ask for the entries.
  ["header.root", header((h) => ({ root: other(h.root) })), []],
  ["header.zkRoot", header((h) => ({ zkRoot: h.zkRoot.with(31, h.zkRoot[31]! ^ 1) })), []],
  ["header.zkRoot, not below r", header(() => ({ zkRoot: uintToBytes(FIELD_ORDER, 32) })), [M]],
  ["header.closedAt, before the last", header(() => ({ closedAt: NOW + 999 })), ["HeaderSuccession"]],
  ["header.closedAt, before an entry", header(() => ({ closedAt: NOW + 35 }), 1), []],
  ["header.closedAt, before its entry", header(() => ({ closedAt: NOW - 1 }), 1), [M]],
  ["header.closedAt, in the future", header(() => ({ closedAt: NOW + 10 ** 12 })), [M]],
  ["header.closedAt, too large", headerBytes(put(221, 0x80)), [M]],
  ["commitment", committed((value) => (value + 1n) % FIELD_ORDER), ["WrongCommitment"]],
  ["commitment, empty", committed(() => 0n), ["WrongCommitment"]],
];

function entryByte(offset: number, value: number): Lies {
  return { entryBytes: (bytes, index, log) => (log === A && index === 1 ? bytes.with(offset, value) : bytes) };
}

function forged(...[action, index, log]: Parameters<NonNullable<Lies["action"]>>) {
  return log === A && index === 1 ? { ...action, signature: forgedSignature } : action;
}
const forgedSignature = (await signActionFor(court.operator, wallets[2]!, A, 1)).signature;

// Each test's changes of the chain are reverted after it.
beforeEach(async () => (await court.networkHelpers.takeSnapshot()).restore);

describe("the matrix: a lie in a field, all else rebuilt, is convicted by its fault and no other", () => {
  it.each(firstOfEach(MATRIX, ([, , faults]) => faults.join()))("%s", async (name, lies, expected) => {
    const made = await makeHistory(court.operator, lies);
    const stored = await court.anchor(made);
    expect(await court.convictions(await everyProof(made, held(made, stored)))).toEqual([...expected].sort());

    // Every finding in the export convicts, and the export shows all faults that need no other receipts.
    if (!name.includes("too ") && !name.includes("inner")) {
      const { faults, questions } = await findFaults(made.read, stored);
      for (const { proof, message } of faults) expect(await court.judge(proof), message).toBe("guilty");
      const found = new Set(faults.map(({ proof }) => proof.fault));
      const shown = HIDDEN.has(name) ? [] : expected.filter((fault) => !ASKED.has(fault));
      expect([...found].sort()).toEqual([...shown].sort());
      const isHonest = expected.length === 0 && name.startsWith("nothing");
      if (shown.length === 0 && !isHonest && !HIDDEN.has(name)) expect(questions).not.toEqual([]);
      if (isHonest) expect(questions).toEqual([]);
    }
  });
});

/** Needs a receipt, or the operator's zk path. */
const ASKED: ReadonlySet<Fault> = new Set([E, "WrongCommitment"]);
/** Lies that an export does not show: only a receipt or the actor contradicts them, or they are not lies at all. */
const HIDDEN: ReadonlySet<string> = new Set([
  "entry.acceptedAt, later",
  "entry.scheme",
  "entry.scheme and actor: a wallet's signature need not recover to it",
  "header.closedAt, before an entry",
]);

describe("the matrix of receipts: a second receipt that differs in one field", () => {
  const honest = (made: Dishonest) => receiptsOf(made)[1]!.receipt;
  it.each<[string, (receipt: ReturnType<typeof honest>, made: Dishonest) => object, readonly Fault[]]>([
    ["nothing", () => ({}), []],
    ["log", ({ log }) => ({ log: toHex(other(fromHex(log))) }), []],
    ["log, another one with this index", (_, { operator }) => ({ log: logId(operator, B), index: 0n }), [E]],
    ["index", () => ({ index: 2n }), [E]],
    ["index, not reached yet", () => ({ index: 99n }), []],
    ["index, too large", () => ({ index: 2n ** 64n - 1n }), []],
    ["entryHash", ({ entryHash }) => ({ entryHash: toHex(other(fromHex(entryHash))) }), [E]],
    ["acceptedAt", ({ acceptedAt }) => ({ acceptedAt: acceptedAt + 1n }), [E]],
    ["index and acceptedAt, neither reached yet", () => ({ index: 99n, acceptedAt: 2n ** 64n - 1n }), [E]],
  ])("%s", async (_, change, expected) => {
    const made = await makeHistory(court.operator);
    const stored = await court.anchor(made);
    const receipt = { ...honest(made), ...change(honest(made), made) };
    const second = { receipt, signature: await signReceiptFields(made, receipt) };
    const proofs = await everyProof(made, held(made, stored), [...receiptsOf(made), second]);
    expect(await court.convictions(proofs)).toEqual([...expected].sort());
  });

  function signReceiptFields({ operator }: Dishonest, message: ReturnType<typeof honest>) {
    const account = privateKeyToAccount(`0x${"b2".repeat(32)}`);
    const domain = { name: "anchorlog", version: "1", chainId: 31_337, verifyingContract: operator.registry };
    const Receipt = [
      { name: "log", type: "bytes32" },
      { name: "index", type: "uint64" },
      { name: "entryHash", type: "bytes32" },
      { name: "acceptedAt", type: "uint64" },
    ] as const;
    return account.signTypedData({ domain, types: { Receipt }, primaryType: "Receipt", message });
  }
});

describe("the matrix of checkpoints: a second checkpoint beside the anchored one", () => {
  const twin = () => ({ ...court.operator, operator: `0x${"77".repeat(20)}` as const });
  it.each<[string, (leaves: Uint8Array[]) => { size: number; leaves: Uint8Array[]; other?: true }, readonly Fault[]]>([
    ["nothing", (leaves) => ({ size: 3, leaves }), []],
    ["operator", (leaves) => ({ size: 3, leaves: leaves.toReversed(), other: true }), []],
    ["size", (leaves) => ({ size: 4, leaves }), [C]],
    ["root", (leaves) => ({ size: 3, leaves: leaves.toReversed() }), [C]],
    ["size and root, as it was", (leaves) => ({ size: 2, leaves: leaves.slice(0, 2) }), []],
    ["size and root, as it could be", (leaves) => ({ size: 4, leaves: [...leaves, new Uint8Array(32)] }), []],
    ["size and root", (leaves) => ({ size: 2, leaves: leaves.slice(1) }), [C]],
  ])("%s", async (_, change, expected) => {
    const made = await makeHistory(court.operator);
    const stored = await court.anchor(made);
    const { size, leaves, other: ofOther } = change(made.leaves);
    const checkpoint = { size, root: treeRoot(buildTree(leaves)) };
    const hash = hashCheckpoint(ofOther ? twin() : court.operator, checkpoint);
    const statement = signedStatement(checkpoint, await keys.anchorKey.sign({ hash: toHex(hash) }));
    const anchored = stored.map((one) => ({
      statement: storedStatement(one),
      tree: buildTree(made.leaves.slice(0, one.size)),
    }));
    const proofs: FaultProof[] = [];
    for (const one of anchored) {
      proofs.push(checkpointEquivocation(made.operator, one.statement, statement));
      for (let position = 0; position < Math.min(one.tree.size, leaves.length); position++) {
        proofs.push(leafEquivocation(made.operator, position, one, { statement, tree: buildTree(leaves) }));
      }
    }
    expect(await court.convictions(proofs)).toEqual([...expected].sort());
  });
});

describe("the matrix of commitments: a change of each input", () => {
  const word = (input: CommitmentInput, i: number) => ({ ...input, words: input.words.with(i, input.words[i]! ^ 1n) });
  it.each<[string, (input: CommitmentInput) => CommitmentInput, readonly Fault[]]>([
    ["nothing", (input) => input, []],
    ["actor", (input) => ({ ...input, actor: input.actor ^ 1n }), ["WrongCommitment"]],
    ["nonce", (input) => ({ ...input, nonce: input.nonce ^ 1n }), ["WrongCommitment"]],
    ["nonce, its quotient alone", (input) => ({ ...input, nonce: input.nonce + FIELD_ORDER }), ["WrongCommitment"]],
    ["acceptedAt", (input) => ({ ...input, acceptedAt: input.acceptedAt + 1 }), ["WrongCommitment"]],
    ["entryHash", (input) => ({ ...input, entryHash: input.entryHash ^ 1n }), ["WrongCommitment"]],
    ["payloadType", (input) => ({ ...input, payloadType: `${input.payloadType} ` }), ["WrongCommitment"]],
    ...[0, 1, 2, 3].map(
      (i) =>
        [`word ${i}`, (input: CommitmentInput) => word(input, i), ["WrongCommitment"]] as [
          string,
          (input: CommitmentInput) => CommitmentInput,
          Fault[],
        ],
    ),
    ["a word more", (input) => ({ ...input, words: [...input.words, 0n] }), ["WrongCommitment"]],
    [
      "a word's quotient alone",
      (input) => ({ ...input, words: input.words.with(2, input.words[2]! - FIELD_ORDER) }),
      ["WrongCommitment"],
    ],
  ])("%s", async (_, change, expected) => {
    const pristine = await makeHistory(court.operator);
    const lied = commitment(change(commitmentInputOf(court.operator, pristine.logs.get(A)!.entries[1]!)));
    const made = await makeHistory(
      court.operator,
      committed(() => lied),
    );
    const stored = await court.anchor(made);
    const history = held(made, stored);
    const proofs = [0, 1, 2].map((position) => {
      const opening = openingOf(made.operator, made.batches[0]!.entries[position]!);
      const path = zkPathOf(made.batches[0]!, position);
      return wrongCommitment(history, { batch: 0, position }, opening, path);
    });
    expect(await court.convictions(proofs)).toEqual([...expected]);
  });
});
