/** Keeps the values that were used last, by name. Callers that ask for a name while its value is made share one call. */
export type Cache<T> = {
  /** Returns the kept value, or calls `make` and keeps its result. A failure is not kept. */
  get(name: string, make: () => Promise<T>): Promise<T>;
  put(name: string, value: T): void;
};

/**
 * @param room the greatest weight of all values together; the newest is always kept.
 * @param weigh returns a value's weight.
 */
export function createCache<T>(room: number, weigh: (value: T) => number): Cache<T> {
  // In the order of use: the oldest comes first.
  const kept = new Map<string, T>();
  const underWay = new Map<string, Promise<T>>();
  let held = 0;

  const drop = (name: string): void => {
    const value = kept.get(name);
    if (value !== undefined) held -= weigh(value);
    kept.delete(name);
  };
  const put = (name: string, value: T): void => {
    drop(name);
    kept.set(name, value);
    held += weigh(value);
    for (const oldest of kept.keys()) {
      if (held <= room || oldest === name) break;
      drop(oldest);
    }
  };
  const makeOnce = async (name: string, make: () => Promise<T>): Promise<T> => {
    try {
      const value = await make();
      put(name, value);
      return value;
    } finally {
      underWay.delete(name);
    }
  };
  return {
    put,
    get: async (name, make) => {
      const value = kept.get(name);
      if (value !== undefined) {
        put(name, value);
        return value;
      }
      let making = underWay.get(name);
      if (making === undefined) underWay.set(name, (making = makeOnce(name, make)));
      return making;
    },
  };
}
