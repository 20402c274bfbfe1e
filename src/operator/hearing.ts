/** What witnesses outside say of the checkpoints that were signed, and when what they said counts no more. */
import type { OperatorId } from "../action/domain.ts";
import { readLatest } from "../anchor/anchorer.ts";
import { answerOf, type ChainWriter } from "../anchor/client.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { fromHex } from "../encoding/hex.ts";

/** Who tells of checkpoints that were signed, but the store. */
export type Witness = "guard" | "published note" | "registry";

export type OutsideWitness = {
  readonly by: Witness;
  readonly read: () => Promise<Checkpoint | undefined>;
  /** The same as of a time, Unix milliseconds. Absent where it never has less than before. */
  readonly readAgain?: () => Promise<{ readonly checkpoint: Checkpoint | undefined; readonly time: number }>;
};

/** What a witness said. Times are Unix milliseconds. */
export type Heard = {
  readonly checkpoint: Checkpoint | undefined;
  /** When it last did, by this process's clock. */
  readonly at: number;
  /** Of the earliest block that was read since without it, and when it was first read that there is none. */
  readonly denied?: { readonly since: number; readonly at: number };
};

/**
 * Milliseconds for which the registry has to go without a checkpoint that it was said to have: then it was a node's lie,
 * or was taken out for good, since Ethereum's blocks are final by then. By the chain's time, since a node that lags says
 * nothing of what came after; and by this process's, since a node can say any time.
 */
const TAKEN_BACK_AFTER = 900_000;

/** Asks a witness, and keeps the largest checkpoint that it told of, until that is taken back. */
export async function listenTo(
  { by, read, readAgain }: OutsideWitness,
  heard: Map<Witness, Heard>,
  clock: () => number,
): Promise<void> {
  const checkpoint = await read();
  const before = heard.get(by);
  if (before === undefined || !isLess(checkpoint, before.checkpoint)) {
    heard.set(by, { checkpoint, at: clock() });
    return;
  }
  // A node that lags takes nothing back; a chain that goes on without it does.
  const now = await readAgain?.();
  if (now === undefined || !isLess(now.checkpoint, before.checkpoint) || heard.get(by) !== before) return;
  const { at } = before;
  // A node that once says a time far ahead is not believed for longer than one that is right.
  const denied = { since: Math.min(before.denied?.since ?? Infinity, now.time), at: before.denied?.at ?? clock() };
  const isOverThere = now.time >= Math.max(at, denied.since) + TAKEN_BACK_AFTER;
  const isOverHere = clock() >= denied.at + TAKEN_BACK_AFTER;
  heard.set(by, isOverThere && isOverHere ? { checkpoint: now.checkpoint, at: clock() } : { ...before, denied });
}

const isLess = (one: Checkpoint | undefined, other: Checkpoint | undefined): boolean =>
  (one?.size ?? 0) < (other?.size ?? 0);

/** What the registry has, by default now. */
export async function readRegistry(
  chain: ChainWriter,
  operator: OperatorId,
  blockNumber?: bigint,
): Promise<Checkpoint | undefined> {
  const { size, root } = await readLatest(chain, operator, blockNumber);
  return size === 0 ? undefined : { size, root: fromHex(root, 32) };
}

/** What it has at the latest block, and that block's time. */
export async function readRegistryInTime(chain: ChainWriter, operator: OperatorId) {
  const { number, timestamp } = await answerOf(() => chain.publicClient.getBlock());
  if (number === null) throw new ChainUnavailableError("the node's latest block has no number");
  return { checkpoint: await readRegistry(chain, operator, number), time: 1_000 * Number(timestamp) };
}
