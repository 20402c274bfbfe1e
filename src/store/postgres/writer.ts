import { fromHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { refuseBehind, type DraftResult } from "../../log/chain.ts";
import type { Mark } from "../../log/guard.ts";
import type { AppendCall, Head, Lease, ChainStore, StoredEntry } from "../../log/store.ts";
import { restoreEntries, writeGroup, writeGroupWithEffects, type LogContext, type Written } from "./commit.ts";
import type { ActMemory } from "./actMemory.ts";
import type { PgClient } from "./connection.ts";
import { prepareCall, type Plan, type PreparedCall } from "./draft.ts";
import { faultKindOf, retryConflicts, storeFailed } from "./errors.ts";
import { readLease, releaseLease, renewLease, takeLease } from "./lease.ts";
import { alone, createGroupQueue, push, type GroupQueue } from "./queue.ts";
import type { Seat } from "./statements.ts";

/** One log's writer in this process. It does one task at a time, under the log's lease. */
export type Writer = WriterOptions & {
  /** The log's 32 bytes. */
  readonly id: Uint8Array;
  readonly queue: GroupQueue<PreparedCall, readonly DraftResult[]>;
  /** The durable head as this process wrote it; undefined after any doubt about it. */
  seat: Seat | undefined;
  /** True until the first append under this seat. Other processes may have written anything before. */
  isNew: boolean;
  lastEpoch: number | undefined;
  /** Whether to look nonces up before the next write, since the last one met a used nonce or a refusal. */
  expectTrouble: boolean;
};

type WriterOptions = LogContext & {
  readonly memory: ActMemory;
  readonly leader: string;
  /** Reads entries, including archived ones. */
  readonly entries: ChainStore["entries"];
  /** Called once the log was taken. If it rejects, nothing is appended. */
  readonly onTaken: () => Promise<void>;
};

/** Largest number of drafts committed together. A single call may exceed it. */
const GROUP = 1_000;
/** Number of attempts if the log is lost in the middle of a commit. */
const TAKES = 5;

export function openWriter(options: WriterOptions): Writer {
  const queue = createGroupQueue<PreparedCall, readonly DraftResult[]>({
    limit: GROUP,
    weigh: ({ drafts }) => drafts.length,
    work: (calls) => appendGroup(writer, calls),
    isOfOne: (error) => faultKindOf((error as Error).cause) !== undefined,
  });
  const writer: Writer = {
    ...options,
    id: fromHex(options.log, 32),
    queue,
    seat: undefined,
    isNew: false,
    lastEpoch: undefined,
    expectTrouble: false,
  };
  return writer;
}

export async function append({ id, queue }: Writer, call: AppendCall): Promise<readonly DraftResult[]> {
  return call.drafts.length === 0 ? [] : push(queue, prepareCall(id, call));
}

export function restore(writer: Writer, entries: readonly StoredEntry[]): Promise<void> {
  return alone(writer.queue, async () => {
    await write(writer, (client, seat) => restoreEntries(writer, client, seat, entries));
  });
}

/** Takes the lease, or prolongs it. */
export const acquire = (writer: Writer): Promise<Lease> => alone(writer.queue, () => acquireAlone(writer));

/** Returns the current lease of any process, and takes it if it is free. */
export async function claim(writer: Writer): Promise<Lease> {
  const held = await writer.connections.borrow((client) => readLease(client, writer.id));
  if (held !== undefined) return held;
  try {
    return await acquire(writer);
  } catch (error) {
    // Another process took it first.
    if (error instanceof AnchorlogError && error.code === "not_the_writer") return error.details as Lease;
    throw error;
  }
}

/** Releases the lease, if this process holds it. */
export function release(writer: Writer): Promise<void> {
  return alone(writer.queue, async () => {
    const { seat } = writer;
    if (seat === undefined) return;
    writer.seat = undefined;
    await writer.connections.borrow((client) => releaseLease(client, seat));
  });
}

async function acquireAlone(writer: Writer): Promise<Lease> {
  const { connections, leaseMs, seat } = writer;
  if (seat !== undefined) {
    const renewed = await connections.borrow((client) => renewLease(client, leaseMs, seat));
    if (renewed !== undefined) return renewed;
    writer.seat = undefined;
  }
  return (await take(writer)).lease;
}

async function take(writer: Writer): Promise<{ seat: Seat; lease: Lease }> {
  const { connections, names, memory } = writer;
  let isAsked = false;
  try {
    const taking = (client: PgClient) => {
      isAsked = true;
      // Once the lease is durable, the earlier entries of other processes are durable as well.
      return connections.commit(client, () => takeLease(client, writer));
    };
    const taken = await retryConflicts(() => connections.borrow(taking));
    names.reached(taken.seat.head.size);
    const seat = { ...taken.seat, acts: memory.forSeat() };
    writer.seat = seat;
    writer.isNew = true;
    writer.lastEpoch = seat.epoch;
    return { seat, lease: taken.lease };
  } catch (error) {
    const code = error instanceof AnchorlogError ? error.code : undefined;
    // On other errors this process may hold the lease under an unknown epoch. The statement writes nothing else.
    if (isAsked && code !== "not_the_writer") writer.lastEpoch = undefined;
    throw storeFailed(code === "outcome_unknown" ? (error as Error).cause : error);
  }
}

/** Checks that the database has every promised entry, as of the time when the seat was taken. */
async function assertReaches({ log, entries }: Writer, head: Head, floor: Mark | undefined): Promise<void> {
  refuseBehind(log, head, floor);
  if (floor === undefined || head.size === floor.size) return;
  const [last] = await entries(log, floor.size - 1, floor.size);
  refuseBehind(log, { ...head, size: floor.size, hash: last!.hash }, floor);
}

async function assertMayAppend(writer: Writer, head: Head, floor: Mark | undefined): Promise<void> {
  try {
    await assertReaches(writer, head, floor);
    await writer.onTaken();
  } catch (error) {
    writer.seat = undefined;
    throw storeFailed(error);
  }
  writer.isNew = false;
}

/**
 * Writes under the seat. If the seat turns out to be lost, takes it again, unless another process has it.
 *
 * @param appending given for appends, with the floor that the log must reach.
 */
async function write(
  writer: Writer,
  work: (client: PgClient, seat: Seat) => Promise<Written>,
  appending?: { readonly floor: Mark | undefined },
): Promise<Exclude<Written, "lost">> {
  const { connections, names } = writer;
  const floor = appending?.floor;
  for (let attempt = 0; attempt < TAKES; attempt++) {
    const isKnown = writer.seat !== undefined;
    const current = writer.seat ?? (await take(writer)).seat;
    // The seat is older than the floor, so another process has written since: take it again.
    if (isKnown && floor !== undefined && current.head.size < floor.size) {
      writer.seat = undefined;
      continue;
    }
    if (writer.isNew && appending !== undefined) await assertMayAppend(writer, current.head, floor);
    let written: Written;
    try {
      written = await retryConflicts(() => connections.borrow((client) => work(client, current)));
    } catch (error) {
      writer.seat = undefined;
      throw storeFailed(error);
    }
    writer.seat = undefined;
    if (written === "lost") continue;
    // Only after the answer: without one, it is unknown what the commit wrote.
    current.acts.keep(written.newest);
    names.grown(written.head.size - current.head.size);
    writer.seat = { ...current, head: written.head };
    return written;
  }
  throw storeFailed(new Error(`log ${writer.log} changed its writer ${TAKES} times in a row`));
}

async function appendGroup(writer: Writer, calls: readonly PreparedCall[]): Promise<Plan["results"]> {
  const floor = calls.reduce<Mark | undefined>(
    (highest, { call }) => ((call.floor?.size ?? 0) > (highest?.size ?? 0) ? call.floor : highest),
    undefined,
  );
  const writeAll = calls.some(hasEffects) ? writeGroupWithEffects : writeGroup;
  const { results, metTrouble } = await write(
    writer,
    (client, seat) => writeAll(writer, client, seat, calls, writer.expectTrouble),
    { floor },
  );
  writer.expectTrouble = metTrouble;
  return results;
}

const hasEffects = ({ drafts }: PreparedCall): boolean =>
  drafts.some(({ draft: { effects = [] } }) => effects.length > 0);
