import { randomUUID } from "node:crypto";
import { assertText } from "../../base/options.ts";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createTurns } from "../../base/turns.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { removeAbandoned, syncFolder } from "../../base/folders.ts";
import { writeWhole } from "../../base/wholeFile.ts";
import type { Archive } from "../../log/archive.ts";

const NAME = /^\d{4,6}-\d\d-\d\d\/\d{12,}-\d{12,}-[0-9a-f]{16}\.jsonl\.gz$/;
const DRAFT = /\.draft$/;
/** Name of the first segment. Only this segment may create the folder. */
const FIRST = /\/0{12}-[^/]*$/;
/**
 * Number of calls at a time. A disk that never answers blocks one of Node's four file system threads with each call.
 * The guard's disk and DNS lookups need the other threads.
 */
const AT_ONCE = 2;
/** Milliseconds that a call waits for its turn. */
const PATIENCE = 30_000;

/**
 * Creates an archive in a folder, best on another disk than the store's. All processes of a store, on one or more
 * machines, name the same folder. A file appears only once it is complete and durable.
 *
 * @param folder path. The first segment creates the folder; its parent must exist. Later segments need the folder
 *   itself, so that an unmounted disk is noticed.
 */
export function archiveFolder(folder: string): Archive {
  assertText("the folder of archiveFolder", folder, "give its path");
  const root = resolve(folder);
  const swept = new Set<string>();
  const inTurn = createTurns(AT_ONCE, PATIENCE);

  const get: Archive["get"] = async (name, from, to) => {
    try {
      return await readRange(fileOf(root, name), from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
      await assertFolder(root);
      return undefined;
    }
  };

  const put: Archive["put"] = async (name, bytes) => {
    const file = fileOf(root, name);
    const day = dirname(file);
    if (!FIRST.test(name)) await assertFolder(root);
    else if (await makeOne(root)) await syncFolder(dirname(root));
    const isNew = await makeOne(day);
    if (isNew || !swept.has(day)) {
      // The process that created the folder may have been killed before the folder was durable.
      await syncFolder(root);
      await removeAbandoned(day, DRAFT);
      swept.add(day);
    }
    // Write even if the file exists: being readable does not mean that it is durable. Another process may write the
    // same file. The process id cannot distinguish them, since it may be the same in all containers.
    await writeWhole(file, bytes, { writer: randomUUID() });
  };

  return {
    get: (name, from, to) => inTurn(() => get(name, from, to)),
    put: (name, bytes) => inTurn(() => put(name, bytes)),
  };
}

/** Accepts only names of segments, so that no path leaves the folder. */
function fileOf(root: string, name: string): string {
  if (NAME.test(name)) return join(root, name);
  throw new AnchorlogError("bad_path", `${JSON.stringify(name)} is not the name of an archive's file`);
}

async function readRange(file: string, from: number, to: number): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    // Limit the buffer to the file's size, even if more was requested.
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.max(Math.min(to, size) - from, 0));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, from + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** Throws a plain Error; the caller adds the segment's name and an error code. */
async function assertFolder(root: string): Promise<void> {
  const isThere = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return;
  throw new Error(
    `its folder ${root} does not exist: mount its disk; make an empty folder only if the archive is lost for good`,
  );
}

/** Creates a folder, but not its parents. @returns whether it was created now. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
