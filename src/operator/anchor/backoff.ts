/**
 * Returns how long to wait after failures in a row. The limit of the wait doubles from one second up to `limit`. The
 * wait is a random time in its upper half, so that processes that failed together do not retry together.
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
