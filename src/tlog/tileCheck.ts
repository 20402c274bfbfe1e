import { equalBytes } from "../base/bytes.ts";
import { assertGiven } from "../base/options.ts";
import { AnchorlogError } from "../base/errors.ts";
import { hashLeaves } from "../crypto/merkle/hash.ts";
import { HASH_BYTES } from "../crypto/merkle/treeHasher.ts";
import type { LogCheckpoint } from "./checkpoint.ts";
import type { Policy } from "./policy.ts";
import { edgeRoot, growEdge, type TileEdge } from "./tileEdge.ts";
import { hashesOnLevel, tilePath, tileWidth, TILE_WIDTH } from "./tilePath.ts";
import { readBundle, readCheckpoint, readTile } from "./tileReader.ts";
import type { TileSource } from "./tileStore.ts";

/** The result of a full check of published tiles. Without problems, the tiles are sound. */
export type TileReport = {
  readonly checkpoint: LogCheckpoint;
  /** Number of entries read. */
  readonly entries: number;
  /** Number of tiles and entry bundles read. */
  readonly tiles: number;
  /** The first 100 problems. */
  readonly problems: readonly TileProblem[];
};

/** A problem of one file. */
export type TileProblem = {
  readonly code: "missing_tile" | "bad_tile" | "wrong_hashes" | "wrong_root";
  readonly path: string;
  readonly message: string;
};

const MAX_PROBLEMS = 100;

/**
 * Reads every entry and every tile of a published log, recomputes all hashes from the entries up, and compares them
 * with the tiles and the root. Stops after 100 problems.
 *
 * @throws AnchorlogError as `openTiles` does for the checkpoint; the source's errors.
 */
export async function checkTiles(source: TileSource, policy: Policy): Promise<TileReport> {
  assertGiven("checkTiles", { source, policy }, "source.get()", "policy");
  const checkpoint = await readCheckpoint(source, policy);
  const { size } = checkpoint;
  const problems: TileProblem[] = [];
  let [entries, tiles] = [0, 0];
  const edge: TileEdge = [];

  const attempt = async <T>(path: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      const found = await read();
      tiles++;
      return found;
    } catch (error) {
      if (!(error instanceof AnchorlogError) || (error.code !== "missing_tile" && error.code !== "bad_tile"))
        throw error;
      problems.push({ code: error.code, path, message: error.message });
      return undefined;
    }
  };

  /** Compares a finished tile's hashes with the published ones. */
  const compare = async (level: number, index: number, hashes: Uint8Array): Promise<void> => {
    const width = tileWidth(hashesOnLevel(size, level), index);
    const path = tilePath({ level, index, width });
    const published = await attempt(path, () => readTile(source, level, index, width));
    if (published !== undefined && !equalBytes(published, hashes)) {
      problems.push({ code: "wrong_hashes", path, message: "its hashes contradict the entries" });
    }
  };

  for (let index = 0; index * TILE_WIDTH < size && problems.length < MAX_PROBLEMS; index++) {
    const width = tileWidth(size, index);
    const path = tilePath({ level: "entries", index, width });
    const bundle = await attempt(path, () => readBundle(source, index, width));
    entries += bundle?.length ?? 0;
    // If the entries are missing, the published hashes are used, so that the rest can still be compared.
    const hashes =
      bundle === undefined
        ? await readTile(source, 0, index, width).catch(() => new Uint8Array(width * HASH_BYTES))
        : hashLeaves(bundle);
    for (const full of growEdge(edge, hashes)) {
      await compare(full.level, Math.floor(index / TILE_WIDTH ** full.level), full.hashes);
    }
  }
  for (const [level, hashes] of edge.entries()) {
    if (hashes.length > 0) await compare(level, Math.floor(hashesOnLevel(size, level) / TILE_WIDTH), hashes);
  }
  if (problems.length < MAX_PROBLEMS && !equalBytes(edgeRoot(edge), checkpoint.root)) {
    const message = `the root of the ${size} entries is not the checkpoint's`;
    problems.push({ code: "wrong_root", path: "checkpoint", message });
  }
  return { checkpoint, entries, tiles, problems: problems.slice(0, MAX_PROBLEMS) };
}
