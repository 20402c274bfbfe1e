import type { Hex } from "../../encoding/hex.ts";
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
 * The attempt that is in a block, if any. A receipt is believed where it is of the attempt that was asked for, and
 * where its block is the chain's at that height and has the transaction.
 *
 * @throws ChainUnavailableError where the node says what cannot be.
 */
export async function findMined(ask: Ask, { account, attempts }: Pending, head: Block): Promise<Mined | undefined> {
  for (const attempt of attempts.toReversed()) {
    if (attempt.hash === undefined) continue;
    const receipt = await readReceipt(ask, attempt.hash);
    if (receipt === undefined) continue;
    if (receipt.transactionHash !== attempt.hash || receipt.from !== account || receipt.to !== attempt.to) {
      throw new ChainUnavailableError(
        `the node answers with another transaction's receipt than that of ${attempt.hash}`,
      );
    }
    const height = Number(receipt.blockNumber);
    // The head that was read may be older by a block.
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
 * What became of a receipt that was there and is no more.
 *
 * @param mayRewind whether a chain without a block of that height is believed.
 * @throws ChainUnavailableError where its block is still the chain's, or the node has none of that height: then it
 *   lies, or lags.
 */
export async function assertReorganized(ask: Ask, { receipt }: Mined, mayRewind: boolean): Promise<void> {
  const block = await readBlock(ask, Number(receipt.blockNumber));
  if (block === undefined ? mayRewind : block.hash !== receipt.blockHash) return;
  const what = block === undefined ? "has no block" : "has the same block";
  throw new ChainUnavailableError(`a receipt is gone, and the node ${what} ${receipt.blockNumber} where it was`);
}

/** Whether any endpoint has one of the attempts, and what it is: waiting for its block, or in one. */
export async function findWaiting(ask: Ask, { attempts }: Pending): Promise<Attempt | undefined> {
  for (const attempt of attempts.toReversed()) {
    if (attempt.hash !== undefined && (await readTransaction(ask, attempt.hash)) !== undefined) return attempt;
  }
  return undefined;
}

/** Who used a nonce, and where. */
export type Use = { readonly transaction: SeenTransaction; readonly blockNumber: number };

/**
 * The transaction that used a nonce, by its block: the first one after which the account's count is above it. The
 * count of blocks that are long past is not asked for, since many nodes do not keep it.
 *
 * @returns undefined where it is in no block since the nonce was chosen.
 */
export async function findUse(ask: Ask, pending: Pending, head: Block): Promise<Use | undefined> {
  const { account, nonce, fromBlock } = pending;
  let low = Math.max(0, Math.min(fromBlock, head.number));
  let high = head.number;
  if ((await readNonce(ask, account, low)) > nonce) {
    // A lookup that is late, or a reorganization, may have put it before.
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
    .map(readOrUndefined)
    .find((seen) => seen !== undefined && seen.from === account && seen.nonce === nonce);
  return transaction === undefined ? undefined : { transaction, blockNumber: high };
}

function readOrUndefined(value: unknown): SeenTransaction | undefined {
  try {
    return toTransaction(value);
  } catch {
    // Of a type that is not known here: no attempt is.
    return undefined;
  }
}

/** The transaction of an account with a nonce that waits for its block, if the node shows it in its pending block. */
export async function findPending(ask: Ask, account: Hex, nonce: number): Promise<SeenTransaction | undefined> {
  const block = await readBlock(ask, "pending", true).catch(() => undefined);
  return block?.transactions
    .map(readOrUndefined)
    .find((seen) => seen !== undefined && seen.from === account && seen.nonce === nonce);
}

/** Whether a transaction that was seen is an attempt whose hash nobody has said. */
export function isAttempt(seen: SeenTransaction, { hash, to, data, value, maxFeePerGas }: Attempt): boolean {
  if (hash !== undefined) return hash === seen.hash;
  return to === seen.to && data === seen.data && value === seen.value && maxFeePerGas === seen.maxFeePerGas;
}
