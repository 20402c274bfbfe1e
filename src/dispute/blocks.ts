import { isSilence } from "../anchor/failures.ts";
import { ChainUnavailableError } from "../anchor/view.ts";

/** How far behind the newest block a block still counts as one that a reorganization can take away. */
const REORG_DEPTH = 96n;
/** Blocks a request: what public nodes allow. */
const BLOCKS = 1_000n;
/** Ranges that a node answers for until it is asked for longer ones: it may have been busy, and not refused them. */
const GROWS_AFTER = 8;

/**
 * Reads logs by ranges of blocks that nodes answer for: one that a node refuses is halved,
 * and those after it are longer again by and by.
 *
 * @param read the logs of the blocks from the first to the second, both inclusive.
 * @throws what `read` throws for a node that does not answer at all, or for a single block.
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
 * Refuses a node whose newest block is behind what was read for good: it knows less, and would have that forgotten.
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

/** The first block that is to be read again, as it can be reorganized away; never before the one of last time. */
export function nextBlock(newest: bigint, last: bigint): bigint {
  const settled = newest > REORG_DEPTH ? newest - REORG_DEPTH : 0n;
  return settled > last ? settled : last;
}
