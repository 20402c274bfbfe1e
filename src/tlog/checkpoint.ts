import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../base/base64.ts";
import { equalBytes, utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { EMPTY_ROOT } from "../crypto/merkle/hash.ts";
import { parseNote, type Note } from "./note.ts";

/** A log's state, as the log signs it (c2sp.org/tlog-checkpoint). */
export type CheckpointBody = {
  /** The log's name, one line. */
  readonly origin: string;
  /** Number of leaves, at most 2^53 - 1. */
  readonly size: number;
  /** RFC 6962 root of the leaves, 32 bytes. */
  readonly root: Uint8Array;
};

/** A checkpoint parsed from its signed note; nothing in it is verified. */
export type LogCheckpoint = CheckpointLines & { readonly note: Note };

/** The lines of a checkpoint's note text. */
export type CheckpointLines = CheckpointBody & {
  /** Lines below the root, opaque; usually empty. */
  readonly extensions: readonly string[];
};

/**
 * Returns a checkpoint's note text, to be signed (c2sp.org/tlog-checkpoint). The origin, the size, and the root in base64
 * are a line each.
 */
export function formatCheckpointText({ origin, size, root }: CheckpointBody): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}

/**
 * Reads a log's checkpoint, without verifying a signature.
 *
 * @throws AnchorlogError `bad_note` if the text is not a checkpoint.
 */
export function parseLogCheckpoint(text: string): LogCheckpoint {
  const note = parseNote(text);
  return { ...parseCheckpointText(note.text), note };
}

/**
 * Reads a checkpoint's note text.
 *
 * @throws AnchorlogError `bad_note` if the text is not a checkpoint's.
 */
export function parseCheckpointText(text: string): CheckpointLines {
  if (!text.endsWith("\n")) throw badCheckpoint("its last line does not end in a newline");
  const [origin = "", sizeLine = "", rootLine = "", ...extensions] = text.slice(0, -1).split("\n");
  const size = parseDecimal(sizeLine);
  const root = decodeBase64(rootLine);
  if (origin === "") throw badCheckpoint("its first line, the origin, is empty");
  if (size === undefined) throw badCheckpoint("its second line, the size, is not a whole number up to 2^53 - 1");
  if (root?.length !== 32) throw badCheckpoint("its third line, the root, is not 32 bytes in base64");
  if (extensions.includes("")) throw badCheckpoint("an extension line is empty");
  if (size === 0 && !equalBytes(root, EMPTY_ROOT)) {
    throw badCheckpoint("its size is 0, and its root is not the root of an empty tree");
  }
  return { origin, size, root, extensions };
}

/**
 * Returns a log's name in the URLs of witnesses and mirrors (c2sp.org/tlog-witness, c2sp.org/tlog-mirror): the SHA-256
 * of its origin in lower-case hex. A mirror keeps the log's tiles under `<monitoring prefix>/<origin hash>/`.
 *
 * @example
 * const mirror = httpTiles(`https://tiles.example/${originHash("log.example/1")}/`)
 * const { problems } = await checkTiles(mirror, parsePolicy(policy)) // reads and hashes everything
 */
export function originHash(origin: string): string {
  return bytesToHex(sha256(utf8(origin)));
}

/** Parses an ASCII decimal without leading zeros, up to 2^53 - 1, as in all of C2SP's log formats. */
export function parseDecimal(text: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function badCheckpoint(why: string): AnchorlogError {
  return new AnchorlogError("bad_note", `not a checkpoint: ${why}`);
}
