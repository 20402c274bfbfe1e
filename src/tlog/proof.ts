import { decodeBase64, encodeBase64 } from "../base/base64.ts";
import { equalBytes, isLongerThan } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { MerkleProofError, rootFromInclusionProof } from "../crypto/merkle/verify.ts";
import { parseDecimal, parseLogCheckpoint, type LogCheckpoint } from "./checkpoint.ts";
import { checkPolicy, type Cosigned, type Policy } from "./policy.ts";

/** A proof that a log has an entry, to be verified offline (c2sp.org/tlog-proof). */
export type TlogProof = {
  /** Up to 32 KiB of application data. It is not authenticated. */
  readonly extra?: Uint8Array | undefined;
  /** The entry's position in the log. */
  readonly index: number;
  /** The inclusion proof, from the leaf's sibling up. */
  readonly hashes: readonly Uint8Array[];
  /** The checkpoint's signed note, verbatim. */
  readonly checkpoint: string;
};

/** The result of verifying a proof; `message` gives the reason if it is not valid. */
export type TlogProofVerdict =
  | { readonly valid: true; readonly checkpoint: LogCheckpoint; readonly cosigned: readonly Cosigned[] }
  | {
      readonly valid: false;
      readonly code: "malformed" | "bad_signature" | "no_log" | "unknown_log" | "no_quorum" | "not_included";
      readonly message: string;
    };

const HEADER = "c2sp.org/tlog-proof@v1";
const MAX_PROOF_LENGTH = 1 << 21;
const MAX_EXTRA_BYTES = 1 << 15;
/** More than a tree of 2^53 - 1 leaves can need. */
const MAX_HASHES = 63;

/**
 * Formats a proof as text (c2sp.org/tlog-proof).
 *
 * @throws AnchorlogError `bad_proof` if its parts do not form a proof.
 * @example
 * const proof = formatTlogProof({ index: 7, hashes: inclusionProof(tree, 7), checkpoint: note })
 * const { index } = parseTlogProof(proof) // not verified yet: `verifyTlogProof` does
 */
export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  if (extra !== undefined && extra.length > MAX_EXTRA_BYTES) throw badProof("its extra data is over 32 KiB");
  const extraLines = extra === undefined ? [] : [`extra ${encodeBase64(extra)}`];
  const text = [HEADER, ...extraLines, `index ${index}`, ...hashes.map(encodeBase64), "", checkpoint].join("\n");
  parseTlogProof(text);
  return text;
}

/**
 * Parses a proof. Nothing is verified, except that the checkpoint is well-formed.
 *
 * @throws AnchorlogError `bad_proof` or `bad_note` if the text is not a proof.
 */
export function parseTlogProof(text: string): TlogProof {
  if (isLongerThan(text, MAX_PROOF_LENGTH)) throw badProof("it is longer than 2 MiB");
  const split = text.indexOf("\n\n");
  if (split < 0) throw badProof("it has no blank line before a checkpoint");
  const lines = text.slice(0, split).split("\n");
  if (lines.shift() !== HEADER) throw badProof(`its first line is not ${HEADER}`);
  const extra = lines[0]?.startsWith("extra ") === true ? decodeBase64(lines.shift()!.slice(6)) : null;
  if (extra === undefined || (extra?.length ?? 0) > MAX_EXTRA_BYTES) {
    throw badProof("its extra data is not base64 of up to 32 KiB");
  }
  const indexLine = lines.shift() ?? "";
  const index = indexLine.startsWith("index ") ? parseDecimal(indexLine.slice(6)) : undefined;
  if (index === undefined) throw badProof("it has no line with an index up to 2^53 - 1");
  if (lines.length > MAX_HASHES) throw badProof(`it has more than ${MAX_HASHES} hashes`);
  const hashes = lines.map((line, i) => {
    const hash = line.length === 44 ? decodeBase64(line) : undefined;
    if (hash?.length !== 32) throw badProof(`hash ${i + 1} is not base64 of 32 bytes`);
    return hash;
  });
  const checkpoint = text.slice(split + 2);
  parseLogCheckpoint(checkpoint);
  return { ...(extra === null ? {} : { extra }), index, hashes, checkpoint };
}

/**
 * Verifies a proof of a leaf. A malformed proof is the verdict `malformed`, and no error.
 *
 * @param proof the text, or a parsed proof.
 * @param leafHash `hashLeaf` of the bytes that the verifier expects in the log. Never take it from the proof's sender.
 * @param policy the logs and witnesses that the verifier trusts.
 *
 * @example
 * const verdict = verifyTlogProof(proof, hashHeader(header), parsePolicy(policy))
 */
export function verifyTlogProof(proof: string | TlogProof, leafHash: Uint8Array, policy: Policy): TlogProofVerdict {
  try {
    const { index, hashes, checkpoint: note } = typeof proof === "string" ? parseTlogProof(proof) : proof;
    const checkpoint = parseLogCheckpoint(note);
    const verdict = checkPolicy(policy, checkpoint);
    if (!verdict.satisfied) return { valid: false, code: verdict.code, message: verdict.message };
    const root = rootFromInclusionProof(leafHash, index, checkpoint.size, hashes);
    if (equalBytes(root, checkpoint.root)) return { valid: true, checkpoint, cosigned: verdict.cosigned };
    return { valid: false, code: "not_included", message: "the proof leads to another root than the checkpoint's" };
  } catch (error) {
    if (error instanceof MerkleProofError) return { valid: false, code: "not_included", message: error.message };
    if (error instanceof AnchorlogError) return { valid: false, code: "malformed", message: error.message };
    throw error;
  }
}

function badProof(why: string): AnchorlogError {
  return new AnchorlogError("bad_proof", `not a tlog proof: ${why}`);
}
