/** Rolling windows in this process's memory. */
import type { Ledger, Tally, Window } from "./ledger.ts";
import { count, countAfter, createSlidingLog, momentOf, newestMoment, type SlidingLog } from "./slidingLog.ts";

export function memoryLedger(clock: () => number): Ledger {
  const logs = createLogs();
  const time = steady(clock);
  return {
    count: async (key, windows, by, isLook) => {
      const { now, ahead } = time();
      logs.forget(now);
      const log = logs.get(key) ?? createSlidingLog();
      const wait = Math.max(...windows.map((window) => whenPasses(log, window, now, by))) - now;
      if (wait === 0 && by > 0 && !isLook) {
        const longest = windows[0]!.length;
        count(log, now, by, now - longest);
        logs.set(key, log, now + longest);
      }
      return tallyOf(log, windows, { now, ahead, wait });
    },
  };
}

function tallyOf(
  log: SlidingLog,
  windows: readonly Window[],
  { now, ahead, wait }: Time & { readonly wait: number },
): Tally {
  const newest = newestMoment(log);
  const used = windows.map(({ length }) => countAfter(log, now - length));
  return { now: now - ahead, newest: newest === -Infinity ? null : newest - ahead, used, wait };
}

/** The earliest time at which a window has room for `by`, which must not exceed its limit. */
function whenPasses(log: SlidingLog, { length, limit }: Window, now: number, by: number): number {
  const tooMany = countAfter(log, now - length) + by - limit;
  return by === 0 || tooMany <= 0 ? now : momentOf(log, tooMany, now - length) + length;
}

type Time = { readonly now: number; readonly ahead: number };

/** A clock that never goes back. If the system's clock does, `ahead` is the difference. */
function steady(clock: () => number): () => Time {
  let [last, ahead] = [-Infinity, 0];
  return () => {
    const read = clock();
    ahead = Math.max(ahead, last - read);
    last = read + ahead;
    return { now: last, ahead };
  };
}

/** Logs by key. Idle ones are deleted. */
function createLogs() {
  /** In the order of their last count. */
  const logs = new Map<string, { readonly log: SlidingLog; readonly idleAt: number }>();
  return {
    forget: (now: number): void => {
      for (const [key, { idleAt }] of logs) {
        if (idleAt > now) return;
        logs.delete(key);
      }
    },
    get: (key: string) => logs.get(key)?.log,
    set: (key: string, log: SlidingLog, idleAt: number): void => {
      logs.delete(key);
      logs.set(key, { log, idleAt });
    },
  };
}
