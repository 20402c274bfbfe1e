/**
 * Evidence in the form of the contracts (contracts/libraries/Evidence.sol), made from an operator's anchored and signed
 * records.
 *
 * @module
 */
import { hashDomain, type OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import { encodeMessage, type EncodedMessage } from "../action/envelope.ts";
import type { Kind, Message } from "../action/kinds.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { hashHeader } from "../batch/header.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";
import { createGrowingTree, type GrowingTree } from "../crypto/merkle/growingTree.ts";
import { buildTree, inclusionProof, treeRoot } from "../crypto/merkle/tree.ts";
import type { Receipt } from "../log/receipt/receipt.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import { readHeader } from "./succession.ts";

/** 32 zero bytes, for an unused field. */
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

/** A receipt, with its signature. */
export type SignedReceipt = {
  readonly receipt: { readonly log: Hex; readonly index: bigint; readonly entryHash: Hex; readonly acceptedAt: bigint };
  readonly signature: Hex;
};

/** An operator's statement about an index of a log: by a receipt or, with an empty signature, by an anchored entry. */
export type EntryStatement = SignedReceipt & { readonly anchored: EntryEvidence };

/** An operator's statement of a size and root: by a signed checkpoint or, with an empty signature, by a stored one. */
export type SizeStatement = {
  readonly sequence: bigint;
  readonly signed: { readonly size: bigint; readonly root: Hex; readonly signature: Hex };
};

/** The same statement, with a leaf at a position of the batch log. */
export type CheckpointStatement = SizeStatement & { readonly leafHash: Hex; readonly proof: readonly Hex[] };

/** The action's fields that an entry's digest commits to. */
export type ActionOpening = { readonly payloadType: string; readonly deadline: bigint; readonly words: readonly Hex[] };

/** The leaf at a position of a zk tree: a commitment, and its 24 siblings from the leaf up. */
export type ZkPath = { readonly leaf: bigint; readonly siblings: readonly bigint[] };

/** A copy of an operator's batch log, and the stored checkpoints under which it can be proven. */
export type AnchoredHistory = {
  readonly operator: OperatorId;
  /** The leaves of the batch log, which may be malformed. */
  readonly headers: readonly Uint8Array[];
  /** Returns the leaves of a batch, or undefined if some are missing. */
  readonly entries: (position: number) => readonly Uint8Array[] | undefined;
  /** The stored checkpoints whose root these headers give, in order. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly tree: GrowingTree;
};

/**
 * Opens a batch log to make evidence from. The parts are not trusted: a checkpoint is used only if the headers give its
 * root, and entries only if they give their header's root.
 *
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const history = openHistory({ operator, headers, checkpoints, entries: (position) => batches[position] })
 * const header = headerEvidence(history, 3) // of the batch at position 3 of the batch log
 * const entry = entryEvidence(history, 3, 0) // of its first entry
 */
export function openHistory(parts: {
  readonly operator: OperatorId;
  readonly headers: readonly Uint8Array[];
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly entries: (position: number) => readonly Uint8Array[] | undefined;
}): AnchoredHistory {
  assertGiven("openHistory", parts, "operator.registry", "headers.map()", "checkpoints.map()", "entries()");
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

/** Returns the first stored checkpoint that covers a position; undefined if no checkpoint does. */
export function coveringCheckpoint(history: AnchoredHistory, position: number): StoredCheckpoint | undefined {
  return history.checkpoints.find(({ size }) => size > position);
}

/**
 * Proves a leaf of the batch log, under the first stored checkpoint that covers it.
 *
 * @throws AnchorlogError `not_anchored` if no checkpoint covers it.
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
 * @throws AnchorlogError `not_anchored`, or `no_entries` if the batch's entries are missing.
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

/** Wraps a header as entry evidence, for calls that read only the header. */
export function headerAlone(batch: HeaderEvidence): EntryEvidence {
  return withJson({ batch, position: 0, entry: "0x", proof: [] });
}

/**
 * Removes the header from entry evidence, for a call whose other evidence proves the same header. The contract then
 * reads only the position.
 */
export function inSameBatch(evidence: EntryEvidence): EntryEvidence {
  return withJson({ ...evidence, batch: { ...evidence.batch, header: "0x", proof: [] } });
}

/** Converts a receipt to the form of the contracts. */
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

/** Converts a receipt to a statement about its index. */
export function receiptStatement(receipt: SignedReceipt): EntryStatement {
  return withJson({ ...receipt, anchored: headerAlone(NO_HEADER) });
}

/** Converts an anchored entry to a statement about its index. */
export function anchoredStatement(anchored: EntryEvidence): EntryStatement {
  return withJson({ receipt: { log: ZEROS, index: 0n, entryHash: ZEROS, acceptedAt: 0n }, signature: "0x", anchored });
}

/** Converts a checkpoint signed by an anchor key to a statement. */
export function signedStatement({ size, root }: Checkpoint, signature: Hex): SizeStatement {
  return withJson({ sequence: 0n, signed: { size: BigInt(size), root: toHex(root), signature } });
}

/** Converts a stored checkpoint to a statement. */
export function storedStatement({ sequence }: Pick<StoredCheckpoint, "sequence">): SizeStatement {
  return withJson({ sequence: BigInt(sequence), signed: { size: 0n, root: ZEROS, signature: "0x" } });
}

/**
 * Opens an action's digest.
 *
 * @example
 * const opening = openAction(operator, types.kinds.get("Transfer"), action.message)
 *
 * @throws FormatError if the message is not of this kind.
 */
export function openAction(
  operator: OperatorId & { readonly name: string; readonly version: string },
  kind: Kind,
  message: Message,
): ActionOpening {
  const { name, version, chainId, registry } = operator;
  return openingOf(encodeMessage(kind, message, hashDomain({ name, version, chainId, verifyingContract: registry })));
}

/** Opens the digest of an action that is encoded already. */
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
