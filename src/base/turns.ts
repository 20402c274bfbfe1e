import { within } from "./within.ts";

/** Runs tasks in their order, a limited number at a time. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param width the number of tasks at a time.
 * @param patience milliseconds that a task waits for its turn; then it rejects without being started. No limit by default.
 */
export function createTurns(width: number, patience?: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();
  /** Passes a finished task's place to the next one. */
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
