import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Bytes that are left for what must go on once nothing new is promised: the write-ahead log (32 MiB) and its copy into
 * the file, batches, checkpoints, what the server writes of its own.
 */
export const RESERVE = 64 << 20;
/** Milliseconds between two looks at the disk: at full rate some megabytes are written in that time. */
const INTERVAL = 1_000;

/**
 * Watches the disk that a file is on.
 *
 * @param reserve bytes.
 * @param freeBytes of the file itself: what went to the archive left room there. It counts for half of the reserve at
 *   most, since the write-ahead log needs room of the disk's.
 * @returns tells whether less than that is free; of a disk that says nothing it is not known, and its writes will tell.
 */
export function watchReserve(path: string, reserve: number, freeBytes: () => number): () => boolean {
  const folder = dirname(path);
  let looked = -Infinity;
  let isFull = false;
  return () => {
    if (performance.now() - looked < INTERVAL) return isFull;
    try {
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize;
      isFull = free < reserve && free + Math.min(freeBytes(), reserve / 2) < reserve;
    } catch {
      isFull = false;
    }
    looked = performance.now();
    return isFull;
  };
}
