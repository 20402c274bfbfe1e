import { isSilence } from "../chain/failures.ts";
import { ChainUnavailableError } from "../chain/view.ts";

/** The number of newest blocks that a reorganization may still remove. */
const REORG_DEPTH = 96n;
/** Blocks per request that public nodes allow. */
const BLOCKS = 1_000n;
/** After this many answered ranges, longer ones are tried again: the node may only have been busy. */
const GROWS_AFTER = 8;

/**
 * Reads logs in ranges of blocks. If a node refuses a range, it is halved; the following ranges grow again.
 *
 * @param read returns the logs of the blocks from the first to the second, both inclusive.
 * @throws the error of `read` if the node does not answer at all, or for a single block.
 */
export async function readByRanges<T>(
  fromBlock: bigint,
  newest: bigint,
  read: (from: bigint, to: bigint) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  let blocks = BLOCKS;
  let answered = 0;
  for (let from = fromBlock; from <= newest;) {
    const last = from + blocks - 1n < newest ? from + blocks - 1n : newest;
    try {
      for (const one of await read(from, last)) found.push(one);
      from = last + 1n;
      if (++answered % GROWS_AFTER === 0 && blocks < BLOCKS) blocks = 2n * blocks < BLOCKS ? 2n * blocks : BLOCKS;
    } catch (error) {
      if (last === from || isSilence(error)) throw error;
      blocks = (last - from + 1n) / 2n;
      answered = 0;
    }
  }
  return found;
}

/**
 * Refuses a node whose newest block is behind the blocks already read: its answer would discard what is known.
 *
 * @throws ChainUnavailableError
 */
export function assertReaches(newest: bigint, fromBlock: bigint): void {
  if (newest + 1n >= fromBlock) return;
  throw new ChainUnavailableError(`the node is at block ${newest}, and all before block ${fromBlock} was read before`, {
    fix: "wait, or ask another node, with the same cursor",
    details: { state: "lagging" },
  });
}

/** Returns the first block to read again, since newer ones can be reorganized away. It never moves backwards. */
export function nextBlock(newest: bigint, last: bigint): bigint {
  const settled = newest > REORG_DEPTH ? newest - REORG_DEPTH : 0n;
  return settled > last ? settled : last;
}
