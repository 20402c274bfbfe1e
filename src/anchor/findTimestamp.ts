import type { Hex } from "../encoding/hex.ts";
import type { StoredTimestamp } from "../log/store.ts";
import { readBlock, readReceipt, type Ask, type Block } from "./questions.ts";
import { ChainUnavailableError } from "./view.ts";

export type TimestampBlock = NonNullable<StoredTimestamp["block"]>;

/**
 * The block that a transaction is in; undefined where it is in none. What was there is believed gone only where another
 * block stands in the place of its own: nodes forget receipts, a day old on some, and a block's hash stands for what is
 * in it.
 *
 * @throws ChainUnavailableError where the node is behind, or contradicts itself.
 */
export async function findTimestamp(
  ask: Ask,
  { transaction, block: before }: Pick<StoredTimestamp, "transaction" | "block">,
): Promise<TimestampBlock | undefined> {
  const place = await readPlace(ask, transaction);
  try {
    return await readBlockOf(ask, before, place);
  } catch (error) {
    // A reorganization may have come between two questions. Where none did, the node contradicts itself.
    const now = await readPlace(ask, transaction);
    if (now?.hash === place?.hash) throw error;
    return readBlockOf(ask, before, now);
  }
}

/** The block of a place, or, where there is none, the block before, unless another one stands there. */
async function readBlockOf(
  ask: Ask,
  before: StoredTimestamp["block"],
  place: Place | undefined,
): Promise<TimestampBlock | undefined> {
  if (place !== undefined) return assertInBlock(ask, place);
  if (before === undefined) return undefined;
  const block = await readBlock(ask, before.number);
  if (block !== undefined) return block.hash === before.hash ? before : undefined;
  throw new ChainUnavailableError(`a timestamp's receipt is gone, and the node has no block ${before.number}`);
}

/** Where the node says that a transaction is; undefined where it is in no block. */
async function readPlace(ask: Ask, transaction: Hex): Promise<Place | undefined> {
  const receipt = await readReceipt(ask, transaction);
  if (receipt === undefined || receipt.transactionHash === transaction) {
    return receipt && { transaction, number: Number(receipt.blockNumber), hash: receipt.blockHash };
  }
  throw new ChainUnavailableError(`the node answers with another transaction's receipt than that of ${transaction}`);
}

/** A transaction, and the block that is said to have it. */
type Place = { readonly transaction: Hex; readonly number: number; readonly hash: Hex };

/** The chain's block of a height, which must be the one that is meant, and have the transaction. */
export async function assertInBlock(ask: Ask, { transaction, number, hash }: Place): Promise<TimestampBlock> {
  const block = await readBlock(ask, number);
  const isThere = block?.transactions.some((at) => typeof at === "string" && at.toLowerCase() === transaction);
  if (block?.hash === hash && block.number === number && isThere === true)
    return { number, hash, time: block.timestamp };
  throw new ChainUnavailableError(`the node says that ${transaction} is in block ${number}, and shows another block`);
}

/** Blocks, its own among them, after which one counts as final; or the chain's own word, by the tag `finalized`. */
export type TimestampFinality = number | "finalized";

/** The height up to which blocks are final. @throws ChainUnavailableError where the node does not say it. */
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
