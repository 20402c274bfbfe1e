import { equalBytes } from "../../encoding/bytes.ts";
import { sha256 } from "../../encoding/digest.ts";
import type { LogStore, Segment } from "../store.ts";
import { archiveDamaged, isArchiveTrouble, type Archive } from "./archive.ts";
import { fetchBytes } from "./blocks.ts";
import { placesOf, sizeOf } from "./segment.ts";

/** A segment that the archive does not give as it was put there. */
export type MissingSegment = {
  readonly name: string;
  /** Positions `[from, to)` of the batch log: the batches whose entries are in it. */
  readonly from: number;
  readonly to: number;
  readonly code: "archive_unavailable" | "archive_damaged";
};

/**
 * Reads a segment from end to end.
 *
 * @throws AnchorlogError `archive_unavailable`, `archive_damaged`.
 */
export async function readSegment(archive: Archive | undefined, { name, blocks }: Segment): Promise<void> {
  for (const place of placesOf(blocks)) {
    const bytes = await fetchBytes(archive, name, place);
    if (!equalBytes(sha256(bytes), place.hash)) throw archiveDamaged(name, "a part of it has another hash");
  }
}

/**
 * Which segments of a store its archive lacks: for who has restored one of the two.
 *
 * @param whole reads each from end to end, as often as that may be; without, only whether it is there, in its length.
 */
export async function findMissingSegments(
  store: Pick<LogStore, "archived" | "segments" | "archive">,
  { whole = false } = {},
): Promise<MissingSegment[]> {
  const missing: MissingSegment[] = [];
  const { to: end } = await store.archived();
  for (let at = 0; at < end;) {
    const [segment] = await store.segments(at, at + 1);
    if (segment === undefined) break;
    const { from, to, name } = segment;
    try {
      const size = sizeOf(segment);
      if (whole) await readSegment(store.archive, segment);
      else await fetchBytes(store.archive, name, { from: size - 1, to: size });
    } catch (error) {
      if (!isArchiveTrouble(error)) throw error;
      missing.push({ name, from, to, code: error.code as MissingSegment["code"] });
    }
    at = to;
  }
  return missing;
}
