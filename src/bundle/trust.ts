import type { OperatorId } from "../action/domain.ts";
import { parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { formatVerifierKey, parseVerifierKey, type NoteKey } from "../tlog/note.ts";
import type { ChainReader, ChainUnavailableError } from "../anchor/view.ts";
import type { Hex } from "../encoding/hex.ts";
import { FormatError, hexOf, parseStrictJson, readCount, readObject, stringUpTo } from "../encoding/json.ts";
import { AnchorlogError } from "../errors.ts";

/** An operator whose keys the verifier knows from elsewhere. */
export type TrustedOperator = OperatorId & {
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  readonly noteKey: NoteKey;
};

/** What a verifier brings along: any of these, or nothing. */
export type Trust = {
  /**
   * A checkpoint, or its signed note as text, trusted as given (but where `operator` is given too, it must bear its
   * signatures).
   */
  readonly checkpoint?: CheckpointNote | string | undefined;
  readonly operator?: TrustedOperator | undefined;
  /** A chain, and the word of the node that answers for it; or why it could not be reached. */
  readonly chain?: ChainReader | ChainUnavailableError | undefined;
};

/** What is trusted, read. */
export type ReadTrust = Trust & { readonly checkpoint?: CheckpointNote | undefined };

/**
 * Reads what of a verifier's trust is text.
 *
 * @throws AnchorlogError `bad_option` where the checkpoint is none.
 */
export function readTrust(trust: Trust): ReadTrust {
  return { ...trust, checkpoint: readTrustedCheckpoint(trust.checkpoint) };
}

function readTrustedCheckpoint(given: Trust["checkpoint"]): CheckpointNote | undefined {
  if (given === undefined || (typeof given === "object" && typeof given?.origin === "string")) return given;
  try {
    if (typeof given === "string") return parseCheckpoint(given);
  } catch (error) {
    if (error instanceof AnchorlogError) throw badCheckpoint(error.message);
    throw error;
  }
  throw badCheckpoint("it is neither text nor what parseCheckpoint made of it");
}

function badCheckpoint(why: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the trusted checkpoint cannot be read: ${why}`, {
    fix: "give the text of a signed note, as the operator publishes it",
  });
}

/** The format of a trust file. */
export const TRUST_FORMAT = "anchorlog.trust/1";

/** A trust file: one operator's identity and keys, as canonical JSON. */
export function formatTrust(operator: TrustedOperator): string {
  const { chainId, registry, anchorKey, receiptKey, noteKey } = operator;
  const file = {
    format: TRUST_FORMAT,
    chainId: String(chainId),
    registry,
    operator: operator.operator,
    anchorKey,
    receiptKey,
    noteKey: formatVerifierKey(noteKey),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Reads a trust file.
 *
 * @throws FormatError or AnchorlogError naming what is wrong.
 */
export function parseTrust(text: string): TrustedOperator {
  const { format: _, ...operator } = readObject(parseStrictJson(text), "", {
    format: (value, path) => {
      if (value !== TRUST_FORMAT) throw new FormatError("malformed", path, `this version reads ${TRUST_FORMAT} only`);
      return TRUST_FORMAT;
    },
    chainId: readCount,
    registry: hexOf(20),
    operator: hexOf(20),
    anchorKey: hexOf(20),
    receiptKey: hexOf(20),
    noteKey: (value, path) => parseVerifierKey(stringUpTo(512)(value, path)),
  });
  return operator;
}
