/** Reads entries from the archive if their rows were deleted, so that a store's callers see no difference. */
import { equalBytes } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { digestOf, usesNonce } from "../../log/entry.ts";
import { storeDamaged } from "../../log/damaged.ts";
import { refuseUsed, type DraftResult, type UsedNonce } from "../../log/link.ts";
import type {
  AppendResult,
  Draft,
  ChainStore,
  EntryLocation,
  PlacedEntry,
  Segment,
  SegmentPart,
  StoredEntry,
} from "../../log/store.ts";
import { archiveUnavailable, type Archive } from "../../log/archive.ts";
import { ArchivedBlocks } from "./blocks.ts";

/** A range of a log's entries in a segment. `segment` is its first position in the batch log. */
export type LocatedPart = Omit<SegmentPart, "log"> & { readonly segment: number };

/** Reads of a store's own tables. */
export type Tables = {
  entries(log: Hex, from: number, to: number): Promise<StoredEntry[]>;
  entriesAt(places: readonly EntryLocation[]): Promise<PlacedEntry[]>;
  usedNonce(log: Hex, actor: Uint8Array, nonce: Uint8Array): Promise<UsedNonce | undefined>;
  locate(log: Hex, from: number, to: number): Promise<LocatedPart[]>;
  segments(from: number, to: number): Promise<Segment[]>;
};

/** The read methods of a store that include the archive. */
export type ReadingThrough = Pick<ChainStore, "entries" | "entriesAt" | "entryByNonce"> & {
  /** Turns the outcomes of an append into results, and reads the entries of archived retries. */
  readonly settle: (log: Hex, drafts: readonly Draft[], results: readonly DraftResult[]) => Promise<AppendResult[]>;
};

/**
 * Milliseconds for all archived retries of a call. It is limited because a waiting call takes up room in `maxInFlight`.
 */
const PATIENCE = 30_000;
const TOO_LONG = `this call waited for it for over ${PATIENCE / 1000} s`;

/** Reads a store's tables, and its archive for entries that are not in the tables any more. */
export function readThrough(tables: Tables, archive: Archive | undefined): ReadingThrough {
  const blocks = new ArchivedBlocks(tables, archive);

  const entries = async (log: Hex, from: number, to: number): Promise<StoredEntry[]> => {
    const rows = await tables.entries(log, from, to);
    // Rows are deleted oldest first. So missing ones are at the beginning, or after the log's end.
    const end = rows[0]?.index ?? Math.min(to, Number.MAX_SAFE_INTEGER);
    const begin = Math.max(from, 0);
    if (begin >= end) return rows;
    const archived: StoredEntry[] = [];
    let segment: Segment | undefined;
    for (const part of await tables.locate(log, begin, end)) {
      if (segment?.from !== part.segment) segment = await blocks.segmentAt(part.segment);
      const [first, last] = [Math.max(begin, part.start), Math.min(end, part.until)];
      for (const entry of await blocks.readPart(segment, part, first, last)) archived.push(entry);
    }
    return [...archived, ...rows];
  };

  const settleOne = async (log: Hex, draft: Draft, index: number): Promise<AppendResult> => {
    try {
      const [entry] = await entries(log, index, index + 1);
      if (entry === undefined) throw storeDamaged(log, index, "it is gone");
      if (equalBytes(digestOf(entry.bytes), draft.digest)) return { status: "retry", entry };
      return refuseUsed(draft, { index, entry });
    } catch (error) {
      // Not thrown, so that entries appended in the same call get their receipts.
      if (error instanceof AnchorlogError) return { status: "unavailable", error };
      throw error;
    }
  };

  return {
    entries,
    entriesAt: async (places, patience) => {
      const found = await tables.entriesAt(places);
      if (found.length === places.length) return found;
      const known = new Set(found.map(({ log, index }) => `${log}/${index}`));
      const missing = places.filter(({ log, index }) => !known.has(`${log}/${index}`));
      return [...found, ...(await blocks.readPlaces(missing, patience))];
    },
    entryByNonce: async (log, actor, nonce) => {
      const used = await tables.usedNonce(log, actor, nonce);
      if (used === undefined) return undefined;
      const entry = used.entry ?? (await entries(log, used.index, used.index + 1))[0];
      if (entry === undefined) throw storeDamaged(log, used.index, "it is gone");
      return usesNonce(entry.bytes, { actor, nonce }) ? entry : undefined;
    },
    settle: async (log, drafts, results) => {
      const settled: AppendResult[] = [];
      const end = performance.now() + PATIENCE;
      for (const [i, result] of results.entries()) {
        if (result.status !== "archived") settled.push(result);
        else if (performance.now() < end) settled.push(await settleOne(log, drafts[i]!, result.index));
        else settled.push({ status: "unavailable", error: archiveUnavailable("other entries", TOO_LONG) });
      }
      return settled;
    },
  };
}
