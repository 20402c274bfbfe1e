/** A log of counts with millisecond times, so that rolling windows are exact. */

/**
 * Ascending times, and the total count up to and including each time. The first time is -Infinity, and its total covers
 * all deleted times.
 */
export type SlidingLog = { readonly moments: number[]; readonly totals: number[] };

/** Times older than the longest window that may remain. */
const SLACK = 64;

export function createSlidingLog(): SlidingLog {
  return { moments: [-Infinity], totals: [0] };
}

export function countAfter({ moments, totals }: SlidingLog, moment: number): number {
  return totals.at(-1)! - totals[firstAbove(moments, moment) - 1]!;
}

/** The time at which the count after `moment` reached `count`. */
export function momentOf({ moments, totals }: SlidingLog, count: number, moment: number): number {
  const before = totals[firstAbove(moments, moment) - 1]!;
  return moments[firstAbove(totals, before + count - 1)]!;
}

/** The newest time, or -Infinity if the log is empty. */
export function newestMoment({ moments }: SlidingLog): number {
  return moments.at(-1)!;
}

/**
 * Adds a count.
 *
 * @param now at or after the newest time.
 * @param horizon counts up to this time are not needed any more.
 */
export function count({ moments, totals }: SlidingLog, now: number, by: number, horizon: number): void {
  const total = totals.at(-1)! + by;
  if (moments.at(-1) === now) totals[totals.length - 1] = total;
  else {
    moments.push(now);
    totals.push(total);
  }
  const old = firstAbove(moments, horizon) - 1;
  if (old < SLACK || old < moments.length / 2) return;
  moments.splice(0, old);
  totals.splice(0, old);
  moments[0] = -Infinity;
}

/** The index of the first number above `value` in an ascending list. */
function firstAbove(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
