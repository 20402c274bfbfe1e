/**
 * Evidence in the form that the contracts take (contracts/libraries/Evidence.sol), made from what an operator has
 * anchored and signed.
 *
 * @module
 */
import { hashDomain, type OperatorId } from "../action/domain.ts";
import { encodeMessage, type EncodedMessage } from "../action/envelope.ts";
import type { Kind, Message } from "../action/kinds.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { hashHeader } from "../batch/header.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";
import { createGrowingTree, type GrowingTree } from "../merkle/growingTree.ts";
import { buildTree, inclusionProof, treeRoot } from "../merkle/tree.ts";
import type { Receipt } from "../receipt/receipt.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import { readHeader } from "./succession.ts";

/** 32 bytes where nothing is said. */
export const ZEROS: Hex = `0x${"00".repeat(32)}`;
const NO_HEADER: HeaderEvidence = { sequence: 0n, position: 0n, header: "0x", proof: [] };

/** A leaf of the batch log, proven under the stored checkpoint with this sequence. */
export type HeaderEvidence = {
  readonly sequence: bigint;
  readonly position: bigint;
  readonly header: Hex;
  readonly proof: readonly Hex[];
};

/** A leaf of a batch, proven under its header. */
export type EntryEvidence = {
  readonly batch: HeaderEvidence;
  readonly position: number;
  readonly entry: Hex;
  readonly proof: readonly Hex[];
};

/** A receipt as its key signed it. */
export type SignedReceipt = {
  readonly receipt: { readonly log: Hex; readonly index: bigint; readonly entryHash: Hex; readonly acceptedAt: bigint };
  readonly signature: Hex;
};

/** What an operator says of an index of a log: by a receipt or, with an empty signature, by an anchored entry. */
export type EntryStatement = SignedReceipt & { readonly anchored: EntryEvidence };

/** A size and root that the operator stands by: a signed checkpoint or, with an empty signature, a stored one. */
export type Statement = {
  readonly sequence: bigint;
  readonly signed: { readonly size: bigint; readonly root: Hex; readonly signature: Hex };
};

/** The same, with what it says of a position of the batch log. */
export type CheckpointStatement = Statement & { readonly leafHash: Hex; readonly proof: readonly Hex[] };

/** What an entry's digest hides of its action. */
export type ActionOpening = { readonly payloadType: string; readonly deadline: bigint; readonly words: readonly Hex[] };

/** What stands at a position of a zk tree: a commitment, and 24 siblings from the leaf up. */
export type ZkPath = { readonly leaf: bigint; readonly siblings: readonly bigint[] };

/** An operator's batch log as somebody holds it, and the stored checkpoints that it can be proven under. */
export type AnchoredHistory = {
  readonly operator: OperatorId;
  /** The leaves of the batch log, whatever their bytes are. */
  readonly headers: readonly Uint8Array[];
  /** The leaves of a batch, or undefined where not all are at hand. */
  readonly entries: (position: number) => readonly Uint8Array[] | undefined;
  /** Stored checkpoints with the root that these headers have at their size, in their order. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly tree: GrowingTree;
};

/**
 * Takes a batch log to make evidence from. Nothing of it is believed: only checkpoints whose roots its headers give
 * are used, and only entries whose root their header has.
 */
export function openHistory(parts: {
  readonly operator: OperatorId;
  readonly headers: readonly Uint8Array[];
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly entries: (position: number) => readonly Uint8Array[] | undefined;
}): AnchoredHistory {
  const { operator, headers } = parts;
  const tree = createGrowingTree();
  tree.append(headers.map(hashHeader));
  const checkpoints = parts.checkpoints.filter(
    ({ size, root }) => size <= headers.length && toHex(tree.root(size)) === root,
  );
  const entries = (position: number) => {
    const header = readHeader(headers[position]!);
    const list = parts.entries(position);
    if (header === undefined || list?.length !== header.count) return undefined;
    const root = toHex(treeRoot(buildTree(list.map(hashEntry))));
    return root === toHex(header.root) ? list : undefined;
  };
  return { operator, headers, checkpoints, tree, entries };
}

/** The first stored checkpoint that covers a position; undefined where none does. */
export function coveringCheckpoint(history: AnchoredHistory, position: number): StoredCheckpoint | undefined {
  return history.checkpoints.find(({ size }) => size > position);
}

/**
 * Proves a leaf of the batch log, under the first stored checkpoint that covers it.
 *
 * @throws AnchorlogError `not_anchored` where none does.
 */
export function headerEvidence(history: AnchoredHistory, position: number): HeaderEvidence {
  const header = history.headers[position];
  const checkpoint = coveringCheckpoint(history, position);
  if (header === undefined || checkpoint === undefined) {
    throw new AnchorlogError("not_anchored", `no stored checkpoint with a known tree covers position ${position}`);
  }
  return withJson({
    sequence: BigInt(checkpoint.sequence),
    position: BigInt(position),
    header: toHex(header),
    proof: history.tree.inclusionProof(position, checkpoint.size).map(toHex),
  });
}

/**
 * Proves a leaf of a batch.
 *
 * @param batchPosition of its header in the batch log.
 * @param position in the batch, from 0.
 * @throws AnchorlogError `not_anchored`, or `no_entries` where the batch's entries are not at hand.
 */
export function entryEvidence(history: AnchoredHistory, batchPosition: number, position: number): EntryEvidence {
  const batch = headerEvidence(history, batchPosition);
  const entries = history.entries(batchPosition);
  const entry = entries?.[position];
  if (entries === undefined || entry === undefined) {
    throw new AnchorlogError("no_entries", `entry ${position} of the batch at ${batchPosition} cannot be proven`, {
      fix: "challenge the operator to show it",
    });
  }
  const proof = inclusionProof(buildTree(entries.map(hashEntry)), position).map(toHex);
  return withJson({ batch, position, entry: toHex(entry), proof });
}

/** Evidence of a header where that of an entry is taken: of the entry nothing is read. */
export function headerAlone(batch: HeaderEvidence): EntryEvidence {
  return withJson({ batch, position: 0, entry: "0x", proof: [] });
}

/** The same for a batch whose header other evidence of the same call proves: of it only the position is read. */
export function inSameBatch(evidence: EntryEvidence): EntryEvidence {
  return withJson({ ...evidence, batch: { ...evidence.batch, header: "0x", proof: [] } });
}

/** A receipt as the contracts take it. */
export function receiptEvidence({ entry, signature }: Pick<Receipt, "entry" | "signature">): SignedReceipt {
  const bytes = fromHex(entry);
  const { log, index, acceptedAt } = decodeEntry(bytes);
  return withJson({
    receipt: {
      log: toHex(log),
      index: BigInt(index),
      entryHash: toHex(hashEntry(bytes)),
      acceptedAt: BigInt(acceptedAt),
    },
    signature,
  });
}

/** What a receipt says of its index. */
export function receiptStatement(receipt: SignedReceipt): EntryStatement {
  return withJson({ ...receipt, anchored: headerAlone(NO_HEADER) });
}

/** What an anchored entry says of its index. */
export function anchoredStatement(anchored: EntryEvidence): EntryStatement {
  return withJson({ receipt: { log: ZEROS, index: 0n, entryHash: ZEROS, acceptedAt: 0n }, signature: "0x", anchored });
}

/** A checkpoint that an anchor key has signed, as a statement. */
export function signedStatement({ size, root }: Checkpoint, signature: Hex): Statement {
  return withJson({ sequence: 0n, signed: { size: BigInt(size), root: toHex(root), signature } });
}

/** A stored checkpoint as a statement. */
export function storedStatement({ sequence }: Pick<StoredCheckpoint, "sequence">): Statement {
  return withJson({ sequence: BigInt(sequence), signed: { size: 0n, root: ZEROS, signature: "0x" } });
}

/**
 * Opens an action's digest.
 *
 * @throws FormatError where the message is not one of the kind.
 */
export function openAction(
  operator: OperatorId & { readonly name: string; readonly version: string },
  kind: Kind,
  message: Message,
): ActionOpening {
  const { name, version, chainId, registry } = operator;
  return openingOf(encodeMessage(kind, message, hashDomain({ name, version, chainId, verifyingContract: registry })));
}

/** The same of an action that was hashed. */
export function openingOf({
  kind,
  message,
  payloadWords,
}: Pick<EncodedMessage, "kind" | "message" | "payloadWords">): ActionOpening {
  return withJson({
    payloadType: kind.payloadType,
    deadline: BigInt(message.deadline),
    words: payloadWords.map((word) => toHex(word)),
  });
}
