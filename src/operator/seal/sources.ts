/** Keeps the signed checkpoints that sources outside the store report, until a source withdraws one. */
import type { OperatorId } from "../../action/domain.ts";
import { readLatest } from "../../chain/anchorer.ts";
import { answerOf, type ChainWriter } from "../../chain/client.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import type { Checkpoint } from "../../batch/checkpoint.ts";
import { fromHex } from "../../base/hex.ts";

/** A source of signed checkpoints other than the store. */
export type CheckpointSource = "guard" | "published note" | "registry";

export type OutsideSource = {
  readonly by: CheckpointSource;
  readonly read: () => Promise<Checkpoint | undefined>;
  /**
   * Reads the checkpoint again with the time of the answer, Unix milliseconds. Absent if the source never has less
   * than before.
   */
  readonly readAgain?: () => Promise<{ readonly checkpoint: Checkpoint | undefined; readonly time: number }>;
};

/** A source's answer. Times are Unix milliseconds. */
export type SourceAnswer = {
  readonly checkpoint: Checkpoint | undefined;
  /** When the source last reported it, by this process's clock. */
  readonly at: number;
  /**
   * Set if the source no longer has the checkpoint. `since` is the earliest block time without it, `at` the local time
   * of the first such answer.
   */
  readonly denied?: { readonly since: number; readonly at: number };
};

/**
 * Milliseconds for which the registry must lack a checkpoint before it counts as withdrawn. By then Ethereum's blocks
 * are final: the node was wrong, or the checkpoint was reorganized away for good. The time must pass by the chain's
 * clock, since a lagging node proves nothing. It must also pass by the local clock, since a node can claim any time.
 */
const TAKEN_BACK_AFTER = 900_000;

/** Asks a source, and keeps its largest checkpoint until that is withdrawn. */
export async function askSource(
  { by, read, readAgain }: OutsideSource,
  answers: Map<CheckpointSource, SourceAnswer>,
  clock: () => number,
): Promise<void> {
  const checkpoint = await read();
  const before = answers.get(by);
  if (before === undefined || !isLess(checkpoint, before.checkpoint)) {
    answers.set(by, { checkpoint, at: clock() });
    return;
  }
  // A lagging node withdraws nothing. A chain that grows without the checkpoint does.
  const now = await readAgain?.();
  if (now === undefined || !isLess(now.checkpoint, before.checkpoint) || answers.get(by) !== before) return;
  const { at } = before;
  // The earliest time counts, so that one block time far in the future does not delay the withdrawal for ever.
  const denied = { since: Math.min(before.denied?.since ?? Infinity, now.time), at: before.denied?.at ?? clock() };
  const isOverThere = now.time >= Math.max(at, denied.since) + TAKEN_BACK_AFTER;
  const isOverHere = clock() >= denied.at + TAKEN_BACK_AFTER;
  answers.set(by, isOverThere && isOverHere ? { checkpoint: now.checkpoint, at: clock() } : { ...before, denied });
}

const isLess = (one: Checkpoint | undefined, other: Checkpoint | undefined): boolean =>
  (one?.size ?? 0) < (other?.size ?? 0);

/** Reads the registry's newest checkpoint, by default at the latest block. */
export async function readRegistry(
  chain: ChainWriter,
  operator: OperatorId,
  blockNumber?: bigint,
): Promise<Checkpoint | undefined> {
  const { size, root } = await readLatest(chain, operator, blockNumber);
  return size === 0 ? undefined : { size, root: fromHex(root, 32) };
}

/** Reads the registry's checkpoint at the latest block, and that block's time. */
export async function readRegistryInTime(chain: ChainWriter, operator: OperatorId) {
  const { number, timestamp } = await answerOf(() => chain.publicClient.getBlock());
  if (number === null) throw new ChainUnavailableError("the node's latest block has no number");
  return { checkpoint: await readRegistry(chain, operator, number), time: 1_000 * Number(timestamp) };
}
