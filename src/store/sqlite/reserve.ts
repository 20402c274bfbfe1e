import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Default reserve in bytes. Once new actions are refused, it is left for the write-ahead log (32 MiB) and its copy into
 * the file, batches, checkpoints and the server's own writes.
 */
export const RESERVE = 64 << 20;
/** Milliseconds between two checks of the disk. At full rate some megabytes are written in that time. */
const INTERVAL = 1_000;

/**
 * Watches the free space of the disk that holds a file.
 *
 * @param reserve bytes.
 * @param freeBytes returns the unused bytes within the file, which archived entries left. They count for at most half
 *   of the reserve, since the write-ahead log needs space on the disk.
 * @returns a function that returns whether less than the reserve is free. It returns false if the disk does not tell: a
 *   full disk then fails the writes.
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
