/**
 * Runs a step again and again, one at a time, until it is aborted. It keeps no process alive.
 *
 * @param step does not reject; returns the pause until the next one, in milliseconds.
 * @returns `wake`, which ends the pause.
 */
export function repeat(step: () => Promise<number>, signal: AbortSignal): { wake(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isWoken = false;

  const runIn = (pause: number): void => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => void run(), pause).unref();
  };
  const run = async (): Promise<void> => {
    [isRunning, isWoken] = [true, false];
    const pause = await step();
    isRunning = false;
    runIn(isWoken ? 0 : pause);
  };

  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  runIn(0);
  return {
    wake: () => {
      isWoken = true;
      if (!isRunning) runIn(0);
    },
  };
}
