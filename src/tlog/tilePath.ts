/** Hashes in a full tile, and entries in a full bundle (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

/** The path of the newest checkpoint, under the log's prefix. */
export const CHECKPOINT_PATH = "checkpoint";

/** A tile of hashes at a level, or a bundle of entries. */
export type TileAddress = {
  readonly level: number | "entries";
  /** The tile's number on its level, from 0. */
  readonly index: number;
  /** Number of hashes or entries: 256, or fewer in a partial tile. */
  readonly width: number;
};

const PATH = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/**
 * Returns a tile's path under the log's prefix (c2sp.org/tlog-tiles).
 *
 * @throws RangeError if no tile can have this address.
 * @example
 * const index = Math.floor(position / TILE_WIDTH)
 * const path = tilePath({ level: "entries", index, width: TILE_WIDTH }) // "tile/entries/x001/234"
 */
export function tilePath({ level, index, width }: TileAddress): string {
  if (level !== "entries" && !(Number.isInteger(level) && level >= 0 && level <= 63)) {
    throw new RangeError(`the tile's level ${level} is not from 0 to 63`);
  }
  if (!Number.isSafeInteger(index) || index < 0)
    throw new RangeError(`the tile's index ${index} is not from 0 to 2^53 - 1`);
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH)
    throw new RangeError(`the tile's width ${width} is not from 1 to ${TILE_WIDTH}`);
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups = padded.replace(/[0-9]{3}(?=[0-9])/g, "x$&/");
  return `tile/${level}/${groups}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/**
 * Parses a tile's path under the log's prefix; undefined if the path is not a tile's canonical path.
 *
 * @example
 * const address = parseTilePath("tile/entries/000.p/3") // { level: "entries", index: 0, width: 3 }
 * if (address?.level === "entries") return decodeEntryBundle(bytes, address.width)
 */
export function parseTilePath(path: string): TileAddress | undefined {
  const match = PATH.exec(path);
  if (match === null) return undefined;
  const address: TileAddress = {
    level: match[1] === "entries" ? "entries" : Number(match[1]),
    index: Number(match[2]!.replaceAll(/[x/]/g, "")),
    width: match[3] === undefined ? TILE_WIDTH : Number(match[3]),
  };
  if (!Number.isSafeInteger(address.index) || address.width > TILE_WIDTH) return undefined;
  return tilePath(address) === path ? address : undefined;
}

/** Returns the number of hashes on a level of a tree's tiles: the full subtrees of 256^level leaves. */
export function hashesOnLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** Returns the width of tile `index` on a level with `count` hashes; 0 if the tile does not exist. */
export function tileWidth(count: number, index: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}
