import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds from the start of a group of several calls to the start of the next group. */
const PACE = 4;

/**
 * Waits after a group of several calls, so that the next group has several as well. In a group of eight, a call costs a
 * third of the CPU of a lone one. After a lone call there is no wait, so an idle store answers at once.
 *
 * @param began when the group began, by `performance.now`.
 */
export async function rest(began: number, calls: number): Promise<void> {
  const left = PACE - (performance.now() - began);
  if (calls > 1 && left > 0) await sleep(left);
}
