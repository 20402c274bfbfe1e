import type { OperatorId } from "../action/domain.ts";
import type { CheckpointNote } from "../batch/checkpoint.ts";
import { formatVerifierKey, parseVerifierKey, type NoteKey } from "../tlog/note.ts";
import type { ChainReader, ChainUnavailableError } from "../anchor/view.ts";
import type { Hex } from "../encoding/hex.ts";
import { FormatError, hexOf, parseStrictJson, readCount, readObject, stringUpTo } from "../encoding/json.ts";

/** An operator whose keys the verifier knows from elsewhere. */
export type TrustedOperator = OperatorId & {
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  readonly noteKey: NoteKey;
};

/** What a verifier brings along: any of these, or nothing. */
export type Trust = {
  /** A checkpoint, trusted as given (but where `operator` is given too, it must bear its signatures). */
  readonly checkpoint?: CheckpointNote | undefined;
  readonly operator?: TrustedOperator | undefined;
  /** A chain, and the word of the node that answers for it; or why it could not be reached. */
  readonly chain?: ChainReader | ChainUnavailableError | undefined;
};

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
