/** Reads what is in the archive again, in rotation, so that what is missing is known before anybody asks for it. */
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";
import { retainedUntil } from "../anchor/presets.ts";
import { decodeHeader } from "../batch/header.ts";
import { isArchiveTrouble, type Archive } from "../log/archive/archive.ts";
import { readSegment, type MissingSegment } from "../log/archive/missing.ts";
import type { LogStore, Segment } from "../log/store.ts";

export type Scrubbing = {
  /**
   * Reads the next segment, from the newest to the oldest that may be asked about, and begins anew.
   *
   * @throws AnchorlogError `archive_unavailable`, `archive_damaged`.
   */
  readonly next: () => Promise<void>;
  /** What was found missing, and was not found since. */
  readonly missing: () => readonly MissingSegment[];
};

/** By what is known of how long a segment's entries may be asked about. */
export type Retention = {
  readonly store: Pick<LogStore, "batches">;
  readonly chain: { readonly publicClient: Pick<ChainClient, "readContract"> } | undefined;
  readonly operator: OperatorId;
  /** Seconds. */
  readonly maxAnchorDelay: number | undefined;
  readonly clock: () => number;
};

/**
 * Reads the chain's periods once.
 *
 * @returns whether nobody may ask about a segment any more: then it may have been deleted. Without a chain nobody is asked
 *   by force.
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
    // When it was anchored is not known here: in time, or as late again.
    const anchoredAt = acceptedAt + 2 * maxAnchorDelay;
    return clock() / 1000 > retainedUntil({ acceptedAt, anchoredAt }, timing, maxAnchorDelay);
  };
}

export function createScrubbing(
  options: Retention & {
    readonly store: Pick<LogStore, "archived" | "segments">;
    readonly archive: Archive;
  },
): Scrubbing {
  const { store, archive } = options;
  const missing = new Map<number, MissingSegment>();
  /** Behind the segment that is next; 0 where it is the newest. */
  let before = 0;

  return {
    next: async () => {
      if (before === 0) before = (await store.archived()).to;
      if (before === 0) return;
      const [segment] = await store.segments(before - 1, before);
      if (segment === undefined || (await (await readIsOver(options))(segment))) {
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
