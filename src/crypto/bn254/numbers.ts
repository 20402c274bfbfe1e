/** The numbers of BN254 (EIP-196, EIP-197), and numbers as 32 little-endian bytes. */
import { bn254 } from "@noble/curves/bn254.js";

/** p, the prime that the curve is over. */
export const P = bn254.fields.Fp.ORDER;
/** r, the order of the groups, and of the field of the scalars. */
export const R = bn254.fields.Fr.ORDER;

export const SCALAR_BYTES = 32;

/** An affine point of G1. Infinity is `undefined` everywhere. */
export type Point1 = { readonly x: bigint; readonly y: bigint };
/** `c0 + c1 i`. */
export type Extension = { readonly c0: bigint; readonly c1: bigint };
/** An affine point of G2. */
export type Point2 = { readonly x: Extension; readonly y: Extension };

export const modulo = (value: bigint, modulus: bigint): bigint => {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
};

/** Reads the number whose eight 32-bit words, the lowest first, start at an index. */
export function readWords(words: Uint32Array, at: number): bigint {
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = (value << 32n) | BigInt(words[at + i]!);
  return value;
}

export function writeWords(words: Uint32Array, at: number, value: bigint): void {
  for (let i = 0; i < 8; i++) words[at + i] = Number((value >> BigInt(32 * i)) & 0xffffffffn);
}

/** Bytes as words, which they have to be a multiple of; copied if they are not aligned. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

const R_WORDS = new Uint32Array(8);
writeWords(R_WORDS, 0, R);
const P_WORDS = new Uint32Array(8);
writeWords(P_WORDS, 0, P);

/** Whether the number of eight words that start there is below p, or below r. */
export function isBelow(words: Uint32Array, at: number, modulus: "p" | "r"): boolean {
  const most = modulus === "p" ? P_WORDS : R_WORDS;
  // For most numbers the last word decides.
  for (let i = 7; i >= 0; i--) if (words[at + i] !== most[i]) return words[at + i]! < most[i]!;
  return false;
}

/** Whether each number of eight words is below p, or below r. */
export function areBelow(words: Uint32Array, modulus: "p" | "r"): boolean {
  for (let at = 0; at < words.length; at += 8) if (!isBelow(words, at, modulus)) return false;
  return true;
}

/** Whether the `count` words from an index on are 0. */
export function areZero(words: Uint32Array, at: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (words[at + i] !== 0) return false;
  return true;
}

/** A scalar from the system's generator: all are equally likely. */
export function randomScalar(): bigint {
  const words = new Uint32Array(8);
  do {
    globalThis.crypto.getRandomValues(words);
    words[7]! &= 0x3fffffff;
  } while (!areBelow(words, "r"));
  return readWords(words, 0);
}
