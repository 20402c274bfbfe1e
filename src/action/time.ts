/** What is said of the time at which an action was accepted, by all who judge it. Browser-safe. */

/** How far apart the clocks of honest parties may be, in milliseconds. */
export const CLOCK_SKEW = 300_000;

/** How far ahead of the block that judges it an honest operator's time may be, in milliseconds (PROTOCOL §8.3). */
export const CHAIN_LAG = 3_600_000;

/**
 * Whether a time that an operator gave is too far ahead of a block (PROTOCOL §8.3): the rule of
 * contracts/libraries/Limits.sol, tested with the same vectors (test/vectors/succession.json).
 *
 * @param time Unix milliseconds.
 * @param blockTime Unix seconds.
 */
export function isAhead(time: number, blockTime: number): boolean {
  return time > 1_000 * blockTime + CHAIN_LAG;
}

/**
 * Whether an entry is in time for its action (PROTOCOL §4): the deadline's own second still is.
 *
 * @param acceptedAt Unix milliseconds, as in the entry.
 * @param deadline Unix seconds, a decimal uint64.
 */
export function isInTime(acceptedAt: number, deadline: bigint | string): boolean {
  return BigInt(acceptedAt) / 1000n <= BigInt(deadline);
}

/**
 * Judges a deadline at acceptance, by the acceptedAt that the entry gets.
 *
 * @param deadline Unix seconds, inclusive.
 * @param acceptedAt Unix milliseconds.
 * @param maxAheadSeconds how far ahead of that a deadline may lie.
 * @returns why it is refused, or undefined.
 */
export function judgeDeadline(
  deadline: bigint | string,
  acceptedAt: number,
  maxAheadSeconds: number,
): { code: "deadline_passed" | "deadline_too_far"; message: string } | undefined {
  const accepted = BigInt(Math.floor(acceptedAt / 1000));
  const at = BigInt(deadline);
  if (!isInTime(acceptedAt, at)) {
    return { code: "deadline_passed", message: `the deadline ${at} passed ${accepted - at} s ago` };
  }
  if (at > accepted + BigInt(maxAheadSeconds)) {
    return {
      code: "deadline_too_far",
      message: `the deadline ${at} is over ${maxAheadSeconds} s ahead of ${accepted}`,
    };
  }
  return undefined;
}

/** Whether a receipt's acceptedAt is that of its arrival, as far as clocks agree (PROTOCOL §4.1); Unix milliseconds. */
export function isDatedAsReceived(acceptedAt: number, receivedAt: number): boolean {
  return Math.abs(acceptedAt - receivedAt) <= CLOCK_SKEW;
}

/** Whether a time is ahead of a verifier's clock by more than clocks of honest parties differ; Unix milliseconds. */
export function isAheadOfClock(time: number, now: number): boolean {
  return time > now + CLOCK_SKEW;
}

/** A time in Unix milliseconds as text, ISO 8601 as far as that goes. */
export function formatTime(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms after 1970`;
}
