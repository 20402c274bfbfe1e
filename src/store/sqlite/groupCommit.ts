import { fromHex, type Hex } from "../../base/hex.ts";
import { encodeDrafts, entryAt, entryOfDraft, takeBack, type DraftResult } from "../../log/chain.ts";
import { ENTRY_BYTES, indexOf } from "../../log/entry.ts";
import { assertStatements } from "../../log/effects.ts";
import { toEntry } from "../sql/schema.ts";
import type { AppendCall, Draft, Statement } from "../../log/store.ts";
import { errorOf, type Group, type GroupAnswer, type WriteJob } from "./group.ts";

/** A group takes no more calls once it has this many bytes. */
const GROUP_BYTES = 4 << 20;
const HASH_BYTES = 32;

/** A call that waits for its group. */
type Waiting = {
  /** Adds the call to a group. Throws if its data cannot be encoded. */
  readonly pack: (packer: Packer) => WriteJob;
  readonly settle: (answer: GroupAnswer, job: number, first: number) => void;
  readonly reject: (error: unknown) => void;
};

/** Collects calls and commits them in groups. */
export type GroupCommit = {
  readonly append: (log: Hex, call: AppendCall) => Promise<DraftResult[]>;
  /** Resolves with the row counts of a job's statements, if it has any. */
  readonly write: (job: Exclude<WriteJob, { type: "append" }>) => Promise<readonly number[]>;
  /** Resolves once no call is waiting. */
  readonly idle: () => Promise<void>;
};

/**
 * Group commit without a timer: while one group is committed, the next one collects, and one fsync serves all its
 * calls. One group of about {@link GROUP_BYTES} is sent to the writer at a time; other calls wait here.
 */
export function createGroupCommit(commit: (group: Group) => Promise<GroupAnswer>): GroupCommit {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    // Let the caller's current tick add more calls to the group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const packer = createPacker();
      const packed: { call: Waiting; job: number; first: number }[] = [];
      let taken = 0;
      while (taken < waiting.length && packer.size() < GROUP_BYTES) {
        const call = waiting[taken++]!;
        const first = packer.drafts();
        try {
          packed.push({ call, job: packer.add(call.pack), first });
        } catch (error) {
          call.reject(error);
        }
      }
      waiting = waiting.slice(taken);
      if (packed.length === 0) continue;
      try {
        const answer = await commit(packer.group());
        for (const { call, job, first } of packed) call.settle(answer, job, first);
      } catch (error) {
        for (const { call } of packed) call.reject(error);
      }
    }
    running = undefined;
  };
  const enqueue = (call: Waiting) => {
    waiting.push(call);
    running ??= run();
  };

  return {
    append: (log, call) =>
      new Promise((resolve, reject) =>
        enqueue({
          pack: (packer) => packer.pack(log, call),
          settle: (answer, job, first) => {
            const error = answer.errors.get(job);
            if (error !== undefined) return reject(errorOf(error));
            try {
              resolve(resultsOf(call.drafts, answer, job, first));
            } catch (error) {
              // If a row cannot be read, only this call fails, not the other calls of the group.
              reject(error);
            }
          },
          reject,
        }),
      ),
    write: (job) =>
      new Promise((resolve, reject) =>
        enqueue({
          pack: (packer) => packer.weigh(job),
          settle: ({ errors, rows }, number) => {
            const error = errors.get(number);
            if (error === undefined) resolve(rows.get(number) ?? []);
            else reject(errorOf(error));
          },
          reject,
        }),
      ),
    idle: async () => running,
  };
}

/** A group that is being filled. */
type Packer = {
  drafts(): number;
  /** Approximate size in bytes. */
  size(): number;
  /** Adds a call and returns its job's number. If the call cannot be packed, removes everything it added. */
  add(pack: (packer: Packer) => WriteJob): number;
  /** Packs the drafts of a call. */
  pack(log: Hex, call: AppendCall): WriteJob;
  /** Adds the size of a job without drafts. */
  weigh(job: WriteJob): WriteJob;
  group(): Group;
};

function createPacker(): Packer {
  const jobs: WriteJob[] = [];
  const bytes: Uint8Array[] = [];
  const actions: string[] = [];
  const deadlines: bigint[] = [];
  const namesHolder: number[] = [];
  const blockHashes = new Map<number, Hex>();
  const effects = new Map<number, readonly Statement[]>();
  let size = 0;

  const packDraft = (draft: Draft, number: number) => {
    const action = JSON.stringify(draft.action);
    deadlines.push(BigInt(draft.deadline));
    namesHolder.push(draft.object.named === undefined ? 0 : 1);
    actions.push(action);
    size += ENTRY_BYTES + action.length;
    if (draft.verifiedBlockHash !== undefined) blockHashes.set(number, draft.verifiedBlockHash);
    if (draft.effects !== undefined && draft.effects.length > 0) {
      size += sizeOfEffects(draft.effects);
      effects.set(number, draft.effects);
    }
  };

  const packer: Packer = {
    drafts: () => actions.length,
    size: () => size,
    add: (pack) => {
      const [drafts, before] = [actions.length, size];
      try {
        return jobs.push(pack(packer)) - 1;
      } catch (error) {
        actions.length = drafts;
        deadlines.length = drafts;
        namesHolder.length = drafts;
        for (const map of [blockHashes, effects]) for (const key of map.keys()) if (key >= drafts) map.delete(key);
        size = before;
        throw error;
      }
    },
    pack: (log, call) => {
      const { drafts, now, maxDeadlineAhead, atomic = false, floor } = call;
      const entries = encodeDrafts(fromHex(log, 32), drafts);
      for (const draft of drafts) packDraft(draft, actions.length);
      bytes.push(entries);
      return { type: "append", log, count: drafts.length, now, maxDeadlineAhead, atomic, floor };
    },
    weigh: (job) => {
      if (job.type === "run") size += sizeOfEffects(job.statements);
      return job;
    },
    group: () => {
      const all = new Uint8Array(ENTRY_BYTES * actions.length);
      let at = 0;
      for (const entries of bytes) {
        all.set(entries, at);
        at += entries.length;
      }
      return {
        jobs,
        bytes: all,
        actions,
        deadlines: BigUint64Array.from(deadlines),
        namesHolder: Uint8Array.from(namesHolder),
        blockHashes,
        effects,
      };
    },
  };
  return packer;
}

/** Approximate size of statements in bytes. Throws if one is not a statement: it could not be sent to the writer. */
function sizeOfEffects(statements: readonly Statement[]): number {
  assertStatements(statements, "effects");
  let size = 0;
  for (const { sql, parameters = [] } of statements) {
    size += sql.length;
    for (const value of parameters) {
      size += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
    }
  }
  return size;
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
    if (other !== undefined) return other;
    const bytes = entryAt(entries, i);
    const hash = hashes.subarray(HASH_BYTES * i, HASH_BYTES * (i + 1));
    return { status: "appended", entry: entryOfDraft(draft, bytes, { size: indexOf(bytes) + 1, hash }) };
  });
  const before = answer.takenBack.get(job);
  return before === undefined ? results : takeBack(results, before);
}
