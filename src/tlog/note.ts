import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { concat, decodeUtf8, equalBytes, isLongerThan, utf8 } from "../base/bytes.ts";
import { decodeBase64, encodeBase64 } from "../base/base64.ts";
import { AnchorlogError } from "../base/errors.ts";

/** A C2SP signed note: a text and the signature lines below it (c2sp.org/signed-note). */
export type Note = {
  /** Ends in a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

/** One signature line: the signer's name, the key's ID (4 bytes), and the signature's bytes. */
export type NoteSignature = {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
};

/** The most signature lines of a note that are accepted here. */
export const MAX_SIGNATURES = 64;
/** The longest note that is accepted here, in bytes. */
export const MAX_NOTE_LENGTH = 1 << 20;
const SIGNATURE_LINE = /^\u2014 ([^\p{White_Space}+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const VERIFIER_KEY = /^([^\p{White_Space}+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;
const ED25519 = 0x01;

/** Formats a note as text (c2sp.org/signed-note): the text, an empty line, and a line for each signature. */
export function formatNote(note: Note): string {
  const lines = note.signatures.map(
    ({ name, keyId, signature }) => `\u2014 ${name} ${encodeBase64(concat(keyId, signature))}\n`,
  );
  return `${note.text}\n${lines.join("")}`;
}

/**
 * Parses a signed note. Nothing in it is verified.
 *
 * @throws AnchorlogError `bad_note` if the text is not a signed note.
 */
export function parseNote(text: string): Note {
  if (isLongerThan(text, MAX_NOTE_LENGTH)) throw badNote("it is longer than 1 MiB");
  if (!text.isWellFormed()) throw badNote("it is not well-formed Unicode");
  if (text.startsWith("\ufeff")) throw badNote("it begins with a byte order mark");
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\r") throw badNote("it has a carriage return: its lines end with LF alone");
    if (text.charCodeAt(i) < 0x20 && text[i] !== "\n") throw badNote("it has a control character");
  }
  const split = text.lastIndexOf("\n\n");
  if (split < 0 || !text.endsWith("\n")) throw badNote("it has no blank line before signatures that end in a newline");
  const lines = text.slice(split + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw badNote(`it has more than ${MAX_SIGNATURES} signatures`);
  const signatures = lines.map((line, i) => {
    const match = SIGNATURE_LINE.exec(line);
    const bytes = match === null ? undefined : decodeBase64(match[2]!);
    if (match === null || bytes === undefined || bytes.length < 5)
      throw badNote(`signature line ${i + 1} is malformed`);
    return { name: match[1]!, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
  });
  return { text: text.slice(0, split + 1), signatures };
}

/**
 * Decodes the text of a note, a proof or a policy.
 *
 * @throws AnchorlogError `bad_note` if the bytes are not UTF-8.
 */
export function decodeNoteText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw badNote("it is not UTF-8");
  return text;
}

/** Returns the first four bytes of `SHA256(name ‖ 0x0A ‖ type ‖ key)`. `type` is one byte, or 0xff and a name. */
export function noteKeyId(name: string, type: Uint8Array, key: Uint8Array): Uint8Array {
  return sha256(concat(utf8(`${name}\n`), type, key)).slice(0, 4);
}

/** A note's Ed25519 verifier key. */
export type NoteKey = { readonly name: string; readonly keyId: Uint8Array; readonly publicKey: Uint8Array };

/**
 * Makes a note key from its name and 32-byte Ed25519 public key. Its ID is the first four bytes of
 * `SHA256(name ‖ 0x0A ‖ 0x01 ‖ public key)` (c2sp.org/signed-note).
 */
export function ed25519NoteKey(name: string, publicKey: Uint8Array): NoteKey {
  return { name, keyId: noteKeyId(name, new Uint8Array([ED25519]), publicKey), publicKey };
}

/** Returns the verifier key for an Ed25519 secret key (32 bytes). */
export function noteKeyOf(name: string, secretKey: Uint8Array): NoteKey {
  return ed25519NoteKey(name, ed25519.getPublicKey(secretKey));
}

/**
 * Formats a verifier key in C2SP's text form, `<name>+<hex key ID>+<base64(type ‖ public key)>`, by default for
 * Ed25519.
 */
export function formatVerifierKey(key: NoteKey, type: number = ED25519): string {
  return `${key.name}+${bytesToHex(key.keyId)}+${encodeBase64(concat(new Uint8Array([type]), key.publicKey))}`;
}

/**
 * Reads an Ed25519 verifier key (type 0x01).
 *
 * @throws AnchorlogError `bad_note` if it is malformed, or its key ID does not fit the key.
 */
export function parseVerifierKey(text: string): NoteKey {
  const { type, ...key } = parseTypedVerifierKey(text);
  if (type !== ED25519 || key.publicKey.length !== 32) {
    throw badNote("a verifier key is <name>+<8 hex digits>+<base64 of 0x01 and 32 bytes>");
  }
  return key;
}

/**
 * Reads a verifier key of any one-byte signature type. Its ID must be made as the specification recommends.
 *
 * @throws AnchorlogError `bad_note` if it is malformed, or its key ID does not fit the key.
 */
export function parseTypedVerifierKey(text: string): NoteKey & { readonly type: number } {
  const match = VERIFIER_KEY.exec(text);
  const bytes = match === null ? undefined : decodeBase64(match[3]!);
  if (match === null || bytes === undefined || bytes.length < 2) {
    throw badNote("a verifier key is <name>+<8 hex digits>+<base64 of a type and a key>");
  }
  const [name, publicKey] = [match[1]!, bytes.slice(1)];
  const keyId = noteKeyId(name, bytes.subarray(0, 1), publicKey);
  if (bytesToHex(keyId) !== match[2]!) throw badNote("the verifier key's ID does not fit its key");
  return { name, keyId, type: bytes[0]!, publicKey };
}

/**
 * Signs a note's text with an Ed25519 secret key of 32 bytes (RFC 8032). Returns the signature line.
 *
 * @example
 * const text = formatCheckpointText({ origin: "log.example/1", size: tree.size, root: treeRoot(tree) })
 * const note = formatNote({ text, signatures: [signNoteText(text, "log.example/1", secretKey)] })
 * const isOurs = isSignedBy(parseNote(note), ed25519NoteKey("log.example/1", publicKey))
 */
export function signNoteText(text: string, name: string, secretKey: Uint8Array): NoteSignature {
  const { keyId } = noteKeyOf(name, secretKey);
  return { name, keyId, signature: ed25519.sign(utf8(text), secretKey) };
}

/** Whether a note has this key's valid Ed25519 signature, and no invalid one (c2sp.org/signed-note). */
export function isSignedBy(note: Note, key: NoteKey): boolean {
  const own = signaturesBy(note, key);
  return own.length > 0 && own.every((s) => verifyEd25519(s.signature, utf8(note.text), key.publicKey));
}

/** Returns a note's signature lines with this key's name and ID, unverified. */
export function signaturesBy(note: Note, key: Pick<NoteKey, "name" | "keyId">): NoteSignature[] {
  return note.signatures.filter((s) => s.name === key.name && equalBytes(s.keyId, key.keyId));
}

/** Whether an Ed25519 signature is valid, by RFC 8032 with canonical points only. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function badNote(why: string): AnchorlogError {
  return new AnchorlogError("bad_note", `not a signed note: ${why}`);
}
