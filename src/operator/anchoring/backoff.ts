/**
 * How long to wait after failures in a row: doubled each time from a second on, up to a limit, and anywhere in the upper
 * half of that, so that processes that failed together do not come back together.
 *
 * @param failures from 1 on.
 * @param limit milliseconds.
 * @param random a number from 0 up to, not including, 1.
 * @returns milliseconds.
 */
export function backoff(failures: number, limit: number, random: () => number = Math.random): number {
  const most = Math.min(limit, 1_000 * 2 ** Math.min(failures - 1, 30));
  return (most * (1 + random())) / 2;
}
