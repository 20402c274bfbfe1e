import { parseEventLogs, type Log } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { completeExit, requestExit, rotateKey, type MinedTransaction } from "anchorlog/chain";
import { hashCheckpoint } from "anchorlog/batch";
import { toHex } from "anchorlog";
import { encodeEntry, decodeEntry } from "../../src/log/entry.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { hashNode } from "../../src/crypto/merkle/hash.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { signReceipt } from "../../src/log/receipt/receipt.ts";
import {
  checkpointEquivocation,
  entryEquivocation,
  forgedAction,
  leafEquivocation,
  malformedEntry,
  receiptEquivocation,
  reportFault,
  signedStatement,
  signExternallyOwned,
  storedStatement,
  wrongCommitment,
  type FaultProof,
} from "../../src/dispute/index.ts";
import { keys, NOW, wallets } from "../operator.ts";
import { randomKey } from "../seed.ts";
import { openCourt, type Court } from "./court.ts";
import { held, makeHistory, openingOf, zkPathOf, type Dishonest, type Lies, type TestIdentity } from "./dishonest.ts";

const A = "a.example";
const STAKE = 10n ** 18n;
const court = await openCourt();
// Each test's changes of the chain are reverted after it.
beforeEach(async () => (await court.networkHelpers.takeSnapshot()).restore);

const slashed = ({ logs }: Pick<MinedTransaction, "logs">): boolean | undefined =>
  parseEventLogs({ abi: court.faultProofs.abi, eventName: "FaultProven", logs: logs as Log[] })[0]?.args.slashed;
const creditOf = (wallet: Court["honest"]) => court.stake.read.creditOf([wallet.account.address]);

async function tried(lies: Lies = {}, operator: TestIdentity = court.operator) {
  const made = await makeHistory(operator, lies);
  const stored = await court.anchor(made);
  return { made, stored, history: held(made, stored) };
}

/** A fault that anybody can see on the chain, so that everybody can prove it. */
async function publicFault(): Promise<FaultProof> {
  const { history } = await tried({ entry: (e, i) => (i === 4 ? { ...e, index: 9 } : e) });
  return malformedEntry(history, { batch: 2, position: 1 });
}
const report = (proof: FaultProof, wallet: Court["honest"]) =>
  reportFault(court.writer(wallet), court.faultProofs.address, proof);

describe("theft of a proof and its reward", () => {
  it("a thief who copies a proof gets its reward; the rest burns, except three further rewards", async () => {
    const proof = await publicFault();
    const burned = await court.burned();
    const { blockNumber, logs } = await report(proof, court.thief);
    expect(slashed({ logs })).toBe(true);
    const reward = await court.rewardIn(blockNumber);
    expect(reward).toBeLessThanOrEqual(STAKE / 10n);
    expect([await creditOf(court.thief), (await court.burned()) - burned]).toEqual([reward, STAKE - 4n * reward]);
    // The author of the proof only loses gas: its own transaction changes nothing.
    expect(slashed(await report(proof, court.honest))).toBe(false);
    expect(await creditOf(court.honest)).toBe(0n);
  });

  it("an operator that reports itself gets back no more than the reward", async () => {
    const { blockNumber } = await report(await publicFault(), court.operatorWallet);
    expect(await creditOf(court.operatorWallet)).toBe(await court.rewardIn(blockNumber));
    expect(await court.stake.read.accountOf([court.operator.operator])).toMatchObject({ status: 3, stake: 0n });
  });

  it("one fault is rewarded once; another fault still freezes", async () => {
    const { history } = await tried({ entry: (e, i) => (i === 4 || i === 1 ? { ...e, index: 9 } : e) });
    expect(slashed(await report(malformedEntry(history, { batch: 2, position: 1 }), court.honest))).toBe(true);
    expect(slashed(await report(malformedEntry(history, { batch: 0, position: 1 }), court.thief))).toBe(false);
    const freezes = await court.registry.read.freezes([court.operator.operator, logId(court.operator, A)]);
    expect(freezes.map(({ from }) => from)).toEqual([4n, 1n]);
  });
});

describe("framing another operator", () => {
  const differing = async (operator: TestIdentity, made: Dishonest) => {
    const entry = decodeEntry(made.logs.get(A)!.entries[1]!.bytes);
    return signReceipt(operator, encodeEntry({ ...entry, acceptedAt: NOW + 500 }), keys.receiptKey);
  };

  it("by receipts of a shared key for the other operator's log", async () => {
    const twin = await court.enrol(court.other);
    const { made, history } = await tried();
    const [a, b] = [made.logs.get(A)!.entries[1]!.receipt, await differing(twin, made)];
    expect(await court.judge(receiptEquivocation(court.operator, A, a, b))).toBe("guilty");
    expect(await court.judge(receiptEquivocation(twin, A, a, b))).toBe("NotALogOf");
    // One operator's anchor is not the other's.
    const proof = entryEquivocation(history, b, { batch: 0, position: 1 });
    expect(await court.judge({ ...proof, operator: twin.operator })).toBe("CheckpointNotStored");
    await court.networkHelpers.time.increase(2);
    const other = await tried(
      {
        plan: [
          { log: "b.example", nonces: [1] },
          { log: A, nonces: [2] },
        ],
      },
      twin,
    );
    expect(await court.judge({ ...proof, operator: twin.operator })).not.toBe("guilty");
    expect(await court.judge(entryEquivocation(other.history, b, { batch: 1, position: 0 }))).toBe("NoFault");
  });

  it("by checkpoints of a shared key, which name their operator", async () => {
    const twin = await court.enrol(court.other);
    const sign = async (operator: TestIdentity, root: Uint8Array) => {
      const hash = toHex(hashCheckpoint(operator, { size: 1, root }));
      return signedStatement({ size: 1, root }, await keys.anchorKey.sign({ hash }));
    };
    const [a, b] = [await sign(court.operator, new Uint8Array(32)), await sign(twin, new Uint8Array(32).fill(1))];
    expect(await court.judge(checkpointEquivocation(court.operator, a, b))).toBe("NotSignedBy");
    const c = await sign(court.operator, new Uint8Array(32).fill(1));
    expect(await court.judge(checkpointEquivocation(court.operator, a, c))).toBe("guilty");
  });

  it("by a key that the operator never had", async () => {
    const { made } = await tried();
    const stranger = privateKeyToAccount(randomKey());
    const entry = decodeEntry(made.logs.get(A)!.entries[1]!.bytes);
    const forged = await signReceipt(made.operator, encodeEntry({ ...entry, acceptedAt: NOW + 500 }), stranger);
    const own = made.logs.get(A)!.entries[1]!.receipt;
    expect(await court.judge(receiptEquivocation(made.operator, A, own, forged))).toBe("NotSignedBy");
    // The anchor key's signature is not a receipt, although it is the operator's.
    const wrongRole = await signReceipt(
      made.operator,
      encodeEntry({ ...entry, acceptedAt: NOW + 500 }),
      keys.anchorKey,
    );
    expect(await court.judge(receiptEquivocation(made.operator, A, own, wrongRole))).toBe("NotSignedBy");
  });
});

describe("key rotation", () => {
  it("evidence by a retired receipt key convicts until exitDelay after its retirement, and not later", async () => {
    const { made } = await tried();
    const entry = decodeEntry(made.logs.get(A)!.entries[1]!.bytes);
    const next = privateKeyToAccount(randomKey());
    const { from } = await rotateKey(court.writer(court.operatorWallet), court.operator, "receipt", next);
    const receipt = await signReceipt(made.operator, encodeEntry({ ...entry, acceptedAt: NOW + 500 }), next);
    // An old receipt against a new one, before and after the new key takes effect.
    const proof = receiptEquivocation(made.operator, A, made.logs.get(A)!.entries[1]!.receipt, receipt);
    expect(await court.judge(proof)).toBe("guilty");
    // A retired key's signature with a later date does not count.
    const retired = async (acceptedAt: number) =>
      receiptEquivocation(
        made.operator,
        A,
        receipt,
        await signReceipt(made.operator, encodeEntry({ ...entry, acceptedAt }), keys.receiptKey),
      );
    expect(await court.judge(await retired(from * 1000))).toBe("guilty");
    expect(await court.judge(await retired(from * 1000 + 1))).toBe("NotSignedBy");
    const exitDelay = Number(await court.registry.read.exitDelay([made.operator.operator]));
    await court.networkHelpers.time.increaseTo(from + exitDelay);
    expect(await court.judge(proof)).toBe("guilty");
    await court.networkHelpers.time.increaseTo(from + exitDelay + 2);
    expect(await court.judge(proof)).toBe("NotSignedBy");
  });
});

describe("exit before discovery", () => {
  it("a leaving operator is slashed like any other; an operator that has left has nothing to lose", async () => {
    const proof = await publicFault();
    const writer = court.writer(court.operatorWallet);
    const { exitableFrom } = await requestExit(writer, court.operator);
    const atExit = await court.networkHelpers.takeSnapshot();
    expect(slashed(await report(proof, court.honest))).toBe(true);
    await atExit.restore();
    await court.networkHelpers.time.increaseTo(exitableFrom);
    await completeExit(writer, court.operator);
    expect(slashed(await report(proof, court.thief))).toBe(false);
    expect(await creditOf(court.operatorWallet)).toBe(STAKE);
  });
});

describe("RFC 9162 roots do not bind sizes", () => {
  it("but the signed size does: no leaf or inner node is proven at a wrong position", async () => {
    const { made, history, stored } = await tried();
    // A root of three leaves with a stated size of two, so that position 1 seems to hold the third leaf.
    const statement = storedStatement(stored.at(-1)!);
    const tree = buildTree(made.leaves);
    const wrong = buildTree([hashNode(made.leaves[0]!, made.leaves[1]!), made.leaves[2]!]);
    expect(treeRoot(wrong)).toEqual(treeRoot(tree));
    const proof = leafEquivocation(made.operator, 1, { statement, tree }, { statement, tree: wrong });
    expect(await court.judge(proof)).toBe("ProofLength");
    expect(history.checkpoints).toHaveLength(2);
  });

  it("a first checkpoint of a false size is convicted by the true one", async () => {
    const made = await makeHistory(court.operator, { sizes: [3] });
    const root = treeRoot(buildTree(made.leaves));
    const hash = (size: number) => toHex(hashCheckpoint(made.operator, { size, root }));
    const lie = { size: 2, root: toHex(root), proof: [], signature: await keys.anchorKey.sign({ hash: hash(2) }) };
    const stored = await court.anchor({ ...made, anchors: [lie] });
    const truth = signedStatement({ size: 3, root }, await keys.anchorKey.sign({ hash: hash(3) }));
    const bySize = checkpointEquivocation(made.operator, storedStatement(stored[0]!), truth);
    expect(await court.judge(bySize)).toBe("guilty");
    const byLeaf = leafEquivocation(
      made.operator,
      1,
      { statement: truth, tree: buildTree(made.leaves) },
      {
        statement: storedStatement(stored[0]!),
        tree: buildTree([hashNode(made.leaves[0]!, made.leaves[1]!), made.leaves[2]!]),
      },
    );
    expect(await court.judge(byLeaf)).toBe("guilty");
  });
});

describe("values of r or more in zero-knowledge paths", () => {
  it("a path with a leaf or sibling that has r added is refused", async () => {
    const { made, history } = await tried();
    const place = { batch: 2, position: 1 };
    const opening = openingOf(made.operator, made.batches[2]!.entries[1]!);
    const path = zkPathOf(made.batches[2]!, 1);
    const judge = (leaf: bigint, siblings: readonly bigint[]) =>
      court.judge(wrongCommitment(history, place, opening, { leaf, siblings }));
    expect(await judge(path.leaf, path.siblings)).toBe("NoFault");
    expect(await judge(path.leaf + FIELD_ORDER, path.siblings)).toBe("NotAFieldElement");
    for (const i of [0, 11, 23]) {
      const siblings = path.siblings.map((sibling, j) => (i === j ? sibling + FIELD_ORDER : sibling));
      expect(await judge(path.leaf, siblings)).toBe("NotAFieldElement");
    }
    expect(await judge(path.leaf + 1n, path.siblings)).toBe("NoFault");
  });

  it("the opening of another action is refused", async () => {
    const { made, history } = await tried();
    const place = { batch: 2, position: 1 };
    const opening = openingOf(made.operator, made.batches[2]!.entries[1]!);
    const path = zkPathOf(made.batches[2]!, 1);
    const judge = (change: Partial<typeof opening>) =>
      court.judge(wrongCommitment(history, place, { ...opening, ...change }, path));
    expect(await judge({ deadline: opening.deadline + 1n })).toBe("DigestMismatch");
    expect(await judge({ words: opening.words.toReversed() })).toBe("DigestMismatch");
    expect(await judge({ words: opening.words.slice(1) })).toBe("WordCount");
    expect(await judge({ payloadType: opening.payloadType.replace("Transfer", "Transfers") })).toBe("DigestMismatch");
    expect(await judge({ payloadType: opening.payloadType.replace(",", ", ") })).toBe("BadPayloadType");
  });
});

describe("code at an actor after acceptance", () => {
  const place = { batch: 2, position: 1 };

  it("EIP-7702 delegation does not turn an entry of scheme 0 into a forgery", async () => {
    const { made, history } = await tried();
    const { signature, message } = made.batches[2]!.entries[1]!.action;
    await court.networkHelpers.setCode(message.actor, `0xef0100${"11".repeat(20)}`);
    expect(await court.judge(forgedAction(history, place, signature))).toBe("NoFault");
    // A signature of `ExternallyOwned` convicts nobody either, since the entry already has the scheme of a key.
    const word = await signExternallyOwned(court.operator, wallets[5 % 3]!);
    expect(await court.judge(forgedAction(history, place, word))).toBe("NoFault");
  });

  it("the signature of a contract wallet's owner convicts nobody", async () => {
    const wallet = new Uint8Array(20).fill(0xcc);
    const { history } = await tried({
      entry: (e, i) => (i === 4 ? { ...e, actor: wallet, scheme: 1, verifiedBlock: 3 } : e),
    });
    for (const owner of wallets) {
      const word = await signExternallyOwned(court.operator, owner);
      expect(await court.judge(forgedAction(history, place, word))).toBe("NoFault");
    }
    // The bytes that the wallet accepted need not be an ECDSA signature.
    const { made } = await tried({}, await court.enrol(court.other));
    expect(await court.judge(forgedAction(history, place, made.batches[2]!.entries[1]!.action.signature))).toBe(
      "NoFault",
    );
  });
});
