import { bytesToUint, uintToBytes } from "../base/bytes.ts";
import { fromHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { encodeMessage, type EncodedMessage } from "../action/envelope.ts";
import type { ActionContext } from "../action/verify.ts";
import { decodeEntry, type Entry } from "../log/entry.ts";
import type { StoredEntry } from "../log/store.ts";
import { buildTree, treeRoot, type MerkleTree } from "../crypto/merkle/tree.ts";
import { decodeHeader, encodeHeader, hashHeader, MAX_BATCH_ENTRIES, type Header } from "./header.ts";
import { buildZkTree, type ZkTree } from "./zk.ts";
import { commitMany, type CommitmentBytes } from "./zkCommitMany.ts";

/** The two trees over a batch's entries. */
export type BatchTrees = { readonly tree: MerkleTree; readonly zkTree: ZkTree };

export type { ActionContext };

/** The zk commitment of an entry and the action that it stands for (protocol/1-verify §8.3). */
export function commitEntry(entry: Entry, entryHash: Uint8Array, action: EncodedMessage): bigint {
  return bytesToUint(commitMany([commitmentInput(entry, entryHash, action)]));
}

const commitmentInput = (entry: Entry, entryHash: Uint8Array, action: EncodedMessage): CommitmentBytes => ({
  actor: entry.actor,
  nonce: entry.nonce,
  acceptedAt: entry.acceptedAt,
  entryHash,
  payloadType: action.kind.payloadType,
  words: action.payloadWords,
});

/** Builds both trees over entries that follow each other. */
export function buildBatchTrees(entries: readonly StoredEntry[], context: ActionContext): BatchTrees {
  return { tree: buildTree(entries.map(({ hash }) => hash)), zkTree: buildZkTree(commitEntries(entries, context)) };
}

/**
 * The zk commitments of entries, 32 bytes each.
 *
 * @throws AnchorlogError `unknown_kind`.
 */
export function commitEntries(entries: readonly StoredEntry[], context: ActionContext): Uint8Array {
  const inputs = entries.map((stored) => {
    const { primaryType, message } = stored.action;
    const kind = context.kinds.get(primaryType);
    if (kind === undefined) {
      throw new AnchorlogError(
        "unknown_kind",
        `entry ${stored.index} is of kind ${primaryType}, which is not defined any more`,
        {
          fix: "kinds that have entries must stay defined",
        },
      );
    }
    const action = encodeMessage(kind, message, context.domainSeparator);
    return commitmentInput(decodeEntry(stored.bytes), stored.hash, action);
  });
  return commitMany(inputs);
}

/** A header's statements about its entries. */
export type BatchFacts = Pick<Header, "count" | "head" | "root" | "zkRoot"> & {
  /** The last entry's acceptedAt, Unix milliseconds. */
  readonly acceptedAt: number;
};

/**
 * The header of a log's next batch. Given the entries, their payloads and the previous header, every
 * byte but `closedAt` follows, so an auditor recomputes it with this same function.
 *
 * @param previous the log's previous header and its position in the batch log; absent for the first.
 * @param closedAt Unix milliseconds; raised to what the entries and the previous header allow.
 */
export function buildHeader(
  log: Hex,
  entries: readonly StoredEntry[],
  trees: BatchTrees,
  previous: { position: number; header: Uint8Array } | undefined,
  closedAt: number,
): Uint8Array {
  const last = entries.at(-1);
  if (last === undefined || entries.length > MAX_BATCH_ENTRIES) {
    throw new RangeError(`a batch has 1 to ${MAX_BATCH_ENTRIES} entries, not ${entries.length}`);
  }
  const facts = {
    count: entries.length,
    head: last.hash,
    root: treeRoot(trees.tree),
    zkRoot: uintToBytes(trees.zkTree.root, 32),
    acceptedAt: decodeEntry(last.bytes).acceptedAt,
  };
  return buildHeaderOf(log, facts, previous, closedAt);
}

/** Builds a batch's header from facts about its entries, without the entries. */
export function buildHeaderOf(
  log: Hex,
  { count, head, root, zkRoot, acceptedAt }: BatchFacts,
  previous: { position: number; header: Uint8Array } | undefined,
  closedAt: number,
): Uint8Array {
  const before = previous === undefined ? undefined : decodeHeader(previous.header);
  return encodeHeader({
    log: fromHex(log, 32),
    number: before === undefined ? 0 : before.number + 1,
    start: before === undefined ? 0 : before.start + before.count,
    count,
    prevLeaf: previous?.position,
    parent: previous === undefined ? new Uint8Array(32) : hashHeader(previous.header),
    prevHead: before?.head ?? fromHex(log, 32),
    head,
    root,
    zkRoot,
    closedAt: Math.max(closedAt, acceptedAt, before?.closedAt ?? 0),
  });
}
