/** Runs tasks with a common key one after another, in the order of arrival. */
export type Turns = <T>(keys: readonly string[], run: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  /** The last task by key. */
  const last = new Map<string, Promise<unknown>>();
  return async (keys, run) => {
    // Reserve all keys at once, so that two tasks cannot wait for each other.
    const before = keys.flatMap((key) => last.get(key) ?? []);
    const running = (async () => {
      await Promise.allSettled(before);
      return run();
    })();
    for (const key of keys) last.set(key, running);
    try {
      return await running;
    } finally {
      for (const key of keys) if (last.get(key) === running) last.delete(key);
    }
  };
}
