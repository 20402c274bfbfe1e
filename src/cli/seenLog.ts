/** The state of audits of a live log, in the auditor's own folder. */
import { join } from "node:path";
import { AnchorlogError } from "../base/errors.ts";
import { equalBytes } from "../base/bytes.ts";
import { makeFolder } from "../base/folders.ts";
import { toHex } from "../base/hex.ts";
import { readRegularFile, unlessMissing } from "../base/regularFile.ts";
import { writeWhole } from "../base/wholeFile.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { hashHeader, HEADER_BYTES } from "../batch/header.ts";
import { buildTree, treeRoot } from "../crypto/merkle/tree.ts";
import type { SeenLog } from "../verify/audit/live.ts";

const NOTE = "checkpoint";
const HEADERS = "headers";

/**
 * Reads the state that the last audit of a live log kept; undefined if there is none.
 *
 * @throws AnchorlogError `unreadable` if the files do not fit each other.
 */
export async function readSeenLog(folder: string): Promise<SeenLog | undefined> {
  const [note, bytes] = await Promise.all([readOr(join(folder, NOTE)), readOr(join(folder, HEADERS))]);
  if (note === undefined) return undefined;
  const text = new TextDecoder().decode(note);
  try {
    const { size, root } = parseCheckpoint(text);
    // After an interruption the headers may be of a later state.
    const headers = Array.from({ length: size }, (_, i) =>
      (bytes ?? new Uint8Array()).subarray(HEADER_BYTES * i, HEADER_BYTES * (i + 1)),
    );
    if (equalBytes(treeRoot(buildTree(headers.map(hashHeader))), root)) return { note: text, headers };
  } catch (error) {
    if (!(error instanceof AnchorlogError || error instanceof RangeError)) throw error;
  }
  throw new AnchorlogError("unreadable", `${folder} is not the state of an audit of a live log`, {
    fix: "move it away, and the audit starts again",
  });
}

/** Keeps a state for the next audit. */
export async function keepSeenLog(folder: string, { note, headers }: SeenLog): Promise<void> {
  await makeFolder(folder);
  await writeWhole(join(folder, HEADERS), Buffer.concat(headers));
  await writeWhole(join(folder, NOTE), new TextEncoder().encode(note));
}

/** Keeps a checkpoint that contradicts the state: both notes together are evidence. */
export async function keepContradiction(folder: string, note: string): Promise<void> {
  const { size, root } = parseCheckpoint(note);
  const name = `contradicting-${size}-${toHex(root).slice(2, 18)}`;
  await writeWhole(join(folder, name), new TextEncoder().encode(note));
}

const readOr = (file: string): Promise<Uint8Array | undefined> => unlessMissing(readRegularFile(file, Infinity));
