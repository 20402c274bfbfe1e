/** Reads archived segments again, in rotation, to find missing files before anyone needs them. */
import type { OperatorId } from "../../action/domain.ts";
import { readContract, type ChainClient } from "../../chain/client.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { retainedUntil } from "../../chain/presets.ts";
import { decodeHeader } from "../../batch/header.ts";
import { isArchiveTrouble, type Archive } from "../../log/archive.ts";
import { readSegment, type MissingSegment } from "../../store/archive/missing.ts";
import type { BatchStore, ArchiveStore, Segment } from "../../log/store.ts";

type Scrubbing = {
  /**
   * Reads the next segment, from the newest to the oldest that may be challenged. Then it starts over.
   *
   * @throws AnchorlogError `archive_unavailable`, `archive_damaged`.
   */
  readonly next: () => Promise<void>;
  /** Lists the segments that were missing or damaged when last read. */
  readonly missing: () => readonly MissingSegment[];
};

/** The sources that tell how long the operator may be asked for a segment's entries. */
type Retention = {
  readonly store: Pick<BatchStore, "batches">;
  readonly chain: { readonly publicClient: Pick<ChainClient, "readContract"> } | undefined;
  readonly operator: OperatorId;
  /** Seconds. */
  readonly maxAnchorDelay: number | undefined;
  readonly clock: () => number;
};

/**
 * Reads the chain's periods once.
 *
 * @returns a function that tells whether a segment can no longer be challenged, so that its file may be deleted.
 * Without a chain nothing can be challenged, but the function returns false.
 */
export async function readIsOver(retention: Retention): Promise<(segment: Pick<Segment, "to">) => Promise<boolean>> {
  const { store, chain, operator, maxAnchorDelay = 0, clock } = retention;
  if (chain === undefined) return async () => false;
  const call = { address: operator.registry, abi: anchorRegistryAbi, functionName: "timing" } as const;
  const { challengeWindow, responseTime, margin, ...ring } = await readContract(chain.publicClient, call);
  const timing = {
    challengeWindow: Number(challengeWindow),
    responseTime: Number(responseTime),
    margin: Number(margin),
    minAnchorInterval: Number(ring.minAnchorInterval),
    ringLength: ring.ringLength,
  };
  return async ({ to }) => {
    const [last] = await store.batches(to - 1, to);
    const acceptedAt = decodeHeader(last!.header).closedAt / 1000;
    // The time of the anchor is unknown here. The estimate allows for an anchor one full delay late.
    const anchoredAt = acceptedAt + 2 * maxAnchorDelay;
    return clock() / 1000 > retainedUntil({ acceptedAt, anchoredAt }, timing, maxAnchorDelay);
  };
}

export function createScrubbing(
  options: Retention & {
    readonly store: Pick<ArchiveStore, "archived" | "segments">;
    readonly archive: Archive;
  },
): Scrubbing {
  const { store, archive } = options;
  const missing = new Map<number, MissingSegment>();
  /** The end of the next segment; 0 to start with the newest. */
  let before = 0;
  let isOver: Awaited<ReturnType<typeof readIsOver>> | undefined;

  return {
    next: async () => {
      if (before === 0) before = (await store.archived()).to;
      if (before === 0) return;
      const [segment] = await store.segments(before - 1, before);
      isOver ??= await readIsOver(options);
      if (segment === undefined || (await isOver(segment))) {
        before = 0;
        return;
      }
      const { name, from, to } = segment;
      before = from;
      try {
        await readSegment(archive, segment);
        missing.delete(from);
      } catch (error) {
        if (isArchiveTrouble(error)) missing.set(from, { name, from, to, code: error.code as MissingSegment["code"] });
        throw error;
      }
    },
    missing: () => [...missing.values()],
  };
}
