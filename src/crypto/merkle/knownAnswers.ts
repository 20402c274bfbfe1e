/** Known answers that a hasher must give before it is used: for each code path, each lane and each schedule. */
import { concat } from "../../base/bytes.ts";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";

/** SHA-256 of each part of {@link answersOf}, in base64: a test compares it with other implementations'. */
export const ANSWERS = {
  leaves: "o92u+bHie3Xr+F3/BqmWvGDRsh8Y0DzIHrtS7lMr1So=",
  levels: "utKjzHflu/WyECJSRnStqjlv8Rj6rZraNWxYTzYBbx0=",
  paths: "xH1iFJBcar7DrR53KioPcTK/wpB4ATF8k9y6agN0//o=",
} as const;

/** Up to six blocks, around where padding takes another one. */
const LENGTHS = [0, 1, 54, 55, 62, 63, 64, 118, 119, 120, 127, 200, 255, 256, 319, 320];
const NODES = 256;

/** One hash over all answers of a kind, which are hashed as a leaf themselves. */
export function answersOf(hasher: TreeHasher): Record<keyof typeof ANSWERS, Uint8Array> {
  const random = generator();
  const bytes = (length: number) => Uint8Array.from({ length }, random);

  // Alone, and in all lanes: leaves of as many blocks go together, one, two, three and four of them.
  const leaves = LENGTHS.flatMap((length, i) => Array.from({ length: 1 + (i % 4) }, () => bytes(length)));
  const together = new Uint8Array(leaves.length * HASH_BYTES);
  hasher.leaves(leaves, together);
  const alone = leaves.map((leaf) => hasher.leaf(leaf));

  // Every last byte, which chooses a schedule, in every lane, and alone after the others.
  const level = bytes(2 * HASH_BYTES * NODES);
  for (let i = 0; i < NODES; i++) level[2 * HASH_BYTES * (i + 1) - 1] = (i * 65) % NODES;
  const levels = [NODES, 1, 2, 3, 5].map((nodes) => {
    const parents = new Uint8Array(nodes * HASH_BYTES);
    hasher.parents(level.subarray(0, 2 * HASH_BYTES * nodes), parents);
    return parents;
  });

  const siblings = Array.from({ length: NODES }, (_, i) => bytes(HASH_BYTES).with(HASH_BYTES - 1, i));
  const paths = [0, 1].map((side) =>
    hasher.climb(
      siblings[0]!,
      siblings,
      siblings.map((_, i) => i % 2 === side && i % 3 > 0),
    ),
  );
  return {
    leaves: hasher.leaf(concat(together, ...alone)),
    levels: hasher.leaf(concat(...levels)),
    paths: hasher.leaf(concat(...paths)),
  };
}

/** Bytes that look random, the same ones each time (a multiplicative congruential generator modulo 2^31 - 1). */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state >> 16;
  };
}
