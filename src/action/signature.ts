import { fromHex, toHex, type Hex } from "../base/hex.ts";
import type { TypedData } from "./domain.ts";
import { currentEngine } from "./engine.ts";
import type { RecoverAddress } from "./frequent.ts";
import { ADDRESS, BYTES, HASH, SIGNATURE, SIGNATURE_BYTES, WORD } from "./hasher.ts";

const SIGNATURE_DIGITS = 2 + 2 * SIGNATURE_BYTES;
const ADDRESS_BYTES = 20;

/** The order of secp256k1's group, n, and n / 2 rounded down. */
const ORDER = word("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const HALF_ORDER = word("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

/** Why a signature is refused before recovery. */
export type SignatureFault = "signature_malformed" | "signature_non_canonical";

/** An invalid signature, and the reason. */
export type RefusedSignature = { readonly fault: SignatureFault; readonly message: string };

/** The signer's address, or why the signature is invalid. */
type RecoveredSigner = { readonly address: Hex } | RefusedSignature;

/**
 * Recovers the signer of a digest from a strict ECDSA signature: 65 bytes `r ‖ s ‖ v`, r and s in range, s in the lower
 * half (EIP-2), v 27 or 28.
 *
 * @param digest 32 bytes.
 * @returns the signer's address, or why the signature is invalid.
 * @throws RangeError if the digest does not have 32 bytes.
 */
export function recoverSigner(digest: Uint8Array, signature: unknown): RecoveredSigner {
  if (digest.length !== WORD) throw new RangeError(`a digest has ${WORD} bytes, not ${digest.length}`);
  const strict = readStrictSignature(signature);
  if ("fault" in strict) return strict;
  const address = recoverAddress(digest, strict);
  return address === undefined ? NO_POINT : { address: toHex(address) };
}

/**
 * Whether a strict signature of a digest is by an address.
 *
 * @param address canonical hex of 20 bytes.
 * @param digest 32 bytes.
 */
export function isSignedBy(
  address: Hex,
  digest: Uint8Array,
  signature: unknown,
  recover: RecoverAddress = recoverAddress,
): boolean {
  const strict = readStrictSignature(signature);
  const signer = "fault" in strict ? undefined : recover(digest, strict, address);
  return signer !== undefined && isAddress(address, signer);
}

/** The result for a strict signature from which no key can be recovered. */
export const NO_POINT: RefusedSignature = nonCanonical("the signature's r is not the x coordinate of a point");

/** A signature in its strict form: `r ‖ s`, and the parity from v. */
export type StrictSignature = { readonly rs: Uint8Array; readonly recovery: 0 | 1 };

/**
 * Checks a signature's form, independently of the engine; only recovery can still fail. The result's `rs` lies in the
 * engine's memory, and is valid until the next signature is read.
 */
export function readStrictSignature(signature: unknown): StrictSignature | RefusedSignature {
  const { memory, rs } = currentEngine().hasher;
  if (!readSignature(signature)) {
    return { fault: "signature_malformed", message: "a signature is 0x and lower-case hex of 65 bytes" };
  }
  const [r, s, v] = [SIGNATURE, SIGNATURE + WORD, memory[SIGNATURE + 2 * WORD]!];
  if (isZero(memory, r) || compareWord(memory, r, ORDER) >= 0)
    return nonCanonical("the signature's r is not from 1 to n - 1, the range of secp256k1");
  if (isZero(memory, s) || compareWord(memory, s, ORDER) >= 0)
    return nonCanonical("the signature's s is not from 1 to n - 1, the range of secp256k1");
  if (compareWord(memory, s, HALF_ORDER) > 0)
    return nonCanonical("the signature's s is in the upper half of its range (high-s)");
  if (v !== 27 && v !== 28) return nonCanonical(`the signature's v is ${v}, not 27 or 28`);
  return { rs, recovery: v === 27 ? 0 : 1 };
}

/** Returns the signer's address, 20 bytes, by the engine in use; undefined if recovery fails. */
export function recoverAddress(digest: Uint8Array, { rs, recovery }: StrictSignature): Uint8Array | undefined {
  const publicKey = currentEngine().recover(digest, rs, recovery);
  return publicKey && addressOf(publicKey);
}

/** Returns the address of an uncompressed public key, 20 bytes. */
export function addressOf(publicKey: Uint8Array): Uint8Array {
  const { memory, keccak } = currentEngine().hasher;
  memory.set(publicKey, BYTES);
  // Without the first byte, which marks the form.
  keccak(BYTES + 1, 2 * WORD, HASH);
  return memory.slice(HASH + WORD - ADDRESS_BYTES, HASH + WORD);
}

/** Whether a value is canonical hex of these 20 bytes. */
export function isAddress(hex: unknown, bytes: Uint8Array): boolean {
  const { memory, writeHex } = currentEngine().hasher;
  if (typeof hex !== "string" || hex.length !== 2 + 2 * ADDRESS_BYTES || !writeHex(hex, ADDRESS)) return false;
  for (let i = 0; i < ADDRESS_BYTES; i++) if (memory[ADDRESS + i] !== bytes[i]) return false;
  return true;
}

/** Returns {@link hashSignature} of the signature that was read last. */
export function hashReadSignature(): Uint8Array {
  const { memory, keccak } = currentEngine().hasher;
  keccak(SIGNATURE, SIGNATURE_BYTES, HASH);
  return memory.slice(HASH, HASH + WORD);
}

/** Reads a 65-byte signature into memory, if it is canonical hex of that length. */
function readSignature(signature: unknown): boolean {
  return (
    typeof signature === "string" &&
    signature.length === SIGNATURE_DIGITS &&
    currentEngine().hasher.writeHex(signature, SIGNATURE)
  );
}

function nonCanonical(message: string): RefusedSignature {
  return { fault: "signature_non_canonical", message };
}

function isZero(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + WORD; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** Compares two words as big-endian integers: the result is below zero, zero or above. */
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
 * Returns `keccak(r ‖ s ‖ v)` of a 65-byte signature, as entries contain it.
 *
 * @throws RangeError if it is not canonical hex of 65 bytes.
 */
export function hashSignature(signature: Hex): Uint8Array {
  if (!readSignature(signature)) fromHex(signature, SIGNATURE_BYTES);
  return hashReadSignature();
}

/** Signs 32-byte digests with a secp256k1 key. Viem local accounts fit. */
export type DigestSigner = {
  /** The key's address, 20 bytes, any case. */
  readonly address: Hex;
  /**
   * Makes a 65-byte signature `r ‖ s ‖ v` over `hash`.
   *
   * @param parameters `typedData` is the statement whose EIP-712 digest the hash is, for signers that display it.
   */
  sign(parameters: { hash: Hex; typedData?: TypedData | undefined }): Promise<Hex>;
  /** Signs many digests of 32 bytes each, in order. Set it if that is faster than single calls. */
  readonly signMany?: (digests: readonly Uint8Array[]) => Promise<readonly Hex[]>;
  /** The most simultaneous calls of `sign`, over all callers; 16 by default. */
  readonly concurrency?: number;
  /** Milliseconds that one signature may take; 30,000 by default. */
  readonly timeout?: number;
};
