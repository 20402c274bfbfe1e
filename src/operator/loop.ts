/** What is done again and again. */
export type Loop = {
  /** Does it no more. Resolves when what it was about is done. */
  stop(): Promise<void>;
};

/**
 * Does something again and again, one after the other; the process may end before the next time. A failure is told
 * of once, until it went well again.
 *
 * @param pace milliseconds from one time's end to the next one's start.
 * @param onError is told each error, and whether the time before went well.
 */
export function startLoop(
  work: () => Promise<void>,
  pace: () => number,
  onError: (error: unknown, isFirst: boolean) => void,
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let failed = false;

  const run = async (): Promise<void> => {
    try {
      await work();
      failed = false;
    } catch (error) {
      if (!stopped) onError(error, !failed);
      failed = true;
    }
    running = undefined;
    wait();
  };
  const wait = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pace());
    timer.unref();
  };
  wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
