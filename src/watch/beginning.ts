/**
 * Finds the first block that a watchtower must read.
 *
 * @module
 */
import type { OperatorId } from "../action/domain.ts";
import { isRefusal, readContract, type ChainClient } from "../chain/client.ts";
import { registryAt } from "../chain/registryAt.ts";

/** Chains up to this length are read from their first block, which takes fewer requests than the search. */
const FEW_BLOCKS = 10_000n;

/** The first block to read. `lacking` is set if every block must be read, because the node lacks that block's state. */
export type Beginning = { readonly block: bigint; readonly lacking?: bigint };

/**
 * Finds the block in which an operator registered: no earlier block has a challenge or dispute about it. Reads the
 * state of some 2 log2(n) blocks if that was n blocks ago. None of them is more than 2 n blocks old.
 *
 * @param newest the newest block.
 * @throws AnchorlogError `contract_refused` if the operator is not registered, `no_contract` if there is no registry.
 * @throws ChainUnavailableError if the node does not answer.
 */
export async function findBeginning(
  client: Pick<ChainClient, "readContract">,
  { registry, operator }: OperatorId,
  newest: bigint,
): Promise<Beginning> {
  if (newest <= FEW_BLOCKS) return { block: 0n };
  const call = { ...registryAt({ registry }), functionName: "maxAnchorDelay", args: [operator] } as const;
  const ask = (blockNumber: bigint) => readContract(client, { ...call, blockNumber });
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
  // Searches backwards in growing steps, since a node may have the state of recent blocks only.
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
      // Find out whether the node lacks that block's state, or does not answer at all: the latter throws here.
      await ask(newest);
      return { block: 0n, lacking: block };
    }
  }
  return { block: since };
}
