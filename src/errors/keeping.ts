/** Error codes of stored data: store, guard, entries, batches, exports. */
import type { ErrorTable } from "./table.ts";

export const KEEPING = {
  store_locked: {
    means: "Another process, or this one, has the SQLite file open.",
    remedy: "Let one process open it; the lock ends with the process that holds it.",
    again: true,
  },
  store_failed: {
    means: "The store could not do it, and nothing was written: a full disk, a database that is away.",
    remedy: "See to disk or database; the same again then.",
    again: true,
  },
  outcome_unknown: {
    means: "A commit failed in a way that leaves open whether it took place.",
    remedy: "Send the same again: what was written is answered as a retry.",
    again: true,
  },
  store_closed: { means: "The store was closed.", remedy: "Open it again." },
  store_damaged: {
    means: "The store does not hold what was written to it: an entry, a head, a header or a checkpoint.",
    remedy: "Stop what else writes there; restore a backup, and import what is missing from an export.",
  },
  store_behind: {
    means: "The store has fewer entries than the guard remembers: it was rolled back.",
    remedy: 'Put back what is missing: docs/OPERATING.md, "The store lacks what was signed".',
  },
  newer_schema: {
    means: "The tables are of a newer release.",
    remedy: "Run that release or a newer one; tables never go back.",
  },
  not_durable: {
    means: "The database may lose commits by a power cut: fsync or synchronous_commit is off.",
    remedy: "Turn on what the message names.",
  },
  not_utf8: {
    means: "The PostgreSQL database has another encoding than UTF8: it lacks characters that actions have.",
    remedy: "Make a database with `ENCODING 'UTF8' TEMPLATE template0`, and move what is there.",
  },
  not_the_writer: {
    means: "Another process holds the log's lease; `details` say which, and until when.",
    remedy: "Forward the action to it, or wait until the lease is over.",
    again: true,
  },
  head_moved: {
    means: "What is appended does not follow what is there: another writer came between, or it is out of order.",
    remedy: "Read where it stands now, and go on from there.",
    again: true,
  },
  bad_effect: {
    means: "Effects are no lists of statements, or a statement may not be run: it controls the transaction, say.",
    remedy: "Write it as the message says.",
  },
  effect_failed: {
    means: "A statement got other rows than it expects, or violates a constraint. Nothing was done.",
    remedy: "It is the statement's way to refuse; its `refusal` says to clients what that means.",
  },
  effect_broken: {
    means: "A statement cannot be run at all. Nothing was done; `onError` hears what the database says.",
    remedy: "Mend the statement.",
  },
  no_guard: {
    means: "An operator outside of chain 31337 is opened without a guard, or there is none at the place.",
    remedy:
      "Make one on the first day (`anchorlog register`; `createFileGuard`, `createPostgresGuard`), and open it from then on.",
  },
  guard_exists: { means: "There is a guard already.", remedy: "Open it: a new one would forget what was signed." },
  guard_locked: {
    means: "Another process, or this one, has the guard's file open.",
    remedy: "Let one process open it; the lock ends with the process that holds it.",
    again: true,
  },
  guard_failed: {
    means: "The guard could not remember something, so nothing was signed.",
    remedy: "See to its disk or database; the same again then.",
    again: true,
  },
  guard_blank: {
    means: "The guard remembers nothing, and the store holds something.",
    remedy: "Open the guard that was in use. Only where that is lost for good: `anchorlog guard adopt` (`adoptStore`).",
  },
  guard_conflict: {
    means: "Two memories of what was signed contradict each other.",
    remedy: "Find out which key signed what, before anything else is signed.",
  },
  foreign_guard: { means: "The guard is another operator's.", remedy: "Open the one of this operator." },
  bad_guard: { means: "A file is no guard, or is damaged.", remedy: "Give the guard's file, or its backup." },
  bad_interchange: {
    means: "A file is no export of a guard.",
    remedy: "Give one that `anchorlog guard export` (`exportGuard`) wrote.",
  },
  read_only: {
    means: "The store lacks what was signed before: nothing is signed on it. `missing()` says what.",
    remedy: "Put it back from backup or export; it goes on by itself.",
    again: true,
  },
  unknown_log: { means: "There is no such log.", remedy: "Add it by `addLog`, or name one that is there." },
  unknown_kind: { means: "A kind of action is none that is defined.", remedy: "Define it, or keep defining it." },
  bad_index: { means: "An entry's index is no integer from 0 on.", remedy: "Give the index of the entry's receipt." },
  bad_object_key: {
    means: "An object's key is no lower-case hex of 32 bytes.",
    remedy: "Make it by `objectKeyOf`, or take it from an entry.",
  },
  no_entry: { means: "The log has no such entry yet.", remedy: "Give an index below the log's size." },
  no_checkpoint: {
    means: "There is no checkpoint of that size, or none at all.",
    remedy: "Give a size that was signed, or sign one.",
  },
  nothing_to_sign: { means: "The batch log is empty.", remedy: "Close a batch first." },
  builder_failed: {
    means: "The thread that builds batches failed, or was closed.",
    remedy: "It starts anew by itself; the same again.",
    again: true,
  },
  verifier_failed: {
    means: "A thread that verifies signatures failed.",
    remedy: "It starts anew by itself; the same again.",
    again: true,
  },
  verifier_closed: { means: "The pool of verifiers was closed.", remedy: "Open it again." },
  close_timeout: {
    means: "Parts did not end in time, and were left to themselves; `details.late` names them.",
    remedy: "See why they do not answer. What they were about is looked up when it is opened again.",
  },
  part_timeout: {
    means: "A part of the caller's gave no answer in its time.",
    remedy: "See why; `timeLimits` gives it more.",
    again: true,
  },
  closed: { means: "It was closed before that was done.", remedy: "Open it again: it is seen to then." },
  backup_failed: { means: "The backup could not be written.", remedy: "See that there is room, and no such file yet." },
  restore_failed: { means: "The backup could not be put in place.", remedy: "See that there is room." },
  not_sqlite: {
    means: "A PostgreSQL store is to be backed up or restored here.",
    remedy: "Use PostgreSQL's own tools: docs/OPERATING.md.",
  },
  bad_export: { means: "An export does not hold, or lacks a file.", remedy: "Give the whole folder, unchanged." },
  foreign_export: { means: "An export is another operator's.", remedy: "Give one of this operator." },
  forked_export: {
    means: "An export contradicts the store.",
    remedy: "One of them was changed: compare both with the anchored roots.",
  },
  missing_entries: {
    means: "Headers cover entries that neither store nor export has.",
    remedy: "Give an export that has them.",
  },
  no_archive: {
    means: "Entries of the store are in an archive, and none was given.",
    remedy: "Open the store with its archive.",
  },
  archive_failed: {
    means: "The archive does not take a segment; the store keeps the entries until then.",
    remedy: "See that it is there, may be written, and has room.",
    again: true,
  },
  archive_unavailable: {
    means: "The archive does not give a segment.",
    remedy: "See to the archive, and put the file back from a copy. Until then its entries are not answered for.",
    again: true,
  },
  archive_damaged: {
    means: "A segment of the archive is not what was put there.",
    remedy: "Find out who changed it, and put the file back from a copy.",
  },
} as const satisfies ErrorTable;
