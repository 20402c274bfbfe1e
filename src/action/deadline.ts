/**
 * Judges a deadline by the time at which its action is accepted: an entry is in time if `floor(acceptedAt / 1000)` is
 * at most its action's deadline (PROTOCOL §3.1).
 *
 * @param deadline Unix seconds, inclusive.
 * @param acceptedAt Unix milliseconds.
 * @param maxAheadSeconds how far ahead of that a deadline may lie.
 * @returns why it is refused, or undefined.
 */
export function judgeDeadline(
  deadline: bigint | `${bigint}`,
  acceptedAt: number,
  maxAheadSeconds: number,
): { code: "deadline_passed" | "deadline_too_far"; message: string } | undefined {
  const accepted = BigInt(Math.floor(acceptedAt / 1000));
  const at = BigInt(deadline);
  if (at < accepted) return { code: "deadline_passed", message: `the deadline ${at} passed ${accepted - at} s ago` };
  if (at > accepted + BigInt(maxAheadSeconds)) {
    return { code: "deadline_too_far", message: `the deadline ${at} is over ${maxAheadSeconds} s ahead of ${accepted}` };
  }
  return undefined;
}
