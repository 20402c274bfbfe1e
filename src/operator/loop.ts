import { backoff } from "./anchor/backoff.ts";

/** A repeated step. Its timer does not keep the process alive. */
export type Loop = {
  /** Ends the current pause. */
  wake(): void;
  /** Stops repeating. Resolves when the step in progress is done. */
  stop(): Promise<void>;
};

/**
 * Runs a step again and again, one at a time.
 *
 * @param step must not reject; returns the pause until the next step, in milliseconds.
 * @param pause milliseconds until the first step.
 */
export function repeat(step: () => Promise<number>, pause: number): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;

  const runIn = (milliseconds: number): void => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void (running = run()), milliseconds).unref();
  };
  const run = async (): Promise<void> => {
    isWoken = false;
    const next = await step();
    running = undefined;
    runIn(isWoken ? 0 : next);
  };

  runIn(pause);
  return {
    wake: () => {
      isWoken = true;
      if (running === undefined) runIn(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The longest pause after a failure, milliseconds. */
const LONGEST_PAUSE = 60_000;

/**
 * Repeats work, one run at a time. After a failure the pause is never longer than the usual {@link backoff}.
 *
 * @param pace milliseconds from the end of one run to the start of the next.
 * @param onError called with each error, and whether the run before succeeded.
 */
export function startLoop(
  work: () => Promise<void>,
  pace: () => number,
  onError: (error: unknown, isFirst: boolean) => void,
): Loop {
  let isStopped = false;
  let failures = 0;
  const loop = repeat(async () => {
    try {
      await work();
      failures = 0;
      return pace();
    } catch (error) {
      if (!isStopped) onError(error, failures === 0);
      return Math.min(pace(), backoff(++failures, LONGEST_PAUSE));
    }
  }, pace());
  return {
    ...loop,
    stop: () => {
      isStopped = true;
      return loop.stop();
    },
  };
}
