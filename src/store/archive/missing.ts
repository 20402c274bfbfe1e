import { equalBytes } from "../../base/bytes.ts";
import { assertGiven } from "../../base/options.ts";
import { sha256 } from "../../base/digest.ts";
import type { ArchiveStore, Segment } from "../../log/store.ts";
import { archiveDamaged, isArchiveTrouble, type Archive } from "../../log/archive.ts";
import { fetchBytes } from "./blocks.ts";
import { placesOf, sizeOf } from "./segment.ts";

/** A segment that the archive does not return as it was stored. */
export type MissingSegment = {
  readonly name: string;
  /** Positions `[from, to)` of the batch log: the batches with entries in the segment. */
  readonly from: number;
  readonly to: number;
  readonly code: "archive_unavailable" | "archive_damaged";
};

/**
 * Reads a whole segment and checks it.
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
 * Finds a store's segments that its archive lacks. Use it after restoring the store or the archive.
 *
 * @param whole reads each segment completely, which may take long. Without it, checks only that each file exists with
 *   its length.
 * @example
 * const store = await openSqliteStore("anchorlog.sqlite", { archive: archiveFolder("archive") })
 * for (const { name } of await findMissingSegments(store, { whole: true })) console.log(`restore ${name}`)
 */
export async function findMissingSegments(
  store: Pick<ArchiveStore, "archived" | "segments" | "archive">,
  { whole = false } = {},
): Promise<MissingSegment[]> {
  assertGiven("findMissingSegments", { store }, "store.archived()");
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
