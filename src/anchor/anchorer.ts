import type { OperatorId } from "../action/domain.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { readContract, type ChainClient, type ChainWriter, type MinedTransaction } from "./client.ts";
import { send } from "./send.ts";
import type { Transactions } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";

/** What anchoring came to. `gasUsed` and the like are undefined where nothing was sent. */
export type Anchored = {
  /**
   * `there`: the registry held the checkpoint, or a newer one of the operator's, by whoever's hand. `too_soon`: it takes
   * none yet, and nothing was paid. `nothing`: there is no batch.
   */
  readonly status: "anchored" | "there" | "too_soon" | "nothing";
  /** How many headers are anchored now. */
  readonly size: number;
  /** How many hashes proved the consistency with the checkpoint before. */
  readonly proofHashes: number;
  readonly transactionHash: Hex | undefined;
  readonly blockNumber: number | undefined;
  readonly gasUsed: bigint | undefined;
  /** Of `too_soon`: from when on the registry takes the next one, Unix seconds of the chain. */
  readonly from: number | undefined;
};

/** What anchoring comes to where no transaction was sent. */
export function notSent(status: Exclude<Anchored["status"], "anchored">, size: number, from?: number): Anchored {
  const nothing = { transactionHash: undefined, blockNumber: undefined, gasUsed: undefined };
  return { status, size, proofHashes: 0, ...nothing, from };
}

/**
 * The newest checkpoint on chain: size 0 where there is none.
 *
 * @param blockNumber as of when; the latest one by default.

 * @throws AnchorlogError `no_contract` where the registry is not there. @throws ChainUnavailableError
 */
export async function readLatest(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract"> },
  id: OperatorId,
  blockNumber?: bigint,
): Promise<{ size: number; root: Hex }> {
  const [latest] = await readContract(publicClient, {
    address: id.registry,
    abi: anchorRegistryAbi,
    functionName: "latestCheckpoint",
    args: [id.operator],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
  return { size: Number(latest.size), root: latest.root };
}

/** Looks at the chain that may fail in a row before whoever waits is told. What was sent is seen to all the same. */
const PATIENCE = 5;
/** How often anchoring looks again when somebody else moved the chain meanwhile. */
const ATTEMPTS = 4;

/**
 * Anchors a signed checkpoint behind whatever stands on chain, exactly once in effect: where the chain
 * holds it already, by whoever's hand, nothing is sent; where another checkpoint comes between (anybody
 * may send a signed one), the proof is made anew; where the registry takes none yet, that is the answer.
 *
 * @param prove the consistency proof from an earlier size to the checkpoint's.
 * @param sender sends the transaction; by default the chain's wallet client, which is waited for.
 * @throws AnchorlogError `transaction_failed` where the registry refuses it; `chain_ahead` where the chain
 *   holds a checkpoint that this one does not extend. @throws ChainUnavailableError
 */
export async function anchorCheckpoint(
  chain: ChainWriter,
  id: OperatorId,
  checkpoint: Checkpoint,
  signature: Hex,
  prove: (oldSize: number) => readonly Uint8Array[],
  sender: Pick<Transactions, "send"> = { send: (call) => send(chain, call) },
): Promise<Anchored> {
  const { size } = checkpoint;
  const root = toHex(checkpoint.root);
  const isDone = async () => (await readLatest(chain, id)).size >= size;
  const supersedes = (key: string) => isOlder(key, size);
  let refusal: unknown;
  for (let attempt = 0, before = -1; attempt < ATTEMPTS; attempt++) {
    const latest = await readLatest(chain, id);
    if (latest.size === size && latest.root === root) return notSent("there", size);
    if (latest.size >= size) throw chainAhead(latest.size, size);
    // Refused with the chain as it was when the proof was made: trying again would change nothing.
    if (latest.size === before) throw refusal;
    before = latest.size;
    const proof = prove(latest.size);
    const call = {
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "anchor",
      args: [id.operator, BigInt(size), root, proof.map(toHex), signature],
    } as const;
    try {
      const mined = await sender.send(call, { key: `${KEY}${size}`, isDone, supersedes, patience: PATIENCE });
      if (mined !== undefined) return asAnchored(size, proof.length, mined);
      refusal = new ChainUnavailableError(`the node contradicts itself about the checkpoint of size ${size}`);
    } catch (error) {
      const earliest = earliestIn(error);
      if (earliest !== undefined) return notSent("too_soon", latest.size, earliest);
      refusal = error;
    }
  }
  throw refusal;
}

/** When the registry takes the next checkpoint, in Unix seconds, if that is why it refused one. */
function earliestIn(error: unknown): number | undefined {
  const revert = error instanceof AnchorlogError ? error.details?.["revert"] : undefined;
  const found = typeof revert === "string" ? /^AnchoredTooSoon\((\d+)\)$/.exec(revert) : null;
  return found === null ? undefined : Number(found[1]);
}

/** What an anchoring transaction is named by, before its size. */
const KEY = "anchor:";

/** Whether it anchors less than that, so that nobody needs it. */
function isOlder(key: string, size: number): boolean {
  return key.startsWith(KEY) && Number(key.slice(KEY.length)) < size;
}

function asAnchored(size: number, proofHashes: number, mined: MinedTransaction): Anchored {
  const { transactionHash, gasUsed } = mined;
  const blockNumber = Number(mined.blockNumber);
  return withJson({
    status: "anchored",
    size,
    proofHashes,
    transactionHash,
    blockNumber,
    gasUsed,
    from: undefined,
  } as const);
}

function chainAhead(onChain: number, size: number): AnchorlogError {
  return new AnchorlogError("chain_ahead", `the registry holds size ${onChain}, the checkpoint has ${size}`, {
    fix: "the store is behind what was anchored: restore the newest one before anything is accepted",
  });
}
