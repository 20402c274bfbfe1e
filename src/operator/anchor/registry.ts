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
 * the contracts' rule, as `finalSize` says. A checkpoint under a freeze does not become final with it. `gone`: its
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
type RegistryFollower = {
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

/**
 * Follows a registry, starting from the stored state, which another process may have written.
 *
 * @param tell called on the first look with the current state: checkpoints that are gone, also since before the start,
 * and the newest anchored and final ones. Then called once for each change.
 * @param onError called if the store cannot keep the state; it is tried again.
 */
export function followRegistry(options: {
  client: Pick<ConfirmedClient, "getBlock" | "readContract" | "mayRewind">;
  operator: OperatorId;
  store: Pick<BatchStore, "seenCheckpoints" | "keepSeen">;
  tell: (event: CheckpointEvent) => void;
  onError: (error: unknown) => void;
}): RegistryFollower {
  const { client, operator, store } = options;
  const patience = client.mayRewind ? 0 : PATIENCE;
  /**
   * The checkpoints that were seen, oldest first. Lost ones stay, marked `gone`. Those before the newest final one are
   * dropped.
   */
  let all: Seen[] = [];
  let isLoaded = false;
  /** Checkpoints that were gone before the start, until they are reported. */
  let lostBefore: readonly Seen[] | undefined;
  const unkept = new Set<Seen>();
  let last: Sight | undefined;
  let height = 0;
  let shortSince: number | undefined;
  let lostSince: number | undefined;
  /** Since when the registry holds less than was seen, although the blocks are still there or were final. */
  let deniedSince: number | undefined;

  const tell = (what: CheckpointEvent["what"], seen: Seen): void => {
    seen.state = what;
    unkept.add(seen);
    const { size, root, time, block } = seen;
    options.tell({ what, size, root, time, block });
  };
  /** Loads the stored checkpoints. Final ones are checked and reported again. */
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    const stored = await store.seenCheckpoints();
    // Another process may have seen a higher block. A node below it counts as lagging.
    height = Math.max(height, ...stored.map(({ block }) => block.number));
    all = stored.map((seen) => (seen.state === "final" ? { ...seen, state: "anchored" } : seen));
    lostBefore = all.filter(({ state }) => state === "gone");
    isLoaded = true;
  };
  const keep = async (): Promise<void> => {
    for (const seen of unkept) {
      await store.keepSeen({ ...seen });
      unkept.delete(seen);
    }
  };
  const ask = { address: operator.registry, abi: anchorRegistryAbi } as const;
  const readCheckpoint = async (size: number, blockNumber: bigint) => {
    const args = [operator.operator, BigInt(size)] as const;
    const [found, { root, time }] = await readContract(client, {
      ...ask,
      functionName: "checkpointBySize",
      args,
      blockNumber,
    });
    return found ? { root, time: exact(time) } : undefined;
  };
  const isCanonical = async ({ number, hash }: BlockPlace, head: BlockPlace): Promise<boolean> => {
    if (number >= head.number) return number === head.number && hash === head.hash;
    return (await readBlock(client, BigInt(number))).block.hash === hash;
  };

  /**
   * Looks for checkpoints whose blocks were reorganized away. Each is in another block, or gone.
   *
   * @param isDoubted checks all of them, even if their blocks are there: an earlier answer of a node may have been
   * wrong.
   */
  const checkSeen = async (head: BlockPlace, isDoubted: boolean): Promise<void> => {
    // Final checkpoints are skipped, unless the chain may rewind or the node's answers are in doubt.
    for (const seen of all.toReversed()) {
      if (seen.state === "gone" || (seen.state === "final" && !client.mayRewind && !isDoubted)) continue;
      if (!isDoubted && (await isCanonical(seen.block, head))) return;
      const there = await readCheckpoint(seen.size, BigInt(head.number));
      if (there?.root === seen.root) [seen.block, seen.time] = [head, there.time];
      else tell("gone", seen);
    }
  };
  const newestSeen = () => all.findLast(({ state }) => state !== "gone");
  const isDenied = ({ latest }: Sight): boolean => latest.size < (newestSeen()?.size ?? 0);

  const see = async (sight: Sight): Promise<void> => {
    const { latest, block, finalSize } = sight;
    const isFirst = last === undefined;
    const lost = lostBefore?.filter(({ state, size }) => state === "gone" && size > latest.size) ?? [];
    await checkSeen(block, false);
    if (isDenied(sight)) {
      deniedSince ??= performance.now();
      if (performance.now() - deniedSince >= patience) await checkSeen(block, true);
    }
    for (const seen of lost) tell("gone", seen);
    lostBefore = undefined;
    const newest = newestSeen();
    if (newest !== undefined && isDenied(sight)) {
      throw new ChainUnavailableError(`the node contradicts itself about the checkpoint of size ${newest.size}`);
    }
    deniedSince = undefined;
    if (latest.size > (newest?.size ?? 0)) tell("anchored", add({ ...latest, block, state: "anchored" }));
    else if (isFirst && newest !== undefined) tell("anchored", newest);
    for (const seen of all) if (seen.state === "anchored" && seen.size <= finalSize) tell("final", seen);
    if (finalSize > 0 && !all.some(({ size, state }) => state === "final" && size >= finalSize)) {
      // The checkpoint was anchored before the start, or together with a newer one.
      const there = await readCheckpoint(finalSize, BigInt(block.number));
      if (there !== undefined) tell("final", add({ size: finalSize, ...there, block, state: "final" }));
    }
    const final = all.findLast(({ state }) => state === "final");
    all = all.filter((seen) => seen.state === "anchored" || seen.size > (final?.size ?? 0) || seen === final);
    const isLost = all.some(({ state, size }) => state === "gone" && size > latest.size);
    lostSince = isLost ? (lostSince ?? performance.now()) : undefined;
  };
  const add = (seen: Seen): Seen => {
    // A checkpoint that was gone may be back, so the old item is replaced.
    all = [...all.filter(({ size }) => size !== seen.size), seen].toSorted((a, b) => a.size - b.size);
    return seen;
  };

  const lookAt = async ({ block, time, baseFee }: Head): Promise<Sight | undefined> => {
    if (block.number < height) {
      shortSince ??= performance.now();
      if (performance.now() - shortSince < patience) return undefined;
    }
    const call = { ...ask, args: [operator.operator], blockNumber: BigInt(block.number) } as const;
    const [[{ size, root, time: anchoredAt }], finalSize] = await Promise.all([
      readContract(client, { ...call, functionName: "latestCheckpoint" }),
      readContract(client, { ...call, functionName: "finalSize" }),
    ]);
    // `reached` reported a newer block meanwhile.
    if (block.number < height && shortSince === undefined) return undefined;
    const since = last?.block.hash === block.hash ? last.since : performance.now();
    const latest = { size: exact(size), root, time: exact(anchoredAt) };
    const sight = { block, time, since, baseFee, latest, finalSize: exact(finalSize) };
    await see(sight);
    await keep().catch(options.onError);
    [last, height, shortSince] = [sight, block.number, undefined];
    return sight;
  };
  /** Whether a look failed because its block was reorganized away meanwhile. */
  const isTakenOut = async (block: BlockPlace, error: unknown): Promise<boolean> => {
    if (!(error instanceof ChainUnavailableError)) return false;
    try {
      const { block: head } = await readBlock(client);
      return head.number < block.number || !(await isCanonical(block, head));
    } catch {
      return false;
    }
  };

  return {
    look: async () => {
      await load();
      for (let left = ATTEMPTS - 1; ; left--) {
        const head = await readBlock(client);
        try {
          return await lookAt(head);
        } catch (error) {
          if (left === 0 || !(await isTakenOut(head.block, error))) throw error;
        }
      }
    },
    reached: (block) => void (height = Math.max(height, block)),
    last: () => last,
    lostSince: () => lostSince,
  };
}

/** Converts a number from the node. A larger one than a safe integer is not plausible. */
function exact(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new ChainUnavailableError(`the node gave ${value}, which no chain has counted to`);
}

async function readBlock(client: Pick<ChainClient, "getBlock">, blockNumber?: bigint): Promise<Head> {
  const found = await answerOf(() => client.getBlock(blockNumber === undefined ? undefined : { blockNumber }));
  const { number, hash, timestamp, baseFeePerGas } = found;
  if (number === null || hash === null) throw new ChainUnavailableError("the node gave a block without a hash");
  return {
    block: { number: exact(number), hash },
    time: exact(timestamp),
    baseFee: baseFeePerGas ?? undefined,
  };
}
