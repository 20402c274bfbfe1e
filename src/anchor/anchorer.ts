import type { OperatorId } from "../action/domain.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { answerOf, readContract, type ChainClient, type ChainWriter } from "./client.ts";
import { send } from "./send.ts";

/** What anchoring came to. `gasUsed` is undefined where the checkpoint stood on chain already. */
export type Anchored = {
  readonly size: number;
  /** How many hashes proved the consistency with the checkpoint before. */
  readonly proofHashes: number;
  readonly transactionHash: Hex | undefined;
  readonly blockNumber: number | undefined;
  readonly gasUsed: bigint | undefined;
};

/**
 * The newest checkpoint on chain: size 0 where there is none.
 *
 * @throws AnchorlogError `no_contract` where the registry is not there. @throws ChainUnavailableError
 */
export async function readLatest(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract"> },
  id: OperatorId,
): Promise<{ size: number; root: Hex }> {
  const [latest] = await readContract(publicClient, {
    address: id.registry,
    abi: anchorRegistryAbi,
    functionName: "latestCheckpoint",
    args: [id.operator],
  });
  return { size: Number(latest.size), root: latest.root };
}

/** How far a header's closedAt may lie ahead of the chain: a minute less than what the contracts take for a lie. */
const CLOCK_SKEW_MS = 4 * 60_000;

/**
 * Checks that the operator's clock is not ahead of the chain: a header whose closedAt is over five minutes after the
 * block that anchors it is a provable fault, and anybody may anchor a checkpoint as soon as it is signed.
 *
 * @param closedAt the latest of all headers, Unix ms.
 * @throws AnchorlogError `clock_ahead` where it is too late to be signed yet. @throws ChainUnavailableError
 */
export async function assertClock(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "getBlock"> },
  closedAt: number,
): Promise<void> {
  const { timestamp } = await answerOf(() => publicClient.getBlock());
  const ahead = closedAt - Number(timestamp) * 1000;
  if (ahead <= CLOCK_SKEW_MS) return;
  throw new AnchorlogError("clock_ahead", `a batch was closed ${Math.ceil(ahead / 1000)} s ahead of the chain's time`, {
    fix: "set this machine's clock right, and sign the checkpoint once the chain has reached that time",
  });
}

/** How often anchoring looks again when somebody else moved the chain meanwhile. */
const ATTEMPTS = 4;

/**
 * Anchors a signed checkpoint behind whatever stands on chain, exactly once in effect: where the chain
 * holds it already, by whoever's hand, nothing is sent; where another checkpoint comes between (anybody
 * may send a signed one), the proof is made anew.
 *
 * @param prove the consistency proof from an earlier size to the checkpoint's.
 * @throws AnchorlogError `transaction_failed` where the registry refuses it; `chain_ahead` where the chain
 *   holds a checkpoint that this one does not extend. @throws ChainUnavailableError
 */
export async function anchorCheckpoint(
  chain: ChainWriter,
  id: OperatorId,
  checkpoint: Checkpoint,
  signature: Hex,
  prove: (oldSize: number) => readonly Uint8Array[],
): Promise<Anchored> {
  const { size } = checkpoint;
  const root = toHex(checkpoint.root);
  let refusal: unknown;
  for (let attempt = 0, before = -1; attempt < ATTEMPTS; attempt++) {
    const latest = await readLatest(chain, id);
    if (latest.size === size && latest.root === root) {
      return { size, proofHashes: 0, transactionHash: undefined, blockNumber: undefined, gasUsed: undefined };
    }
    if (latest.size >= size) {
      throw new AnchorlogError("chain_ahead", `the registry holds size ${latest.size}, the checkpoint has ${size}`, {
        fix: "the store is behind what was anchored: restore the newest one before anything is accepted",
      });
    }
    // Refused with the chain as it was when the proof was made: trying again would change nothing.
    if (latest.size === before) throw refusal;
    before = latest.size;
    const proof = prove(latest.size);
    try {
      const sent = await send(chain, {
        address: id.registry,
        abi: anchorRegistryAbi,
        functionName: "anchor",
        args: [id.operator, BigInt(size), root, proof.map(toHex), signature],
      });
      const { transactionHash, gasUsed } = sent;
      return withJson({
        size,
        proofHashes: proof.length,
        transactionHash,
        blockNumber: Number(sent.blockNumber),
        gasUsed,
      });
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
