import type { Anchored } from "../../anchor/anchorer.ts";
import { repeat, type Loop } from "../loop.ts";
import { backoff } from "./backoff.ts";
import { decide, defaultPollInterval, scheduleOf, type AnchorPolicy, type AnchorSchedule } from "./policy.ts";
import type { Sight } from "./registry.ts";

export type LoopOptions = {
  readonly policy: AnchorPolicy;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** Seconds; undefined while nobody has said it. */
  readonly minAnchorInterval: number | undefined;
  readonly readInterval: () => Promise<number>;
  /** Whether blocks are dated as time goes by: those of a node for development are as old as what happened last. */
  readonly isDated: boolean;
  /** Looks at the registry; undefined where its node is behind. */
  readonly look: () => Promise<Sight | undefined>;
  /** `performance.now()` since when an anchor is gone that nothing has taken the place of. */
  readonly lostSince: () => number | undefined;
  /** When the oldest promise without an anchor was made, Unix ms. */
  readonly oldest: () => number | undefined;
  /** How many batches are closed. */
  readonly closed: () => number;
  /** Does not reject. */
  readonly closeBatches: () => Promise<void>;
  readonly anchor: () => Promise<Anchored>;
  /** Sees to what was on its way when a process ended; once is enough. */
  readonly resume: () => Promise<void>;
  readonly isLeader: () => boolean | Promise<boolean>;
  readonly fail: (error: unknown) => void;
  readonly clock: () => number;
  readonly random: () => number;
  readonly signal: AbortSignal;
};

/** The longest pause after failures, in milliseconds, and as a part of maxAnchorDelay. */
const LONGEST_PAUSE = 60_000;
const PAUSE_SHARE = 1 / 64;

/** Looks at the chain again and again, once it is started. */
export type AnchoringLoop = { start(): void; wake(): void };

/**
 * Prepares the loop that looks at the chain, and anchors what is due. What is on its way is not waited for: looking
 * goes on.
 *
 * @throws AnchorlogError `bad_option` where the registry's times contradict the policy.
 */
export function createAnchoringLoop(options: LoopOptions): AnchoringLoop {
  const { policy, maxAnchorDelay, isDated, random, clock, signal } = options;
  let { minAnchorInterval } = options;
  let schedule = scheduleOf(policy, maxAnchorDelay, minAnchorInterval);
  const limit = Math.min(LONGEST_PAUSE, PAUSE_SHARE * 1_000 * maxAnchorDelay);
  /** Looks and attempts that failed in a row. */
  let unseen = 0;
  let failed = 0;
  /** `performance.now()` before which nothing is attempted. */
  let notBefore = 0;
  let attempt: Promise<void> | undefined;

  const learnInterval = async (): Promise<void> => {
    minAnchorInterval = await options.readInterval();
    schedule = scheduleOf(policy, maxAnchorDelay, minAnchorInterval);
  };

  const run = async (isAged: boolean): Promise<void> => {
    try {
      if (isAged) await options.closeBatches();
      await options.anchor();
      failed = 0;
    } catch (error) {
      options.fail(error);
      notBefore = performance.now() + backoff(++failed, limit, random);
    } finally {
      attempt = undefined;
    }
  };

  /** By this clock; and by the chain's, which judges the promise, where so much is over by it that this one is behind. */
  const ageOf = (sight?: Sight): number => {
    const oldest = options.oldest() ?? Infinity;
    const onChain = sight !== undefined && isDated ? 1_000 * sight.time - oldest : 0;
    return Math.max(0, clock() - oldest, onChain >= schedule.boundAge ? onChain : 0);
  };
  const act = async (sight: Sight): Promise<void> => {
    const { latest, baseFee } = sight;
    if (!(await options.isLeader())) return;
    await options.resume();
    if (attempt !== undefined || performance.now() < notBefore || isTooSoon(sight, minAnchorInterval)) return;
    const age = ageOf(sight);
    const lost = options.lostSince();
    // A transaction that lost its block may get into another one by itself.
    const isLost = lost !== undefined && performance.now() - lost >= schedule.pollInterval;
    const batches = options.closed() - latest.size;
    if (decide(schedule, { age, batches, isLost, baseFee }) === "anchor") attempt = run(age >= schedule.maxAge);
  };

  const step = async (): Promise<number> => {
    try {
      if (minAnchorInterval === undefined) await learnInterval();
      const sight = await options.look();
      if (sight !== undefined && !signal.aborted) await act(sight);
      unseen = 0;
      return nextLook(schedule, ageOf());
    } catch (error) {
      options.fail(error);
      return backoff(++unseen, limit, random);
    }
  };
  return untilAborted(step, signal);
}

/** Prepares the loop of an operator that anchors on demand only: it looks at the chain, and does nothing else. */
export function createFollowingLoop(options: {
  readonly look: () => Promise<unknown>;
  /** Seconds, where it is known. */
  readonly maxAnchorDelay: number | undefined;
  /** Told of each failure, and whether it is the first in a row. */
  readonly fail: (error: unknown, isFirst: boolean) => void;
  readonly signal: AbortSignal;
}): AnchoringLoop {
  const { look, maxAnchorDelay, fail, signal } = options;
  const interval = defaultPollInterval(maxAnchorDelay);
  let unseen = 0;
  const step = async (): Promise<number> => {
    try {
      await look();
      unseen = 0;
      return interval;
    } catch (error) {
      fail(error, unseen++ === 0);
      return Math.max(interval, backoff(unseen, LONGEST_PAUSE));
    }
  };
  return untilAborted(step, signal);
}

/** @param step returns milliseconds until the next one. */
function untilAborted(step: () => Promise<number>, signal: AbortSignal): AnchoringLoop {
  let repeated: Loop | undefined;
  return {
    start: () => {
      if (repeated !== undefined || signal.aborted) return;
      const loop = (repeated = repeat(step, 0));
      // What a node is being asked is not waited for.
      signal.addEventListener("abort", () => void loop.stop(), { once: true });
    },
    wake: () => repeated?.wake(),
  };
}

/** Milliseconds until something can be due, or no ceiling counts any more. */
function nextLook({ pollInterval, maxAge, yieldAge }: AnchorSchedule, age: number): number {
  const ahead = [maxAge, yieldAge].filter((time) => time > age);
  return Math.min(pollInterval, ...ahead.map((time) => time - age));
}

/** Whether the next block may be too early for the registry: on some chains it has the time of the one before it. */
function isTooSoon({ latest, time, since }: Sight, minAnchorInterval = 0): boolean {
  const next = time + (performance.now() - since) / 1_000;
  return latest.size > 0 && next < latest.time + minAnchorInterval;
}
