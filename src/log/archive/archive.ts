import { AnchorlogError } from "../../errors.ts";

/**
 * Where a store's older entries are kept: a folder, an object store. What it gives is checked whenever it is read. All
 * processes over one store reach the same one.
 */
export type Archive = {
  /**
   * Keeps bytes under a name such as `2026-01-31/000000000000-000000000512-9f86d081884c7d65.jsonl.gz`, all of them or
   * none, and durably once the promise is fulfilled. A name says what is in it: it is never given other bytes, unless
   * those that it has are not what was put. One that takes longer than `timeLimits.answer` counts as failed; where two
   * calls have no answer at all, no other is made until one has.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Bytes `[from, to)` of what is kept under a name, fewer where it ends before; undefined where there is nothing. One
   * that takes over 30 seconds counts as failed.
   */
  get(name: string, from: number, to: number): Promise<Uint8Array | undefined>;
};

/** Says that the archive does not give a segment, or that there is none. */
export function archiveUnavailable(name: string, why: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("archive_unavailable", `the archive does not give ${name}: ${why}`, {
    fix: "see to the archive, and put the file back from a copy of it; until then its entries are not answered for",
    details: { name },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Says that the archive gives something else than was put into it. */
export function archiveDamaged(name: string, why: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("archive_damaged", `${name} of the archive is not what was put there: ${why}`, {
    fix: "find out who changed it, and put the file back from a copy of the archive; nothing is made of what it says",
    details: { name },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Whether an error is the archive's. */
export function isArchiveTrouble(error: unknown): error is AnchorlogError {
  return error instanceof AnchorlogError && ["archive_unavailable", "archive_damaged"].includes(error.code);
}

/** Says that a segment does not follow those that are there. */
export function segmentMoved(to: number, from: number): AnchorlogError {
  return new AnchorlogError("head_moved", `batches up to ${to} are in the archive, and the segment begins at ${from}`, {
    fix: "let one process archive at a time; look again, and go on behind the last segment",
  });
}
