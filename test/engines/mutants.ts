/** Modules with one flipped bit. */
import { createHash } from "node:crypto";

/** Numbers below a limit that look random, the same ones for a seed (xorshift by Marsaglia, 2003). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const [CODE, DATA] = [10, 11];

/** An unsigned number of 7 bits a byte, and where it ends. */
function readNumber(code: Uint8Array, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = code[at++]!;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at];
  }
}

/** The range of a module's functions, or of its constants, in bytes. */
function section(code: Uint8Array, wanted: number): { readonly from: number; readonly to: number } {
  // After the magic number and the version come the sections, each with its id, length and content.
  for (let at = 8; at < code.length;) {
    const id = code[at]!;
    const [length, from] = readNumber(code, at + 1);
    if (id === wanted) return { from, to: from + length };
    at = from + length;
  }
  throw new Error(`the module has no section ${wanted}`);
}

export function flipBit(code: Uint8Array, bit: number): Uint8Array<ArrayBuffer> {
  const mutant = Uint8Array.from(code);
  mutant[bit >> 3]! ^= 1 << (bit & 7);
  return mutant;
}

/** The module with all constants changed. No loop's length depends on them, so it still ends. */
export function flipConstants(code: Uint8Array): Buffer {
  const mutant = Buffer.from(code);
  const { from, to } = section(code, DATA);
  // Segments: 0, the target's offset (i32.const, a number, end), the length, the content.
  for (let at = readNumber(code, from)[1]; at < to;) {
    const [length, start] = readNumber(code, readNumber(code, at + 2)[1] + 1);
    for (let i = start; i < start + length; i++) mutant[i]! ^= 1;
    at = start + length;
  }
  return mutant;
}

/** A module as a build writes it, with the digest of this code. */
export const builtFrom = (code: Buffer) => ({
  MODULE: code.toString("base64"),
  MODULE_SHA256: createHash("sha256").update(code).digest("hex"),
});

const { validate } = (globalThis as unknown as { WebAssembly: { readonly validate: (code: Uint8Array) => boolean } })
  .WebAssembly;

/**
 * Picks `count` bits of a module's code whose mutants are still valid modules. Engines refuse to compile the others.
 */
export function pickBits(code: Uint8Array, count: number, seed: number): number[] {
  const { from, to } = section(code, CODE);
  const next = numbersFrom(seed);
  const bits = new Set<number>();
  while (bits.size < count) {
    const bit = 8 * from + next(8 * (to - from));
    if (validate(flipBit(code, bit))) bits.add(bit);
  }
  return [...bits];
}
