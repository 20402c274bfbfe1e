/** Decides which of the processes over one store closes batches, signs, publishes and anchors automatically. */
import { AnchorlogError } from "../base/errors.ts";
import type { Lease, OperationsStore } from "../log/store.ts";
import { startLoop } from "./loop.ts";
import { traceLease } from "./observe/traces.ts";
import type { Tracer } from "./observe/tracing.ts";

/**
 * Whether this process leads. The lease avoids double work but is not a lock. If two processes lead at once, the guard
 * and compare-and-swap prevent damage.
 */
export type Leadership = {
  /** Whether the lease is still held, by this process's own clock. A paused process notices a lapse without a query. */
  isLeader(): boolean;
  /** The lease as last read. Undefined if only one process can use the store, or if the store has not answered yet. */
  lease(): Lease | undefined;
  /** Gives up the lease, if it is held, so that another process can take it at once. */
  close(): Promise<void>;
};

const NAME = "operator";
/** Milliseconds between two attempts of a process that does not lead. */
const LOOK = 1_000;
const TRANSIENT = new Set(["outcome_unknown", "store_failed"]);

/**
 * Requests the lease, now and repeatedly. If a shared store does not answer yet, since it is busy or its standby is
 * away, opening still succeeds.
 *
 * @param onError called with each failure, and whether it is the first in a row.
 */
export async function openLeadership(
  store: Pick<OperationsStore, "shared" | "takeLease" | "releaseLease">,
  onError: (error: unknown, isFirst: boolean) => void,
  tracer?: Tracer,
): Promise<Leadership> {
  let lease: Lease | undefined;
  let epoch: number | undefined;
  let term = 0;
  let wasHeld = false;
  let heldUntil = -Infinity;

  const ask = async (): Promise<void> => {
    const [asked, since] = [performance.now(), new Date()];
    try {
      const answer = await store.takeLease(NAME, epoch);
      ({ lease } = answer);
      term = answer.milliseconds;
      heldUntil = answer.isHeld ? asked + term : -Infinity;
      const isNew = answer.isHeld !== wasHeld || (answer.isHeld && lease?.epoch !== epoch);
      if (isNew && store.shared) traceLease(tracer, answer.isHeld, lease?.epoch, since);
      wasHeld = answer.isHeld;
      if (answer.isHeld) epoch = lease?.epoch;
    } catch (error) {
      // The lease may be held by this process, under an unknown epoch.
      if (error instanceof AnchorlogError && error.code === "outcome_unknown") epoch = undefined;
      throw error;
    }
  };
  await ask().catch((error: unknown) => {
    const isTransient = error instanceof AnchorlogError && TRANSIENT.has(error.code);
    if (!(store.shared && isTransient)) throw error;
    onError(error, true);
  });
  const pace = () => (term === 0 ? LOOK : Math.min(LOOK, term / 3));
  const loop = store.shared ? startLoop(ask, pace, onError) : undefined;

  return {
    isLeader: () => performance.now() < heldUntil,
    lease: () => lease,
    close: async () => {
      await loop?.stop();
      const isHeld = performance.now() < heldUntil;
      heldUntil = -Infinity;
      // If this fails, the lease expires.
      if (isHeld && epoch !== undefined) await store.releaseLease(NAME, epoch).catch(() => {});
    },
  };
}
