/** Inverses modulo n and modulo p. */
import {
  define,
  get,
  I32,
  i32,
  I64,
  i64,
  repeatWhile,
  select,
  set,
  tee,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import {
  add64,
  and64,
  belowSigned64,
  bitsOf,
  clear,
  copy,
  each,
  extend32,
  isZero32,
  isZero64,
  load64,
  loadSignedWord,
  mask,
  multiply64,
  or64,
  range,
  shl64,
  shrSigned64,
  store64,
  storeWord,
  subtract32,
  subtract64,
  to32,
  trailingZeros64,
  xor64,
} from "./integers.ts";
import { INVERSE } from "./places.ts";

const LIMBS = 9;
const BITS = 30;
const BATCH = 30;
const SECRET_BATCHES = 20;

/** The modulus as `invert` has it: nine limbs of 30 bits, and the inverse of its lowest one modulo 2^30. */
export function modulusBytes(modulus: bigint): Uint8Array {
  let inverse = 1n;
  for (let i = 0; i < 5; i++) inverse = BigInt.asUintN(BITS, inverse * (2n - modulus * inverse));
  const limbs = range(LIMBS).map((i) => Number((modulus >> BigInt(BITS * i)) & 0x3fffffffn));
  return new Uint8Array(Uint32Array.from([...limbs, Number(inverse)]).buffer);
}

/** The i64 locals of both inversions. */
const NAMES = ["f", "g", "u", "v", "q", "r", "eta", "left", "spare", "w"] as const;
type Locals = Readonly<Record<(typeof NAMES)[number], number>>;

const limb = (number: number, i: number): Code => loadSignedWord(i32(0), number + 4 * i);
const putLimb = (number: number, i: number, value: Code): Code => storeWord(i32(0), value, number + 4 * i);
const times = (a: number, b: number): Code => multiply64(get(a), get(b));
const [D, EE, F, G] = [0, 40, 80, 120].map((offset) => INVERSE + offset) as [number, number, number, number];

/**
 * Up to 30 division steps on the low bits of f and g, whose matrix is (u v; q r) / 2^30. It skips all zeros of g at
 * once, so its time depends on the numbers.
 */
function variableSteps({ f, g, u, v, q, r, eta, left, spare, w }: Locals): Code {
  const swapNegated = (a: number, b: number): Code => [
    ...set(spare, get(a)),
    ...set(a, get(b)),
    ...set(b, subtract64(i64(0n), get(spare))),
  ];
  return [
    ...set(f, limb(F, 0)),
    ...set(g, limb(G, 0)),
    ...set(u, i64(1n)),
    ...set(v, i64(0n)),
    ...set(q, i64(0n)),
    ...set(r, i64(1n)),
    ...set(left, i64(BigInt(BATCH))),
    // Leaves the block after the last step.
    0x02,
    0x40,
    0x03,
    0x40,
    ...set(spare, trailingZeros64(or64(get(g), shl64(i64(-1n), get(left))))),
    ...set(g, shrSigned64(get(g), get(spare))),
    ...set(u, shl64(get(u), get(spare))),
    ...set(v, shl64(get(v), get(spare))),
    ...set(eta, subtract64(get(eta), get(spare))),
    ...isZero64(tee(left, subtract64(get(left), get(spare)))),
    0x0d,
    1,
    ...when(belowSigned64(get(eta), i64(0n)), [
      ...set(eta, subtract64(i64(0n), get(eta))),
      ...swapNegated(f, g),
      ...swapNegated(u, q),
      ...swapNegated(v, r),
    ]),
    // Cancels low bits of g: at most eta + 1, at most as many as there are steps left, and at most six. 1 / f = f (2 -
    // f²) modulo 64.
    ...set(spare, add64(get(eta), i64(1n))),
    ...set(spare, select(belowSigned64(get(left), get(spare)), get(left), get(spare))),
    ...set(spare, select(belowSigned64(i64(6n), get(spare)), i64(6n), get(spare))),
    ...set(
      w,
      and64(
        multiply64(get(f), get(g), subtract64(times(f, f), i64(2n))),
        subtract64(shl64(i64(1n), get(spare)), i64(1n)),
      ),
    ),
    ...set(g, add64(get(g), times(f, w))),
    ...set(q, add64(get(q), times(u, w))),
    ...set(r, add64(get(r), times(v, w))),
    0x0c,
    0,
    0x0b,
    0x0b,
  ];
}

/**
 * Thirty division steps, each the same operations, of the variant that counts from 1/2 (`eta` is -δ - 1/2). A column of
 * the matrix is one number: u + 2^32 v, and q + 2^32 r.
 */
function constantSteps({ f, g, u, v, q, r, eta, left, spare, w }: Locals): Code {
  const swapped = spare;
  const negatedIf = (sign: number, value: number): Code => subtract64(xor64(get(value), get(sign)), get(sign));
  const addIf = (condition: Code, to: number, value: Code): Code => set(to, add64(get(to), and64(value, condition)));
  const apart = (low: number, high: number): Code => [
    ...set(high, shrSigned64(subtract64(get(low), extend32(get(low))), i64(32n))),
    ...set(low, extend32(get(low))),
  ];
  const step: Code = [
    // If g is odd, f is added to it, or, for δ > 0, subtracted from it, and f becomes the old g.
    ...set(swapped, shrSigned64(get(eta), i64(63n))),
    ...set(w, subtract64(i64(0n), and64(get(g), i64(1n)))),
    ...addIf(get(w), g, negatedIf(swapped, f)),
    ...addIf(get(w), q, negatedIf(swapped, u)),
    ...set(swapped, and64(get(swapped), get(w))),
    ...set(eta, subtract64(xor64(get(eta), get(swapped)), i64(1n))),
    ...addIf(get(swapped), f, get(g)),
    ...addIf(get(swapped), u, get(q)),
    ...set(g, shrSigned64(get(g), i64(1n))),
    ...set(u, shl64(get(u), i64(1n))),
  ];
  return [
    ...set(f, limb(F, 0)),
    ...set(g, limb(G, 0)),
    ...set(u, i64(1n)),
    ...set(q, i64(1n << 32n)),
    ...set(left, i64(BigInt(BATCH))),
    ...repeatWhile(step, to32(tee(left, subtract64(get(left), i64(1n))))),
    ...apart(u, v),
    ...apart(q, r),
  ];
}

/**
 * invert(at, m): replaces a number of eight words by its inverse. The number is not 0, and below the modulus. 40 bytes
 * are written.
 *
 * Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019), by 30 division steps
 * at a time: f and g go from m and x to ±1 and 0, d and e stay f/x and g/x modulo m.
 *
 * `invert` stops when g is 0. `invertSecret` always does 600 steps. Numbers of 256 bits need 590 at most (Wuille,
 * "Bounds on divsteps iterations in safegcd", 2021). No branch and no address in it depends on the number. It leaves 0
 * for 0.
 */
const inversion = (name: string, secret: boolean): Func =>
  define(name, [I32, I32], ({ parameter, local }) => {
    const [at, m] = parameter as [number, number];
    const locals = Object.fromEntries(NAMES.map((each) => [each, local(I64)])) as Locals;
    const { u, v, q, r, eta, w } = locals;
    const [c1, c2, m1, m2, x, y, signD, signE] = range(8).map(() => local(I64)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const batches = local(I32);
    const modulusLimb = (k: number): Code => loadSignedWord(get(m), 4 * k);
    const updateFg: Code = [
      ...set(c1, i64(0n)),
      ...set(c2, i64(0n)),
      ...each(LIMBS, (k) => [
        ...set(x, limb(F, k)),
        ...set(y, limb(G, k)),
        ...set(c1, add64(get(c1), times(u, x), times(v, y))),
        ...set(c2, add64(get(c2), times(q, x), times(r, y))),
        ...(k === 0
          ? []
          : [...putLimb(F, k - 1, and64(get(c1), mask(BITS))), ...putLimb(G, k - 1, and64(get(c2), mask(BITS)))]),
        ...set(c1, shrSigned64(get(c1), i64(BigInt(BITS)))),
        ...set(c2, shrSigned64(get(c2), i64(BigInt(BITS)))),
      ]),
      ...putLimb(F, LIMBS - 1, get(c1)),
      ...putLimb(G, LIMBS - 1, get(c2)),
    ];
    // d and e stay above -2m and below m: the modulus is added once to those that are negative, and then until they are
    // divisible by 2^30.
    const startMultiple = (to: number, a: number, b: number): Code =>
      set(to, add64(and64(get(a), get(signD)), and64(get(b), get(signE))));
    const addMultiple = (multiple: number, sum: number): Code =>
      set(
        multiple,
        subtract64(
          get(multiple),
          and64(add64(multiply64(loadSignedWord(get(m), 4 * LIMBS), get(sum)), get(multiple)), mask(BITS)),
        ),
      );
    const updateDe: Code = [
      ...set(signD, shrSigned64(limb(D, LIMBS - 1), i64(63n))),
      ...set(signE, shrSigned64(limb(EE, LIMBS - 1), i64(63n))),
      ...startMultiple(m1, u, v),
      ...startMultiple(m2, q, r),
      ...set(c1, i64(0n)),
      ...set(c2, i64(0n)),
      ...each(LIMBS, (k) => [
        ...set(x, limb(D, k)),
        ...set(y, limb(EE, k)),
        ...set(c1, add64(get(c1), times(u, x), times(v, y))),
        ...set(c2, add64(get(c2), times(q, x), times(r, y))),
        ...(k === 0 ? [...addMultiple(m1, c1), ...addMultiple(m2, c2)] : []),
        ...set(c1, add64(get(c1), multiply64(modulusLimb(k), get(m1)))),
        ...set(c2, add64(get(c2), multiply64(modulusLimb(k), get(m2)))),
        ...(k === 0
          ? []
          : [...putLimb(D, k - 1, and64(get(c1), mask(BITS))), ...putLimb(EE, k - 1, and64(get(c2), mask(BITS)))]),
        ...set(c1, shrSigned64(get(c1), i64(BigInt(BITS)))),
        ...set(c2, shrSigned64(get(c2), i64(BigInt(BITS)))),
      ]),
      ...putLimb(D, LIMBS - 1, get(c1)),
      ...putLimb(EE, LIMBS - 1, get(c2)),
    ];
    const anyLimb = (number: number): Code =>
      [...range(LIMBS)].map((k) => limb(number, k)).reduce((all, one) => or64(all, one));
    /** D becomes factor · D, plus m if that is negative. All limbs except the last are from 0 to 2^30 - 1. */
    const settle = (factor: Code): Code => [
      ...set(w, factor),
      ...set(c1, i64(0n)),
      ...each(LIMBS, (k) => [
        ...set(c1, add64(get(c1), multiply64(limb(D, k), get(w)))),
        ...putLimb(D, k, k === LIMBS - 1 ? get(c1) : and64(get(c1), mask(BITS))),
        ...set(c1, shrSigned64(get(c1), i64(BigInt(BITS)))),
      ]),
      ...set(w, shrSigned64(limb(D, LIMBS - 1), i64(63n))),
      ...set(c1, i64(0n)),
      ...each(LIMBS, (k) => [
        ...set(c1, add64(get(c1), limb(D, k), and64(modulusLimb(k), get(w)))),
        ...putLimb(D, k, k === LIMBS - 1 ? get(c1) : and64(get(c1), mask(BITS))),
        ...set(c1, shrSigned64(get(c1), i64(BigInt(BITS)))),
      ]),
    ];
    return [
      ...clear(i32(D), 80),
      ...putLimb(EE, 0, i64(1n)),
      ...copy(i32(F), get(m), 36),
      // Bytes after the number must not be read as a part of it.
      ...copy(i32(D), get(at), 32),
      ...each(LIMBS, (k) => putLimb(G, k, bitsOf(i32(0), BITS * k, BITS, D))),
      ...clear(i32(D), 40),
      ...set(eta, i64(-1n)),
      ...(secret
        ? [
            ...set(batches, i32(SECRET_BATCHES)),
            ...repeatWhile(
              [...constantSteps(locals), ...updateDe, ...updateFg],
              tee(batches, subtract32(get(batches), i32(1))),
            ),
          ]
        : repeatWhile([...variableSteps(locals), ...updateDe, ...updateFg], isZero32(isZero64(anyLimb(G))))),
      // d is now between -2m and m, and f is 1 or -1.
      ...settle(i64(1n)),
      ...settle(or64(shrSigned64(limb(F, LIMBS - 1), i64(63n)), i64(1n))),
      ...clear(get(at), 40),
      ...each(LIMBS, (k) => {
        const [byte, bit] = [(BITS * k) >> 3, (BITS * k) & 7];
        return store64(get(at), or64(load64(get(at), byte), shl64(limb(D, k), i64(BigInt(bit)))), byte);
      }),
    ];
  });

export const invert = inversion("invert", false);
export const invertSecret = inversion("invertSecret", true);
