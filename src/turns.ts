import { within } from "./within.ts";

/** Runs tasks as they come, no more of them at a time than there is room for. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param width how many at a time.
 * @param patience milliseconds that a task waits for its turn, and is not begun after that; without it, as long as it takes.
 */
export function createTurns(width: number, patience?: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();
  /** Whoever ends hands its place on. */
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) running--;
    else if (waiting.delete(next)) next();
  };
  const enter = async (): Promise<void> => {
    if (running < width) {
      running++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    try {
      await (patience === undefined ? promise : within(patience, promise));
    } catch (error) {
      if (!waiting.delete(resolve)) leave();
      throw error;
    }
  };
  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
