/** Runs tasks with a common key one after another, in the order of arrival. */
export type Turns = <T>(keys: readonly string[], run: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  /**
   * The end of the last task by key. It holds no result, because V8 may keep values that left a map in memory until its
   * next full collection.
   */
  const last = new Map<string, Promise<void>>();
  return async (keys, run) => {
    // Reserve all keys at once, so that two tasks cannot wait for each other.
    const before = keys.flatMap((key) => last.get(key) ?? []);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    for (const key of keys) last.set(key, ended);
    try {
      if (before.length > 0) await Promise.all(before);
      return await run();
    } finally {
      for (const key of keys) if (last.get(key) === ended) last.delete(key);
      end();
    }
  };
}
