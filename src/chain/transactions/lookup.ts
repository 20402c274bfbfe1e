import { attempt } from "../../base/attempt.ts";
import type { Hex } from "../../base/hex.ts";
import {
  readBlock,
  readNonce,
  readReceipt,
  readTransaction,
  toTransaction,
  type Ask,
  type Block,
  type Receipt,
  type SeenTransaction,
} from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import type { Attempt, Pending } from "./types.ts";

/** An attempt that is in a block of the chain. */
export type Mined = { readonly attempt: Attempt; readonly receipt: Receipt };

/**
 * Returns the attempt that is in a block, if any. A receipt counts if it belongs to the attempt, and if its block is
 * the chain's at that height and contains the transaction.
 *
 * @throws ChainUnavailableError if the node contradicts itself.
 */
export async function findMined(ask: Ask, { account, attempts }: Pending, head: Block): Promise<Mined | undefined> {
  for (const attempt of attempts.toReversed()) {
    if (attempt.hash === undefined) continue;
    const receipt = await readReceipt(ask, attempt.hash);
    if (receipt === undefined) continue;
    if (receipt.transactionHash !== attempt.hash || receipt.from !== account || receipt.to !== attempt.to) {
      throw new ChainUnavailableError(`the node answers with the receipt of another transaction than ${attempt.hash}`);
    }
    const height = Number(receipt.blockNumber);
    // The head was read earlier and may be a block behind.
    if (height > head.number) return undefined;
    const block = await readBlock(ask, height);
    const isCanonical =
      block?.hash === receipt.blockHash && block.transactions.some((at) => hashOf(at) === attempt.hash);
    if (isCanonical) return { attempt, receipt };
  }
  return undefined;
}

const hashOf = (transaction: unknown): unknown =>
  typeof transaction === "string" ? transaction.toLowerCase() : Object(transaction).hash;

/**
 * Checks that a receipt disappeared because of a reorganization.
 *
 * @param mayRewind whether a chain without a block at that height is believed.
 * @throws ChainUnavailableError if its block is still the chain's, or if the node has no block at that height: then the
 * node lies or lags.
 */
export async function assertReorganized(ask: Ask, { receipt }: Mined, mayRewind: boolean): Promise<void> {
  const block = await readBlock(ask, Number(receipt.blockNumber));
  if (block === undefined ? mayRewind : block.hash !== receipt.blockHash) return;
  const what = block === undefined ? "has no block" : "has the same block";
  throw new ChainUnavailableError(`a receipt is gone, and the node ${what} ${receipt.blockNumber} where it was`);
}

/** Returns an attempt that any endpoint has, pending or mined. */
export async function findWaiting(ask: Ask, { attempts }: Pending): Promise<Attempt | undefined> {
  for (const attempt of attempts.toReversed()) {
    if (attempt.hash !== undefined && (await readTransaction(ask, attempt.hash)) !== undefined) return attempt;
  }
  return undefined;
}

/** The transaction that used a nonce, and its block. */
export type Use = { readonly transaction: SeenTransaction; readonly blockNumber: number };

/**
 * Finds the transaction that used a nonce: it is in the first block after which the account's nonce is higher. The
 * search starts at `fromBlock`, since many nodes do not keep old state.
 *
 * @returns undefined if no block since the nonce was chosen contains it.
 */
export async function findUse(ask: Ask, pending: Pending, head: Block): Promise<Use | undefined> {
  const { account, nonce, fromBlock } = pending;
  let low = Math.max(0, Math.min(fromBlock, head.number));
  let high = head.number;
  if ((await readNonce(ask, account, low)) > nonce) {
    // A late lookup or a reorganization may have put it earlier.
    const earlier = Math.max(0, low - 64);
    if ((await readNonce(ask, account, earlier)) > nonce) return undefined;
    high = low;
    low = earlier;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await readNonce(ask, account, middle)) > nonce) high = middle;
    else low = middle;
  }
  const block = await readBlock(ask, high, true);
  const transaction = block?.transactions
    .map(readAnyType)
    .find((seen) => seen !== undefined && seen.from === account && seen.nonce === nonce);
  return transaction === undefined ? undefined : { transaction, blockNumber: high };
}

/** Undefined for a transaction of an unknown type, which is not one of the attempts. */
const readAnyType = (value: unknown): SeenTransaction | undefined => attempt(() => toTransaction(value));

/** Returns the account's transaction with this nonce, if the node shows it in its pending block. */
export async function findPending(ask: Ask, account: Hex, nonce: number): Promise<SeenTransaction | undefined> {
  const block = await readBlock(ask, "pending", true).catch(() => undefined);
  return block?.transactions
    .map(readAnyType)
    .find((seen) => seen !== undefined && seen.from === account && seen.nonce === nonce);
}

/** Whether the transaction is this attempt. If the attempt's hash is unknown, the fields decide. */
export function isAttempt(seen: SeenTransaction, { hash, to, data, value, maxFeePerGas }: Attempt): boolean {
  if (hash !== undefined) return hash === seen.hash;
  return to === seen.to && data === seen.data && value === seen.value && maxFeePerGas === seen.maxFeePerGas;
}
