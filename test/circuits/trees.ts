/** Zk trees with one known path. */
import { ZK_DEPTH } from "../../src/batch/zk.ts";
import { poseidonP4, TAGS } from "../../src/crypto/poseidon/index.ts";

/** A path to a position whose siblings are all small numbers, and the root it leads to. */
export function sparseTree(own: bigint, position: number, depth = ZK_DEPTH) {
  let zkRoot = own;
  const path = Array.from({ length: depth }, (_, level) => {
    const siblings = [1n, 2n, 3n];
    const place = Math.floor(position / 4 ** level) % 4;
    zkRoot = poseidonP4(TAGS.node, [...siblings.slice(0, place), zkRoot, ...siblings.slice(place)]);
    return siblings;
  });
  return { path, zkRoot };
}
