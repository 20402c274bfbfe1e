/**
 * Computes the scalars of a proof's H: the values of A B - C outside of the domain. On the domain, the polynomials A, B
 * and C have the witness's sums of products as their values (Groth, "On the Size of Pairing-based Non-interactive
 * Arguments", 2016).
 *
 * Keys in snarkjs's format have the points of H for the values at the odd powers of a root of unity of twice the order
 * of the domain, so the values of A, of B, and of C, their product on the domain, are transformed from the even powers
 * to the odd ones.
 */
import type { Engine } from "./engine.ts";
import { limbsOf } from "./groups.ts";
import { ELEMENT, PAIR } from "./memory.ts";
import { modulo, R, SCALAR_BYTES } from "./numbers.ts";
import { COEFFICIENT_WORDS, type Zkey } from "./zkey.ts";

/** A step of `combine`: words of addresses, and bytes of them and of a pair of coefficients. */
const ADDRESSES = 4;
const STEP = 4 * ADDRESSES + PAIR;
/** The number of sums that it makes at once: two in each step. */
const SUMS = 4;
/** r - 1 is an odd multiple of 2^28; 5 is not a square. */
const TWO_ADICITY = 28n;
const NONRESIDUE = 5n;

/**
 * Reads the parts of a key that the quotient needs.
 *
 * @returns `quotient(witness)`: a scalar for each element of the domain, in memory until the next call. The witness
 *   is 32 little-endian bytes a wire.
 */
export function quotients(engine: Engine, key: Pick<Zkey, "wires" | "domain" | "coefficients">) {
  const { exports, take, views } = engine;
  const { wires, domain } = key;
  const [size, half] = [domain * PAIR, (domain / 2) * PAIR];
  // A and B in the two lanes; the halves of C in the two lanes.
  const [ab, c] = [take(size), take(half)];
  const spare = take(2 * PAIR);
  const input = take((wires + 1) * SCALAR_BYTES);
  const scalars = take((wires + 1) * ELEMENT);
  const output = take(domain * SCALAR_BYTES);
  const program = programOf(engine, key, scalars, (matrix, constraint) => ab + constraint * PAIR + 8 * matrix, spare);
  const { forth, back, shift } = rootsOf(engine, domain);

  /** The factors of the lanes' coefficients are at `low` and `high`. A stage with blocks of two pairs is in `middle`. */
  const transform = (at: number, count: number, low: number, high: number): void => {
    const end = at + count * PAIR;
    const step = (pairs: number) => (ELEMENT * domain) / 2 / pairs;
    for (let pairs = count / 2; pairs > 1; pairs /= 2) exports.frequencies(at, end, pairs * PAIR, back, step(pairs));
    exports.middle(at, end, low, high);
    for (let pairs = 2; pairs < count; pairs *= 2) exports.times(at, end, pairs * PAIR, forth, step(pairs));
  };

  return (witness: Uint8Array): Uint32Array => {
    const { bytes } = views();
    bytes.set(witness, input);
    exports.readScalars(input, scalars, scalars + Math.ceil(wires / 2) * PAIR);
    bytes.fill(0, ab, ab + size);
    if (program.length > 0) exports.combine(program.at, program.at + program.length);
    exports.halves(ab, c, c + half, ab + half, back);
    transform(ab, domain, shift, shift);
    transform(c, domain / 2, shift, shift + (domain / 2) * ELEMENT);
    const middle = output + (domain / 2) * SCALAR_BYTES;
    exports.quotient(ab, c, output, middle, ab + half, middle, forth);
    return new Uint32Array(bytes.buffer, output, (domain * SCALAR_BYTES) / 4);
  };
}

/** The steps that sum up the products of coefficients and wires: four rows of the matrices at a time. */
function programOf(
  engine: Engine,
  { domain, coefficients }: Pick<Zkey, "domain" | "coefficients">,
  scalars: number,
  place: (matrix: number, constraint: number) => number,
  spare: number,
) {
  const count = coefficients.length / COEFFICIENT_WORDS;
  // By row: counted, then in their order.
  const rows = new Uint32Array(count);
  const ends = new Uint32Array(2 * domain + 1);
  for (let i = 0; i < count; i++) {
    const base = i * COEFFICIENT_WORDS;
    const row = coefficients[base]! * domain + coefficients[base + 1]!;
    rows[i] = row;
    ends[row + 1]!++;
  }
  for (let row = 0; row < 2 * domain; row++) ends[row + 1]! += ends[row]!;
  const order = new Uint32Array(count);
  const places = ends.slice();
  for (let i = 0; i < count; i++) order[places[rows[i]!]!++] = i;
  // Each sum has the rows that begin in its part.
  const bounds = Array.from({ length: SUMS + 1 }, (_, i) => ends[ends.findIndex((end) => end * SUMS >= i * count)]!);
  const longest = Math.max(...bounds.slice(1).map((to, i) => to - bounds[i]!));
  const length = ((longest * SUMS) / 2) * STEP;

  const at = engine.take(length);
  const { words } = engine.views();
  words.fill(0, at / 4, (at + length) / 4);
  for (let sum = 0; sum < SUMS; sum++) {
    const [from, to] = [bounds[sum]!, bounds[sum + 1]!];
    const lane = sum % 2;
    let row = -1;
    for (let product = 0; product < longest; product++) {
      const word = (at + ((product * SUMS + sum) >> 1) * STEP) / 4;
      if (from + product >= to) {
        words[word + lane] = scalars;
        words[word + 2 + lane] = spare + 8 * sum;
        continue;
      }
      const i = order[from + product]!;
      const base = i * COEFFICIENT_WORDS;
      words[word + lane] = scalars + coefficients[base + 2]! * ELEMENT;
      const same = rows[i] === row ? 1 : 0;
      row = rows[i]!;
      words[word + 2 + lane] = place(coefficients[base]!, coefficients[base + 1]!) + same;
      const number = word + ADDRESSES + 8 * lane;
      for (let k = 0; k < 8; k++) words[number + k] = coefficients[base + 3 + k]!;
    }
  }
  // In place: a pair of numbers becomes a pair of elements.
  const first = at + 4 * ADDRESSES;
  if (length > 0) engine.exports.readCoefficients(first, first, first + length);
  return { at, length };
}

/**
 * The first half of the powers of the domain's root and of its inverse. And `shift`: the factors of a polynomial's
 * coefficients that lead to its values at the odd powers. The coefficients are in bit-reversed order and multiplied by
 * the domain's size.
 */
function rootsOf(engine: Engine, domain: number) {
  const { exports, take, views } = engine;
  const bits = Math.log2(domain);
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    for (let [rest, square] = [exponent, base]; rest > 0n; rest >>= 1n, square = (square * square) % R) {
      if ((rest & 1n) === 1n) result = (result * square) % R;
    }
    return result;
  };
  const rootOf = (order: bigint): bigint => power(NONRESIDUE, (R - 1n) >> order);
  if (BigInt(bits) >= TWO_ADICITY) throw new RangeError(`there is no domain of ${domain}`);
  const root = rootOf(BigInt(bits));
  const powers = (count: number, first: bigint, base: bigint): number => {
    const at = take((count + 1) * ELEMENT);
    const { doubles } = views();
    doubles.set(limbsOf(first, R), at / 8);
    doubles.set(limbsOf(base, R), (at + count * ELEMENT) / 8);
    if (count > 1) exports.powers(at, at + count * ELEMENT);
    return at;
  };
  const forth = powers(domain / 2, 1n, root);
  const back = powers(domain / 2, 1n, power(root, R - 2n));
  const shift = take(domain * ELEMENT);
  engine.borrow(() => {
    const natural = powers(domain, power(modulo(BigInt(domain), R), R - 2n), rootOf(BigInt(bits) + 1n));
    const { bytes } = views();
    for (let i = 0, reversed = 0; i < domain; i++) {
      bytes.copyWithin(shift + reversed * ELEMENT, natural + i * ELEMENT, natural + (i + 1) * ELEMENT);
      // Counts up from the highest bit.
      let bit = domain >> 1;
      while ((reversed & bit) !== 0 && bit > 0) {
        reversed ^= bit;
        bit >>= 1;
      }
      reversed |= bit;
    }
  });
  return { forth, back, shift };
}
