import { keccak_256 } from "@noble/hashes/sha3.js";
import { MEMORY_BYTES } from "@anchorlog/engines/keccak";
import { createHasher, type Hasher } from "./hasher.ts";

/** Makes a hasher in JavaScript, which runs everywhere. */
export function createNobleHasher(): Hasher {
  const memory = new Uint8Array(MEMORY_BYTES);
  return createHasher(memory, {
    keccak: (from, length, to) => memory.set(keccak_256(memory.subarray(from, from + length)), to),
    writeHex: (hex, to) => writeHex(hex, memory, to),
  });
}

function writeHex(hex: string, out: Uint8Array, at: number): boolean {
  const { length } = hex;
  if (length < 2 || length % 2 !== 0 || hex.charCodeAt(0) !== 0x30 || hex.charCodeAt(1) !== 0x78) return false;
  // Checked once at the end, for speed: whether a code was beyond the table, or was not a digit.
  let codes = 0;
  let digits = 0;
  for (let i = 2; i < length; i += 2) {
    const high = hex.charCodeAt(i);
    const low = hex.charCodeAt(i + 1);
    const upper = DIGIT[high & 0xff]!;
    const lower = DIGIT[low & 0xff]!;
    codes |= high | low;
    digits |= upper | lower;
    out[at++] = (upper << 4) | lower;
  }
  return codes <= 0xff && digits <= 0x0f;
}

/** The value of a lower-case hexadecimal digit by its character code; 0x10 for other characters. */
const DIGIT: Uint8Array = Uint8Array.from({ length: 0x100 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : 0x10;
});
