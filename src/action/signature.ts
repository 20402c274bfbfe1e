import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { currentEngine, keccak256 } from "./engine.ts";
import { writeHex } from "./values.ts";

const SIGNATURE_BYTES = 65;
const SIGNATURE_DIGITS = 2 + 2 * SIGNATURE_BYTES;
const WORD = 32;

/** The order of secp256k1's group, n, and n / 2 rounded down. */
const ORDER = word("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const HALF_ORDER = word("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

/** Why a signature is refused before anything is recovered from it. */
export type SignatureFault = "signature_malformed" | "signature_non_canonical";

/** A signature that is none, and why. */
type RefusedSignature = { readonly fault: SignatureFault; readonly message: string };

/** The signer's address, or why the signature is not one. */
export type RecoveredSigner = { readonly address: Hex } | RefusedSignature;

/**
 * Recovers the signer of a digest from a strict ECDSA signature: 65 bytes `r ‖ s ‖ v`, r and s in
 * range, s in the lower half (EIP-2), v 27 or 28.
 *
 * @param digest 32 bytes.
 * @returns the signer's address, or why the signature is not one.
 */
export function recoverSigner(digest: Uint8Array, signature: unknown): RecoveredSigner {
  if (digest.length !== WORD) throw new RangeError(`a digest has ${WORD} bytes, not ${digest.length}`);
  const strict = readStrictSignature(signature);
  if ("fault" in strict) return strict;
  const address = recoverAddress(digest, strict);
  return address === undefined ? NO_POINT : { address: toHex(address) };
}

/** What is said of a strict signature from which nothing can be recovered. */
export const NO_POINT: RefusedSignature = nonCanonical("r is not the x coordinate of a point");

/** A signature in its one strict form: `r ‖ s`, and the parity that v stands for. */
export type StrictSignature = { readonly rs: Uint8Array; readonly recovery: 0 | 1 };

/** Reads a signature, all but what recovering alone can tell: no engine decides what is strict. */
export function readStrictSignature(signature: unknown): StrictSignature | RefusedSignature {
  const bytes = readSignature(signature);
  if (bytes === undefined) {
    return { fault: "signature_malformed", message: "a signature is 0x and lower-case hex of 65 bytes" };
  }
  if (isZero(bytes, 0) || compareWord(bytes, 0, ORDER) >= 0) return nonCanonical("r is not from 1 to n - 1");
  if (isZero(bytes, WORD) || compareWord(bytes, WORD, ORDER) >= 0) return nonCanonical("s is not from 1 to n - 1");
  if (compareWord(bytes, WORD, HALF_ORDER) > 0) return nonCanonical("s is in the upper half (high-s)");
  const v = bytes[64]!;
  if (v !== 27 && v !== 28) return nonCanonical(`v is ${v}, not 27 or 28`);
  return { rs: bytes.subarray(0, 2 * WORD), recovery: v === 27 ? 0 : 1 };
}

/** The 20 bytes of the address behind a strict signature, by the engine in use; undefined where none is. */
export function recoverAddress(digest: Uint8Array, { rs, recovery }: StrictSignature): Uint8Array | undefined {
  const publicKey = currentEngine().recover(digest, rs, recovery);
  return publicKey && keccak256(publicKey.subarray(1)).subarray(12);
}

/** The 65 bytes of a signature, if it is canonical hex of as many. */
function readSignature(signature: unknown): Uint8Array | undefined {
  if (typeof signature !== "string" || signature.length !== SIGNATURE_DIGITS) return undefined;
  const bytes = new Uint8Array(SIGNATURE_BYTES);
  return writeHex(signature, bytes, 0) ? bytes : undefined;
}

function nonCanonical(message: string): RefusedSignature {
  return { fault: "signature_non_canonical", message };
}

function isZero(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + WORD; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** Compares a word as a big-endian integer: below zero, zero or above. */
function compareWord(bytes: Uint8Array, at: number, other: Uint8Array): number {
  for (let i = 0; i < WORD; i++) {
    const difference = bytes[at + i]! - other[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function word(digits: string): Uint8Array {
  return Uint8Array.from({ length: WORD }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/**
 * `keccak(r ‖ s ‖ v)` of a 65-byte signature: what an entry carries of it.
 *
 * @throws RangeError where it is not canonical hex of 65 bytes.
 */
export function hashSignature(signature: Hex): Uint8Array {
  return keccak256(readSignature(signature) ?? fromHex(signature, SIGNATURE_BYTES));
}

/** Signs 32-byte digests with a secp256k1 key: a viem local account is one. */
export type DigestSigner = {
  /** The key's address, 20 bytes, any case. */
  readonly address: Hex;
  /** A 65-byte signature `r ‖ s ‖ v` over `hash`. */
  sign(parameters: { hash: Hex }): Promise<Hex>;
};
