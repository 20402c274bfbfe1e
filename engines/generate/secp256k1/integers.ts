/**
 * Integers in memory, as words of 32 bits, the lowest first: products, the order of the curve, inverses, and
 * the digits of scalars.
 */
import {
  binary,
  call,
  define,
  get,
  I32,
  I64,
  i32,
  i64,
  loadWith,
  repeatWhile,
  select,
  set,
  storeWith,
  tee,
  unary,
  when,
  type Code,
  type Func,
} from "../assembler.ts";

export const add32 = binary(0x6a);
export const subtract32 = binary(0x6b);
export const below32 = binary(0x49);
export const belowSigned32 = binary(0x48);
export const isZero32 = unary(0x45);
export const shl32 = binary(0x74);
export const add64 = binary(0x7c);
export const subtract64 = binary(0x7d);
export const multiply64 = binary(0x7e);
export const and64 = binary(0x83);
export const or64 = binary(0x84);
export const xor64 = binary(0x85);
export const shl64 = binary(0x86);
export const shr64 = binary(0x88);
/** Keeps the sign. */
export const shrSigned64 = binary(0x87);
export const isZero64 = unary(0x50);
export const belowSigned64 = binary(0x53);
export const trailingZeros64 = unary(0x7a);
export const to32 = unary(0xa7);
export const to64 = unary(0xad);
/** The lower 32 bits, with their sign. */
export const extend32 = unary(0xc4);
export const load64 = loadWith(0, 0x29);
export const store64 = storeWith(0, 0x37);
export const loadWord = loadWith(0, 0x35);
export const loadSignedWord = loadWith(0, 0x34);
export const storeWord = storeWith(0, 0x3e);
export const load32 = loadWith(2, 0x28);
export const store32 = storeWith(2, 0x36);
export const store8 = storeWith(0, 0x3a);
const storeDigit = storeWith(1, 0x3d);

export const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
export const each = (count: number, code: (i: number) => Code): Code => range(count).flatMap(code);
export const mask = (bits: number): Code => i64((1n << BigInt(bits)) - 1n);
/** `bits` bits from the `from`th one on: 57 at most. */
export const bitsOf = (address: Code, from: number, bits: number, offset = 0): Code =>
  and64(shr64(load64(address, offset + (from >> 3)), i64(BigInt(from & 7))), mask(bits));

export const bytesOf = (value: bigint, words: number): Uint8Array =>
  new Uint8Array(Uint32Array.from(range(words), (i) => Number((value >> BigInt(32 * i)) & 0xffffffffn)).buffer);

/** accumulate(to, a, aWords, b, bWords): to += a b. `to` has room for all carries. */
const accumulate: Func = define("accumulate", [I32, I32, I32, I32, I32], ({ parameter, local }) => {
  const [to, a, aWords, b, bWords] = parameter as [number, number, number, number, number];
  const [at, other, end, factor, carry] = [local(I32), local(I32), local(I32), local(I64), local(I64)];
  const last = local(I32);
  return [
    ...set(last, add32(get(a), shl32(get(aWords), i32(2)))),
    ...repeatWhile(
      [
        ...set(factor, loadWord(get(a))),
        ...set(carry, i64(0n)),
        ...set(at, get(to)),
        ...set(other, get(b)),
        ...set(end, add32(get(b), shl32(get(bWords), i32(2)))),
        ...repeatWhile(
          [
            ...set(carry, add64(get(carry), loadWord(get(at)), multiply64(loadWord(get(other)), get(factor)))),
            ...storeWord(get(at), get(carry)),
            ...set(carry, shr64(get(carry), i64(32n))),
            ...set(at, add32(get(at), i32(4))),
          ],
          below32(tee(other, add32(get(other), i32(4))), get(end)),
        ),
        ...when(
          to32(get(carry)),
          repeatWhile(
            [
              ...set(carry, add64(get(carry), loadWord(get(at)))),
              ...storeWord(get(at), get(carry)),
              ...set(at, add32(get(at), i32(4))),
            ],
            to32(tee(carry, shr64(get(carry), i64(32n)))),
          ),
        ),
        ...set(to, add32(get(to), i32(4))),
      ],
      below32(tee(a, add32(get(a), i32(4))), get(last)),
    ),
  ];
});

export const clear = (at: Code, bytes: number): Code => [...at, ...i32(0), ...i32(bytes), 0xfc, 0x0b, 0x00];
export const copy = (to: Code, from: Code, bytes: number): Code => [
  ...to,
  ...from,
  ...i32(bytes),
  0xfc,
  0x0a,
  0x00,
  0x00,
];

/** Addresses of this part's constants and working memory. */
type IntegerPlaces = {
  /** The order n of eight words; 2^256 - n, of five. */
  readonly order: number;
  readonly complement: number;
  /** 160 bytes. */
  readonly product: number;
};

/** subtractOnce(at, m): subtracts m unless m is larger. Both are of eight words. */
const subtractOnce: Func = define("subtractOnce", [I32, I32], ({ parameter, local }) => {
  const [at, m] = parameter as [number, number];
  const borrow = local(I64);
  const difference = (i: number): Code =>
    add64(subtract64(loadWord(get(at), 4 * i), loadWord(get(m), 4 * i)), get(borrow));
  const through = (code: (i: number) => Code): Code => [
    ...set(borrow, i64(0n)),
    ...each(8, (i) => [...code(i), ...set(borrow, shrSigned64(difference(i), i64(32n)))]),
  ];
  // The borrow is computed before the difference is stored over its operand.
  const next = local(I64);
  return [
    ...through(() => []),
    ...when(
      isZero64(get(borrow)),
      each(8, (i) => [
        ...set(next, difference(i)),
        ...storeWord(get(at), get(next), 4 * i),
        ...set(borrow, shrSigned64(get(next), i64(32n))),
      ]),
    ),
  ];
});

/** multiplyScalars(to, a, b): a b modulo n, below n. */
const multiplyScalars = ({ product, order, complement }: IntegerPlaces): Func =>
  define("multiplyScalars", [I32, I32, I32], ({ parameter }) => {
    const [to, a, b] = parameter as [number, number, number];
    const upper = product + 80;
    // 2^256 = complement modulo n. The words above 2^256 are 8, then 5, then one of at most 5, then 0 or 1.
    const fold = (words: number): Code => [
      ...copy(i32(upper), i32(product + 32), 4 * words),
      ...clear(i32(product + 32), 4 * words),
      ...call("accumulate", i32(product), i32(upper), i32(words), i32(complement), i32(5)),
    ];
    return [
      ...clear(i32(product), 80),
      ...call("accumulate", i32(product), get(a), i32(8), get(b), i32(8)),
      ...fold(8),
      ...fold(6),
      ...fold(1),
      ...fold(1),
      ...call("subtractOnce", i32(product), i32(order)),
      ...copy(get(to), i32(product), 32),
    ];
  });

/**
 * digits(to, scalar, width, negative): the odd digits of a scalar below 2^129, or their negatives, to every fourth
 * place of `to`, which is zeroed: windowed non-adjacent form. At least 8 bytes of zeros must follow the scalar.
 */
const digits: Func = define("digits", [I32, I32, I32, I32], ({ parameter, local }) => {
  const [to, scalar, width, negative] = parameter as [number, number, number, number];
  const [bit, carry, bits, digit] = [local(I32), local(I64), local(I64), local(I64)];
  const END = 130;
  const step: Code = [
    ...set(
      bits,
      xor64(
        shr64(load64(add32(get(scalar), binary(0x76)(get(bit), i32(3)))), to64(binary(0x71)(get(bit), i32(7)))),
        // With a carry, zeros and ones change places.
        subtract64(i64(0n), get(carry)),
      ),
    ),
    // At least 40 bits are left. Skips those that need no digit.
    ...set(digit, trailingZeros64(or64(get(bits), i64(1n << 40n)))),
    ...set(bit, add32(get(bit), to32(get(digit)))),
    ...when(binary(0x71)(below32(to32(get(digit)), i32(40)), below32(get(bit), i32(END))), [
      ...set(
        digit,
        add64(
          and64(
            shr64(load64(add32(get(scalar), binary(0x76)(get(bit), i32(3)))), to64(binary(0x71)(get(bit), i32(7)))),
            subtract64(shl64(i64(1n), to64(get(width))), i64(1n)),
          ),
          get(carry),
        ),
      ),
      ...set(carry, and64(shr64(get(digit), to64(subtract32(get(width), i32(1)))), i64(1n))),
      ...set(digit, subtract64(get(digit), shl64(get(carry), to64(get(width))))),
      ...storeDigit(
        add32(get(to), shl32(get(bit), i32(3))),
        select(get(negative), subtract64(i64(0n), get(digit)), get(digit)),
      ),
      ...set(bit, add32(get(bit), get(width))),
    ]),
  ];
  return [...repeatWhile(step, below32(get(bit), i32(END)))];
});

export const integerFunctions = (places: IntegerPlaces): Func[] => [
  accumulate,
  subtractOnce,
  multiplyScalars(places),
  digits,
];
