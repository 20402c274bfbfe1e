/** Time limits of the server's shutdown in milliseconds. Together, they fit the usual patience of service managers. */

/** Time from the signal until the process exits, even if work remains. */
export const END = 29_000;
/** Time for requests under way, after the server has stopped listening. */
export const LAST_REQUESTS = 5_000;
/** The longest drain before the server stops listening, in seconds. */
export const MOST_DRAINED = 15;
/** Maximum time for the last anchor on a local chain. */
const LAST_ANCHOR = 10_000;
/** Time for all other steps. */
const REST = 1_000;

/** Divides the remaining time between the last anchor, which only a local chain has, and closing the log. */
export function timesToClose(
  drainSeconds: number,
  hasLocalChain: boolean,
): { readonly anchor: number; readonly closeSeconds: number } {
  const left = END - REST - LAST_REQUESTS - 1_000 * drainSeconds;
  const anchor = hasLocalChain ? Math.min(LAST_ANCHOR, left / 2) : 0;
  return { anchor, closeSeconds: Math.floor((left - anchor) / 1_000) };
}
