/**
 * The partial rounds of src/crypto/poseidon/recurrence.ts, scaled so that the new values of x and z share a product.
 *
 * With `X_k = a_k x_k` and `Z_k = b_k z_k` a round is
 *
 *     Z_(k+1) = X_k^5 + F_1 Z_k + … + F_d Z_(k+1-d)
 *     X_(k+1) = X_k^5 + G_1 Z_k + … + G_d Z_(k+1-d) + constant
 *
 * if `b_(k+1) = a_k^5` and `b_k = f_0 a_k`. So X does not wait for Z, and the first product is computed once. Each round
 * has its own F and G: `F_i = a_i Q_i` and `G_i = (a_i + f_i / f_0) Q_i`, Q_i being `b_(k+1) / b_(k+1-i)`. The next
 * round's Q_i is its fifth power. After the last round, x is not scaled: it is element 0 of the state.
 */
import { FIELD_ORDER, inverse, reduce } from "../../src/crypto/poseidon/field.ts";
import { recurrenceOf, type PoseidonParameters } from "../../src/crypto/poseidon/recurrence.ts";
import { range } from "./poseidonConstants.ts";

/** Returns the constants of `recurrenceOf`, scaled. */
export function scaledRounds(parameters: PoseidonParameters) {
  const { mds, enter, leave, feedback, taps, ...constants } = recurrenceOf(parameters);
  const { partialRounds, t } = parameters;
  const d = t - 1;
  const [tap, ...others] = taps as [bigint, ...bigint[]];
  // From the last x to the first z, which is z_(1-d).
  const [ofX, ofZ] = [new Map([[partialRounds, 1n]]), new Map<number, bigint>()];
  for (let k = partialRounds; k > -d; k--) {
    ofZ.set(k, reduce(tap * ofX.get(k)!));
    ofX.set(k - 1, fifthRoot(ofZ.get(k)!));
  }
  const [last = 0n, ...lastOthers] = constants.lastConstants[0]!;
  const added = [...constants.partialConstants, last].map((value, k) => reduce(value * ofX.get(k)!));
  return {
    ...constants,
    mds,
    /** The first leads to X_0, the others to Z_0, Z_(-1), … */
    enter: enter.map((row, i) => row.map((value) => reduce(value * (i === 0 ? ofX.get(0)! : ofZ.get(1 - i)!)))),
    /** The first round's Q_1, Q_2, … */
    ratios: range(d).map((i) => reduce(ofZ.get(1)! * inverse(ofZ.get(-i)!))),
    /** F_i / Q_i and G_i / Q_i, in turns. */
    factors: feedback.flatMap((value, i) => [value, reduce(value + others[i]! * inverse(tap))]),
    /** By X: what is added to it. */
    partialConstants: added,
    /** Lead from the last Z to the elements of the state after the first. */
    leave: leave.slice(1).map((row) => row.map((value, i) => reduce(value * inverse(ofZ.get(partialRounds - i)!)))),
    lastConstants: [lastOthers, ...constants.lastConstants.slice(1)],
  };
}

/** x^5 is a permutation. */
function fifthRoot(value: bigint): bigint {
  const order = FIELD_ORDER - 1n;
  const fifths = [1n, 2n, 3n, 4n].find((i) => (i * order + 1n) % 5n === 0n)!;
  let [root, power] = [1n, value];
  for (let exponent = (fifths * order + 1n) / 5n; exponent > 0n; exponent >>= 1n) {
    if ((exponent & 1n) === 1n) root = reduce(root * power);
    power = reduce(power * power);
  }
  return root;
}
