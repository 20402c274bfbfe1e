import type { Hex } from "../base/hex.ts";
import type { StoredTimestamp } from "../log/store.ts";
import { readBlock, readReceipt, type Ask, type Block } from "./questions.ts";
import { ChainUnavailableError } from "./view.ts";

type TimestampBlock = NonNullable<StoredTimestamp["block"]>;

/**
 * Returns the block that contains a transaction, or undefined if no block does.
 *
 * If the receipt disappears, the block known before still counts until another block stands at its height. Some nodes
 * forget receipts after a day, and a block's hash commits to its content.
 *
 * @throws ChainUnavailableError if the node is behind, or contradicts itself.
 */
export async function findTimestamp(
  ask: Ask,
  { transaction, block: before }: Pick<StoredTimestamp, "transaction" | "block">,
): Promise<TimestampBlock | undefined> {
  const place = await readPlace(ask, transaction);
  try {
    return await readBlockOf(ask, before, place);
  } catch (error) {
    // A reorganization may have come between two questions. If it did not, the node contradicts itself.
    const now = await readPlace(ask, transaction);
    if (now?.hash === place?.hash) throw error;
    return readBlockOf(ask, before, now);
  }
}

/** Returns the block of the place. Without a place, returns the block known before unless another one replaced it. */
async function readBlockOf(
  ask: Ask,
  before: StoredTimestamp["block"],
  place: TransactionBlock | undefined,
): Promise<TimestampBlock | undefined> {
  if (place !== undefined) return assertInBlock(ask, place);
  if (before === undefined) return undefined;
  const block = await readBlock(ask, before.number);
  if (block !== undefined) return block.hash === before.hash ? before : undefined;
  throw new ChainUnavailableError(`a timestamp's receipt is gone, and the node has no block ${before.number}`);
}

/** Returns the block that the node gives for a transaction; undefined if the transaction is not in a block. */
async function readPlace(ask: Ask, transaction: Hex): Promise<TransactionBlock | undefined> {
  const receipt = await readReceipt(ask, transaction);
  if (receipt === undefined || receipt.transactionHash === transaction) {
    return receipt && { transaction, number: Number(receipt.blockNumber), hash: receipt.blockHash };
  }
  throw new ChainUnavailableError(`the node answers with the receipt of another transaction than ${transaction}`);
}

/** A transaction, and the block that should contain it. */
type TransactionBlock = { readonly transaction: Hex; readonly number: number; readonly hash: Hex };

/** Reads the block at a height, and checks that it has this hash and contains the transaction. */
export async function assertInBlock(
  ask: Ask,
  { transaction, number, hash }: TransactionBlock,
): Promise<TimestampBlock> {
  const block = await readBlock(ask, number);
  const isThere = block?.transactions.some((at) => typeof at === "string" && at.toLowerCase() === transaction);
  if (block?.hash === hash && block.number === number && isThere === true)
    return { number, hash, time: block.timestamp };
  throw new ChainUnavailableError(`the node says that ${transaction} is in block ${number}, and shows another block`);
}

/** The number of blocks, including the transaction's own, after which it is final; or the node's tag `finalized`. */
export type TimestampFinality = number | "finalized";

/**
 * Returns the height of the last final block. @throws ChainUnavailableError if the node does not return a final
 * block.
 */
export async function readFinalHeight(
  ask: Ask,
  finality: TimestampFinality,
  head: Pick<Block, "number">,
): Promise<number> {
  if (finality !== "finalized") return head.number - finality + 1;
  const block = await readBlock(ask, "finalized");
  if (block === undefined) throw new ChainUnavailableError("the node does not say which block is final");
  return Math.min(block.number, head.number);
}
