/** How long the server takes to end, part by part, in milliseconds: in all, what service managers wait. */

/** From when it is told to, until it ends whatever is under way. */
export const END = 29_000;
/** For requests that are under way, once it does not listen any more. */
export const LAST_REQUESTS = 5_000;
/** Seconds for which it may go on listening, at most. */
export const MOST_DRAINED = 15;
/** For the last anchor on a local chain, at most. */
const LAST_ANCHOR = 10_000;
/** For what is none of these. */
const REST = 1_000;

/** What is left for the last anchor, which a local chain has alone, and for the log with all that it runs. */
export function timesToClose(
  drainSeconds: number,
  hasLocalChain: boolean,
): { readonly anchor: number; readonly closeSeconds: number } {
  const left = END - REST - LAST_REQUESTS - 1_000 * drainSeconds;
  const anchor = hasLocalChain ? Math.min(LAST_ANCHOR, left / 2) : 0;
  return { anchor, closeSeconds: Math.floor((left - anchor) / 1_000) };
}
