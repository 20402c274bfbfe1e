import { randomUUID } from "node:crypto";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createTurns } from "../../turns.ts";
import { AnchorlogError } from "../../errors.ts";
import { removeAbandoned, syncFolder } from "../../folders.ts";
import { writeWhole } from "../../wholeFile.ts";
import type { Archive } from "./archive.ts";

const NAME = /^\d{4,6}-\d\d-\d\d\/\d{12,}-\d{12,}-[0-9a-f]{16}\.jsonl\.gz$/;
const DRAFT = /\.draft$/;
/** The first segment: where there is another one, its folder was there. */
const FIRST = /\/0{12}-[^/]*$/;
/**
 * Calls at a time. A disk that never answers keeps each of them in one of the four threads that Node has, and the guard's
 * disk and the names of hosts need the others.
 */
const AT_ONCE = 2;
/** Milliseconds that a call waits for its turn. */
const PATIENCE = 30_000;

/**
 * An archive in a folder: on another disk than the store's, best. Of several processes, on one or more machines, each
 * names the same folder. A file appears under its name whole and durable, or not at all.
 *
 * @param folder is made by the store's first segment. What it is in must be there, and the folder itself for all that
 * comes behind: a disk that is not mounted is no place for an archive.
 */
export function archiveFolder(folder: string): Archive {
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
      // Whoever made it may have been killed before it was durable.
      await syncFolder(root);
      await removeAbandoned(day, DRAFT);
      swept.add(day);
    }
    // Also where it is there already: that it can be read does not say that it is durable. Another process may write the
    // same, and in containers all have one number.
    await writeWhole(file, bytes, { writer: randomUUID() });
  };

  return {
    get: (name, from, to) => inTurn(() => get(name, from, to)),
    put: (name, bytes) => inTurn(() => put(name, bytes)),
  };
}

/** Only segments' names, so that nothing outside of the folder is touched. */
function fileOf(root: string, name: string): string {
  if (NAME.test(name)) return join(root, name);
  throw new AnchorlogError("bad_path", `${JSON.stringify(name)} is no name of an archive's file`);
}

async function readRange(file: string, from: number, to: number): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    // As much as there is, whatever was asked for.
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

/** Whoever waits for the archive names the segment, and the code. */
async function assertFolder(root: string): Promise<void> {
  const isThere = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return;
  throw new Error(
    `its folder ${root} is not there: mount its disk; make it anew only where all of it is lost for good`,
  );
}

/** Makes a folder, and none above it. @returns whether it was made now. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
