import { AnchorlogError } from "../../errors.ts";

/**
 * Why nothing is anchored while the base fee is above the user's cap.
 *
 * @param left milliseconds until the oldest promise is missed, if there is one.
 */
export function feeCap(baseFee: bigint | undefined, cap: bigint | undefined, left?: number): AnchorlogError {
  const missed =
    left === undefined
      ? ""
      : left > 0
        ? `; the oldest promise is missed in ${Math.floor(left / 1_000)} s`
        : `; the oldest promise was missed ${Math.floor(-left / 1_000)} s ago`;
  const message = `nothing is anchored: the base fee is ${baseFee} wei, above anchors.baseFeeCap, ${cap}${missed}`;
  return new AnchorlogError("fee_cap", message, {
    fix: "wait for lower fees, or raise anchors.baseFeeCap: a missed promise can cost the stake",
    details: { baseFee: String(baseFee), cap: String(cap) },
  });
}
