/**
 * Assembles the WebAssembly module that recovers public keys from secp256k1 signatures (SEC 1 version 2, section
 * 4.1.6), Q = (s R - e G) / r, and signs.
 *
 *     recover          R's x coordinate, r, s and the digest to the key
 *     prepare          computes the table of G's multiples; once, before the first key is recovered
 *     sign             the key and the digest to the signature; sign.ts has it
 *     prepareSigning   computes the tables of the comb; once, before the first signature
 *     addKey           computes the table of a public key; knownKeys.ts has it
 *     checkMany        whether keys with tables made signatures
 *
 * Recovery sees public data only, so its time may depend on the data. Both scalars are split in two of 128 bits by the
 * curve's endomorphism λ(x, y) = (βx, y) (Gallant, Lambert and Vanstone, "Faster point multiplication on elliptic
 * curves with efficient endomorphisms", 2001). All four products are added up along one chain of doublings.
 */
import {
  assemble,
  binary,
  call,
  define,
  get,
  i32,
  I32,
  i64,
  I64,
  repeatWhile,
  RETURN,
  select,
  set,
  tee,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import { addLanes, combine } from "./addLanes.ts";
import { data, N } from "./constants.ts";
import { fieldFunctions, products } from "./field.ts";
import {
  add32,
  clear,
  copy,
  integerFunctions,
  isZero32,
  isZero64,
  load32,
  load64,
  shl64,
  shr64,
  shrSigned64,
  store32,
  subtract32,
  to32,
} from "./integers.ts";
import { combFunctions } from "./comb.ts";
import { invert, invertSecret } from "./inverse.ts";
import { knownKeyFunctions } from "./knownKeys.ts";
import { ROW } from "./limbs.ts";
import { nonceFunctions } from "./nonce.ts";
import { numberFunctions } from "./numbers.ts";
import { orderFunctions } from "./order.ts";
import * as at from "./places.ts";
import { lane, pointFunctions } from "./points.ts";
import { signFunctions } from "./sign.ts";
import { recode, split } from "./split.ts";

/** addMultiple(digit, place, next): the odd multiple of R, λR, G or λG, by its place in DIGITS. */
const addMultiple: Func = define("addMultiple", [I32, I32, I32], ({ parameter, local }) => {
  const [digit, place, next] = parameter as [number, number, number];
  const [sign, entry] = [local(I32), local(I32)];
  const multiply = binary(0x6c);
  const index = binary(0x76)(get(digit), i32(1));
  return [
    ...set(sign, i32(at.SIGNS)),
    ...when(binary(0x48)(get(digit), i32(0)), [
      ...set(sign, i32(at.SIGNS + 16)),
      ...set(digit, subtract32(i32(0), get(digit))),
    ]),
    ...when(
      binary(0x49)(get(place), i32(2)),
      set(entry, add32(i32(at.TABLE), multiply(index, i32(2 * ROW)), multiply(get(place), i32(ROW)))),
      [
        ...call(
          "multiply",
          i32(at.MAPPED),
          add32(i32(at.GENERATOR_TABLE), multiply(index, i32(ROW))),
          add32(i32(at.TO_TABLE - 2 * ROW), multiply(get(place), i32(ROW))),
        ),
        ...set(entry, i32(at.MAPPED)),
      ],
    ),
    ...call("add", get(entry), get(sign), get(next)),
  ];
});

/** chain(): the sum of all digits' multiples. */
const chain: Func = define("chain", [], ({ local }) => {
  const [position, place, digits, digit] = [local(I32), local(I32), local(I64), local(I64)];
  const next = (condition: Code): Code => select(condition, i32(at.XZ), i32(at.XZ + 8));
  return [
    ...store32(i32(at.INFINITE), i32(1)),
    ...set(position, i32(at.DIGITS + 8 * at.POSITIONS)),
    ...repeatWhile(
      [
        ...set(digits, load64(get(position))),
        ...when(isZero32(load32(i32(at.INFINITE))), call("double", next(isZero64(get(digits))))),
        ...set(place, i32(0)),
        ...when(
          isZero32(isZero64(get(digits))),
          repeatWhile(
            [
              ...set(digit, shrSigned64(shl64(get(digits), i64(48n)), i64(48n))),
              ...set(digits, shr64(get(digits), i64(16n))),
              ...when(
                isZero32(isZero64(get(digit))),
                call("addMultiple", to32(get(digit)), get(place), next(isZero64(get(digits)))),
              ),
              ...set(place, add32(get(place), i32(1))),
            ],
            isZero32(isZero64(get(digits))),
          ),
        ),
      ],
      isZero32(binary(0x49)(tee(position, subtract32(get(position), i32(8))), i32(at.DIGITS))),
    ),
  ];
});

const invertInto = (lane: number, from: Code): Code => [
  ...call("pack", i32(at.WORDS), from),
  ...call("invert", i32(at.WORDS), i32(at.MODULUS_P)),
  ...call("unpack", i32(lane), i32(at.WORDS)),
];

/** affine(z): the inverses of z² and z³. */
const affine: Func = define("affine", [I32], ({ parameter: [z] }) => [
  ...invertInto(at.Z_INVERSE, get(z!)),
  ...products(i32(at.AFFINE), [i32(at.Z_INVERSE), i32(at.Z_INVERSE)], [i32(at.Z_INVERSE), i32(at.Z_INVERSE)]),
  ...products(i32(at.AFFINE), [i32(at.AFFINE), i32(at.AFFINE)], [i32(at.ONE_TWO), i32(at.Z_INVERSE)]),
]);

/** prepare(): the table of G. */
const prepare: Func = define(
  "prepare",
  [],
  ({ local }) => {
    const [from, to] = [local(I32), local(I32)];
    return [
      ...copy(i32(at.POINT), i32(at.GENERATOR), ROW),
      ...call("multiples", i32(at.GENERATOR_DRAFT), i32(at.GENERATOR_MULTIPLES)),
      ...call("affine", i32(at.Z_OF_TABLE)),
      ...set(from, i32(at.GENERATOR_DRAFT)),
      ...set(to, i32(at.GENERATOR_TABLE)),
      ...repeatWhile(
        [...call("multiply", get(to), get(from), i32(at.AFFINE)), ...set(from, add32(get(from), i32(2 * ROW)))],
        binary(0x49)(tee(to, add32(get(to), i32(ROW))), i32(at.GENERATOR_TABLE + at.GENERATOR_MULTIPLES * ROW)),
      ),
    ];
  },
  { exported: true },
);

/** recover(odd): 1 and the key at OUTPUT, or 0 if no key fits. r and s are from 1 to n - 1, x is below p. */
const recover: Func = define(
  "recover",
  [I32],
  ({ parameter: [odd] }) => {
    const none: Code = [...i32(0), ...RETURN];
    const [z, tableZ] = [at.Z_INVERSE, at.Z_OF_TABLE];
    const [first, second, third] = at.ENDS as [number, number, number];
    const liftX: Code = [
      ...[at.X_WORDS, at.R_WORDS, at.S_WORDS, at.Z_WORDS].flatMap((words, i) =>
        call("swap", i32(words), i32(at.INPUT + 32 * i)),
      ),
      ...call("unpack", i32(at.POINT), i32(at.X_WORDS)),
      ...products(i32(at.ALPHA), [i32(at.POINT), i32(at.POINT)], [i32(at.POINT), i32(at.POINT)]),
      ...call("curve"),
      ...call("sqrt"),
      ...call("residue"),
      ...when(isZero32(call("isZero", i32(at.CHECKED))), none),
      ...call("pack", i32(at.WORDS), i32(at.ROOT)),
      // [x, ±2y]
      ...products(
        i32(at.POINT),
        [i32(at.POINT), i32(at.ROOT)],
        [
          i32(at.ONE_TWO),
          select(
            binary(0x73)(binary(0x71)(load32(i32(at.WORDS)), i32(1)), get(odd!)),
            i32(at.ONE_MINUS_TWO + 8),
            i32(at.ONE_TWO + 8),
          ),
        ],
      ),
    ];
    const scalars: Code = [
      ...call("invert", i32(at.R_WORDS), i32(at.MODULUS_N)),
      ...call("multiplyScalars", i32(at.S_WORDS), i32(at.S_WORDS), i32(at.R_WORDS)),
      ...call("multiplyScalars", i32(at.Z_WORDS), i32(at.Z_WORDS), i32(at.R_WORDS)),
      ...clear(i32(at.DIGITS), 8 * (at.POSITIONS + 1)),
      ...recode(at.S_WORDS, 0, at.WIDTH),
      ...recode(at.Z_WORDS, 4, at.GENERATOR_WIDTH),
    ];
    return [
      ...liftX,
      ...scalars,
      ...call("multiples", i32(at.TABLE), i32(at.MULTIPLES)),
      // Factors that map G's multiples to the curve of the table, with its Z: [Z², Z³], and [βZ², Z³].
      ...products(i32(at.TO_TABLE), [i32(tableZ), i32(tableZ)], [i32(tableZ), i32(tableZ)]),
      ...products(i32(at.TO_TABLE_BETA), [i32(at.TO_TABLE), i32(at.TO_TABLE)], [i32(at.BETA), i32(tableZ)]),
      ...lane(i32(at.TO_TABLE + 8), i32(at.TO_TABLE_BETA + 8)),
      ...call("chain"),
      ...when(load32(i32(at.INFINITE)), none),
      // With the inverse z of Z: [z², z / 2], then [X z², Y' z / 2], then [.., Y' z³ / 2].
      ...products(i32(first), [i32(at.XZ + 8), i32(at.XZ + 8)], [i32(tableZ), i32(tableZ)]),
      ...invertInto(z, i32(first)),
      ...products(i32(first), [i32(z), i32(z)], [i32(z), i32(at.HALF)]),
      ...products(i32(second), [i32(at.XZ), i32(at.YA)], [i32(first), i32(first + 8)]),
      ...products(i32(third), [i32(second), i32(second + 8)], [i32(first), i32(first)]),
      ...call("pack", i32(at.WORDS), i32(second)),
      ...call("swap", i32(at.OUTPUT), i32(at.WORDS)),
      ...call("pack", i32(at.WORDS), i32(third + 8)),
      ...call("swap", i32(at.OUTPUT + 32), i32(at.WORDS)),
      ...i32(1),
    ];
  },
  { exported: true, results: [I32] },
);
/** The module, with or without fused multiplications and additions. With `testing`, it exports all functions. */
export function assembleModule(fused: boolean, testing = false): Uint8Array {
  const functions = [
    ...fieldFunctions(fused),
    ...pointFunctions(fused),
    ...numberFunctions(fused),
    ...integerFunctions({ order: at.ORDER, complement: at.COMPLEMENT, product: at.PRODUCT }),
    invert,
    split,
    addMultiple,
    chain,
    affine,
    prepare,
    recover,
    invertSecret,
    ...orderFunctions(N),
    ...combFunctions(fused),
    combine,
    addLanes,
    ...nonceFunctions,
    ...signFunctions,
    ...knownKeyFunctions(fused),
  ];
  const exported = testing ? functions.map((func) => ({ ...func, exported: true })) : functions;
  return assemble(exported, at.PAGES, data(), at.MOST_PAGES);
}
