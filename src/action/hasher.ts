/** The memory in which actions are encoded and hashed. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { DATA, MEMORY_BYTES } from "@anchorlog/engines/keccak";

/** The most bytes that a `string` or `bytes` member may have. */
export const MAX_DYNAMIC_BYTES = 16_384;

/** The most words that are hashed together: the words of one struct. */
const MAX_WORDS = 1_024;

export const WORD = 32;
export const SIGNATURE_BYTES = 65;

// Extra bytes that decoding hex may write after its last byte. Lengths are also rounded up to whole words.
const SLACK = 32;

// The memory layout. The next action overwrites each part. So foreign code must not run in between, as it may when an
// object's member is read.
/** The newest digest. */
export const HASH = DATA;
/** `r ‖ s ‖ v`. */
export const SIGNATURE = HASH + WORD;
/** An address, for comparison with a public key's address. */
export const ADDRESS = SIGNATURE + SIGNATURE_BYTES + SLACK - 1;
/** The words of structs. */
export const WORDS = ADDRESS + 2 * WORD;
/** The bytes of a `string`, of `bytes`, or of other data to hash. */
export const BYTES = WORDS + WORD * MAX_WORDS + SLACK;
const BYTES_END = BYTES + MAX_DYNAMIC_BYTES + SLACK;
/** Text to decode, for hashers that need a place for it. */
export const TEXT = BYTES_END;

/** Hashes data in its memory. All positions are indices of `memory`. */
export type Hasher = {
  readonly memory: Uint8Array;
  /**
   * The memory from {@link BYTES} on, for strings. Its length is just over the allowed one, so longer strings are
   * noticed.
   */
  readonly text: Uint8Array;
  /** `r ‖ s` at {@link SIGNATURE}, 64 bytes. */
  readonly rs: Uint8Array;
  /** Writes the keccak-256 of `length` bytes from `from` on to `to`. */
  readonly keccak: (from: number, length: number, to: number) => void;
  /**
   * Decodes canonical hex: `0x` and lower-case digits of whole bytes, at most {@link MAX_DYNAMIC_BYTES} bytes. May zero
   * up to 7 bytes after the last one.
   *
   * @returns whether it is canonical. If not, the bytes written are undefined.
   */
  readonly writeHex: (hex: string, to: number) => boolean;
};

/** Makes a hasher over a memory of {@link MEMORY_BYTES}. */
export function createHasher(memory: Uint8Array, methods: Pick<Hasher, "keccak" | "writeHex">): Hasher {
  if (memory.length !== MEMORY_BYTES) throw new Error(`the memory has ${memory.length} bytes`);
  return {
    memory,
    // One byte more than allowed, and room for the rest of a character.
    text: memory.subarray(BYTES, BYTES + MAX_DYNAMIC_BYTES + 4),
    rs: memory.subarray(SIGNATURE, SIGNATURE + 64),
    ...methods,
  };
}

/** Returns the keccak-256 of any bytes, in a new buffer. */
export function hashBytes({ memory, keccak }: Hasher, bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_DYNAMIC_BYTES) return keccak_256(bytes);
  memory.set(bytes, BYTES);
  keccak(BYTES, bytes.length, HASH);
  return memory.slice(HASH, HASH + WORD);
}
