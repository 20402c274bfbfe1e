/** How far behind the newest block a block still counts as one that a reorganization can take away. */
const REORG_DEPTH = 96n;
/** Blocks a request: what public nodes allow. */
const BLOCKS = 1_000n;

/**
 * Reads logs by ranges of blocks that nodes answer for.
 *
 * @param read the logs of the blocks from the first to the second, both inclusive.
 */
export async function readByRanges<T>(
  fromBlock: bigint,
  newest: bigint,
  read: (from: bigint, to: bigint) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let from = fromBlock; from <= newest; from += BLOCKS) {
    const to = from + BLOCKS - 1n;
    found.push(...(await read(from, to < newest ? to : newest)));
  }
  return found;
}

/** The first block that is to be read again, as it can be reorganized away; never before the one of last time. */
export function nextBlock(newest: bigint, last: bigint): bigint {
  const settled = newest > REORG_DEPTH ? newest - REORG_DEPTH : 0n;
  return settled > last ? settled : last;
}
