/** Reads entries whose rows are gone from the archive, so that nobody above a store knows the difference. */
import { equalBytes } from "../../encoding/bytes.ts";
import type { Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import { digestOf, usesNonce } from "../entry.ts";
import { storeDamaged } from "../damaged.ts";
import { refuseUsed, type Outcome, type UsedNonce } from "../link.ts";
import type { AppendResult, Draft, LogStore, Place, PlacedEntry, Segment, SegmentPart, StoredEntry } from "../store.ts";
import { archiveUnavailable, type Archive } from "./archive.ts";
import { openBlocks } from "./blocks.ts";

/** Some of a log's entries, and where they are: the segment is named by its first position. */
export type LocatedPart = Omit<SegmentPart, "log"> & { readonly segment: number };

/** What a store's own tables say. */
export type Tables = {
  entries(log: Hex, from: number, to: number): Promise<StoredEntry[]>;
  entriesAt(places: readonly Place[]): Promise<PlacedEntry[]>;
  usedNonce(log: Hex, actor: Uint8Array, nonce: Uint8Array): Promise<UsedNonce | undefined>;
  locate(log: Hex, from: number, to: number): Promise<LocatedPart[]>;
  segments(from: number, to: number): Promise<Segment[]>;
};

/** What a store reads, wherever it is. */
export type ReadingThrough = Pick<LogStore, "entries" | "entriesAt" | "entryByNonce"> & {
  /** What an append came to, with the entries of retries that are in the archive. */
  readonly settle: (log: Hex, drafts: readonly Draft[], results: readonly Outcome[]) => Promise<AppendResult[]>;
};

/** Milliseconds that all retries of a call have: those who wait for it hold what there is a bound of. */
const PATIENCE = 30_000;
const TOO_LONG = `this call waited for it for over ${PATIENCE / 1000} s`;

/** Reads a store's tables, and what is not there any more from its archive. */
export function readThrough(tables: Tables, archive: Archive | undefined): ReadingThrough {
  const { segmentAt, readPart, readPlaces } = openBlocks(tables, archive);

  const entries = async (log: Hex, from: number, to: number): Promise<StoredEntry[]> => {
    const rows = await tables.entries(log, from, to);
    // Rows go oldest first: what is missing of them is at the beginning, or behind the log's end.
    const end = rows[0]?.index ?? Math.min(to, Number.MAX_SAFE_INTEGER);
    const begin = Math.max(from, 0);
    if (begin >= end) return rows;
    const archived: StoredEntry[] = [];
    let segment: Segment | undefined;
    for (const part of await tables.locate(log, begin, end)) {
      if (segment?.from !== part.segment) segment = await segmentAt(part.segment);
      const [first, last] = [Math.max(begin, part.start), Math.min(end, part.until)];
      for (const entry of await readPart(segment, part, first, last)) archived.push(entry);
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
      // Those that were appended beside it get their receipts.
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
      return [...found, ...(await readPlaces(missing, patience))];
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
