/** Closes batches of an open operator: automatically while this process leads, and on demand. */
import type { Setting } from "../setting.ts";
import type { SealParts } from "./sealParts.ts";
import type { Closed } from "../../batch/batchLog.ts";
import { createBatchCloser, type BatchCloser, type BatchPolicy } from "../../batch/closer.ts";
import { decodeHeader } from "../../batch/header.ts";
import type { Hex } from "../../base/hex.ts";
import { startLoop } from "../loop.ts";
import type { Sealing } from "./sealing.ts";
import { traced } from "../observe/tracing.ts";

/** A batch that was closed. */
export type ClosedBatch = { readonly log: string; readonly position: number; readonly header: Uint8Array };

export type Closing = {
  /** Reports unbatched entries of a log; `entries` is 0 if they may have been reported before. */
  readonly appended: (log: Hex, entries: number) => void;
  /** Closes a batch of every log that has unbatched entries. The caller must queue the call. */
  readonly closeBatches: () => Promise<ClosedBatch[]>;
  /** Stops closing. Resolves when the operation in progress is done. */
  readonly stop: () => Promise<void>;
};

export type ClosingOptions = Pick<Setting, "store" | "tracer" | "inOrder"> &
  Pick<SealParts, "sealing" | "leadership"> & {
    readonly policy: BatchPolicy | undefined;
    /** Called with each failure, and whether it is the first in a row. */
    readonly onError: (error: unknown, isFirst: boolean) => void;
  };

type OpenClosing = ClosingOptions & {
  readonly closer: BatchCloser;
  readonly close: Sealing["close"];
  /** As `close`, for work that no caller asked for. */
  readonly closeByItself: Sealing["close"];
  /** Logs that became due since the last turn, with a callback for each. One turn closes all of them. */
  due: Map<Hex, (failure: { readonly error: unknown } | undefined) => void>;
};

export async function openClosing(options: ClosingOptions): Promise<Closing> {
  const { store, policy = {}, sealing, leadership, tracer, inOrder, onError } = options;
  const result = describeBatches;
  const close = traced(tracer, "anchorlog.close_batches", sealing.close, { result });
  const closeByItself = traced(tracer, "anchorlog.close_batches", sealing.close, { root: true, result });
  const closer = createBatchCloser(
    policy,
    (log) =>
      new Promise<void>((resolve, reject) => {
        if (closing.due.size === 0) void inOrder(() => closeDue(closing));
        closing.due.set(log, (failure) => (failure === undefined ? resolve() : reject(failure.error)));
      }),
    (error) => onError(error, true),
  );
  const closing: OpenClosing = { ...options, closer, close, closeByItself, due: new Map() };
  const isAutomatic = policy.maxAge !== undefined || policy.maxEntries !== undefined;
  if (isAutomatic) await find(closing);
  const loop =
    isAutomatic && store.shared
      ? startLoop(
          () => find(closing),
          () => paceOf(policy),
          onError,
        )
      : undefined;
  return {
    appended: (log, entries) => {
      if (leadership.isLeader()) closer.appended(log, entries);
    },
    closeBatches: () => closeBatches(closing),
    stop: async () => {
      await loop?.stop();
      await closer.stop();
    },
  };
}

/** Finds entries that this process did not report: of other processes, or from before it started or led. */
async function find({ store, leadership, closer }: OpenClosing): Promise<void> {
  if (!leadership.isLeader()) return;
  for (const { log, batched, size } of await store.unbatched()) closer.found(log, size - batched);
}

async function closeDue(closing: OpenClosing): Promise<void> {
  const turn = closing.due;
  closing.due = new Map();
  const failures = new Map<Hex, { readonly error: unknown }>();
  try {
    const closed = closing.leadership.isLeader() ? await closing.closeByItself([...turn.keys()]) : undefined;
    for (const failure of closed?.failures ?? []) failures.set(failure.log, failure);
  } catch (error) {
    for (const log of turn.keys()) failures.set(log, { error });
  }
  for (const [log, tell] of turn) tell(failures.get(log));
}

async function closeBatches({ store, closer, close }: OpenClosing): Promise<ClosedBatch[]> {
  const open = await store.unbatched();
  const names = new Map(open.map(({ log, name = log }) => [log, name]));
  if (names.size === 0) return [];
  for (const log of names.keys()) closer.forget(log);
  /** Reports logs that could not be closed to the closer, which tries again. */
  const fail = (error: unknown, failed: (log: Hex) => boolean): never => {
    for (const { log, batched, size } of open) if (failed(log)) closer.found(log, size - batched);
    throw error;
  };
  const { batches, failures } = await close([...names.keys()]).catch((error: unknown) => fail(error, () => true));
  if (failures[0] !== undefined) fail(failures[0].error, (log) => failures.some((failure) => failure.log === log));
  return batches.map(({ log, position, header }) => ({ log: names.get(log)!, position, header }));
}

function describeBatches({ batches, failures }: Closed, logs: readonly Hex[]) {
  const entries = batches.reduce((sum, { header }) => sum + decodeHeader(header).count, 0);
  const { length } = failures;
  return { logs: logs.length, batches: batches.length, entries, position: batches.at(-1)?.position, failures: length };
}

/** Milliseconds between two looks for entries of other processes. */
function paceOf({ maxAge = 1_000 }: BatchPolicy): number {
  return Math.min(Math.max(maxAge / 4, 250), 5_000);
}
