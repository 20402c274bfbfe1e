import type { Hex } from "../encoding/hex.ts";
import type { LogStore } from "./store.ts";

/** Those who wait for a log of a store to grow: whoever opened it, they hear of each other's entries. */
export type Followers = {
  /** Tells all who wait that the log has grown. */
  tell(): void;
  /** What happens from now on: the promise resolves with the next entries, or when the signal aborts. */
  next(): { orAborted(signal: AbortSignal | undefined): Promise<void> };
};

/** Of one log of one store. */
type Growth = { next: PromiseWithResolvers<void> };

const growths = new WeakMap<LogStore, Map<Hex, Growth>>();

export function createFollowers(store: LogStore, log: Hex): Followers {
  const growth = growthOf(store, log);
  return {
    tell: () => {
      growth.next.resolve();
      growth.next = Promise.withResolvers();
    },
    next: () => {
      const { promise } = growth.next;
      return { orAborted: (signal) => (signal === undefined ? promise : orAborted(promise, signal)) };
    },
  };
}

function growthOf(store: LogStore, log: Hex): Growth {
  let ofStore = growths.get(store);
  if (ofStore === undefined) growths.set(store, (ofStore = new Map()));
  let growth = ofStore.get(log);
  if (growth === undefined) ofStore.set(log, (growth = { next: Promise.withResolvers() }));
  return growth;
}

async function orAborted(growth: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  await Promise.race([growth, aborted.promise]);
  signal.removeEventListener("abort", abort);
}
