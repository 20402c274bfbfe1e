import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ChainStore, OperationsStore } from "./store.ts";

/**
 * Wakes up the streams that wait for a log to grow. All logs opened on one store object in this process share these
 * notifications.
 */
type Followers = {
  /** Wakes up all waiting streams: the log has grown. */
  tell(): void;
  /** Starts to listen now. The promise of `orAborted` resolves with the next entries, or when the signal aborts. */
  next(): {
    /**
     * @param size number of entries already read. Polling compares it with the head, to notice other processes'
     *   entries.
     */
    orAborted(size: number, signal: AbortSignal | undefined): Promise<void>;
  };
};

/** The waiting streams of one log, and how many entries each has read. */
type Growth = { next: PromiseWithResolvers<void>; readonly waiting: Set<{ readonly size: number }> };

type FollowedStore = Pick<ChainStore, "heads"> & Pick<OperationsStore, "shared">;

/** The followed logs of one store. */
type Followed = { readonly growths: Map<Hex, Growth>; timer: NodeJS.Timeout | undefined };

/**
 * Milliseconds between two polls for other processes' entries. PostgreSQL's NOTIFY would be faster, but commits that
 * notify wait for one lock of the whole database.
 */
const LOOK = 200;

const stores = new WeakMap<FollowedStore, Followed>();

export function createFollowers(store: FollowedStore, log: Hex): Followers {
  return {
    tell: () => tell(stores.get(store)?.growths.get(log)),
    next: () => {
      const followed = followedOf(store);
      let growth = followed.growths.get(log);
      if (growth === undefined) {
        followed.growths.set(log, (growth = { next: Promise.withResolvers(), waiting: new Set() }));
      }
      const { promise } = growth.next;
      return {
        orAborted: async (size, signal) => {
          const waiting = { size };
          growth.waiting.add(waiting);
          if (store.shared) look(store, followed);
          await (signal === undefined ? promise : orAborted(promise, signal));
          growth.waiting.delete(waiting);
        },
      };
    },
  };
}

function tell(growth: Growth | undefined): void {
  if (growth === undefined) return;
  growth.next.resolve();
  growth.next = Promise.withResolvers();
}

function followedOf(store: FollowedStore): Followed {
  let followed = stores.get(store);
  if (followed === undefined) stores.set(store, (followed = { growths: new Map(), timer: undefined }));
  return followed;
}

/** Polls the heads of all followed logs with one query, as long as a stream waits. */
function look(store: FollowedStore, followed: Followed): void {
  followed.timer ??= setTimeout(() => void lookOnce(store, followed), LOOK).unref();
}

async function lookOnce(store: FollowedStore, followed: Followed): Promise<void> {
  const waiting = waitingIn(followed);
  if (waiting.length === 0) {
    followed.timer = undefined;
    return;
  }
  let isOpen = true;
  try {
    const heads = await store.heads(waiting.map(([log]) => log));
    for (const [log, growth] of waiting) {
      const size = heads.get(log)?.size ?? 0;
      if ([...growth.waiting].some((one) => one.size < size)) tell(growth);
    }
  } catch (error) {
    // Any other error may be temporary: poll again.
    isOpen = !(error instanceof AnchorlogError && error.code === "store_closed");
  }
  followed.timer = undefined;
  if (isOpen && waitingIn(followed).length > 0) look(store, followed);
}

const waitingIn = ({ growths }: Followed) => [...growths].filter(([, growth]) => growth.waiting.size > 0);

async function orAborted(growth: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  await Promise.race([growth, aborted.promise]);
  signal.removeEventListener("abort", abort);
}
