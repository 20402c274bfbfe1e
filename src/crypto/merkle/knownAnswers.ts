/** Known answers that a hasher must give before it is used: for each code path, each lane and each schedule. */
import { concat } from "../../base/bytes.ts";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";

/** SHA-256 of each part of {@link answersOf}, in base64: a test compares it with other implementations'. */
export const ANSWERS = {
  leaves: "o92u+bHie3Xr+F3/BqmWvGDRsh8Y0DzIHrtS7lMr1So=",
  levels: "utKjzHflu/WyECJSRnStqjlv8Rj6rZraNWxYTzYBbx0=",
  paths: "xH1iFJBcar7DrR53KioPcTK/wpB4ATF8k9y6agN0//o=",
} as const;

/** Leaves of up to six blocks, with the lengths around which the padding needs another block. */
const LENGTHS = [0, 1, 54, 55, 62, 63, 64, 118, 119, 120, 127, 200, 255, 256, 319, 320];
const NODES = 256;

/** Returns one hash for each kind of answers: the hash of all of them as a leaf. */
export function answersOf(hasher: TreeHasher): Record<keyof typeof ANSWERS, Uint8Array> {
  const random = generator();
  const bytes = (length: number) => Uint8Array.from({ length }, random);

  // Each leaf alone, and in all lanes: leaves with equally many blocks are hashed together, one to four of them.
  const leaves = LENGTHS.flatMap((length, i) => Array.from({ length: 1 + (i % 4) }, () => bytes(length)));
  const together = new Uint8Array(leaves.length * HASH_BYTES);
  hasher.leaves(leaves, together);
  const alone = leaves.map((leaf) => hasher.leaf(leaf));

  // Each value of the last byte, which selects a schedule, in every lane, and in a single last pair.
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
