import { fromHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { refuseBehind, type DraftResult } from "../../log/chain.ts";
import type { Mark } from "../../log/guard.ts";
import type { AppendCall, Head, Lease, ChainStore, StoredEntry } from "../../log/store.ts";
import { restoreEntries, writeGroup, writeGroupWithEffects, type LogContext, type Written } from "./commit.ts";
import type { ActMemory } from "./actMemory.ts";
import type { Connections, PgClient } from "./connection.ts";
import { prepareCall, type PreparedCall } from "./draft.ts";
import { faultKindOf, retryConflicts, storeFailed } from "./errors.ts";
import { readLease, releaseLease, renewLease, takeLease } from "./lease.ts";
import type { PlanNames } from "./planNames.ts";
import { openGroupQueue } from "./queue.ts";
import type { Seat } from "./statements.ts";

/** One log's writer in this process. It does one task at a time, under the log's lease. */
export type Writer = {
  append(call: AppendCall): Promise<readonly DraftResult[]>;
  restore(entries: readonly StoredEntry[]): Promise<void>;
  acquire(): Promise<Lease>;
  /** Returns the current lease of any process, and takes it if it is free. */
  claim(): Promise<Lease>;
  /** Releases the lease, if this process holds it. */
  release(): Promise<void>;
};

/** Largest number of drafts committed together. A single call may exceed it. */
const GROUP = 1_000;
/** Number of attempts if the log is lost in the middle of a commit. */
const TAKES = 5;

export function openWriter(options: {
  connections: Connections;
  names: PlanNames;
  memory: ActMemory;
  log: Hex;
  leader: string;
  leaseMs: number;
  /** Reads entries, including archived ones. */
  entries: ChainStore["entries"];
  /** Called once the log was taken. If it rejects, nothing is appended. */
  onTaken: () => Promise<void>;
}): Writer {
  const { connections, names, memory, log, leader, leaseMs } = options;
  const context: LogContext = { connections, names, log, leaseMs };
  const id = fromHex(log, 32);
  /** The durable head as this process wrote it; undefined after any doubt about it. */
  let seat: Seat | undefined;
  /** True until the first append under this seat. Other processes may have written anything before. */
  let isNew = false;
  let lastEpoch: number | undefined;
  let expectTrouble = false;

  const take = async (): Promise<{ seat: Seat; lease: Lease }> => {
    const applicant = { log, id, leader, leaseMs, lastEpoch };
    let isAsked = false;
    try {
      const taking = (client: PgClient) => {
        isAsked = true;
        // Once the lease is durable, the earlier entries of other processes are durable as well.
        return connections.commit(client, () => takeLease(client, applicant));
      };
      const taken = await retryConflicts(() => connections.borrow(taking));
      names.reached(taken.seat.head.size);
      seat = { ...taken.seat, acts: memory.forSeat() };
      isNew = true;
      lastEpoch = seat.epoch;
      return { seat, lease: taken.lease };
    } catch (error) {
      const code = error instanceof AnchorlogError ? error.code : undefined;
      // On other errors this process may hold the lease under an unknown epoch. The statement writes nothing else.
      if (isAsked && code !== "not_the_writer") lastEpoch = undefined;
      throw storeFailed(code === "outcome_unknown" ? (error as Error).cause : error);
    }
  };

  /** Checks that the database has every promised entry, as of the time when the seat was taken. */
  const assertReaches = async (head: Head, floor: Mark | undefined): Promise<void> => {
    refuseBehind(log, head, floor);
    if (floor === undefined || head.size === floor.size) return;
    const [last] = await options.entries(log, floor.size - 1, floor.size);
    refuseBehind(log, { ...head, size: floor.size, hash: last!.hash }, floor);
  };

  const assertMayAppend = async (head: Head, floor: Mark | undefined): Promise<void> => {
    try {
      await assertReaches(head, floor);
      await options.onTaken();
    } catch (error) {
      seat = undefined;
      throw storeFailed(error);
    }
    isNew = false;
  };

  /**
   * Writes under the seat. If the seat turns out to be lost, takes it again, unless another process has it.
   *
   * @param appending given for appends, with the floor that the log must reach.
   */
  const write = async (
    work: (client: PgClient, seat: Seat) => Promise<Written>,
    appending?: { readonly floor: Mark | undefined },
  ) => {
    const floor = appending?.floor;
    for (let attempt = 0; attempt < TAKES; attempt++) {
      const isKnown = seat !== undefined;
      const current = seat ?? (await take()).seat;
      // The seat is older than the floor, so another process has written since: take it again.
      if (isKnown && floor !== undefined && current.head.size < floor.size) {
        seat = undefined;
        continue;
      }
      if (isNew && appending !== undefined) await assertMayAppend(current.head, floor);
      let written: Written;
      try {
        written = await retryConflicts(() => connections.borrow((client) => work(client, current)));
      } catch (error) {
        seat = undefined;
        throw storeFailed(error);
      }
      seat = undefined;
      if (written === "lost") continue;
      // Only after the answer: without one, it is unknown what the commit wrote.
      current.acts.keep(written.newest);
      names.grown(written.head.size - current.head.size);
      seat = { ...current, head: written.head };
      return written;
    }
    throw storeFailed(new Error(`log ${log} changed its writer ${TAKES} times in a row`));
  };

  const appendGroup = async (calls: readonly PreparedCall[]) => {
    const floor = calls.reduce<Mark | undefined>(
      (highest, { call }) => ((call.floor?.size ?? 0) > (highest?.size ?? 0) ? call.floor : highest),
      undefined,
    );
    const { results, metTrouble } = await write(
      (client, current) =>
        calls.some(hasEffects)
          ? writeGroupWithEffects(context, client, current, calls, expectTrouble)
          : writeGroup(context, client, current, calls, expectTrouble),
      { floor },
    );
    expectTrouble = metTrouble;
    return results;
  };
  const isOfOne = (error: unknown): boolean => faultKindOf((error as Error).cause) !== undefined;
  const queue = openGroupQueue(GROUP, ({ drafts }: PreparedCall) => drafts.length, appendGroup, isOfOne);

  const acquire = async (): Promise<Lease> => {
    const current = seat;
    if (current !== undefined) {
      const renewed = await connections.borrow((client) => renewLease(client, leaseMs, current));
      if (renewed !== undefined) return renewed;
      seat = undefined;
    }
    return (await take()).lease;
  };

  const claim = async (): Promise<Lease> => {
    const held = await connections.borrow((client) => readLease(client, id));
    if (held !== undefined) return held;
    try {
      return await queue.alone(acquire);
    } catch (error) {
      // Another process took it first.
      if (error instanceof AnchorlogError && error.code === "not_the_writer") return error.details as Lease;
      throw error;
    }
  };

  const release = async (): Promise<void> => {
    const current = seat;
    if (current === undefined) return;
    seat = undefined;
    await connections.borrow((client) => releaseLease(client, current));
  };

  return {
    append: async (call) => (call.drafts.length === 0 ? [] : queue.push(prepareCall(id, call))),
    restore: (entries) =>
      queue.alone(async () => void (await write((client, seat) => restoreEntries(context, client, seat, entries)))),
    acquire: () => queue.alone(acquire),
    claim,
    release: () => queue.alone(release),
  };
}

const hasEffects = ({ drafts }: PreparedCall): boolean =>
  drafts.some(({ draft: { effects = [] } }) => effects.length > 0);
