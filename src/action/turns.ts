/** Runs tasks as they come, no more of them at a time than there is room for. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/** @param width how many at a time. */
export function createTurns(width: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running < width) running++;
    // Whoever ends hands its place on.
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
