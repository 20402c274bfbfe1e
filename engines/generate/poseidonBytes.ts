/** Elements as bytes: the ends of the module of ./poseidonWasm.ts. */
import { ELEMENT_BYTES } from "../../src/crypto/poseidon/field.ts";
import { LIMBS, LIMB_BITS, VECTOR, range } from "./poseidonConstants.ts";
import { addLanes, and, or, shl, shr, shrSigned, subtractDoubles } from "./montgomery.ts";
import type { Field } from "./poseidonField.ts";
import { at, get, loadVector, set, simd, storeVector, tee, type Code, type Func } from "./wasm.ts";

/** A vector's 64-bit integers, from big-endian bytes or to them. */
const swapped = (local: number, value: Code): Code => [
  ...tee(local, value),
  ...get(local),
  ...simd(13, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8),
];

/** read(first, second, to): the limbs of two elements, from 32 big-endian bytes each. */
export function read({ mask, two52 }: Field): Func {
  const word = (i: number): Code => get(3 + i);
  const spare = 7;
  const lanes = (offset: number): Code => [
    ...get(1),
    ...get(0),
    ...simd(0x5d, ...at(0, offset)),
    ...simd(0x57, ...at(0, offset), 1),
  ];
  const limbs = [
    and(word(0), mask),
    and(or(shr(word(0), 51), shl(word(1), 13)), mask),
    and(or(shr(word(1), 38), shl(word(2), 26)), mask),
    and(or(shr(word(2), 25), shl(word(3), 39)), mask),
    shr(word(3), 12),
  ];
  return {
    parameters: 3,
    vectors: 5,
    body: [
      ...range(4).flatMap((i) => set(3 + i, swapped(spare, lanes(24 - 8 * i)))),
      ...limbs.flatMap((bits, i) => storeVector(get(2), subtractDoubles(or(bits, two52), two52), i * VECTOR)),
    ],
  };
}

/** write(from, to): writes two elements between -r and r as bytes, one after the other. */
export function write({ mask, order, toInteger }: Field): Func {
  const limb = (i: number): number => 2 + i;
  const [negative, spare] = [7, 8];
  const carries = range(LIMBS - 1).flatMap((i) => [
    ...set(limb(i + 1), addLanes(get(limb(i + 1)), shrSigned(get(limb(i)), LIMB_BITS))),
    ...set(limb(i), and(get(limb(i)), mask)),
  ]);
  const words = [
    or(get(limb(0)), shl(get(limb(1)), 51)),
    or(shr(get(limb(1)), 13), shl(get(limb(2)), 38)),
    or(shr(get(limb(2)), 26), shl(get(limb(3)), 25)),
    or(shr(get(limb(3)), 39), shl(get(limb(4)), 12)),
  ];
  const storeLane = (lane: number, offset: number): Code => [
    ...get(1),
    ...get(spare),
    ...simd(0x5b, ...at(0, offset), lane),
  ];
  return {
    parameters: 2,
    vectors: 7,
    body: [
      ...range(LIMBS).flatMap((i) => set(limb(i), toInteger(loadVector(get(0), i * VECTOR)))),
      ...carries,
      ...set(negative, shrSigned(get(limb(LIMBS - 1)), 63)),
      ...range(LIMBS).flatMap((i) => set(limb(i), addLanes(get(limb(i)), and(get(negative), order(i))))),
      ...carries,
      ...words.flatMap((word, i) => [
        ...set(spare, swapped(spare, word)),
        ...[0, 1].flatMap((lane) => storeLane(lane, ELEMENT_BYTES * lane + 24 - 8 * i)),
      ]),
    ],
  };
}
