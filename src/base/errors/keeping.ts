/** Error codes of stored data: store, guard, entries, batches, exports. */
import type { ErrorTable } from "./table.ts";

export const KEEPING = {
  store_locked: {
    means: "Another process, or this one, has the SQLite file open.",
    again: true,
  },
  store_failed: {
    means: "The store failed. Nothing was written.",
    remedy: "Repair the disk or the database, and try again.",
    again: true,
  },
  outcome_unknown: {
    means: "It is not known whether a commit took place.",
    remedy: "Send the same again: if it was written, the answer is a retry's.",
    again: true,
  },
  store_closed: { means: "The store was closed." },
  store_damaged: {
    means: "An entry, a head, a header or a checkpoint in the store is missing or changed.",
    remedy: "Stop all other writers. Restore a backup, and import missing entries from an export.",
  },
  store_behind: {
    means: "The store has fewer entries than the guard remembers: it was rolled back.",
    remedy: 'Put back what is missing: docs/OPERATING.md, "The store lacks what was signed".',
  },
  newer_schema: {
    means: "The tables were made by a newer release.",
    remedy: "Run it or a newer one. Tables cannot be downgraded.",
  },
  not_durable: {
    means: "The database may lose commits in a power cut: fsync or synchronous_commit is off.",
    remedy: "Turn on the setting that the message names.",
  },
  not_utf8: {
    means: "The PostgreSQL database's encoding is not UTF8.",
    remedy: "Make a database with `ENCODING 'UTF8' TEMPLATE template0`, and move the data there.",
  },
  not_the_writer: {
    means: "Another process holds the log's lease (`details` has its name and end).",
    remedy: "Forward the action to it, or wait until the lease ends.",
    again: true,
  },
  head_moved: {
    means: "The appended entries do not follow the log's head.",
    again: true,
  },
  bad_effect: {
    means: "An effect is not a list of statements, or a statement may not be run.",
  },
  effect_failed: {
    means: "A statement got other rows than it expects, or violated a constraint. Nothing was done.",
    remedy: "This is how statements refuse actions. The statement's `refusal` explains it to clients.",
  },
  effect_broken: {
    means: "A statement cannot be run. Nothing was done.",
    remedy: "Correct it: `onError` gets the database's message.",
  },
  no_guard: {
    means: "An operator was opened without a guard (only chain 31337 needs none), or its guard is not at its place.",
    remedy:
      "Make one on the first day (`npx anchorlog register`; `createFileGuard`, `createPostgresGuard`), and open it from then on.",
  },
  guard_exists: { means: "The guard exists already.", remedy: "Open it: a new one would not know earlier signatures." },
  guard_locked: {
    means: "Another process, or this one, has the guard's file open.",
    again: true,
  },
  guard_failed: {
    means: "The guard could not record a signature in advance, so nothing was signed.",
    remedy: "Repair its disk or database, and try again.",
    again: true,
  },
  guard_blank: {
    means: "The guard is empty, but the store is not.",
    remedy: "Open the guard that was in use. Only if it is lost for good: `npx anchorlog guard adopt` (`adoptStore`).",
  },
  guard_conflict: {
    means: "Two records of what was signed contradict each other.",
    remedy: "Sign nothing before you know which key signed which of them.",
  },
  foreign_guard: { means: "The guard belongs to another operator." },
  bad_guard: { means: "A file is not a guard, or is damaged.", remedy: "Give the guard's file, or its backup." },
  bad_interchange: {
    means: "A file is not an exported guard.",
    remedy: "Give what `anchorlog guard export` (`exportGuard`) wrote.",
  },
  read_only: {
    means: "The store lacks earlier signed entries or checkpoints, so nothing is signed.",
    remedy: "Put back what `missing()` lists, from a backup or an export. No restart is needed.",
    again: true,
  },
  unknown_log: { means: "The log does not exist.", remedy: "Add it with `addLog`, or name an existing one." },
  unknown_kind: {
    means: "A kind of action is not defined.",
    remedy: "Define it. Keep the definitions of kinds that are in the log.",
  },
  bad_index: { means: "An entry's index is not a whole number from 0." },
  bad_object_key: {
    means: "An object's key is not 32 bytes in lower-case hex.",
    remedy: "Make it with `objectKeyOf`, or take it from an entry.",
  },
  no_entry: { means: "The log does not have the entry yet.", remedy: "Give an index below the log's size." },
  no_checkpoint: {
    means: "No checkpoint of that size was signed, or none covers the entry.",
  },
  nothing_to_sign: { means: "The batch log is empty." },
  builder_failed: {
    means: "The thread that builds batches failed, or was closed.",
    remedy: "Try again: it restarts by itself.",
    again: true,
  },
  verifier_failed: {
    means: "A thread that verifies signatures failed.",
    remedy: "Try again: it restarts by itself.",
    again: true,
  },
  verifier_closed: { means: "The pool of verifiers was closed." },
  close_timeout: {
    means: "Some parts did not close in time (`details.late`).",
    remedy: "Find out why. The next start looks up what they did.",
  },
  part_timeout: {
    means: "A part that the caller supplied did not answer in time.",
    remedy: "Find out why. For most parts, `timeLimits` allows more time.",
    again: true,
  },
  closed: {
    means: "The operator, or the followed source, was closed before the work was done.",
    remedy: "Open it again: the next start looks up the work.",
  },
  backup_failed: {
    means: "The backup could not be written.",
    remedy: "Check that the disk has space, and that the file does not exist yet.",
  },
  restore_failed: { means: "The backup could not be put in place." },
  not_sqlite: {
    means: "`anchorlog backup` and `restore` cannot copy a PostgreSQL store.",
    remedy: "Use PostgreSQL's own tools: docs/OPERATING.md.",
  },
  bad_export: { means: "An export contradicts itself, or lacks a file." },
  payloads_withheld: {
    means: "An export without payloads cannot restore a store.",
    remedy: "Give an export with payloads, or a backup.",
  },
  other_payloads: {
    means: "Only one of old and new export has payloads.",
  },
  foreign_export: { means: "An export belongs to another operator." },
  forked_export: {
    means: "An export contradicts the store.",
    remedy: "One of them was changed: compare both with the anchored roots.",
  },
  missing_entries: {
    means: "Headers cover entries that neither store nor export has.",
    remedy: "Give an export that has them.",
  },
  no_archive: {
    means: "Some entries are in an archive, but the store was opened without one.",
  },
  archive_failed: {
    means: "The archive does not accept a file.",
    remedy: "Check that it exists, is writable, and has space.",
    again: true,
  },
  archive_unavailable: {
    means: "The archive does not return a file.",
    remedy: "Repair it, or put the file back from a copy.",
    again: true,
  },
  archive_damaged: {
    means: "A file of the archive was changed.",
    remedy: "Find out by whom, and put it back from a copy.",
  },
} as const satisfies ErrorTable;
