/** The layout of the module's memory. */
import { CONSTANTS_END, ROW } from "./limbs.ts";

let next = CONSTANTS_END;
function place(bytes: number, alignment = 16): number {
  const at = Math.ceil(next / alignment) * alignment;
  next = Math.ceil((at + bytes) / 16) * 16;
  return at;
}
/** A number of eight words, and the bytes after it that `invert` and unaligned reads need. */
const scalar = () => place(48);
const row = () => place(ROW);

// The caller's inputs and outputs, big-endian: R's x coordinate, r, s, the digest; the key's x and y.
export const INPUT = place(4 * 32);
export const OUTPUT = place(2 * 32);

// Constants.
export const ORDER = scalar();
export const COMPLEMENT = scalar();
export const MODULUS_N = scalar();
export const MODULUS_P = scalar();
/** For the decomposition of scalars: the factors of 2^384 / n, and the lattice. */
export const SPLIT_1 = scalar();
export const SPLIT_2 = scalar();
export const MINUS_A1 = scalar();
export const MINUS_A2 = scalar();
export const MINUS_B1 = scalar();
export const MINUS_B2 = scalar();
export const BETA = row();
export const HALF = row();
/** [1, 2] and [1, -2] as rows; [1, 1] and [-1, 1] as vectors. */
export const ONE_TWO = row();
export const ONE_MINUS_TWO = row();
export const SIGNS = place(32);
export const GENERATOR = row();

// Scalars and what computes with them.
export const PRODUCT = place(160);
export const INVERSE = place(160);
export const X_WORDS = scalar();
export const R_WORDS = scalar();
export const S_WORDS = scalar();
export const Z_WORDS = scalar();
export const WORDS = scalar();
export const FIRST = place(96);
export const SECOND = place(96);
/** Four digits of 16 bits for each bit, for R, λR, G and λG. */
export const DIGITS = place(132 * 8);
export const POSITIONS = 131;

// The accumulator: [X, Z] and [Y', X² or Z²]. Y' is 2Y throughout.
export const XZ = row();
export const YA = row();
/** Not 0: the accumulator is the point at infinity, and its rows mean nothing. */
export const INFINITE = place(16);

// Working memory of points.ts, which describes these.
export const WE = row();
export const BF = row();
export const UW = row();
export const WH = row();
export const RI = row();
export const VJ = row();
export const MAPPED = row();
export const STEP = row();
export const SCALE = row();
export const SCALES = row();
export const Z_OF_STEP = row();
export const Z_OF_TABLE = row();
export const TO_TABLE = row();
export const TO_TABLE_BETA = row();

// The square root, and the end.
export const POINT = row();
export const ALPHA = row();
export const ROOT = row();
export const CHECKED = row();
export const POWERS = Array.from({ length: 7 }, row);
export const Z_INVERSE = row();
export const ENDS = Array.from({ length: 3 }, row);
/** Factors that map [X, Y] to [x, y]. */
export const AFFINE = row();

/** Widths of the windows: 2^(width - 2) odd multiples are tabulated. */
export const WIDTH = 5;
export const GENERATOR_WIDTH = 12;
export const MULTIPLES = 2 ** (WIDTH - 2);
export const GENERATOR_MULTIPLES = 2 ** (GENERATOR_WIDTH - 2);
/** The table of R: a row [x, Y'] and a row [βx, Y'] for each odd multiple. */
export const TABLE = place(MULTIPLES * 2 * ROW);
/** The table of G: a row [x, Y'] for each multiple; and the memory to compute them in. */
export const GENERATOR_TABLE = place(GENERATOR_MULTIPLES * ROW);
export const GENERATOR_DRAFT = place(GENERATOR_MULTIPLES * 2 * ROW);

// Signing: constants.
export const THREE_TWENTY_ONE = row();
/** Masks of the limbs, in the first two words of a vector. A word begins with the byte in which its limb begins. */
export const LIMB_BITS = row();
/** 2^560 modulo n, 1, 0 and n / 2, rounded down. */
export const TO_MONTGOMERY = scalar();
export const ONE = scalar();
export const ZERO = scalar();
export const HALF_ORDER = scalar();
/** For SHA-256: the round constants and the initial state, then the initial state of HMAC with a key of zeros. */
export const ROUND_CONSTANTS = place(256);
export const INITIAL_STATE = place(32);
export const ZERO_KEY = place(64);
/** The comb's windows: 5 bits each, with 16 odd multiples of G for each window. */
export const WINDOWS = 51;
export const CHOICES = 16;
/** A point, in one line of a processor's cache: x and y as numbers of 32 bytes. comb.ts adds offsets to both. */
export const COMB_ENTRY = 64;
export const COMB_TABLE = place(WINDOWS * CHOICES * COMB_ENTRY);
/** 2^255 G, the summand that is in every sum. */
export const COMB_TOP = place(COMB_ENTRY);

// Read by the caller: r, s and the recovery bits.
export const SIGNATURE = place(65);

// Memory that depends on the key or the nonce. It is cleared after a signature. The key and the digest are written
// by the caller.
export const SECRETS = next;
export const KEY = place(32);
export const DIGEST = place(32);
export const KEY_WORDS = scalar();
export const DIGEST_WORDS = scalar();
export const NONCE = scalar();
export const NONCE_INVERSE = scalar();
export const FACTOR = scalar();
export const R = scalar();
export const S = scalar();
export const X_OF_R = scalar();
export const Y_OF_R = scalar();
export const Z_OF_SUM = scalar();
// For SHA-256 and HMAC: the state, the schedule without and with the round constants, the states after the key's two
// blocks, and blocks of messages with their padding.
export const STATE = place(32);
export const SCHEDULE = place(256);
export const SCHEDULE_K = place(256);
export const KEYED = place(64);
export const HMAC_KEY = place(32);
export const KEY_BLOCK = place(64);
export const OUTER_BLOCK = place(64);
/** V alone; V and a zero; V, a byte, the key and the digest. */
export const V_BLOCK = place(64);
export const RETRY_BLOCK = place(64);
export const SEED_BLOCKS = place(128);
/** The entries chosen for the two lanes; their signs; the points that they are. */
export const CHOSEN = place(2 * COMB_ENTRY);
export const CHOSEN_SIGNS = place(16);
export const CHOSEN_X = row();
export const CHOSEN_Y = row();
// The two sums in their lanes: X / ZZ, Y / ZZZ, with ZZ³ = ZZZ². Then the working memory that comb.ts describes.
export const SUM_X = row();
export const SUM_Y = row();
export const SUM_ZZ = row();
export const SUM_ZZZ = row();
export const COMB_P = row();
export const COMB_R = row();
export const COMB_PP = row();
export const COMB_PPP = row();
export const COMB_Q = row();
export const LANES = Array.from({ length: 12 }, row);
export const SUM = row();
export const SUM_Z = row();
export const SECRETS_END = next;

export const PAGES = Math.ceil(next / 65_536);

// Known keys, for which the memory grows: rows that all signatures share, the signatures, the table of -G, and the keys'
// tables.
export const JOB_ROWS = Array.from({ length: 5 }, row);
/** Bits of (k - 1) / 2, for an odd k. */
export const SCALAR_BITS = 255;
export const BASE_WIDTH = 11;
export const KEY_WIDTH = 8;
const windowsOf = (width: number): number => {
  const windows = Math.ceil(SCALAR_BITS / width);
  // The last digit's odd multiple must be among the first ones.
  if (SCALAR_BITS - width * (windows - 1) >= width) throw new Error(`the last of the windows of ${width} bits is full`);
  return windows;
};
export const BASE_WINDOWS = windowsOf(BASE_WIDTH);
/** Additions of a signature, two entries at a time. */
export const JOB_STEPS = (BASE_WINDOWS + windowsOf(KEY_WIDTH)) / 2;
/** A signature: what the caller writes; the entries' addresses, r and s as words, a step's entries, and rows of two. */
export const JOB = (() => {
  let bytes = 0;
  const member = (size: number): number => (bytes += (size + 15) & ~15) - ((size + 15) & ~15);
  const [TABLE, ODD, RESULT] = [member(16), 4, 8];
  const [R, S, DIGEST, LIST] = [member(32), member(32), member(32), member(8 * JOB_STEPS)];
  const [R_WORDS, S_WORDS, ENTRIES] = [member(48), member(48), member(2 * COMB_ENTRY)];
  // The sum and what is added next: x, and then y.
  const [SUM, NEXT, DIFFERENCE, BEFORE] = [member(2 * ROW), member(2 * ROW), member(ROW), member(ROW)];
  const forCallers = { TABLE, ODD, RESULT, R, S, DIGEST, BYTES: bytes } as const;
  return { ...forCallers, LIST, R_WORDS, S_WORDS, ENTRIES, SUM, NEXT, DIFFERENCE, BEFORE } as const;
})();
export const MOST_JOBS = 128;
export const JOBS = place(MOST_JOBS * JOB.BYTES);
/** The bytes of a table, which has one entry after its windows. */
const tableBytes = (width: number): number => (windowsOf(width) * 2 ** (width - 1) + 1) * COMB_ENTRY;
export const BASE_TABLE = place(tableBytes(BASE_WIDTH), COMB_ENTRY);
export const KEY_TABLE_BYTES = tableBytes(KEY_WIDTH);
export const KEY_TABLES = next;
/** Room for the tables of 64 keys. */
export const MOST_PAGES = Math.ceil((KEY_TABLES + 64 * KEY_TABLE_BYTES) / 65_536);
