import type { OperatorId } from "../action/domain.ts";
import { answerOf, readContract, type ChainClient } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import type { Hex } from "../base/hex.ts";

/** A checkpoint in the registry's store; evidence names it by its sequence. */
export type StoredCheckpoint = {
  /** Counts the operator's checkpoints, from 0. */
  readonly sequence: number;
  readonly size: number;
  readonly root: Hex;
  /** The time of its block, in Unix seconds. */
  readonly time: number;
};

const AT_ONCE = 64;

/**
 * Reads all checkpoints of an operator that the registry still stores, the oldest first, as of the newest block.
 *
 * @param known the result of an earlier call. Its newest checkpoints are checked again, since a reorganization may have
 * removed them. It may include some that are no longer stored.
 * @throws AnchorlogError `no_contract` if the registry is not there. @throws ChainUnavailableError
 */
export async function readStoredCheckpoints(
  client: Pick<ChainClient, "readContract" | "getBlockNumber">,
  id: OperatorId,
  known: readonly StoredCheckpoint[] = [],
): Promise<StoredCheckpoint[]> {
  const blockNumber = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  const call = { address: id.registry, abi: anchorRegistryAbi, blockNumber } as const;
  const [, count] = await readContract(client, { ...call, functionName: "latestCheckpoint", args: [id.operator] });
  const { ringLength } = await readContract(client, { ...call, functionName: "timing" });
  const read = async (sequence: number): Promise<StoredCheckpoint> => {
    const args = [id.operator, BigInt(sequence)] as const;
    const { size, root, time } = await readContract(client, { ...call, functionName: "checkpointAt", args });
    return { sequence, size: Number(size), root, time: Number(time) };
  };
  const oldest = Math.max(0, Number(count) - ringLength);
  const stored = known.filter(({ sequence }) => sequence >= oldest && sequence < Number(count));
  for (let last = stored.at(-1); last !== undefined; last = stored.at(-1)) {
    const { root, time } = await read(last.sequence);
    if (root === last.root && time === last.time) break;
    stored.pop();
  }
  for (let from = (stored.at(-1)?.sequence ?? oldest - 1) + 1; from < Number(count); from += AT_ONCE) {
    const sequences = Array.from({ length: Math.min(AT_ONCE, Number(count) - from) }, (_, i) => from + i);
    stored.push(...(await Promise.all(sequences.map(read))));
  }
  return stored;
}
