/**
 * Where a watchtower begins to read.
 *
 * @module
 */
import type { OperatorId } from "../action/domain.ts";
import { isRefusal, readContract, type ChainClient } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";

/** A chain of no more blocks is read from its first one: that takes fewer questions than a search. */
const FEW_BLOCKS = 10_000n;

/** The first block to read; and where that is only the chain's first, the block whose state the node lacks. */
export type Beginning = { readonly block: bigint; readonly lacking?: bigint };

/**
 * Finds the block that an operator registered in: no challenge or dispute is about it before. The state of some 2 log2(n)
 * blocks is asked for, n being how many blocks ago that was, none of them more than 2 n blocks old.
 *
 * @param newest the newest block.
 * @throws AnchorlogError `contract_refused` where it is not registered, `no_contract` where there is no registry.
 * @throws ChainUnavailableError where the node does not answer.
 */
export async function findBeginning(
  client: Pick<ChainClient, "readContract">,
  { registry, operator }: OperatorId,
  newest: bigint,
): Promise<Beginning> {
  if (newest <= FEW_BLOCKS) return { block: 0n };
  const ask = (blockNumber: bigint) =>
    readContract(client, {
      address: registry,
      abi: anchorRegistryAbi,
      functionName: "maxAnchorDelay",
      args: [operator],
      blockNumber,
    });
  const isRegisteredAt = (block: bigint): Promise<boolean> =>
    ask(block).then(
      () => true,
      (error: unknown) => {
        if (isRefusal(error)) return false;
        throw error;
      },
    );
  await ask(newest);
  let [before, since] = [-1n, newest];
  // A node that keeps the state of newer blocks alone is not asked for the oldest.
  for (let [step, isFound] = [1n, false]; !isFound || since - before > 1n;) {
    const block = isFound ? (before + since) / 2n : since - step;
    if (block < 0n) {
      isFound = true;
      continue;
    }
    try {
      if (await isRegisteredAt(block)) [since, step] = [block, 2n * step];
      else [before, isFound] = [block, true];
    } catch {
      // Whether it lacks that block's state, or gives no answers now.
      await ask(newest);
      return { block: 0n, lacking: block };
    }
  }
  return { block: since };
}
