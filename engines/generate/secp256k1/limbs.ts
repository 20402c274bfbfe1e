/**
 * Numbers modulo p = 2^256 - 2^32 - 977 as sums of eleven doubles, two such numbers to a row of vectors.
 *
 * Limb i is an integer multiple of 2^E(i), E(i) = ceil(256 i / 11): it has about 23 bits of its own, and
 * keeps its place in its exponent. Sums of products of such limbs are exact in a double as long as they are
 * at most 2^53 of their unit, so a multiplication that is fused with an addition yields the same as one that
 * is not, and the relaxed instruction is as deterministic as the others. This file proves the exactness while it writes
 * the code: it tracks the unit and the bound of each value, and it refuses operations that could round.
 *
 * (The representation is from Bernstein, "Curve25519: new Diffie-Hellman speed records", 2006, section 4.)
 */
import { binary, get, i32, loadWith, set, simd, storeWith, V128, type Code, type Scope } from "../assembler.ts";

export const LIMBS = 11;
/** The exponent of limb i's unit. Those from 11 on are of the upper half of a product. */
export const E = (i: number): number => Math.ceil((256 * i) / LIMBS);
/** The bytes of a row: eleven vectors, whose lanes are the limbs of two numbers. */
export const ROW = LIMBS * 16;
/** How many bits a limb has of its own. */
export const width = (i: number): number => E(i + 1) - E(i);

/** A vector. Both lanes are multiples of 2^unit, and at most `max` in size. */
export type Value = { readonly code: Code; readonly unit: number; readonly max: number };
/** Two numbers, as eleven vectors. */
export type Row = readonly Value[];

/** A little less than all: bounds are sums of doubles themselves, and rounded by 2^-53 of their size each time. */
const EXACT = 2 ** 53 * (1 - 2 ** -30);

function exact(code: Code, unit: number, max: number): Value {
  if (!(max <= 2 ** unit * EXACT)) throw new Error(`2^${Math.log2(max)} of the unit 2^${unit} may not be exact`);
  return { code, unit, max };
}

const addition = binary(...simd(0xf0));
const subtraction = binary(...simd(0xf1));
const multiplication = binary(...simd(0xf2));

export const add = (a: Value, b: Value): Value =>
  exact(addition(a.code, b.code), Math.min(a.unit, b.unit), a.max + b.max);
export const subtract = (a: Value, b: Value): Value =>
  exact(subtraction(a.code, b.code), Math.min(a.unit, b.unit), a.max + b.max);
export const multiply = (a: Value, b: Value): Value =>
  exact(multiplication(a.code, b.code), a.unit + b.unit, a.max * b.max);

/** a b + c, in one instruction or in two: the product is exact by itself, and so is the sum. */
export const multiplyAdd = (a: Value, b: Value, c: Value, fused: boolean): Value => {
  const { unit, max } = add(multiply(a, b), c);
  const code = fused
    ? [...a.code, ...b.code, ...c.code, ...simd(0x107)]
    : addition(multiplication(a.code, b.code), c.code);
  return { code, unit, max };
};

/**
 * The multiple of 2^exponent that is nearest: `magic(exponent)` is added and subtracted again, which leaves no bit
 * below it.
 */
export function nearest(value: Value, exponent: number, magic: Value): Value {
  if (!(value.max <= 2 ** (exponent - 2) * EXACT)) throw new Error(`2^${Math.log2(value.max)} is too large to round`);
  return {
    code: subtraction(addition(value.code, magic.code), magic.code),
    unit: exponent,
    max: value.max + 2 ** (exponent - 1),
  };
}
export const magic = (exponent: number): Value => constant(1.5 * 2 ** (exponent + 52));

/** The rest of the value. */
export const remainder = (value: Value, rounded: Value): Value => ({
  code: subtraction(value.code, rounded.code),
  unit: value.unit,
  max: 2 ** (rounded.unit - 1),
});

// Constants are loaded: as immediates, V8 would put them together in several instructions each.
const CONSTANTS = 0;
const constants: number[] = [];
const MAX_CONSTANTS = 64;
export const CONSTANTS_END = CONSTANTS + 16 * MAX_CONSTANTS;

export function constant(low: number, high = low): Value {
  let i = 0;
  while (2 * i < constants.length && !(constants[2 * i] === low && constants[2 * i + 1] === high)) i++;
  if (2 * i === constants.length) constants.push(low, high);
  if (i >= MAX_CONSTANTS) throw new Error("too many constants");
  const max = Math.max(Math.abs(low), Math.abs(high));
  return { code: loadVector(i32(0), CONSTANTS + 16 * i), unit: Math.min(unitOf(low), unitOf(high)), max };
}

/** The exponent of the largest power of two that divides it. */
function unitOf(value: number): number {
  if (value === 0) return Infinity;
  let unit = -400;
  while (Number.isInteger(value / 2 ** (unit + 1))) unit++;
  return unit;
}

export const constantData = () => ({ at: CONSTANTS, bytes: new Uint8Array(Float64Array.from(constants).buffer) });

export const loadVector = loadWith(4, ...simd(0));
export const storeVector = storeWith(4, ...simd(11));
const loadLow = loadWith(3, ...simd(0x5d));
const loadLane = (address: Code, vector: Code, offset: number, lane: number): Code => [
  ...storeWith(3, ...simd(0x57))(address, vector, offset),
  lane,
];

/** The place of a row or a lane: an address, and an offset from it. */
export type Place = { readonly address: Code; readonly offset: number; readonly bounds: Bounds };
/** The largest limbs there may be, without their signs. */
export type Bounds = readonly number[];

const limbs = (bound: (i: number) => number): Bounds => Array.from({ length: LIMBS }, (_, i) => bound(i));
/** After a reduction: half of the next unit, and a little. */
export const REDUCED = limbs((i) => 2 ** (E(i + 1) - 1) * (i === 2 ? 1.3 : 1.05));
/** As unpacked from an integer: all bits of each limb. */
export const UNPACKED = limbs((i) => 2 ** E(i + 1));

/** Bound of both, and of a difference of two reduced numbers. */
export const LOOSE = limbs((i) => Math.max(UNPACKED[i]!, 2 * REDUCED[i]!));

export const row = (at: number, bounds = REDUCED): Place => ({ address: i32(0), offset: at, bounds });
export const rowAt = (pointer: number, bounds = REDUCED): Place => ({ address: get(pointer), offset: 0, bounds });
export const low = (place: Place): Place => place;
export const high = (place: Place): Place => ({ ...place, offset: place.offset + 8 });

/** Both lanes of a row, or two lanes from anywhere, or one and zero. */
export const load = ({ address, offset, bounds }: Place): Row =>
  bounds.map((max, i) => ({ code: loadVector(address, offset + 16 * i), unit: E(i), max }));
export const loadLow1 = ({ address, offset, bounds }: Place): Row =>
  bounds.map((max, i) => ({ code: loadLow(address, offset + 16 * i), unit: E(i), max }));
export const withHigh = (vectors: Row, { address, offset, bounds }: Place): Row =>
  vectors.map(({ code, unit, max }, i) => ({
    code: loadLane(address, code, offset + 16 * i, 1),
    unit: Math.min(unit, E(i)),
    max: Math.max(max, bounds[i]!),
  }));
/** The first lane from elsewhere. */
export const withLow = (vectors: Row, { address, offset, bounds }: Place): Row =>
  vectors.map(({ code, unit, max }, i) => ({
    code: loadLane(address, code, offset + 16 * i, 0),
    unit: Math.min(unit, E(i)),
    max: Math.max(max, bounds[i]!),
  }));
export const pair = (first: Place, second: Place): Row => withHigh(loadLow1(first), second);

export const scale = (vectors: Row, factor: Value): Row => vectors.map((value) => multiply(value, factor));
export const minus = (a: Row, b: Row): Row => a.map((value, i) => subtract(value, b[i]!));
export const plus = (a: Row, b: Row): Row => a.map((value, i) => add(value, b[i]!));

export function checkBounds(values: Row, bounds: Bounds): void {
  for (const [i, { unit, max }] of values.entries()) {
    if (unit < E(i) || max > bounds[i]!) throw new Error(`limb ${i} is out of its bounds: 2^${Math.log2(max)}`);
  }
}

/** Puts code and locals of one function together. */
export type Writer = {
  readonly keep: (value: Value) => Value;
  readonly keepRow: (row: Row) => Row;
  readonly store: (to: Place, row: Row) => void;
  readonly emit: (code: Code) => void;
  readonly code: () => Code;
};

export function writer(scope: Scope): Writer {
  const written: Code[] = [];
  const keep = (value: Value): Value => {
    const local = scope.local(V128);
    written.push(set(local, value.code));
    return { ...value, code: get(local) };
  };
  return {
    keep,
    keepRow: (values) => values.map(keep),
    store: ({ address, offset, bounds }, values) => {
      checkBounds(values, bounds);
      for (const [i, { code }] of values.entries()) written.push(storeVector(address, code, offset + 16 * i));
    },
    emit: (code) => void written.push(code),
    code: () => written.flat(),
  };
}
