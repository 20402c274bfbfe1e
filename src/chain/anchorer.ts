import type { OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { registryAt } from "./registryAt.ts";
import { WRITER, readContract, type ChainClient, type ChainWriter, type MinedTransaction } from "./client.ts";
import { send } from "./send.ts";
import type { Transactions } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";

/** The result of anchoring. `transactionHash`, `blockNumber` and `gasUsed` are undefined if nothing was sent. */
export type Anchored = {
  /**
   * `there`: the registry already held this checkpoint or a newer one of the operator. `too_soon`: the registry does
   * not accept another checkpoint yet, and no gas was spent. `nothing`: no batch exists yet.
   */
  readonly status: "anchored" | "there" | "too_soon" | "nothing";
  /** How many headers are anchored now. */
  readonly size: number;
  /** Number of hashes in the consistency proof from the checkpoint before. */
  readonly proofHashes: number;
  readonly transactionHash: Hex | undefined;
  readonly blockNumber: number | undefined;
  readonly gasUsed: bigint | undefined;
  /** For `too_soon`: when the registry accepts the next checkpoint, in Unix seconds by the chain's clock. */
  readonly from: number | undefined;
};

/** The result of anchoring if no transaction was sent. */
export function notSent(status: Exclude<Anchored["status"], "anchored">, size: number, from?: number): Anchored {
  const nothing = { transactionHash: undefined, blockNumber: undefined, gasUsed: undefined };
  return { status, size, proofHashes: 0, ...nothing, from };
}

/**
 * Returns the newest checkpoint on chain, or size 0 before the first one.
 *
 * @param blockNumber the block to read at; the latest by default.
 *
 * @example
 * const latest = await readLatest({ publicClient }, operator).catch((error) => {
 *   if (error instanceof ChainUnavailableError) return undefined // ask again later
 *   throw error
 * })
 *
 * @throws AnchorlogError `no_contract` if the registry is not there. @throws ChainUnavailableError
 */
export async function readLatest(
  chain: { readonly publicClient: Pick<ChainClient, "readContract"> },
  id: OperatorId,
  blockNumber?: bigint,
): Promise<{ size: number; root: Hex }> {
  assertGiven("readLatest", { chain, id }, "chain.publicClient.readContract()", "id.registry", "id.operator");
  const call = { ...registryAt(id), functionName: "latestCheckpoint", args: [id.operator] } as const;
  const [latest] = await readContract(chain.publicClient, blockNumber === undefined ? call : { ...call, blockNumber });
  return { size: Number(latest.size), root: latest.root };
}

/**
 * After this many failed looks at the chain in a row, the caller gets an error. A transaction that was sent is still
 * pursued.
 */
const PATIENCE = 5;
/** How often anchoring looks again if somebody else anchored meanwhile. */
const ATTEMPTS = 4;

/**
 * Anchors a signed checkpoint after the newest one on chain. Its effect happens exactly once.
 *
 * If the chain already holds the checkpoint, nothing is sent. If another checkpoint is anchored meanwhile, which
 * anybody can do with a signed one, a new proof is made. If the registry does not accept one yet, the result is
 * `too_soon`.
 *
 * @param prove returns the consistency proof from an earlier size to the checkpoint's.
 * @param sender sends the transaction; by default the chain's wallet client, which is waited for.
 * @example
 * const checkpoint = parseCheckpoint(note) // as the operator published it; anybody may anchor it
 * const signature = anchorSignature(checkpoint, operator, anchorKey)!
 * const tree = buildTree(headers.map(hashHeader))
 * const chain = { publicClient, walletClient }
 * const transactions = openTransactions({ chain, store: memoryPendingStore() })
 * const prove = (oldSize) => consistencyProof(tree, oldSize)
 * const { status } = await anchorCheckpoint(chain, operator, checkpoint, signature, prove, transactions)
 * await transactions.close()
 *
 * @throws AnchorlogError `transaction_failed` if the registry refuses it; `chain_ahead` if the chain holds a checkpoint
 * that this one does not extend. @throws ChainUnavailableError
 */
export async function anchorCheckpoint(
  chain: ChainWriter,
  id: OperatorId,
  checkpoint: Checkpoint,
  signature: Hex,
  prove: (oldSize: number) => readonly Uint8Array[],
  sender: Pick<Transactions, "send"> = { send: (call) => send(chain, call) },
): Promise<Anchored> {
  assertGiven(
    "anchorCheckpoint",
    { chain, id, checkpoint, signature, prove },
    ...WRITER,
    "id.registry",
    "id.operator",
    "checkpoint.root",
    "signature",
    "prove()",
  );
  const { size } = checkpoint;
  const root = toHex(checkpoint.root);
  const isDone = async () => (await readLatest(chain, id)).size >= size;
  const supersedes = (key: string) => isOlder(key, size);
  let refusal: unknown;
  for (let attempt = 0, before = -1; attempt < ATTEMPTS; attempt++) {
    const latest = await readLatest(chain, id);
    if (latest.size === size && latest.root === root) return notSent("there", size);
    if (latest.size >= size) throw chainAhead(latest.size, size);
    // The chain has not moved since the refused proof was made: trying again would change nothing.
    if (latest.size === before) throw refusal;
    before = latest.size;
    const proof = prove(latest.size);
    const args = [id.operator, BigInt(size), root, proof.map(toHex), signature] as const;
    const call = { ...registryAt(id), functionName: "anchor", args } as const;
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

/** Returns when the registry accepts the next checkpoint, in Unix seconds, if it refused this one as too early. */
function earliestIn(error: unknown): number | undefined {
  const revert = error instanceof AnchorlogError ? error.details?.["revert"] : undefined;
  const found = typeof revert === "string" ? /^AnchoredTooSoon\((\d+)\)$/.exec(revert) : null;
  return found === null ? undefined : Number(found[1]);
}

/** The keys of anchoring transactions begin with this, followed by the size. */
const KEY = "anchor:";

/** Whether the transaction anchors a smaller size and is therefore not needed any more. */
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
    fix: "the store is older than the anchor: restore the newest backup before you accept actions",
  });
}
