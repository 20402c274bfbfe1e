import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { encodeHeader, hashCheckpoint } from "anchorlog/batch";
import { toHex, type Hex } from "anchorlog";
import { buildZkTree } from "../../src/batch/zk.ts";
import { concat, uintToBytes } from "../../src/encoding/bytes.ts";
import { decodeEntry, encodeEntry, hashEntry } from "../../src/log/entry.ts";
import { createGrowingTree } from "../../src/merkle/growingTree.ts";
import { buildTree, treeRoot } from "../../src/merkle/tree.ts";
import { decodeHeader, hashHeader } from "../../src/batch/header.ts";
import {
  encodeProof,
  entryEquivocation,
  entrySuccession,
  externallyOwned,
  forgedAction,
  fork,
  headerSuccession,
  malformedEntry,
  malformedHeader,
  openHistory,
  receiptEquivocation,
  checkpointEquivocation,
  replay,
  reportFault,
  signedStatement,
  signExternallyOwned,
  wrongCommitment,
  type FaultProof,
} from "../../src/dispute/index.ts";
import { keys, wallets } from "../operator.ts";
import { openCourt } from "./court.ts";
import { commitmentOf, held, makeHistory, openingOf, zkPathOf } from "./dishonest.ts";

/** Full batches in a batch log of 65,536 headers: paths of 16 hashes. */
const FULL = 65_536;

describe("what proofs cost", () => {
  it("stays below its bounds for full batches in a long batch log", async () => {
    const court = await openCourt();
    const { operator } = court;
    // Two batches of a log, the second's neighbours filled up with leaves that nothing is said of.
    const small = await makeHistory(operator, {
      plan: [
        { log: "a.example", nonces: [0, 1] },
        { log: "a.example", nonces: [2, 3] },
      ],
      sizes: [2],
    });
    const filler = Array.from({ length: FULL - 2 }, () => new Uint8Array(randomBytes(206)));
    const [first, second] = small.batches as [(typeof small.batches)[0], (typeof small.batches)[0]];
    const leaves = [first, second].map(({ entries }) => [...entries.map(({ bytes }) => bytes), ...filler]);
    // The first batch ends with an entry, which the second follows.
    const last = encodeEntry({ ...decodeEntry(first.entries[1]!.bytes), index: FULL - 1 });
    leaves[0]!.splice(FULL - 1, 1, last);
    const moved = leaves[1]!
      .slice(0, 2)
      .map((bytes, i) => encodeEntry({ ...decodeEntry(bytes), index: FULL + i, prev: hashEntry(last) }));
    leaves[1]!.splice(0, 2, ...moved);
    const made = leaves.map((list, i) => {
      const commitments = small.batches[i]!.entries.map((entry, at) =>
        uintToBytes(commitmentOf(operator, { ...entry, bytes: list[at]! }), 32),
      );
      const zkTree = buildZkTree(concat(...commitments));
      return { zkTree, root: treeRoot(buildTree(list.map(hashEntry))), head: hashEntry(list.at(-1)!) };
    });
    const a = { ...decodeHeader(first.bytes), count: FULL, root: made[0]!.root, head: made[0]!.head };
    const headerA = encodeHeader({ ...a, zkRoot: uintToBytes(made[0]!.zkTree.root, 32) });
    const b = { ...decodeHeader(second.bytes), start: FULL, count: FULL, root: made[1]!.root, head: made[1]!.head };
    const headerB = encodeHeader({
      ...b,
      zkRoot: uintToBytes(made[1]!.zkTree.root, 32),
      parent: hashHeader(headerA),
      prevHead: a.head,
    });
    const headers = [headerA, headerB, ...filler];
    const tree = createGrowingTree();
    tree.append(headers.map(hashHeader));
    const root = tree.root();
    const signature = await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(operator, { size: FULL, root })) });
    const stored = await court.anchor({ ...small, anchors: [{ size: FULL, root: toHex(root), proof: [], signature }] });
    const history = openHistory({ operator, headers, checkpoints: stored, entries: (at) => leaves[at] });

    const place = { batch: 0, position: 1 };
    const receipt = first.entries[1]!.receipt;
    const word = await signExternallyOwned(operator, wallets[1]!);
    const opening = openingOf(operator, first.entries[1]!);
    const statement = signedStatement({ size: FULL, root }, signature);
    const checks: [string, FaultProof, number][] = [
      ["receipt equivocation", receiptEquivocation(operator, "a.example", receipt, receipt), 110_000],
      ["entry equivocation", entryEquivocation(history, receipt, place), 110_000],
      ["checkpoint equivocation", checkpointEquivocation(operator, statement, statement), 110_000],
      ["malformed header", malformedHeader(history, 0), 110_000],
      ["malformed entry", malformedEntry(history, place), 110_000],
      ["forged action", forgedAction(history, place, first.entries[1]!.action.signature), 110_000],
      ["externally owned", externallyOwned(history, place, word), 110_000],
      ["entry succession, one batch", entrySuccession(history, place), 200_000],
      ["entry succession, border", entrySuccession(history, { batch: 1, position: 0 }), 200_000],
      ["header succession", headerSuccession(history, 1), 200_000],
      ["fork", fork(history, 0, 1), 200_000],
      ["replay", replay(history, place, { batch: 1, position: 0 }), 200_000],
      ["wrong commitment", wrongCommitment(history, place, opening, zkPathOf({ ...first, ...made[0]! }, 1)), 1_500_000],
    ];
    const measured: Record<string, number> = {};
    for (const [name, proof, most] of checks) {
      const gas = await gasOf(court, proof);
      measured[name] = gas;
      expect(gas, name).toBeLessThan(most);
    }
    if (process.env["ANCHORLOG_GAS"] !== undefined) console.log(measured);
  });

  it("adds the same for slashing, freezing and rewarding, whatever the fault", async () => {
    const court = await openCourt();
    const snapshot = await court.networkHelpers.takeSnapshot();
    const prove = async (lie: boolean) => {
      const made = await makeHistory(court.operator, { entry: (e, i) => (lie && i === 4 ? { ...e, index: 9 } : e) });
      const history = held(made, await court.anchor(made));
      return malformedEntry(history, { batch: 2, position: 1 });
    };
    const check = await gasOf(court, await prove(false));
    await snapshot.restore();
    const proof = await prove(true);
    const { gasUsed } = await reportFault(court.writer(court.honest), court.faultProofs.address, proof);
    const bookkeeping = Number(gasUsed) - check;
    if (process.env["ANCHORLOG_GAS"] !== undefined) console.log({ bookkeeping });
    expect(bookkeeping).toBeLessThan(250_000);
  });
});

/** The gas of a proof that shows no fault: all of the check and none of what follows it. */
async function gasOf(court: Awaited<ReturnType<typeof openCourt>>, proof: FaultProof): Promise<number> {
  expect(await court.judge(proof)).toBe("NoFault");
  const data = encodeProof(proof, `0x${"5a".repeat(32)}`);
  const to: Hex = court.faultProofs.address;
  const provider = court.provider;
  await provider.request({ method: "evm_setAutomine", params: [false] });
  const hash = await court.honest.sendTransaction({ to, data, gas: 5_000_000n });
  await court.networkHelpers.mine();
  await provider.request({ method: "evm_setAutomine", params: [true] });
  return Number((await court.publicClient.getTransactionReceipt({ hash })).gasUsed);
}
