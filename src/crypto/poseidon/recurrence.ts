/**
 * Poseidon's partial rounds as a linear recurrence.
 *
 * A partial round puts an S-box on element 0 and then multiplies the whole state by the same matrix
 *
 *     M = ( m  v )      so      x' = m y + v·s,   s' = w y + H s,      y = (x + constant)^5,
 *         ( w  H )
 *
 * x being element 0 and s the d = t - 1 others. This is a linear filter driven by the sequence y.
 * With `λ^d - a_1 λ^(d-1) - … - a_d` the characteristic polynomial of H, the sequence
 *
 *     z_(k+1) = y_k + a_1 z_k + … + a_d z_(k+1-d)
 *
 * holds all of the state: `s_k = T (z_k, …, z_(k+1-d))` for a fixed matrix T (the controllable
 * canonical form of control theory; by Cayley and Hamilton its columns are `T_1 = w`,
 * `T_(i+1) = H T_i - a_i w`), and so `x_k = f_0 z_k + … + f_d z_(k-d)` with `f_0 = m`,
 * `f_i = (v T)_i - m a_i`.
 *
 * So a partial round costs 2t - 1 products with constants instead of t^2, like the paper's sparse
 * matrices (appendix B), but the constants are the same in all rounds, and each round adds one value
 * to the state instead of changing all of it. In a circuit this keeps every constraint at about t
 * terms; in other forms it grows with the number of rounds.
 *
 * @module
 */
import { Field } from "@noble/curves/abstract/modular.js";
import { grainGenConstants } from "@noble/curves/abstract/poseidon.js";
import { FIELD_ORDER, invertMatrix, type Matrix, multiply, reduce } from "./field.ts";

/** An instance of Poseidon over the field of order r with the S-box x^5. */
export interface PoseidonParameters {
  /** Width of the state, in field elements. */
  readonly t: number;
  /** Rounds with an S-box on every element, half of them first and half last. */
  readonly fullRounds: number;
  /** Rounds in between, with an S-box on element 0 only. */
  readonly partialRounds: number;
}

/** An instance of Poseidon with its partial rounds as a recurrence. d = t - 1. */
export interface PoseidonRecurrence {
  /** Width of the state, in field elements. */
  readonly t: number;
  /** `t` constants for each of the first full rounds, added before the S-boxes. */
  readonly firstConstants: Matrix;
  /** One constant for each partial round, added to element 0 before its S-box. */
  readonly partialConstants: readonly bigint[];
  /** `t` constants for each of the last full rounds. */
  readonly lastConstants: Matrix;
  /** M, t × t: the matrix of all full rounds but the last one of the first half. */
  readonly mds: Matrix;
  /** t × t: the matrix of the last full round of the first half. It leads to `(x, z_0, …, z_(1-d))`. */
  readonly enter: Matrix;
  /** `a_1 … a_d`. */
  readonly feedback: readonly bigint[];
  /** `f_0 … f_d`. */
  readonly taps: readonly bigint[];
  /** t × t: leads from the last `(z_k, …, z_(k-d))` back to the state. */
  readonly leave: Matrix;
}

/**
 * Makes an instance's constants, and brings its partial rounds into the form of a recurrence. A generator that is
 * seeded with the parameters makes the constants (eprint 2019/458, appendices E and F), so that nobody could choose them.
 */
export function recurrenceOf({ t, fullRounds, partialRounds }: PoseidonParameters): PoseidonRecurrence {
  const Fp = Field(FIELD_ORDER);
  const { mds, roundConstants } = grainGenConstants({ Fp, t, roundsFull: fullRounds, roundsPartial: partialRounds });
  const d = t - 1;
  const m = at(at(mds, 0), 0);
  const v = [at(mds, 0).slice(1)];
  const w = mds.slice(1).map((row) => row.slice(0, 1));
  const h = mds.slice(1).map((row) => row.slice(1));

  // 1. a from H^d w = a_1 H^(d-1) w + … + a_d w, which has one solution as w is cyclic for H.
  const powers: Matrix[] = [w];
  for (let i = 1; i <= d; i++) powers.push(multiply(h, at(powers, i - 1)));
  const krylov = beside(powers.slice(0, d).reverse());
  const feedback = multiply(invertMatrix(krylov), at(powers, d)).map((row) => at(row, 0));

  // 2. T, column by column, and f.
  const columns: Matrix[] = [w];
  for (let i = 1; i < d; i++) {
    const next = multiply(h, at(columns, i - 1));
    const a = at(feedback, i - 1);
    columns.push(next.map((row, k) => [reduce(at(row, 0) - a * at(at(w, k), 0))]));
  }
  const transform = beside(columns);
  const vT = at(multiply(v, transform), 0);
  const taps = [m, ...vT.map((x, i) => reduce(x - m * at(feedback, i)))];

  // 3. The constants of elements 1 to d commute with the S-box on element 0, so they are carried
  //    through M into the next round, and at last into the first full round of the second half.
  const rounds = roundConstants.map((row) => [...row]);
  const half = fullRounds / 2;
  const partialConstants: bigint[] = [];
  for (let round = half; round < half + partialRounds; round++) {
    const [own = 0n, ...others] = at(rounds, round);
    partialConstants.push(own);
    const carried = multiply(mds, [[0n], ...others.map((x) => [x])]);
    rounds[round + 1] = at(rounds, round + 1).map((x, i) => reduce(x + at(at(carried, i), 0)));
  }

  return {
    t,
    firstConstants: rounds.slice(0, half),
    partialConstants,
    lastConstants: rounds.slice(half + partialRounds),
    mds,
    enter: [at(mds, 0), ...multiply(invertMatrix(transform), mds.slice(1))],
    feedback,
    taps,
    leave: [taps, ...transform.map((row) => [...row, 0n])],
  };
}

/** Matrices of one column each, side by side. */
function beside(columns: readonly Matrix[]): bigint[][] {
  return at(columns, 0).map((_, i) => columns.map((column) => at(at(column, i), 0)));
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no element ${index}`);
  return item;
}
