/** The memory that actions are written to and hashed in, and who hashes there. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { DATA, MEMORY_BYTES } from "./generated/keccak.ts";

/** The most bytes that a `string` or `bytes` member may have. */
export const MAX_DYNAMIC_BYTES = 16_384;

/** The most words that are hashed together: a struct's. */
export const MAX_WORDS = 1_024;

export const WORD = 32;
export const SIGNATURE_BYTES = 65;

// What decoding hex may write behind its last byte, and lengths rounded up to whole words.
const SLACK = 32;

// Where things are. Each is overwritten by the next action: no code of a caller's may run in between, as it
// may where a member of an object is read.
/** The digest just computed. */
export const HASH = DATA;
/** `r ‖ s ‖ v`. */
export const SIGNATURE = HASH + WORD;
/** An address, to compare with that of a public key. */
export const ADDRESS = SIGNATURE + SIGNATURE_BYTES + SLACK - 1;
/** The words of structs. */
export const WORDS = ADDRESS + 2 * WORD;
/** The bytes of a `string`, of `bytes`, or of anything else to hash. */
export const BYTES = WORDS + WORD * MAX_WORDS + SLACK;
const BYTES_END = BYTES + MAX_DYNAMIC_BYTES + SLACK;
/** Text to decode, where a hasher needs a place for that. */
export const TEXT = BYTES_END;

/** Hashes what is in its memory. All positions are indices of `memory`. */
export type Hasher = {
  readonly memory: Uint8Array;
  /** From {@link BYTES} on, where strings go: what does not fit is longer than one may be. */
  readonly text: Uint8Array;
  /** `r ‖ s` at {@link SIGNATURE}, 64 bytes. */
  readonly rs: Uint8Array;
  /** Keccak-256 of `length` bytes from `from` on, to `to`. */
  readonly keccak: (from: number, length: number, to: number) => void;
  /**
   * Decodes canonical hex, `0x` and lower-case digits of whole bytes, of at most {@link MAX_DYNAMIC_BYTES}
   * bytes. May zero up to 7 bytes behind the last one.
   *
   * @returns whether it is canonical. If not, what was written is of no use.
   */
  readonly writeHex: (hex: string, to: number) => boolean;
};

/** A hasher over a memory of {@link MEMORY_BYTES}. */
export function createHasher(memory: Uint8Array, methods: Pick<Hasher, "keccak" | "writeHex">): Hasher {
  if (memory.length !== MEMORY_BYTES) throw new Error(`the memory has ${memory.length} bytes`);
  return {
    memory,
    // A byte more than allowed, and room for the rest of a character.
    text: memory.subarray(BYTES, BYTES + MAX_DYNAMIC_BYTES + 4),
    rs: memory.subarray(SIGNATURE, SIGNATURE + 64),
    ...methods,
  };
}

/** Keccak-256 of any bytes, in a buffer of its own. */
export function hashBytes({ memory, keccak }: Hasher, bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_DYNAMIC_BYTES) return keccak_256(bytes);
  memory.set(bytes, BYTES);
  keccak(BYTES, bytes.length, HASH);
  return memory.slice(HASH, HASH + WORD);
}
