import { keccak_256 } from "@noble/hashes/sha3.js";
import { equalBytes } from "../base/bytes.ts";
import { toHex } from "../base/hex.ts";
import { checkAnswer } from "../crypto/engine.ts";
import { compileModule, instantiateModule, readModule } from "../crypto/webassembly.ts";
import * as built from "@anchorlog/engines/keccak";
import { BYTES, createHasher, HASH, TEXT, WORD, type Hasher } from "./hasher.ts";

/** The module's exports, explained in engines/generate/keccak.ts. Addresses are in the module's memory. */
type KeccakModule = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly keccak: (from: number, length: number, to: number) => void;
  readonly hex: (from: number, count: number, to: number) => number;
};

const UTF8 = new TextEncoder();

let hasher: Hasher | undefined;

/**
 * Returns this thread's hasher in WebAssembly.
 *
 * @throws Error if WebAssembly is missing, lacks vectors or is not allowed, or if it gives a wrong answer.
 */
export function wasmHasher(): Hasher {
  return (hasher ??= instantiateHasher());
}

/** Makes a new hasher. */
export function instantiateHasher(code: Uint8Array = readModule(built)): Hasher {
  const { memory, keccak, hex } = instantiateModule(compileModule(code)) as KeccakModule;
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  const text = bytes.subarray(TEXT);
  const made = createHasher(bytes, {
    keccak,
    writeHex: (value, to) => {
      const { length } = value;
      if (length < 2 || length % 2 !== 0 || value.charCodeAt(0) !== 0x30 || value.charCodeAt(1) !== 0x78) return false;
      // A non-ASCII character begins with a byte that is not a digit, so it is refused as well.
      UTF8.encodeInto(value, text);
      return hex(TEXT + 2, (length - 2) / 2, to) === 1;
    },
  });
  checkHasher(made);
  return made;
}

/** @throws Error if it hashes or reads hex wrongly. */
function checkHasher({ memory, keccak, writeHex }: Hasher): void {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const digits = toHex(every);
  checkAnswer(writeHex(digits, BYTES), "canonical hex");
  checkAnswer(toHex(memory.subarray(BYTES, BYTES + 256)) === digits, "the bytes of hex");
  // Each number of bytes, written over text that is not hex.
  for (let count = 0; count <= 24; count++) {
    writeHex(`0x${"z".repeat(80)}`, BYTES);
    checkAnswer(writeHex(digits.slice(0, 2 + 2 * count), BYTES), `hex of ${count} bytes`);
    checkAnswer(toHex(memory.subarray(BYTES, BYTES + count)) === digits.slice(0, 2 + 2 * count), "the bytes of hex");
  }
  // Each kind of invalid character next to the valid ones, at each place of a vector.
  for (const wrong of ["g", "/", ":", "`", "A", "F", "G", "@", "\u00e9", "\u0130"]) {
    for (let at = 2; at < 2 + 34; at++) {
      checkAnswer(
        !writeHex(digits.slice(0, at) + wrong + digits.slice(at + 1, 70), BYTES),
        "hex that is not canonical",
      );
    }
  }
  // Lengths around the 136 bytes of a block, and over several blocks.
  for (const length of [0, 1, 31, 32, 135, 136, 137, 271, 272, 1_000]) {
    const bytes = memory.subarray(BYTES, BYTES + length);
    for (let i = 0; i < length; i++) bytes[i] = (length + i * i) >> 1;
    const wanted = keccak_256(bytes);
    keccak(BYTES, length, HASH);
    checkAnswer(equalBytes(memory.subarray(HASH, HASH + WORD), wanted), `keccak of ${length} bytes`);
  }
}
