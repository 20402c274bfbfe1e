import { concat } from "../base/bytes.ts";
import { EMPTY_ROOT } from "../crypto/merkle/hash.ts";
import { buildTree, treeRoot } from "../crypto/merkle/tree.ts";
import { HASH_BYTES } from "../crypto/merkle/treeHasher.ts";
import { TILE_WIDTH } from "./tilePath.ts";

/**
 * The right edge of a log's tiles: on each level the hashes of the tile that is not full yet, possibly empty. The log's
 * root and its further growth depend only on it.
 */
export type TileEdge = Uint8Array[];

type FullTile = { readonly level: number; readonly hashes: Uint8Array };

/**
 * Appends leaf hashes to an edge, at most as many as fill its tile of level 0. Returns the tiles that became full, from
 * the lowest level up. A full tile becomes one hash on the next level.
 */
export function growEdge(edge: TileEdge, leafHashes: Uint8Array): FullTile[] {
  const full: FullTile[] = [];
  let added = leafHashes;
  for (let level = 0; added.length > 0; level++) {
    const hashes = concat(edge[level] ?? new Uint8Array(0), added);
    if (hashes.length > TILE_WIDTH * HASH_BYTES) throw new RangeError("more hashes than a tile has room for");
    const isFull = hashes.length === TILE_WIDTH * HASH_BYTES;
    edge[level] = isFull ? new Uint8Array(0) : hashes;
    added = isFull ? treeRoot(buildTree(hashes)) : new Uint8Array(0);
    if (isFull) full.push({ level, hashes });
  }
  return full;
}

/**
 * Returns the root of the tree that ends in this edge: each level's hashes are followed by the hash of the levels
 * below.
 */
export function edgeRoot(edge: TileEdge): Uint8Array {
  let below: Uint8Array | undefined;
  for (const hashes of edge) {
    const nodes = below === undefined ? hashes : concat(hashes, below);
    if (nodes.length > 0) below = treeRoot(buildTree(nodes));
  }
  return below ?? EMPTY_ROOT;
}
