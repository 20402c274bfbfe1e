import { AnchorlogError } from "../base/errors.ts";

/**
 * Storage for a store's older entries, such as a folder or an object store. Its content is checked at each read. All
 * processes of one store use the same archive.
 */
export type Archive = {
  /**
   * Stores bytes under a name such as `2026-01-31/000000000000-000000000512-9f86d081884c7d65.jsonl.gz`, all or none,
   * and durably once the promise resolves. A name identifies its content. So it is only written with the same bytes
   * again, or to replace damaged ones. A call that takes longer than `timeLimits.answer` counts as failed. While two
   * calls are unanswered, no further call is made.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Bytes `[from, to)` of a file, fewer if it ends before; undefined if there is no such file. A call that takes over
   * 30 seconds counts as failed.
   */
  get(name: string, from: number, to: number): Promise<Uint8Array | undefined>;
};

/** The error if the archive does not return a segment, or does not have it. */
export function archiveUnavailable(name: string, why: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("archive_unavailable", `the archive does not give ${name}: ${why}`, {
    fix: "repair the archive, or put the file back from a copy; until then its entries cannot be shown",
    details: { name },
    cause,
  });
}

/** The error if the archive returns other bytes than were stored. */
export function archiveDamaged(name: string, why: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("archive_damaged", `${name} of the archive is not what was put there: ${why}`, {
    fix: "find out who changed it, and put the file back from a copy of the archive; its content is not used",
    details: { name },
    cause,
  });
}

/** Whether an error comes from the archive. */
export function isArchiveTrouble(error: unknown): error is AnchorlogError {
  return error instanceof AnchorlogError && ["archive_unavailable", "archive_damaged"].includes(error.code);
}

/** The error if a segment does not follow the segments in the archive. */
export function segmentMoved(to: number, from: number): AnchorlogError {
  return new AnchorlogError("head_moved", `batches up to ${to} are in the archive, and the segment begins at ${from}`, {
    fix: "let one process archive at a time; read the segments again, and continue after the last one",
  });
}
