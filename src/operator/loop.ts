/** What is done again and again. It keeps no process alive. */
export type Loop = {
  /** Ends the pause. */
  wake(): void;
  /** Does it no more. Resolves when what it was about is done. */
  stop(): Promise<void>;
};

/**
 * Runs a step again and again, one at a time.
 *
 * @param step does not reject; returns the pause until the next one, in milliseconds.
 * @param pause until the first one.
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

/**
 * Does something again and again, one after the other. A failure is told of once, until it went well again.
 *
 * @param pace milliseconds from one time's end to the next one's start.
 * @param onError is told each error, and whether the time before went well.
 */
export function startLoop(
  work: () => Promise<void>,
  pace: () => number,
  onError: (error: unknown, isFirst: boolean) => void,
): Loop {
  let isStopped = false;
  let failed = false;
  const loop = repeat(async () => {
    try {
      await work();
      failed = false;
    } catch (error) {
      if (!isStopped) onError(error, !failed);
      failed = true;
    }
    return pace();
  }, pace());
  return {
    ...loop,
    stop: () => {
      isStopped = true;
      return loop.stop();
    },
  };
}
