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
  const receipt = await readReceipt(ask, transaction);
  if (receipt === undefined) {
    if (before === undefined) return undefined;
    const block = await readBlock(ask, before.number);
    if (block !== undefined) return block.hash === before.hash ? before : undefined;
    throw new ChainUnavailableError(`a timestamp's receipt is gone, and the node has no block ${before.number}`);
  }
  const number = Number(receipt.blockNumber);
  if (receipt.transactionHash !== transaction) {
    throw new ChainUnavailableError(`the node answers with another transaction's receipt than that of ${transaction}`);
  }
  return assertInBlock(ask, { transaction, number, hash: receipt.blockHash });
}

/** The chain's block of a height, which must be the one that is meant, and have the transaction. */
export async function assertInBlock(
  ask: Ask,
  { transaction, number, hash }: { readonly transaction: Hex; readonly number: number; readonly hash: Hex },
): Promise<TimestampBlock> {
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
