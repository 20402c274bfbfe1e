/**
 * Round constants and the MDS matrix of Poseidon, made as its paper prescribes (eprint 2019/458,
 * appendices E and F): both come out of one Grain LFSR in self-shrinking mode, which is seeded with
 * the parameters themselves, so that nobody could choose them.
 *
 * @module
 */
import { FIELD_BITS, FIELD_ORDER, inverse } from "./field.ts";

/** An instance of Poseidon over the field of order r with the S-box x^5. */
export interface PoseidonParameters {
  /** Width of the state, in field elements: 2 to 4095. */
  readonly t: number;
  /** Rounds with an S-box on every element, half of them first and half last: even, 2 to 1022. */
  readonly fullRounds: number;
  /** Rounds in between, with an S-box on element 0 only: 1 to 1023. */
  readonly partialRounds: number;
}

/** The constants of an instance, as the paper writes them. */
export interface PoseidonConstants extends PoseidonParameters {
  /** `t` constants for each round, in the order of the rounds. */
  readonly roundConstants: readonly (readonly bigint[])[];
  /** The MDS matrix: after a round, element i is the sum over j of `mds[i][j] · state[j]`. */
  readonly mds: readonly (readonly bigint[])[];
}

/** Bits of the LFSR's state. */
const STATE_BITS = 80;
/** Bits thrown away before the first is used. */
const WARM_UP = 160;

/** The output bits of the Grain LFSR: of each pair, the first bit says if the second is output. */
function grain(parameters: PoseidonParameters): () => number {
  const seed: number[] = [];
  const push = (value: number, bits: number) => {
    for (let i = bits - 1; i >= 0; i--) seed.push((value >>> i) & 1);
  };
  push(1, 2); // a prime field
  push(0, 4); // the S-box x^alpha
  push(FIELD_BITS, 12);
  push(parameters.t, 12);
  push(parameters.fullRounds, 10);
  push(parameters.partialRounds, 10);
  push(2 ** 30 - 1, 30);

  // The state is a window on the sequence, and moves back to the front when the buffer is full.
  const sequence = new Uint8Array(4096);
  sequence.set(seed);
  let at = 0;
  const clock = (): number => {
    if (at + STATE_BITS === sequence.length) {
      sequence.copyWithin(0, at);
      at = 0;
    }
    const tap = (offset: number) => sequence[at + offset] as number;
    const bit = tap(62) ^ tap(51) ^ tap(38) ^ tap(23) ^ tap(13) ^ tap(0);
    sequence[at + STATE_BITS] = bit;
    at += 1;
    return bit;
  };
  for (let i = 0; i < WARM_UP; i++) clock();
  return () => {
    while (clock() === 0) clock();
    return clock();
  };
}

/** An integer of as many bits as r has, most significant bit first. */
function integer(nextBit: () => number): bigint {
  let value = 0n;
  // In groups of 28 bits: 10 bigints instead of 254.
  for (let left = FIELD_BITS; left > 0;) {
    const size = Math.min(28, left);
    let group = 0;
    for (let i = 0; i < size; i++) group = (group << 1) | nextBit();
    value = (value << BigInt(size)) | BigInt(group);
    left -= size;
  }
  return value;
}

/**
 * Makes the constants of an instance.
 *
 * The paper's script then also looks for infinitely long subspace trails in the matrix. We do not: circomlib's tables
 * passed it, and a test compares ours with them.
 *
 * @throws RangeError if a parameter is out of its range.
 */
export function generateConstants(parameters: PoseidonParameters): PoseidonConstants {
  const { t, fullRounds, partialRounds } = parameters;
  assertInteger(t, 2, 4095, "t");
  assertInteger(fullRounds / 2, 1, 511, "half of fullRounds");
  assertInteger(partialRounds, 1, 1023, "partialRounds");
  const nextBit = grain(parameters);

  // 1. Round constants: integers that are not below r are skipped.
  const roundConstant = () => {
    for (;;) {
      const value = integer(nextBit);
      if (value < FIELD_ORDER) return value;
    }
  };
  const roundConstants = Array.from({ length: fullRounds + partialRounds }, () =>
    Array.from({ length: t }, roundConstant),
  );

  // 2. The Cauchy matrix 1 / (x_i + y_j). Here integers are reduced, not skipped, and all 2t are
  //    drawn again while two of them are equal or a sum is zero.
  for (;;) {
    const points = Array.from({ length: 2 * t }, () => integer(nextBit) % FIELD_ORDER);
    const [xs, ys] = [points.slice(0, t), points.slice(t)];
    if (new Set(points).size < points.length) continue;
    if (xs.some((x) => ys.some((y) => (x + y) % FIELD_ORDER === 0n))) continue;
    const mds = xs.map((x) => ys.map((y) => inverse(x + y)));
    return { t, fullRounds, partialRounds, roundConstants, mds };
  }
}

function assertInteger(value: number, least: number, most: number, name: string): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be an integer from ${least} to ${most}, got ${value}`);
}
