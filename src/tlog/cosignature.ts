import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToUint, concat, uintToBytes, utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
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

/**
 * A cosigner's key (c2sp.org/tlog-cosignature). Only Ed25519 cosignatures are verified here. A key for ML-DSA-44 can be
 * read, but its cosignatures count as absent.
 */
export type CosignerKey = NoteKey & { readonly algorithm: "ed25519" | "ml-dsa-44" };

/** The state of one cosigner's signature on a note. */
export type CosignatureState =
  | { readonly state: "absent" }
  | { readonly state: "invalid" }
  // The time is in Unix seconds.
  | { readonly state: "valid"; readonly time: number };

const TYPES = { ed25519: 0x04, "ml-dsa-44": 0x06 } as const;
const KEY_BYTES = { ed25519: 32, "ml-dsa-44": 1312 } as const;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = TIME_BYTES + 64;

/** Makes a cosigner's key from its name and 32-byte Ed25519 public key. */
export function ed25519CosignerKey(name: string, publicKey: Uint8Array): CosignerKey {
  return { name, keyId: noteKeyId(name, new Uint8Array([TYPES.ed25519]), publicKey), publicKey, algorithm: "ed25519" };
}

/** Formats a cosigner's key in C2SP's text form, with signature type 0x04 or 0x06. */
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
 * Returns the message that an Ed25519 cosigner signs: a header, the time in Unix seconds, and the checkpoint's note
 * text.
 */
export function cosignedMessage(text: string, time: number): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}

/** Cosigns a checkpoint's note text with an Ed25519 secret key (32 bytes), at a time in Unix seconds. */
export function cosign(text: string, name: string, secretKey: Uint8Array, time: number): NoteSignature {
  const { keyId } = ed25519CosignerKey(name, ed25519.getPublicKey(secretKey));
  const signature = ed25519.sign(utf8(cosignedMessage(text, time)), secretKey);
  return { name, keyId, signature: concat(uintToBytes(time, TIME_BYTES), signature) };
}

/**
 * Checks a cosigner's lines in a checkpoint's note. If several are valid, the latest counts; if one is invalid, the
 * result is `invalid` (c2sp.org/signed-note, section Signatures). A time over 2^53 - 1 is invalid.
 */
export function cosignatureState(note: Note, key: CosignerKey): CosignatureState {
  if (key.algorithm !== "ed25519") return { state: "absent" };
  const lines = signaturesBy(note, key);
  if (lines.length === 0) return { state: "absent" };
  const times = lines.map(({ signature }) => verifiedTime(note.text, signature, key.publicKey));
  if (times.includes(undefined)) return { state: "invalid" };
  return { state: "valid", time: Math.max(...(times as number[])) };
}

function verifiedTime(text: string, signature: Uint8Array, publicKey: Uint8Array): number | undefined {
  if (signature.length !== SIGNATURE_BYTES) return undefined;
  const time = Number(bytesToUint(signature.subarray(0, TIME_BYTES)));
  if (!Number.isSafeInteger(time)) return undefined;
  const message = utf8(cosignedMessage(text, time));
  return verifyEd25519(signature.subarray(TIME_BYTES), message, publicKey) ? time : undefined;
}
