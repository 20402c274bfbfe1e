/** Takes turns: what concerns the same thing is done one after another, in the order in which it came. */
export type Turns = <T>(keys: readonly string[], run: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  /** By what it concerns, what came last. */
  const last = new Map<string, Promise<unknown>>();
  return async (keys, run) => {
    // All places are taken at once, so that no two wait for each other.
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
