import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../encoding/base64.ts";
import { equalBytes, utf8 } from "../encoding/bytes.ts";
import { AnchorlogError } from "../errors.ts";
import { EMPTY_ROOT } from "../merkle/hash.ts";
import { parseNote, type Note } from "./note.ts";

/** What a log signs of its state (c2sp.org/tlog-checkpoint). */
export type CheckpointBody = {
  /** The log's name, one line. */
  readonly origin: string;
  /** Leaves, at most 2^53 - 1. */
  readonly size: number;
  /** RFC 6962 root over them, 32 bytes. */
  readonly root: Uint8Array;
};

/** A checkpoint as its signed note has it; nothing of it is verified. */
export type LogCheckpoint = CheckpointBody & {
  /** Lines below the root, opaque; usually none. */
  readonly extensions: readonly string[];
  readonly note: Note;
};

/** A checkpoint's note text, to be signed. */
export function formatCheckpointText({ origin, size, root }: CheckpointBody): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}

/**
 * Reads a log's checkpoint, without verifying a signature.
 *
 * @throws AnchorlogError `bad_note` where the text is not one.
 */
export function parseLogCheckpoint(text: string): LogCheckpoint {
  const note = parseNote(text);
  const [origin = "", sizeLine = "", rootLine = "", ...extensions] = note.text.slice(0, -1).split("\n");
  const size = parseDecimal(sizeLine);
  const root = decodeBase64(rootLine);
  if (origin === "" || size === undefined || root?.length !== 32) {
    throw badCheckpoint("its lines must be an origin, a size up to 2^53 - 1 and a root of 32 bytes");
  }
  if (extensions.includes("")) throw badCheckpoint("an extension line is empty");
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) throw badCheckpoint("the root of an empty tree is another");
  return { origin, size, root, extensions, note };
}

/**
 * What witnesses and mirrors call a log in their URLs (c2sp.org/tlog-witness, c2sp.org/tlog-mirror): the SHA-256 of its
 * origin in lower-case hex. A mirror's tiles of it are under `<monitoring prefix>/<origin hash>/`.
 */
export function originHash(origin: string): string {
  return bytesToHex(sha256(utf8(origin)));
}

/** ASCII decimal without leading zeros, up to 2^53 - 1, as all of C2SP's log formats write numbers. */
export function parseDecimal(text: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function badCheckpoint(why: string): AnchorlogError {
  return new AnchorlogError("bad_note", `not a checkpoint: ${why}`);
}
