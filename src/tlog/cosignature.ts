import { ed25519 } from "@noble/curves/ed25519.js";
import { attempt } from "../base/attempt.ts";
import { bytesToUint, concat, uintToBytes, utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { parseCheckpointText } from "./checkpoint.ts";
import {
  ML_DSA_PUBLIC_KEY_BYTES,
  ML_DSA_SIGNATURE_BYTES,
  mlDsaKeyPair,
  mlDsaMessage,
  signMlDsa,
  verifyMlDsa,
} from "./mlDsa.ts";
import {
  formatVerifierKey,
  noteKeyId,
  parseTypedVerifierKey,
  signaturesBy,
  verifyEd25519,
  type Note,
  type NoteKey,
  type NoteSignature,
} from "./note.ts";

/** A cosigner's key (c2sp.org/tlog-cosignature). `publicKey` has 32 bytes, or 1,312 for ML-DSA-44. */
export type CosignerKey = NoteKey & { readonly algorithm: CosignerAlgorithm };

/** Ed25519 (signature type 0x04), or the post-quantum ML-DSA-44 of FIPS 204 (0x06). */
export type CosignerAlgorithm = "ed25519" | "ml-dsa-44";

/** The state of one cosigner's signature on a note. */
export type CosignatureState =
  | { readonly state: "absent" }
  | { readonly state: "invalid" }
  // The time is in Unix seconds.
  | { readonly state: "valid"; readonly time: number };

const TYPES = { ed25519: 0x04, "ml-dsa-44": 0x06 } as const;
const KEY_BYTES = { ed25519: 32, "ml-dsa-44": ML_DSA_PUBLIC_KEY_BYTES } as const;
const SIGNATURE_BYTES = { ed25519: 64, "ml-dsa-44": ML_DSA_SIGNATURE_BYTES } as const;
const VERIFY = { ed25519: verifyEd25519, "ml-dsa-44": verifyMlDsa } as const;
const TIME_BYTES = 8;

/** Makes a cosigner's key from its name and public key: 32 bytes, or 1,312 for ML-DSA-44. */
export function cosignerKey(
  name: string,
  publicKey: Uint8Array,
  algorithm: CosignerAlgorithm = "ed25519",
): CosignerKey {
  return { name, keyId: noteKeyId(name, new Uint8Array([TYPES[algorithm]]), publicKey), publicKey, algorithm };
}

/** Formats a cosigner's key in C2SP's text form (c2sp.org/signed-note), with signature type 0x04 or 0x06. */
export function formatCosignerKey(key: CosignerKey): string {
  return formatVerifierKey(key, TYPES[key.algorithm]);
}

/**
 * Reads a cosigner's key in C2SP's text form.
 *
 * @throws AnchorlogError `bad_note` if it is malformed, or its key ID does not fit the key.
 */
export function parseCosignerKey(text: string): CosignerKey {
  const { type, ...key } = parseTypedVerifierKey(text);
  for (const algorithm of ["ed25519", "ml-dsa-44"] as const) {
    if (type === TYPES[algorithm] && key.publicKey.length === KEY_BYTES[algorithm]) return { ...key, algorithm };
  }
  throw new AnchorlogError("bad_note", `${key.name} is not a cosigner's key: it is of signature type ${type}`, {
    fix: "ask the witness for its verifier key of type 0x04 (Ed25519) or 0x06 (ML-DSA-44)",
  });
}

/**
 * Returns the message that a cosigner signs. For Ed25519 it is a header, the time and the checkpoint's note text; for
 * ML-DSA-44 the structure `cosigned_message`, which has no extension lines.
 *
 * @param text the checkpoint's note text.
 * @param time Unix seconds.
 * @throws AnchorlogError `bad_note` if ML-DSA-44 cannot sign the text: it is not a checkpoint, has extension lines,
 * or the origin or the cosigner's name has more than 255 bytes.
 */
export function cosignedMessage(
  text: string,
  time: number,
  { name, algorithm }: Pick<CosignerKey, "name" | "algorithm">,
): Uint8Array {
  if (algorithm === "ed25519") return utf8(`cosignature/v1\ntime ${time}\n${text}`);
  const { extensions, ...checkpoint } = parseCheckpointText(text);
  // This signature does not cover extension lines, and readers could take them for signed.
  if (extensions.length > 0) {
    throw new AnchorlogError("bad_note", "a checkpoint with extension lines has no cosignature of ML-DSA-44");
  }
  const message = mlDsaMessage(name, time, checkpoint);
  if (message !== undefined) return message;
  throw new AnchorlogError("bad_note", "ML-DSA-44 signs origins and names of at most 255 bytes");
}

/**
 * Cosigns a checkpoint's note text.
 *
 * @param secretKey 32 bytes: of Ed25519, or the seed of an ML-DSA-44 key.
 * @param time Unix seconds.
 * @throws AnchorlogError `bad_note` as {@link cosignedMessage} does.
 * @example
 * const key = cosignerKey("witness.example", publicKey)
 * const line = cosign(note.text, key.name, secretKey, Math.floor(Date.now() / 1_000))
 * const cosigned = { ...note, signatures: [...note.signatures, line] }
 * const { state } = cosignatureState(cosigned, key) // "valid"
 * console.log(`witness example ${formatCosignerKey(key)} https://witness.example/`) // the line of a policy file
 */
export function cosign(
  text: string,
  name: string,
  secretKey: Uint8Array,
  time: number,
  algorithm: CosignerAlgorithm = "ed25519",
): NoteSignature {
  const message = cosignedMessage(text, time, { name, algorithm });
  if (algorithm === "ed25519") {
    const key = cosignerKey(name, ed25519.getPublicKey(secretKey));
    return cosignatureLine(key, time, ed25519.sign(message, secretKey));
  }
  const pair = mlDsaKeyPair(secretKey);
  return cosignatureLine(cosignerKey(name, pair.publicKey, algorithm), time, signMlDsa(message, pair.secretKey));
}

/** Returns the note's line for a cosigner's signature of {@link cosignedMessage}. */
export function cosignatureLine({ name, keyId }: CosignerKey, time: number, signature: Uint8Array): NoteSignature {
  return { name, keyId, signature: concat(uintToBytes(time, TIME_BYTES), signature) };
}

/**
 * Checks a cosigner's lines in a checkpoint's note. If several are valid, the latest counts; if one is invalid, the
 * result is `invalid` (c2sp.org/signed-note, section Signatures). A time over 2^53 - 1 is invalid, and a line of
 * ML-DSA-44 on a checkpoint with extension lines, which it does not sign.
 */
export function cosignatureState(note: Note, key: CosignerKey): CosignatureState {
  const lines = signaturesBy(note, key);
  if (lines.length === 0) return { state: "absent" };
  const times = lines.map(({ signature }) => verifiedTime(note.text, signature, key));
  if (times.includes(undefined)) return { state: "invalid" };
  return { state: "valid", time: Math.max(...(times as number[])) };
}

function verifiedTime(text: string, signature: Uint8Array, key: CosignerKey): number | undefined {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES[key.algorithm]) return undefined;
  const time = Number(bytesToUint(signature.subarray(0, TIME_BYTES)));
  if (!Number.isSafeInteger(time)) return undefined;
  const message = attempt(() => cosignedMessage(text, time, key), AnchorlogError);
  const isValid =
    message !== undefined && VERIFY[key.algorithm](signature.subarray(TIME_BYTES), message, key.publicKey);
  return isValid ? time : undefined;
}
