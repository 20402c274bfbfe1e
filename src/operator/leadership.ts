/** Which of the processes over one store closes batches, signs, publishes and anchors by itself. */
import { AnchorlogError } from "../errors.ts";
import type { Lease, LogStore } from "../log/store.ts";
import { startLoop } from "./loop.ts";
import { traceLease } from "./traces.ts";
import type { Tracer } from "./tracing.ts";

/** Whether this process leads. It saves work, and is no lock: the guard and compare-and-swap keep two from harm. */
export type Leadership = {
  /** Whether nobody else can lead now. A process that was paused finds out by its own clock, before it asks anybody. */
  isLeader(): boolean;
  /** Who leads, as the store said last; undefined where the store is one process's alone, or has not said yet. */
  lease(): Lease | undefined;
  /** Gives the lease up, if it is held, so that another takes it at once. */
  close(): Promise<void>;
};

const NAME = "operator";
/** Milliseconds between two looks of a process that does not lead. */
const LOOK = 1_000;
const TRANSIENT = new Set(["outcome_unknown", "store_failed"]);

/**
 * Asks for the lease, and asks again and again. A shared store that gives no answer yet, since it is busy or its standby
 * is away, does not keep a process from opening.
 *
 * @param onError is told each failure, and whether it is the first in a row.
 */
export async function openLeadership(
  store: Pick<LogStore, "shared" | "takeLease" | "releaseLease">,
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
      // It may be ours, under an epoch that is not known.
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
      // Best effort: one that is not given up ends by itself.
      if (isHeld && epoch !== undefined) await store.releaseLease(NAME, epoch).catch(() => {});
    },
  };
}
