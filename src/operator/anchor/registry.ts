import { registryAt } from "../../chain/registryAt.ts";
import type { OperatorId } from "../../action/domain.ts";
import { answerOf, readContract, type ChainClient } from "../../chain/client.ts";
import type { ConfirmedClient } from "../../chain/endpoints.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import type { Hex } from "../../base/hex.ts";
import type { BatchStore, SeenCheckpoint } from "../../log/store.ts";

/** A block in which something was seen. */
type BlockPlace = { readonly number: number; readonly hash: Hex };

/**
 * A change of a checkpoint on chain. `anchored`: the registry holds it, no matter who anchored it. `final`: final by
 * the contracts' rule, as `finalSize` reports. A checkpoint that a freeze covers does not become final. `gone`: its
 * block was reorganized away, and the checkpoint is in no other block.
 */
export type CheckpointEvent = {
  readonly what: "anchored" | "final" | "gone";
  readonly size: number;
  readonly root: Hex;
  /** The time of the block that anchored it, Unix seconds. */
  readonly time: number;
  /** A block in which the registry held it: the latest one when it was first seen. */
  readonly block: BlockPlace;
};

/** The registry as of one block. */
export type Sight = {
  readonly block: BlockPlace;
  /** Unix seconds. */
  readonly time: number;
  /** `performance.now()` when this block was first seen as the latest one. */
  readonly since: number;
  /** Wei; undefined on a chain without a base fee. */
  readonly baseFee: bigint | undefined;
  readonly latest: { readonly size: number; readonly root: Hex; readonly time: number };
  readonly finalSize: number;
};

/** Follows an operator's checkpoints in the registry. */
export type RegistryFollower = {
  /**
   * Reads the latest block, and reports changes.
   *
   * @returns undefined if the node is behind its earlier answers. A lagging node takes nothing back.
   * @throws ChainUnavailableError
   */
  look(): Promise<Sight | undefined>;
  /** Reports a block number that was seen elsewhere. */
  reached(block: number): void;
  /** Returns the result of the last look. */
  last(): Sight | undefined;
  /** `performance.now()` since when an anchor is gone that no other has replaced. */
  lostSince(): number | undefined;
};

type Head = Pick<Sight, "block" | "time" | "baseFee">;
type Seen = { -readonly [K in keyof SeenCheckpoint]: SeenCheckpoint[K] };

/** Milliseconds after which a shorter chain, or one without a checkpoint that was seen, counts as the real one. */
const PATIENCE = 60_000;
/** The largest number of attempts of one look, if its block is reorganized away meanwhile. */
const ATTEMPTS = 3;

type RegistryOptions = {
  readonly client: Pick<ConfirmedClient, "getBlock" | "readContract" | "mayRewind">;
  readonly operator: OperatorId;
  readonly store: Pick<BatchStore, "seenCheckpoints" | "keepSeen">;
  /**
   * Called on the first look with the current state: checkpoints that are gone, also since before the start, and the
   * newest anchored and final ones. Then called once for each change.
   */
  readonly tell: (event: CheckpointEvent) => void;
  /** Called if the store cannot keep the state; it is tried again. */
  readonly onError: (error: unknown) => void;
};

/** The last state seen of the registry. Times are of `performance.now`. */
type Following = RegistryOptions & {
  readonly patience: number;
  /**
   * The checkpoints that were seen, oldest first. Lost ones stay, marked `gone`. Those before the newest final one are
   * dropped.
   */
  all: Seen[];
  isLoaded: boolean;
  /** Checkpoints that were gone before the start, until they are reported. */
  lostBefore: readonly Seen[] | undefined;
  /** Checkpoints whose state is not stored yet. */
  readonly unkept: Set<Seen>;
  last: Sight | undefined;
  height: number;
  /** Since when the node is below `height`. */
  shortSince: number | undefined;
  lostSince: number | undefined;
  /** Since when the registry holds less than was seen, although the blocks are still there or were final. */
  deniedSince: number | undefined;
};

/** Follows a registry, starting from the stored state, which another process may have written. */
export function followRegistry(options: RegistryOptions): RegistryFollower {
  const following: Following = {
    ...options,
    patience: options.client.mayRewind ? 0 : PATIENCE,
    all: [],
    isLoaded: false,
    lostBefore: undefined,
    unkept: new Set(),
    last: undefined,
    height: 0,
    shortSince: undefined,
    lostSince: undefined,
    deniedSince: undefined,
  };
  return {
    look: () => look(following),
    reached: (block) => void (following.height = Math.max(following.height, block)),
    last: () => following.last,
    lostSince: () => following.lostSince,
  };
}

async function look(following: Following): Promise<Sight | undefined> {
  const { client } = following;
  await load(following);
  for (let left = ATTEMPTS - 1; ; left--) {
    const head = await readBlock(client);
    try {
      return await lookAt(following, head);
    } catch (error) {
      if (left === 0 || !(await isTakenOut(client, head.block, error))) throw error;
    }
  }
}

/** Loads the stored checkpoints. Final ones are checked and reported again. */
async function load(following: Following): Promise<void> {
  if (following.isLoaded) return;
  const stored = await following.store.seenCheckpoints();
  // Another process may have seen a higher block. A node below it counts as lagging.
  following.height = Math.max(following.height, ...stored.map(({ block }) => block.number));
  following.all = stored.map((seen) => (seen.state === "final" ? { ...seen, state: "anchored" } : seen));
  following.lostBefore = following.all.filter(({ state }) => state === "gone");
  following.isLoaded = true;
}

async function lookAt(following: Following, { block, time, baseFee }: Head): Promise<Sight | undefined> {
  const { client, operator, last } = following;
  if (block.number < following.height) {
    following.shortSince ??= performance.now();
    if (performance.now() - following.shortSince < following.patience) return undefined;
  }
  const call = { address: operator.registry, abi: anchorRegistryAbi, args: [operator.operator] } as const;
  const at = { ...call, blockNumber: BigInt(block.number) };
  const [[{ size, root, time: anchoredAt }], finalSize] = await Promise.all([
    readContract(client, { ...at, functionName: "latestCheckpoint" }),
    readContract(client, { ...at, functionName: "finalSize" }),
  ]);
  // `reached` reported a newer block meanwhile.
  if (block.number < following.height && following.shortSince === undefined) return undefined;
  const since = last?.block.hash === block.hash ? last.since : performance.now();
  const latest = { size: exact(size), root, time: exact(anchoredAt) };
  const sight = { block, time, since, baseFee, latest, finalSize: exact(finalSize) };
  await see(following, sight);
  await keep(following).catch(following.onError);
  Object.assign(following, { last: sight, height: block.number, shortSince: undefined });
  return sight;
}

/** Compares the registry with what was seen before, and reports the changes. */
async function see(following: Following, sight: Sight): Promise<void> {
  const { latest, block } = sight;
  const { lostBefore = [] } = following;
  const lost = lostBefore.filter(({ state, size }) => state === "gone" && size > latest.size);
  await checkSeen(following, block, false);
  if (isDenied(following, sight)) {
    following.deniedSince ??= performance.now();
    if (performance.now() - following.deniedSince >= following.patience) await checkSeen(following, block, true);
  }
  for (const seen of lost) report(following, "gone", seen);
  following.lostBefore = undefined;
  const newest = newestSeen(following);
  if (newest !== undefined && isDenied(following, sight)) {
    throw new ChainUnavailableError(`the node contradicts itself about the checkpoint of size ${newest.size}`);
  }
  following.deniedSince = undefined;
  if (latest.size > (newest?.size ?? 0)) {
    report(following, "anchored", add(following, { ...latest, block, state: "anchored" }));
  } else if (following.last === undefined && newest !== undefined) report(following, "anchored", newest);
  await seeFinal(following, sight);
  const isLost = following.all.some(({ state, size }) => state === "gone" && size > latest.size);
  following.lostSince = isLost ? (following.lostSince ?? performance.now()) : undefined;
}

/**
 * Looks for checkpoints whose blocks were reorganized away. Each is in another block, or gone.
 *
 * @param isDoubted checks all of them, even if their blocks are there: an earlier answer of a node may have been wrong.
 */
async function checkSeen(following: Following, head: BlockPlace, isDoubted: boolean): Promise<void> {
  const { client } = following;
  // Final checkpoints are skipped, unless the chain may rewind or the node's answers are in doubt.
  for (const seen of following.all.toReversed()) {
    if (seen.state === "gone" || (seen.state === "final" && !client.mayRewind && !isDoubted)) continue;
    if (!isDoubted && (await isCanonical(client, seen.block, head))) return;
    const there = await readCheckpoint(following, seen.size, head);
    if (there?.root === seen.root) [seen.block, seen.time] = [head, there.time];
    else report(following, "gone", seen);
  }
}

/** Reports the checkpoints that became final, and drops the ones before the newest of them. */
async function seeFinal(following: Following, { block, finalSize }: Sight): Promise<void> {
  for (const seen of following.all) {
    if (seen.state === "anchored" && seen.size <= finalSize) report(following, "final", seen);
  }
  if (finalSize > 0 && !following.all.some(({ size, state }) => state === "final" && size >= finalSize)) {
    // The checkpoint was anchored before the start, or together with a newer one.
    const there = await readCheckpoint(following, finalSize, block);
    if (there !== undefined) {
      report(following, "final", add(following, { size: finalSize, ...there, block, state: "final" }));
    }
  }
  const final = following.all.findLast(({ state }) => state === "final");
  following.all = following.all.filter(
    (seen) => seen.state === "anchored" || seen.size > (final?.size ?? 0) || seen === final,
  );
}

function add(following: Following, seen: Seen): Seen {
  // A checkpoint that was gone may be back, so the old item is replaced.
  const others = following.all.filter(({ size }) => size !== seen.size);
  following.all = [...others, seen].toSorted((a, b) => a.size - b.size);
  return seen;
}

function report({ unkept, tell }: Following, what: CheckpointEvent["what"], seen: Seen): void {
  seen.state = what;
  unkept.add(seen);
  const { size, root, time, block } = seen;
  tell({ what, size, root, time, block });
}

async function keep({ unkept, store }: Following): Promise<void> {
  for (const seen of unkept) {
    await store.keepSeen({ ...seen });
    unkept.delete(seen);
  }
}

const newestSeen = ({ all }: Following): Seen | undefined => all.findLast(({ state }) => state !== "gone");

const isDenied = (following: Following, { latest }: Sight): boolean => latest.size < (newestSeen(following)?.size ?? 0);

async function readCheckpoint({ client, operator }: Following, size: number, { number }: BlockPlace) {
  const args = [operator.operator, BigInt(size)] as const;
  const call = {
    ...registryAt(operator),
    functionName: "checkpointBySize",
    args,
    blockNumber: BigInt(number),
  } as const;
  const [found, { root, time }] = await readContract(client, call);
  return found ? { root, time: exact(time) } : undefined;
}

type BlockReader = Pick<ChainClient, "getBlock">;

/** Whether a look failed because its block was reorganized away meanwhile. */
async function isTakenOut(client: BlockReader, block: BlockPlace, error: unknown): Promise<boolean> {
  if (!(error instanceof ChainUnavailableError)) return false;
  try {
    const { block: head } = await readBlock(client);
    return head.number < block.number || !(await isCanonical(client, block, head));
  } catch {
    return false;
  }
}

async function isCanonical(client: BlockReader, { number, hash }: BlockPlace, head: BlockPlace): Promise<boolean> {
  if (number >= head.number) return number === head.number && hash === head.hash;
  return (await readBlock(client, BigInt(number))).block.hash === hash;
}

/** Converts a number from the node. Throws if the number is larger than a safe integer. */
function exact(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new ChainUnavailableError(`the node gave ${value}, not a number up to 2^53 - 1`);
}

async function readBlock(client: BlockReader, blockNumber?: bigint): Promise<Head> {
  const found = await answerOf(() => client.getBlock(blockNumber === undefined ? undefined : { blockNumber }));
  const { number, hash, timestamp, baseFeePerGas } = found;
  if (number === null || hash === null) throw new ChainUnavailableError("the node gave a block without a hash");
  return {
    block: { number: exact(number), hash },
    time: exact(timestamp),
    baseFee: baseFeePerGas ?? undefined,
  };
}
