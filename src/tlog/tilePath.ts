/** Hashes in a full tile, and entries in a full bundle (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

/** Where the newest checkpoint is, under the log's prefix. */
export const CHECKPOINT_PATH = "checkpoint";

/** A tile of hashes at a level, or a bundle of entries. */
export type TileAddress = {
  readonly level: number | "entries";
  /** Its number on its level, from 0. */
  readonly index: number;
  /** Hashes or entries in it: 256, or fewer where it is partial. */
  readonly width: number;
};

const PATH = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/**
 * A tile's path under the log's prefix.
 *
 * @throws RangeError where there is no such tile.
 */
export function tilePath({ level, index, width }: TileAddress): string {
  if (level !== "entries" && !(Number.isInteger(level) && level >= 0 && level <= 63)) {
    throw new RangeError(`a tile's level is from 0 to 63, not ${level}`);
  }
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError(`a tile's index is not ${index}`);
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH)
    throw new RangeError(`a tile's width is not ${width}`);
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups = padded.replace(/[0-9]{3}(?=[0-9])/g, "x$&/");
  return `tile/${level}/${groups}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** The tile of a path under the log's prefix, or undefined where the path is none's in its one form. */
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

/** How many hashes stand on a level of the tiles of a tree: its full subtrees of 256^level leaves. */
export function hashesOnLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** How wide tile `index` of a level is that has `count` hashes; 0 where there is none. */
export function tileWidth(count: number, index: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}
