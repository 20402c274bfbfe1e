/** What was used last, by a name; what is asked for again while it is being made, is made once. */
export type Cache<T> = {
  /** What is kept, or what `make` makes: a failure is not kept. */
  get(name: string, make: () => Promise<T>): Promise<T>;
  put(name: string, value: T): void;
};

/**
 * @param room what all that is kept may weigh; the newest is kept whatever it weighs.
 * @param weigh what one weighs.
 */
export function createCache<T>(room: number, weigh: (value: T) => number): Cache<T> {
  // In the order of use: the one used longest ago comes first.
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
