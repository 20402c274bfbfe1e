import type { Hex } from "../../base/hex.ts";
import { entryAt, entryOfDraft, takeBack, type DraftResult } from "../../log/chain.ts";
import { ENTRY_BYTES, indexOf } from "../../log/entry.ts";
import { toEntry } from "../sql/schema.ts";
import type { AppendCall, Draft } from "../../log/store.ts";
import { withRefusal } from "./effectsPack.ts";
import { errorOf } from "../../base/errors.ts";
import type { GroupAnswer, GroupMessage, WriteJob } from "./group.ts";
import { addCall, addJob, emptyPack, packed, type Pack } from "./pack.ts";

/** A group takes no more calls once it has this many bytes. */
const GROUP_BYTES = 4 << 20;
const HASH_BYTES = 32;

type Waiting = {
  /** Adds the call to a group, and returns its job's number. Throws if its data cannot be encoded. */
  readonly pack: (pack: Pack) => number;
  readonly settle: (answer: GroupAnswer, job: number, first: number) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Group commit without a timer: while one group is committed, the next one collects, and one fsync serves all its
 * calls. One group of about {@link GROUP_BYTES} is sent to the writer at a time; other calls wait here.
 */
export type GroupCommit = {
  readonly commit: (group: GroupMessage) => Promise<GroupAnswer>;
  waiting: Waiting[];
  isRunning: boolean;
};

export const createGroupCommit = (commit: GroupCommit["commit"]): GroupCommit => ({
  commit,
  waiting: [],
  isRunning: false,
});

/** Appends a call's drafts. */
export const append = (queue: GroupCommit, log: Hex, call: AppendCall): Promise<DraftResult[]> =>
  enqueue(
    queue,
    (pack) => addCall(pack, log, call),
    (answer, job, first) => resultsOf(call.drafts, answer, job, first),
  );

/** Runs a job without drafts. Returns its rows: see {@link GroupAnswer}. */
export const write = (
  queue: GroupCommit,
  job: Exclude<WriteJob, { type: "append" }>,
): Promise<readonly unknown[] | undefined> =>
  enqueue(
    queue,
    (pack) => addJob(pack, job),
    ({ rows }, number) => rows.get(number),
  );

/** @param read reads the call's result from its group's answer. */
function enqueue<T>(
  queue: GroupCommit,
  pack: Waiting["pack"],
  read: (answer: GroupAnswer, job: number, first: number) => T,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const settle: Waiting["settle"] = (answer, job, first) => {
    const error = answer.errors.get(job);
    if (error !== undefined) return reject(errorOf(error));
    try {
      resolve(read(answer, job, first));
    } catch (cause) {
      // If a row cannot be read, only this call fails, not the other calls of the group.
      reject(cause);
    }
  };
  queue.waiting.push({ pack, settle, reject });
  void run(queue);
  return promise;
}

async function run(queue: GroupCommit): Promise<void> {
  if (queue.isRunning) return;
  queue.isRunning = true;
  // Let the caller's current tick add more calls to the group.
  await Promise.resolve();
  while (queue.waiting.length > 0) await commitNext(queue);
  queue.isRunning = false;
}

/** Commits as many of the waiting calls as a group takes. */
async function commitNext(queue: GroupCommit): Promise<void> {
  const pack = emptyPack();
  const taken: { call: Waiting; job: number; first: number }[] = [];
  let count = 0;
  while (count < queue.waiting.length && pack.size < GROUP_BYTES) {
    const call = queue.waiting[count++]!;
    const first = pack.actions.length;
    try {
      taken.push({ call, job: call.pack(pack), first });
    } catch (error) {
      call.reject(error);
    }
  }
  queue.waiting = queue.waiting.slice(count);
  if (taken.length === 0) return;
  try {
    const answer = await queue.commit(packed(pack));
    for (const { call, job, first } of taken) call.settle(answer, job, first);
  } catch (error) {
    for (const { call } of taken) call.reject(error);
  }
}

/** The results for a call's drafts, which are the group's drafts from `first` on. */
function resultsOf(drafts: readonly Draft[], answer: GroupAnswer, job: number, first: number): DraftResult[] {
  // Copies, so that keeping one entry keeps its call's entries in memory, not the whole group's.
  const end = first + drafts.length;
  const entries = answer.bytes.slice(ENTRY_BYTES * first, ENTRY_BYTES * end);
  const hashes = answer.hashes.slice(HASH_BYTES * first, HASH_BYTES * end);
  const results = drafts.map((draft, i): DraftResult => {
    const other = answer.others.get(first + i);
    if (other?.status === "retry") return { status: "retry", entry: toEntry(other.row) };
    if (other?.status === "refused") return withRefusal(other, draft);
    if (other !== undefined) return other;
    const bytes = entryAt(entries, i);
    const hash = hashes.subarray(HASH_BYTES * i, HASH_BYTES * (i + 1));
    return { status: "appended", entry: entryOfDraft(draft, bytes, { size: indexOf(bytes) + 1, hash }) };
  });
  const before = answer.takenBack.get(job);
  return before === undefined ? results : takeBack(results, before);
}
