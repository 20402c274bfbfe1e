/** What was counted when, to the millisecond: rolling windows of it are exact. */

/**
 * Moments, ascending, and what was counted until and with each. The first is before all else, and stands for whatever
 * was forgotten.
 */
export type SlidingLog = { readonly moments: number[]; readonly totals: number[] };

/** Moments that may lie before the longest window. */
const SLACK = 64;

export function createSlidingLog(): SlidingLog {
  return { moments: [-Infinity], totals: [0] };
}

/** How many were counted after a moment. */
export function countAfter({ moments, totals }: SlidingLog, moment: number): number {
  return totals.at(-1)! - totals[firstAbove(moments, moment) - 1]!;
}

/** The first moment up to which at least `count` were counted, of those that were counted after `moment`. */
export function momentOf({ moments, totals }: SlidingLog, count: number, moment: number): number {
  const before = totals[firstAbove(moments, moment) - 1]!;
  return moments[firstAbove(totals, before + count - 1)]!;
}

/** The newest moment; -Infinity where there is none. */
export function newestMoment({ moments }: SlidingLog): number {
  return moments.at(-1)!;
}

/**
 * Counts.
 *
 * @param now no earlier than the newest moment.
 * @param horizon nobody will ask for what was counted until then.
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

/** The place of the first number above another, in a list that ascends. */
function firstAbove(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
