/**
 * The Poseidon hashes of protocol/1-verify §8.1, in plain bigints.
 *
 * @module
 */
import { assertFieldElement, FIELD_ORDER, type Matrix } from "./field.ts";
import { type PoseidonParameters, type PoseidonRecurrence, recurrenceOf } from "./recurrence.ts";

/** The instance with four inputs. */
export const P4: PoseidonParameters = { t: 5, fullRounds: 8, partialRounds: 60 };
/** The instance with five inputs. */
export const P5: PoseidonParameters = { t: 6, fullRounds: 8, partialRounds: 60 };

/** A hash of a fixed number of field elements under a domain tag. */
export type PoseidonHash = (tag: bigint, inputs: readonly bigint[]) => bigint;

/**
 * The hash of an instance. Its constants are made at the first use, in some 20 to 60 ms.
 *
 * The field arithmetic takes time that depends on the values: hash nothing with it whose timing must
 * be secret.
 */
export function poseidon(parameters: PoseidonParameters): PoseidonHash {
  let constants: PoseidonRecurrence | undefined;
  return (tag, inputs) => {
    if (inputs.length !== parameters.t - 1) {
      throw new RangeError(`expected ${parameters.t - 1} inputs, got ${inputs.length}`);
    }
    const state = [assertFieldElement(tag, "the tag")];
    for (const [i, input] of inputs.entries()) state.push(assertFieldElement(input, `input ${i}`));
    constants ??= recurrenceOf(parameters);
    return permute(constants, state);
  };
}

/** Element 0 of the permuted state. Values may be any integers >= 0 and are reduced on the way. */
function permute(constants: PoseidonRecurrence, input: readonly bigint[]): bigint {
  const { firstConstants, partialConstants, lastConstants, mds, enter, leave } = constants;
  const { taps, feedback } = constants;

  // 1. The first full rounds; the last of them leads to (x, z_0, z_-1, …).
  let state = input;
  for (const [i, round] of firstConstants.entries()) {
    state = mix(i === firstConstants.length - 1 ? enter : mds, sboxes(state, round));
  }

  // 2. Partial rounds. The last product of x^5 is not reduced on its own, but with the sum.
  const [first = 0n, ...z] = state;
  let x = first;
  let oldest = 0n;
  const d = z.length;
  for (const constant of partialConstants) {
    x += constant;
    const square = (x * x) % FIELD_ORDER;
    let next = square * square * x;
    for (let i = 0; i < d; i++) next += (feedback[i] as bigint) * (z[i] as bigint);
    next %= FIELD_ORDER;
    x = (taps[0] as bigint) * next;
    for (let i = 0; i < d; i++) x += (taps[i + 1] as bigint) * (z[i] as bigint);
    x %= FIELD_ORDER;
    oldest = z[d - 1] as bigint;
    for (let i = d - 1; i > 0; i--) z[i] = z[i - 1] as bigint;
    z[0] = next;
  }

  // 3. The last full rounds; only element 0 of the last one is needed.
  state = mix(leave, [...z, oldest]);
  for (const [i, round] of lastConstants.entries()) {
    const last = i === lastConstants.length - 1;
    state = mix(last ? mds.slice(0, 1) : mds, sboxes(state, round));
  }
  return state[0] as bigint;
}

/** `(x + constant)^5` for every element. */
function sboxes(state: readonly bigint[], round: readonly bigint[]): bigint[] {
  return state.map((element, i) => {
    const x = element + (round[i] as bigint);
    const square = (x * x) % FIELD_ORDER;
    return (square * square * x) % FIELD_ORDER;
  });
}

function mix(matrix: Matrix, state: readonly bigint[]): bigint[] {
  return matrix.map((row) => {
    let sum = 0n;
    for (let i = 0; i < row.length; i++) sum += (row[i] as bigint) * (state[i] as bigint);
    return sum % FIELD_ORDER;
  });
}
