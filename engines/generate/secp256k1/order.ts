/**
 * Arithmetic modulo n on secrets: neither the operations nor the memory that they touch depend on a number. Scalars
 * have eight words, followed by 16 bytes of zeros.
 */
import {
  binary,
  call,
  define,
  get,
  I32,
  i32,
  I64,
  i64,
  repeatWhile,
  set,
  tee,
  type Code,
  type Func,
} from "../assembler.ts";
import {
  add32,
  add64,
  and64,
  below32,
  bitsOf,
  clear,
  each,
  load64,
  loadWord,
  mask,
  multiply64,
  or64,
  range,
  shl64,
  shr64,
  shrSigned64,
  store64,
  storeWord,
  subtract64,
  to32,
  to64,
  xor64,
} from "./integers.ts";
import * as at from "./places.ts";

const BITS = 28;
const LIMBS = 10;
const LIMB_MASK = (1n << BigInt(BITS)) - 1n;
/** Montgomery multiplication (P. Montgomery, "Modular multiplication without trial division", 1985): a b / 2^280. */
export const MONTGOMERY_BITS = BITS * LIMBS;

/** multiplyAdd(to, a, b, c): a b / 2^280 + c modulo n, below n, of numbers below 2^256. */
const multiplyAdd = (order: bigint): Func =>
  define("multiplyAdd", [I32, I32, I32, I32], ({ parameter, local }) => {
    const [to, a, b, c] = parameter as [number, number, number, number];
    const limb = (i: number): Code => i64((order >> BigInt(BITS * i)) & LIMB_MASK);
    let inverse = 1n;
    for (let i = 0; i < 5; i++) inverse = BigInt.asUintN(BITS, inverse * (2n - order * inverse));
    const minusInverse = i64(BigInt.asUintN(BITS, -inverse));
    const [factors, sums, rest] = range(3).map(() => range(LIMBS).map(() => local(I64))) as [
      number[],
      number[],
      number[],
    ];
    const [bit, x, carry] = [local(I32), local(I64), local(I64)];
    const byte = add32(get(a), binary(0x76)(get(bit), i32(3)));
    // Each sum has at most 20 products of 56 bits and a carry.
    const step: Code = [
      ...set(x, and64(shr64(load64(byte), to64(binary(0x71)(get(bit), i32(7)))), mask(BITS))),
      ...each(LIMBS, (i) => set(sums[i]!, add64(get(sums[i]!), multiply64(get(x), get(factors[i]!))))),
      ...set(x, and64(multiply64(get(sums[0]!), minusInverse), mask(BITS))),
      ...set(carry, shr64(add64(get(sums[0]!), multiply64(get(x), limb(0))), i64(BigInt(BITS)))),
      ...each(LIMBS - 1, (i) => set(sums[i]!, add64(get(sums[i + 1]!), multiply64(get(x), limb(i + 1))))),
      ...set(sums[0]!, add64(get(sums[0]!), get(carry))),
      ...set(sums[LIMBS - 1]!, i64(0n)),
    ];
    const propagate = (code: (i: number) => Code, to: readonly number[]): Code => [
      ...set(carry, i64(0n)),
      ...each(LIMBS, (i) => [
        ...set(carry, add64(get(carry), code(i))),
        ...set(to[i]!, and64(get(carry), mask(BITS))),
        ...set(carry, shrSigned64(get(carry), i64(BigInt(BITS)))),
      ]),
    ];
    /** Subtracts n unless n is larger. The final carry is -1 if n is larger, and 0 if not. */
    const reduceOnce: Code = [
      ...propagate((i) => subtract64(get(sums[i]!), limb(i)), rest),
      ...each(LIMBS, (i) =>
        set(sums[i]!, xor64(get(rest[i]!), and64(xor64(get(rest[i]!), get(sums[i]!)), get(carry)))),
      ),
    ];
    return [
      ...each(LIMBS, (i) => [...set(factors[i]!, bitsOf(get(b), BITS * i, BITS)), ...set(sums[i]!, i64(0n))]),
      ...set(bit, i32(0)),
      ...repeatWhile(step, below32(tee(bit, add32(get(bit), i32(BITS))), i32(MONTGOMERY_BITS))),
      // The sum is below n + 2^232 now, and with c below 3 n.
      ...propagate((i) => add64(get(sums[i]!), bitsOf(get(c), BITS * i, BITS)), sums),
      ...reduceOnce,
      ...reduceOnce,
      ...clear(get(to), 40),
      ...each(LIMBS, (i) => {
        const [place, shift] = [(BITS * i) >> 3, (BITS * i) & 7];
        return store64(get(to), or64(load64(get(to), place), shl64(get(sums[i]!), i64(BigInt(shift)))), place);
      }),
    ];
  });

/** below(a, b): 1 or 0. */
const below: Func = define(
  "below",
  [I32, I32],
  ({ parameter: [a, b], local }) => {
    const borrow = local(I64);
    return [
      ...set(borrow, i64(0n)),
      ...each(8, (i) =>
        set(
          borrow,
          shrSigned64(add64(subtract64(loadWord(get(a!), 4 * i), loadWord(get(b!), 4 * i)), get(borrow)), i64(32n)),
        ),
      ),
      ...to32(and64(get(borrow), i64(1n))),
    ];
  },
  { results: [I32] },
);

/** negate(at, whether): replaces the scalar by n minus the scalar if `whether` is 1, and keeps it if 0. */
const negate: Func = define("negate", [I32, I32], ({ parameter: [place, whether], local }) => {
  const [sign, carry] = [local(I64), local(I64)];
  const negated = (i: number): Code =>
    add64(
      subtract64(xor64(loadWord(get(place!), 4 * i), get(sign)), get(sign)),
      and64(loadWord(i32(at.ORDER), 4 * i), get(sign)),
    );
  return [
    ...set(sign, subtract64(i64(0n), to64(get(whether!)))),
    ...set(carry, i64(0n)),
    ...each(8, (i) => [
      ...set(carry, add64(get(carry), negated(i))),
      ...storeWord(get(place!), get(carry), 4 * i),
      ...set(carry, shrSigned64(get(carry), i64(32n))),
    ]),
  ];
});

export const orderFunctions = (order: bigint): Func[] => [multiplyAdd(order), below, negate];

/** Stores a b / 2^280 + c modulo n. */
export const multiplyAddInto = (to: number, a: number, b: number, c = at.ZERO): Code =>
  call("multiplyAdd", i32(to), i32(a), i32(b), i32(c));
/** Stores a b + c modulo n. */
export const product = (to: number, a: number, b: number, c = at.ZERO): Code => [
  ...multiplyAddInto(to, a, b),
  ...multiplyAddInto(to, to, at.TO_MONTGOMERY, c),
];
