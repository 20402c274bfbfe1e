/** The rules for the time at which an action was accepted. Browser-safe. */

/**
 * How far apart the clocks of honest parties may be, in milliseconds.
 *
 * @example
 * const { acceptedAt } = decodeEntry(fromHex(receipt.entry))
 * if (Math.abs(Date.now() - acceptedAt) > CLOCK_SKEW) throw new Error("the clock is wrong, here or at the operator")
 */
export const CLOCK_SKEW = 300_000;

/** How far an honest operator's time may be ahead of the judging block, in milliseconds (protocol/5-contracts §3). */
export const CHAIN_LAG = 3_600_000;

/**
 * Whether an operator's time is too far ahead of a block (protocol/5-contracts §3), as in
 * contracts/libraries/Limits.sol. Both are tested with the same vectors (test/vectors/succession.json).
 *
 * @param time Unix milliseconds.
 * @param blockTime Unix seconds.
 */
export function isAhead(time: number, blockTime: number): boolean {
  return time > 1_000 * blockTime + CHAIN_LAG;
}

/**
 * Whether an entry meets its action's deadline (protocol/1-verify §6). The second of the deadline is still in time.
 *
 * @param acceptedAt Unix milliseconds, as in the entry.
 * @param deadline Unix seconds, a decimal uint64.
 */
export function isInTime(acceptedAt: number, deadline: bigint | string): boolean {
  return BigInt(acceptedAt) / 1000n <= BigInt(deadline);
}

/**
 * Judges a deadline at acceptance, by the entry's acceptedAt.
 *
 * @param deadline Unix seconds, inclusive.
 * @param acceptedAt Unix milliseconds.
 * @param maxAheadSeconds how far a deadline may be ahead of acceptedAt.
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

/**
 * Whether a receipt's acceptedAt matches its arrival within the allowed clock difference (protocol/3-log §3); Unix
 * milliseconds.
 */
export function isDatedAsReceived(acceptedAt: number, receivedAt: number): boolean {
  return Math.abs(acceptedAt - receivedAt) <= CLOCK_SKEW;
}

/** Whether a time is ahead of a verifier's clock by more than the allowed clock difference; Unix milliseconds. */
export function isAheadOfClock(time: number, now: number): boolean {
  return time > now + CLOCK_SKEW;
}

/** Formats a time in Unix milliseconds, by ISO 8601 if it is in range. */
export function formatTime(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms after 1970`;
}
