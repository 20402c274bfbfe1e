import { readFile, stat } from "node:fs/promises";
import { assertText } from "../base/options.ts";
import { dirname, join, resolve } from "node:path";
import { createTurns } from "../base/turns.ts";
import { equalBytes } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { CHECKPOINT_PATH, parseTilePath } from "./tilePath.ts";
import type { TileStore } from "./tileStore.ts";
import { makeFolder, syncFolder } from "../base/folders.ts";
import { unlessMissing } from "../base/regularFile.ts";
import { writeWhole } from "../base/wholeFile.ts";

/**
 * Simultaneous calls. If a disk hangs, each call occupies one of Node's four threads. Calls for the archive, the guard
 * and DNS need the other threads.
 */
const AT_ONCE = 1;
/** Milliseconds that a call waits for its turn. */
const PATIENCE = 30_000;

/**
 * A log's tiles in a folder, ready to be served by a web server. A file appears whole or not at all: it is written
 * under another name, synced and renamed. Existing tiles are never written again. One writer at a time.
 *
 * @param folder is created by the first write if it is missing.
 * @returns a store whose `put` rejects with `tile_conflict` if a tile is there with other bytes, and whose `get` rejects
 *   with `bad_tile` if a file is too long. Both reject with `bad_path` for a path that is not of a log's tiles.
 *
 * @example
 * const anchorlog = await openAnchorlog({ ...options, publish: { tiles: tileFolder("public/") } })
 * await anchorlog.publish()
 */
export function tileFolder(folder: string): TileStore {
  assertText("the folder of tileFolder", folder, "give its path");
  const root = resolve(folder);
  const inTurn = createTurns(AT_ONCE, PATIENCE);

  const put: TileStore["put"] = async (path, bytes, { immutable }) => {
    const file = fileOf(root, path);
    if (immutable) {
      const known = await readLimited(file, Infinity);
      if (known !== undefined && equalBytes(known, bytes)) return;
      if (known !== undefined) throw conflict(path);
    }
    for (const above of await makeFolder(dirname(file))) await syncFolder(above);
    await writeWhole(file, bytes);
  };

  return {
    get: (path, maxBytes) => inTurn(async () => readLimited(fileOf(root, path), maxBytes)),
    put: (path, bytes, options) => inTurn(() => put(path, bytes, options)),
  };
}

/** Accepts only the layout's own paths, so that no file outside of the folder is touched. */
function fileOf(root: string, path: string): string {
  if (path !== CHECKPOINT_PATH && parseTilePath(path) === undefined) {
    throw new AnchorlogError("bad_path", `${JSON.stringify(path)} is not a path of a log's tiles`);
  }
  return join(root, path);
}

async function readLimited(file: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const size = (await unlessMissing(stat(file)))?.size ?? 0;
  if (size > maxBytes) throw new AnchorlogError("bad_tile", `${file} is over ${maxBytes} bytes`);
  const bytes = await unlessMissing(readFile(file));
  return bytes && new Uint8Array(bytes);
}

function conflict(path: string): AnchorlogError {
  return new AnchorlogError("tile_conflict", `${path} is there already, with other bytes`, {
    fix: "publish to the place of this log's tiles, or to an empty one",
  });
}
