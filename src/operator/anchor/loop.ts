import type { Anchored } from "../../chain/anchorer.ts";
import { AnchorlogError, messageOf } from "../../base/errors.ts";
import { repeat, type Loop } from "../loop.ts";
import { backoff } from "./backoff.ts";
import { decide, defaultPollInterval, scheduleOf, type AnchorPolicy, type AnchorSchedule } from "./policy.ts";
import type { Sight } from "./registry.ts";

type LoopOptions = {
  readonly policy: AnchorPolicy;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** Seconds; undefined until the registry has answered. */
  readonly minAnchorInterval: number | undefined;
  readonly readInterval: () => Promise<number>;
  /** Whether block times follow real time. A development node's latest block may be arbitrarily old. */
  readonly isDated: boolean;
  /** Reads the registry; undefined if its node lags. */
  readonly look: () => Promise<Sight | undefined>;
  /** `performance.now()` since when an anchor is gone that no other has replaced. */
  readonly lostSince: () => number | undefined;
  /** When the oldest unanchored promise was made, Unix ms. */
  readonly oldest: () => number | undefined;
  readonly closed: () => number;
  /** Must not reject. */
  readonly closeBatches: () => Promise<void>;
  readonly anchor: () => Promise<Anchored>;
  /** Resumes a transaction that was pending when the process ended. Further calls do nothing. */
  readonly resume: () => Promise<void>;
  readonly isLeader: () => boolean | Promise<boolean>;
  /** Called with each failure, and whether its code differs from the failure before it. */
  readonly fail: (error: unknown, isFirst: boolean) => void;
  readonly clock: () => number;
  readonly random: () => number;
  readonly signal: AbortSignal;
};

/** The longest pause after failures, in milliseconds, and as a share of `maxAnchorDelay`. */
const LONGEST_PAUSE = 60_000;
const PAUSE_SHARE = 1 / 64;

/** A loop that reads the chain repeatedly, once started. */
export type AnchoringLoop = { start(): void; wake(): void };

type Looping = LoopOptions & {
  /** Seconds; undefined until the registry has answered. */
  interval: number | undefined;
  schedule: AnchorSchedule;
  /** Milliseconds of the longest pause after failures. */
  readonly limit: number;
  /** Failed looks in a row. `failed` counts failed attempts. */
  unseen: number;
  failed: number;
  /** The code of the newest failure, or the message of an error without one, until looks and attempts succeed again. */
  failing: string | undefined;
  /** `performance.now()` before which nothing is attempted. */
  notBefore: number;
  attempt: Promise<void> | undefined;
};

/**
 * Prepares the loop that reads the chain and starts anchoring when it is due. It keeps reading while a transaction is
 * pending.
 *
 * @throws AnchorlogError `bad_option` if the registry's times contradict the policy.
 */
export function createAnchoringLoop(options: LoopOptions): AnchoringLoop {
  const { policy, maxAnchorDelay, minAnchorInterval: interval, signal } = options;
  const schedule = scheduleOf(policy, maxAnchorDelay, interval);
  const limit = Math.min(LONGEST_PAUSE, PAUSE_SHARE * 1_000 * maxAnchorDelay);
  const none = { unseen: 0, failed: 0, failing: undefined, notBefore: 0, attempt: undefined };
  const looping: Looping = { ...options, interval, schedule, limit, ...none };
  return untilAborted(() => step(looping), signal);
}

/** Looks at the chain, and acts. @returns milliseconds until the next step. */
async function step(looping: Looping): Promise<number> {
  const { policy, maxAnchorDelay, signal, limit, random } = looping;
  try {
    if (looping.interval === undefined) {
      looping.interval = await looping.readInterval();
      looping.schedule = scheduleOf(policy, maxAnchorDelay, looping.interval);
    }
    const sight = await looping.look();
    if (sight !== undefined && !signal.aborted) await act(looping, sight);
    looping.unseen = 0;
    if (looping.failed === 0) looping.failing = undefined;
    return nextLook(looping.schedule, ageOf(looping));
  } catch (error) {
    report(looping, error);
    return backoff(++looping.unseen, limit, random);
  }
}

async function act(looping: Looping, sight: Sight): Promise<void> {
  const { latest, baseFee } = sight;
  if (!(await looping.isLeader())) {
    looping.failed = 0;
    return;
  }
  await looping.resume();
  const { attempt, notBefore, interval, schedule } = looping;
  if (attempt !== undefined || performance.now() < notBefore || isTooSoon(sight, interval)) return;
  const age = ageOf(looping, sight);
  const lost = looping.lostSince();
  // A transaction that lost its block may get into another one without help.
  const isLost = lost !== undefined && performance.now() - lost >= schedule.pollInterval;
  const batches = looping.closed() - latest.size;
  if (decide(schedule, { age, batches, isLost, baseFee }) === "anchor") {
    looping.attempt = attemptAnchor(looping, age >= schedule.maxAge);
  } else {
    // Perhaps somebody else has anchored: the next failure begins a new series.
    looping.failed = 0;
  }
}

async function attemptAnchor(looping: Looping, isAged: boolean): Promise<void> {
  try {
    if (isAged) await looping.closeBatches();
    await looping.anchor();
    [looping.failed, looping.failing] = [0, undefined];
  } catch (error) {
    report(looping, error);
    looping.notBefore = performance.now() + backoff(++looping.failed, looping.limit, looping.random);
  } finally {
    looping.attempt = undefined;
  }
}

function report(looping: Looping, error: unknown): void {
  const code = error instanceof AnchorlogError ? error.code : messageOf(error);
  looping.fail(error, code !== looping.failing);
  looping.failing = code;
}

/**
 * Returns the age of the oldest promise by the local clock. The chain's clock judges the promise, so it counts instead
 * if it puts the age past `boundAge`: then the local clock is behind.
 */
function ageOf({ isDated, schedule, clock, ...options }: Looping, sight?: Sight): number {
  const oldest = options.oldest() ?? Infinity;
  const onChain = sight !== undefined && isDated ? 1_000 * sight.time - oldest : 0;
  return Math.max(0, clock() - oldest, onChain >= schedule.boundAge ? onChain : 0);
}

/** Prepares the loop of an operator that anchors on demand only. It reads the chain and does nothing else. */
export function createFollowingLoop(options: {
  readonly look: () => Promise<unknown>;
  /** Seconds, if known. */
  readonly maxAnchorDelay: number | undefined;
  /** Called with each failure, and whether it is the first in a row. */
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

/** @param step returns milliseconds until the next step. */
function untilAborted(step: () => Promise<number>, signal: AbortSignal): AnchoringLoop {
  let repeated: Loop | undefined;
  return {
    start: () => {
      if (repeated !== undefined || signal.aborted) return;
      const loop = (repeated = repeat(step, 0));
      // Aborting does not wait for a node's answer.
      signal.addEventListener("abort", () => void loop.stop(), { once: true });
    },
    wake: () => repeated?.wake(),
  };
}

/** Returns the milliseconds until an anchor can be due, or the fee ceiling stops to count. */
function nextLook({ pollInterval, maxAge, yieldAge }: AnchorSchedule, age: number): number {
  const ahead = [maxAge, yieldAge].filter((time) => time > age);
  return Math.min(pollInterval, ...ahead.map((time) => time - age));
}

/** Whether the next block may be too early for the registry. On some chains it has the time of the block before. */
function isTooSoon({ latest, time, since }: Sight, minAnchorInterval = 0): boolean {
  const next = time + (performance.now() - since) / 1_000;
  return latest.size > 0 && next < latest.time + minAnchorInterval;
}
