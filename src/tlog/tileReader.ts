import { equalBytes } from "../base/bytes.ts";
import { assertGiven } from "../base/options.ts";
import { AnchorlogError } from "../base/errors.ts";
import { EMPTY_ROOT, hashLeaves, hashNode } from "../crypto/merkle/hash.ts";
import { consistencyRanges, inclusionRanges, largestPowerOfTwoBelow, type LeafRange } from "../crypto/merkle/ranges.ts";
import { buildTree, treeRoot } from "../crypto/merkle/tree.ts";
import { HASH_BYTES } from "../crypto/merkle/treeHasher.ts";
import { parseLogCheckpoint, type LogCheckpoint } from "./checkpoint.ts";
import { decodeEntryBundle, MAX_ENTRY_BYTES } from "./entryBundle.ts";
import { decodeNoteText, MAX_NOTE_LENGTH } from "./note.ts";
import { checkPolicy, type Policy } from "./policy.ts";
import { edgeRoot } from "./tileEdge.ts";
import { CHECKPOINT_PATH, hashesOnLevel, tilePath, tileWidth, TILE_WIDTH, type TileAddress } from "./tilePath.ts";
import type { TileSource } from "./tileStore.ts";

/**
 * A log's published tiles at one checkpoint. All data is verified against the checkpoint's root: a tile that does not
 * fit its parent throws `bad_tile`.
 */
export type TileReader = {
  readonly checkpoint: LogCheckpoint;
  /** Returns the root of an earlier size. If the log is consistent, it equals the earlier checkpoint's root. */
  rootAt(size: number): Promise<Uint8Array>;
  /** Returns the inclusion proof of an entry in the checkpoint's tree, or in an earlier one. */
  inclusionProof(index: number, size?: number): Promise<Uint8Array[]>;
  /** Returns the consistency proof from an earlier tree to the checkpoint's, or to another earlier one. */
  consistencyProof(oldSize: number, newSize?: number): Promise<Uint8Array[]>;
  /** Entries `[start, end)`. */
  entries(start: number, end: number): Promise<Uint8Array[]>;
};

/** The number of tiles kept in memory: 8 MiB of hashes. */
const KEPT_TILES = 1024;

/**
 * Opens a log's tiles: loads the checkpoint, checks it by a policy, and recomputes its root from the right edge of the
 * tiles.
 *
 * @example
 * const policy = parsePolicy(await readFile("policy.txt"))
 * const tiles = await openTiles(httpTiles("https://log.example/tiles/"), policy)
 * const [header] = await tiles.entries(0, 1)
 *
 * @throws AnchorlogError `no_checkpoint`, `bad_note`; `untrusted_checkpoint` if the policy is not satisfied; `bad_tile`
 * and `missing_tile` if the tiles do not match the checkpoint; the source's errors.
 */
export async function openTiles(source: TileSource, policy: Policy): Promise<TileReader> {
  assertGiven("openTiles", { source, policy }, "source.get()", "policy");
  return openTilesAt(source, await readCheckpoint(source, policy));
}

/**
 * Opens a log's tiles at a checkpoint that the caller trusts or judges.
 *
 * @throws as {@link openTiles}, but for the checkpoint.
 */
export async function openTilesAt(source: TileSource, checkpoint: LogCheckpoint): Promise<TileReader> {
  const tiles = await createTileCache(source, checkpoint);
  const { size } = checkpoint;

  const assertSize = (wanted: number): void => {
    if (!Number.isSafeInteger(wanted) || wanted < 0 || wanted > size) {
      throw new RangeError(`expected a size from 0 to ${size}, the published checkpoint's, got ${wanted}`);
    }
  };
  const hashOf = async ({ start, end }: LeafRange): Promise<Uint8Array> => {
    const width = end - start;
    if (width === 1 || 2 * largestPowerOfTwoBelow(width) === width) return tiles.node(start, width);
    const middle = start + largestPowerOfTwoBelow(width);
    return hashNode(...(await Promise.all([hashOf({ start, end: middle }), hashOf({ start: middle, end })])));
  };

  return {
    checkpoint,

    rootAt: async (at) => {
      assertSize(at);
      return at === 0 ? EMPTY_ROOT.slice() : hashOf({ start: 0, end: at });
    },

    inclusionProof: async (index, at = size) => {
      assertSize(at);
      return Promise.all(inclusionRanges(index, at).map(hashOf));
    },

    consistencyProof: async (oldSize, newSize = size) => {
      assertSize(newSize);
      return Promise.all(consistencyRanges(oldSize, newSize).map(hashOf));
    },

    entries: async (start, end) => {
      assertSize(end);
      if (!Number.isSafeInteger(start) || start < 0 || start > end) {
        throw new RangeError(`entries ${start} to ${end} do not exist`);
      }
      const entries: Uint8Array[] = [];
      if (start === end) return entries;
      for (let index = Math.floor(start / TILE_WIDTH); index * TILE_WIDTH < end; index++) {
        const bundle = await readBundle(source, index, tileWidth(size, index));
        const hashes = await tiles.tile(0, index);
        if (!equalBytes(hashLeaves(bundle), hashes)) {
          throw badTile({ level: "entries", index, width: bundle.length }, "has other entries than the tree");
        }
        const first = index * TILE_WIDTH;
        for (const entry of bundle.slice(Math.max(0, start - first), end - first)) entries.push(entry);
      }
      return entries;
    },
  };
}

/** Reads the checkpoint of published tiles, and checks it by the policy. */
export async function readCheckpoint(source: TileSource, policy: Policy): Promise<LogCheckpoint> {
  const bytes = await source.get(CHECKPOINT_PATH, MAX_NOTE_LENGTH);
  if (bytes === undefined) {
    throw new AnchorlogError("no_checkpoint", "the log has no checkpoint", { fix: "name the place of a log's tiles" });
  }
  const checkpoint = parseLogCheckpoint(decodeNoteText(bytes));
  const verdict = checkPolicy(policy, checkpoint);
  if (!verdict.satisfied) {
    throw new AnchorlogError("untrusted_checkpoint", `the log's checkpoint is not trusted: ${verdict.message}`);
  }
  return checkpoint;
}

/** Reads a tile's hashes, without verifying them. */
export async function readTile(source: TileSource, level: number, index: number, width: number): Promise<Uint8Array> {
  const hashes = await readWidest(source, { level, index, width }, TILE_WIDTH * HASH_BYTES, (bytes, whole) => {
    if (bytes.length !== whole * HASH_BYTES) throw new Error(`has ${bytes.length} bytes`);
    return bytes;
  });
  return hashes.slice(0, width * HASH_BYTES);
}

/** Reads a bundle's entries, without verifying them. */
export async function readBundle(source: TileSource, index: number, width: number): Promise<Uint8Array[]> {
  const address = { level: "entries", index, width } as const;
  const entries = await readWidest(source, address, TILE_WIDTH * (2 + MAX_ENTRY_BYTES), decodeEntryBundle);
  return entries.slice(0, width);
}

/**
 * Reads the bytes of a tile. If reading a partial tile fails in any way, it reads the full tile that begins with it.
 * Hosts answer for a missing file with 403, 404, 410 or a page.
 *
 * @param parse throws an Error with the reason if the bytes are not a tile of this width.
 */
async function readWidest<T>(
  source: TileSource,
  address: TileAddress,
  maxBytes: number,
  parse: (bytes: Uint8Array, width: number) => T,
): Promise<T> {
  const refusals: unknown[] = [];
  for (const width of new Set([address.width, TILE_WIDTH])) {
    try {
      const bytes = await source.get(tilePath({ ...address, width }), maxBytes);
      if (bytes !== undefined) return parseTile({ ...address, width }, () => parse(bytes, width));
    } catch (error) {
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  throw new AnchorlogError("missing_tile", `${tilePath(address)} is not there, although the checkpoint needs it`);
}

function parseTile<T>(address: TileAddress, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw badTile(address, (error as Error).message);
  }
}

/**
 * Reads the partial tiles of a checkpoint's right edge, level by level, and checks that they give its root.
 *
 * @throws AnchorlogError `bad_tile` and `missing_tile` if they do not.
 */
export async function readEdge(
  source: TileSource,
  { size, root }: Pick<LogCheckpoint, "size" | "root">,
): Promise<Uint8Array[]> {
  const counts: number[] = [];
  for (let level = 0; hashesOnLevel(size, level) > 0; level++) counts.push(hashesOnLevel(size, level));
  const edge = await Promise.all(
    counts.map(async (count, level) => {
      const width = count % TILE_WIDTH;
      return width === 0 ? new Uint8Array(0) : readTile(source, level, Math.floor(count / TILE_WIDTH), width);
    }),
  );
  if (equalBytes(edgeRoot(edge), root)) return edge;
  throw new AnchorlogError("bad_tile", `the tiles of size ${size} do not have the checkpoint's root`);
}

/** Loads each tile once, and checks it against its parent, up to the edge that gives the root. */
async function createTileCache(source: TileSource, { size, root }: LogCheckpoint) {
  const edge = await readEdge(source, { size, root });
  const kept = new Map<string, Promise<Uint8Array>>();

  const load = async (level: number, index: number): Promise<Uint8Array> => {
    const hashes = await readTile(source, level, index, TILE_WIDTH);
    const parent = await tile(level + 1, Math.floor(index / TILE_WIDTH));
    const offset = (index % TILE_WIDTH) * HASH_BYTES;
    if (!equalBytes(treeRoot(buildTree(hashes)), parent.subarray(offset, offset + HASH_BYTES))) {
      throw badTile({ level, index, width: TILE_WIDTH }, "does not have the hash that its parent says");
    }
    return hashes;
  };

  const tile = (level: number, index: number): Promise<Uint8Array> => {
    if (index === Math.floor(hashesOnLevel(size, level) / TILE_WIDTH)) return Promise.resolve(edge[level]!);
    const key = `${level}/${index}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loading = load(level, index);
    kept.set(key, loading);
    // A failed tile is loaded again at the next call.
    loading.catch(() => kept.delete(key));
    if (kept.size > KEPT_TILES) kept.delete(kept.keys().next().value!);
    return loading;
  };

  /** Returns the hash of a full subtree: `width` leaves, a power of two, from `start`. */
  const node = async (start: number, width: number): Promise<Uint8Array> => {
    let level = 0;
    while (TILE_WIDTH ** (level + 1) <= width) level++;
    const unit = TILE_WIDTH ** level;
    const first = start / unit;
    const hashes = await tile(level, Math.floor(first / TILE_WIDTH));
    const offset = (first % TILE_WIDTH) * HASH_BYTES;
    return treeRoot(buildTree(hashes.slice(offset, offset + (width / unit) * HASH_BYTES)));
  };

  return { tile, node };
}

function badTile(address: TileAddress, why: string): AnchorlogError {
  return new AnchorlogError("bad_tile", `${tilePath(address)} ${why}`);
}
