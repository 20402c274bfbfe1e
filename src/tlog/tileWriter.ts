import { equalBytes, utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { hashLeaves } from "../crypto/merkle/hash.ts";
import { parseLogCheckpoint, type LogCheckpoint } from "./checkpoint.ts";
import { encodeEntryBundle } from "./entryBundle.ts";
import { decodeNoteText, MAX_NOTE_LENGTH } from "./note.ts";
import { edgeRoot, growEdge, type TileEdge } from "./tileEdge.ts";
import { CHECKPOINT_PATH, hashesOnLevel, tilePath, tileWidth, TILE_WIDTH, type TileAddress } from "./tilePath.ts";
import { readEdge } from "./tileReader.ts";
import type { TileStore } from "./tileStore.ts";

const PUTS_AT_A_TIME = 8;

/** The input of publishing: a signed checkpoint, and the log's entries. */
export type Publication = {
  /** The checkpoint's signed note, with any cosignatures. */
  readonly checkpoint: string;
  /** Returns entries `[start, end)` of the log, at most 256 at a time. Called twice for each range. */
  readonly entries: (start: number, end: number) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
};

type NewTile = TileAddress & { readonly level: number; readonly hashes: Uint8Array };

/**
 * Publishes a log's checkpoint in the layout of c2sp.org/tlog-tiles. It writes the tiles and entry bundles that are
 * missing, then the new checkpoint. If it is interrupted, the store still holds a whole log, and the next call
 * continues. One writer at a time.
 *
 * Before anything is written, the new root is recomputed from the published tiles and the new entries. So the new log
 * always extends the published one. This reads every new entry twice, and takes 32 bytes of memory for each.
 *
 * Call it once for each signed checkpoint, in order, since each one needs its own partial tiles. For a checkpoint of
 * the published size, only the note is replaced, as by one with more cosignatures.
 *
 * @returns how many tiles and entry bundles were written
 * @throws AnchorlogError `foreign_tiles` if the store has a checkpoint that this one does not extend; `bad_publication`
 * if checkpoint and entries do not belong together; `bad_tile` and `missing_tile` if the store is damaged; `bad_note`.
 */
export async function publishTiles(store: TileStore, { checkpoint, entries }: Publication): Promise<number> {
  const signed = parseLogCheckpoint(checkpoint);
  const old = await publishedState(store, signed);
  const tiles = await newTiles(old, signed, entries);
  const pending = tiles.values();
  let written = 0;
  const put = async (address: TileAddress, bytes: Uint8Array): Promise<void> => {
    await store.put(tilePath(address), bytes, { immutable: true });
    written++;
  };
  const work = async (): Promise<void> => {
    for (const tile of pending) {
      if (tile.level === 0) await put({ ...tile, level: "entries" }, await bundleOf(tile, entries));
      await put(tile, tile.hashes);
    }
  };
  // Waits for all writes, so that none continues after this function has thrown.
  const ends = await Promise.allSettled(Array.from({ length: PUTS_AT_A_TIME }, work));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  // Another writer may have published meanwhile. Checking again keeps this one from undoing that.
  await publishedCheckpoint(store, signed);
  await store.put(CHECKPOINT_PATH, utf8(checkpoint), { immutable: false });
  return written;
}

/** Returns the size and the edge of the published log. */
async function publishedState(store: TileStore, signed: LogCheckpoint): Promise<{ size: number; edge: TileEdge }> {
  const old = await publishedCheckpoint(store, signed);
  return old === undefined ? { size: 0, edge: [] } : { size: old.size, edge: await readEdge(store, old) };
}

/** Returns the published checkpoint, if any, and checks that the signed one can follow it. */
async function publishedCheckpoint(store: TileStore, signed: LogCheckpoint): Promise<LogCheckpoint | undefined> {
  const bytes = await store.get(CHECKPOINT_PATH, MAX_NOTE_LENGTH);
  if (bytes === undefined) return undefined;
  const old = parseLogCheckpoint(decodeNoteText(bytes));
  if (old.origin !== signed.origin) throw foreignTiles(`the published log is ${old.origin}, not ${signed.origin}`);
  if (old.size > signed.size) {
    throw foreignTiles(`the published checkpoint is of size ${old.size}, this one only of ${signed.size}`);
  }
  if (old.size === signed.size && !equalBytes(old.root, signed.root)) {
    throw foreignTiles(`the published checkpoint of size ${old.size} has another root`);
  }
  return old;
}

/** Computes the tiles of the signed tree that the old tree does not have. */
async function newTiles(
  old: { readonly size: number; readonly edge: TileEdge },
  { size, root }: LogCheckpoint,
  entries: Publication["entries"],
): Promise<NewTile[]> {
  const edge = [...old.edge];
  const tiles: NewTile[] = [];
  for (let index = Math.floor(old.size / TILE_WIDTH); old.size < size && index * TILE_WIDTH < size; index++) {
    const hashes = await leafHashes(index, tileWidth(size, index), entries);
    // The first tile may continue a partial one, whose hashes must still be the same.
    const begun = edge[0] ?? new Uint8Array(0);
    if (!equalBytes(hashes.subarray(0, begun.length), begun)) {
      throw foreignTiles(`the entries from ${index * TILE_WIDTH} on are not those that were published`);
    }
    for (const full of growEdge(edge, hashes.subarray(begun.length))) {
      const { level } = full;
      tiles.push({ ...full, index: Math.floor(index / TILE_WIDTH ** level), width: TILE_WIDTH });
    }
  }
  if (!equalBytes(edgeRoot(edge), root)) {
    throw new AnchorlogError("bad_publication", `the log's ${size} entries do not have the root of the checkpoint`);
  }
  for (const [level, hashes] of edge.entries()) {
    const count = hashesOnLevel(size, level);
    if (hashes.length === 0 || count === hashesOnLevel(old.size, level)) continue;
    tiles.push({ level, index: Math.floor(count / TILE_WIDTH), width: count % TILE_WIDTH, hashes });
  }
  return tiles;
}

async function leafHashes(index: number, width: number, entries: Publication["entries"]): Promise<Uint8Array> {
  const start = index * TILE_WIDTH;
  const bundle = await entries(start, start + width);
  if (bundle.length === width) return hashLeaves(bundle);
  throw new AnchorlogError("bad_publication", `there are ${bundle.length} entries from ${start} on, not ${width}`);
}

/** Bundles are immutable, so the entries are checked against the hashes before writing. */
async function bundleOf({ index, width, hashes }: NewTile, entries: Publication["entries"]): Promise<Uint8Array> {
  const start = index * TILE_WIDTH;
  const bundle = await entries(start, start + width);
  if (bundle.length === width && equalBytes(hashLeaves(bundle), hashes)) return encodeEntryBundle(bundle);
  throw new AnchorlogError("bad_publication", `the entries from ${start} on changed while they were published`);
}

function foreignTiles(why: string): AnchorlogError {
  return new AnchorlogError("foreign_tiles", why, {
    fix:
      "publish to the place of this log's tiles, or to an empty one. If another program wrote there, stop it, " +
      "and remove the file checkpoint: publishing makes it again",
  });
}
