import type { OperatorId } from "../../action/domain.ts";
import { answerOf, readContract, type ChainClient } from "../../anchor/client.ts";
import type { ConfirmedClient } from "../../anchor/endpoints.ts";
import { anchorRegistryAbi } from "../../anchor/generated/AnchorRegistry.ts";
import { ChainUnavailableError } from "../../anchor/view.ts";
import type { Hex } from "../../encoding/hex.ts";
import type { LogStore, SeenCheckpoint } from "../../log/store.ts";

/** A block, by which something was seen. */
export type BlockPlace = { readonly number: number; readonly hash: Hex };

/**
 * What became of a checkpoint on chain. `anchored`: the registry holds it, by whoever's hand. `final`: by the contracts'
 * rule, as `finalSize` says; what a freeze covers does not become final with it. `gone`: the block that it was in is
 * none of the chain's any more, and it is in no other.
 */
export type CheckpointEvent = {
  readonly what: "anchored" | "final" | "gone";
  readonly size: number;
  readonly root: Hex;
  /** Of the block that anchored it, in Unix seconds. */
  readonly time: number;
  /** A block by which the registry held it: the latest when it was first seen. */
  readonly block: BlockPlace;
};

/** The registry as of one block. */
export type Sight = {
  readonly block: BlockPlace;
  /** Unix seconds. */
  readonly time: number;
  /** `performance.now()` when the block was first seen: how long it has been the latest one. */
  readonly since: number;
  /** Wei; undefined on a chain without one. */
  readonly baseFee: bigint | undefined;
  readonly latest: { readonly size: number; readonly root: Hex; readonly time: number };
  readonly finalSize: number;
};

/** Follows what a registry holds of an operator. */
export type RegistryFollower = {
  /**
   * Looks at the latest block, and tells what changed.
   *
   * @returns undefined where the node is behind what it said before: a node that lags takes nothing back.
   * @throws ChainUnavailableError
   */
  look(): Promise<Sight | undefined>;
  /** Says that a block was heard of elsewhere. */
  reached(block: number): void;
  /** What was seen last. */
  last(): Sight | undefined;
  /** `performance.now()` since when an anchor is gone that nothing has taken the place of. */
  lostSince(): number | undefined;
};

type Head = Pick<Sight, "block" | "time" | "baseFee">;
type Seen = { -readonly [K in keyof SeenCheckpoint]: SeenCheckpoint[K] };

/** Milliseconds after which a chain that is shorter than it was, or without what was there, counts as another one. */
const PATIENCE = 60_000;
/** How often a look begins anew where the block that it was at is taken out before its end. */
const ATTEMPTS = 3;

/**
 * Follows a registry from where the store says that it was seen last, by whichever process.
 *
 * @param tell is told at the first look where things stand: what is gone, also since before the start, and the newest
 *   that is anchored, and final; from then on of each change, once.
 * @param onError is told where the store does not keep what was seen: it is tried again.
 */
export function followRegistry(options: {
  client: Pick<ConfirmedClient, "getBlock" | "readContract" | "mayRewind">;
  operator: OperatorId;
  store: Pick<LogStore, "seenCheckpoints" | "keepSeen">;
  tell: (event: CheckpointEvent) => void;
  onError: (error: unknown) => void;
}): RegistryFollower {
  const { client, operator, store } = options;
  const patience = client.mayRewind ? 0 : PATIENCE;
  /** What was seen, oldest first. What is gone stays, marked; what is final leaves room for what is newer. */
  let all: Seen[] = [];
  let isLoaded = false;
  /** What was gone before the start, until that is told. */
  let lostBefore: readonly Seen[] | undefined;
  const unkept = new Set<Seen>();
  let last: Sight | undefined;
  let height = 0;
  let shortSince: number | undefined;
  let lostSince: number | undefined;
  /** Since when the registry holds less than what was seen, in blocks that are still there or were final. */
  let deniedSince: number | undefined;

  const tell = (what: CheckpointEvent["what"], seen: Seen): void => {
    seen.state = what;
    unkept.add(seen);
    const { size, root, time, block } = seen;
    options.tell({ what, size, root, time, block });
  };
  /** What a process before this one saw is looked for again, what it saw final as well: all of it is told anew. */
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    const stored = await store.seenCheckpoints();
    // A node that lags behind what another process saw takes nothing back either.
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
   * What was anchored in blocks that are none of the chain's any more is in others, or gone.
   *
   * @param isDoubted looks for all of it, though the blocks are there: a node that once said of a block what is not so, or
   *   another's answer behind the same URL, is not believed for ever.
   */
  const checkSeen = async (head: BlockPlace, isDoubted: boolean): Promise<void> => {
    // Nothing takes back what is final, but for whoever owns the chain, and a reorganization that went deeper.
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
      // Anchored before the start, or together with a newer one.
      const there = await readCheckpoint(finalSize, BigInt(block.number));
      if (there !== undefined) tell("final", add({ size: finalSize, ...there, block, state: "final" }));
    }
    const final = all.findLast(({ state }) => state === "final");
    all = all.filter((seen) => seen.state === "anchored" || seen.size > (final?.size ?? 0) || seen === final);
    const isLost = all.some(({ state, size }) => state === "gone" && size > latest.size);
    lostSince = isLost ? (lostSince ?? performance.now()) : undefined;
  };
  const add = (seen: Seen): Seen => {
    // One that is gone may be back.
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
    // Heard of a newer block meanwhile.
    if (block.number < height && shortSince === undefined) return undefined;
    const since = last?.block.hash === block.hash ? last.since : performance.now();
    const latest = { size: exact(size), root, time: exact(anchoredAt) };
    const sight = { block, time, since, baseFee, latest, finalSize: exact(finalSize) };
    await see(sight);
    await keep().catch(options.onError);
    [last, height, shortSince] = [sight, block.number, undefined];
    return sight;
  };
  /** Whether a look failed since its block was taken out meanwhile. */
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

/** What no chain has counted to is kept nowhere. */
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
