/** Where things are in the module's memory. */
import { CONSTANTS_END, ROW } from "./limbs.ts";

let next = CONSTANTS_END;
function place(bytes: number): number {
  const at = next;
  next = (next + bytes + 15) & ~15;
  return at;
}
/** A number of eight words, with what `invert` and unaligned reads need behind it. */
const scalar = () => place(48);
const row = () => place(ROW);

// Brought and taken by the caller, big-endian: R's x coordinate, r, s, the digest; the key's x and y.
export const INPUT = place(4 * 32);
export const OUTPUT = place(2 * 32);

// Constants.
export const ORDER = scalar();
export const COMPLEMENT = scalar();
export const MODULUS_N = scalar();
export const MODULUS_P = scalar();
/** Of the decomposition of scalars: the factors of 2^384 / n, and the lattice. */
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
/** Four digits of 16 bits for each bit: those of R, λR, G, λG. */
export const DIGITS = place(132 * 8);
export const POSITIONS = 131;

// The accumulator: [X, Z] and [Y', X² or Z²]. Y' is 2Y throughout.
export const XZ = row();
export const YA = row();
/** Not 0: the accumulator is the point at infinity, and its rows are of no meaning. */
export const INFINITE = place(16);

// What points.ts computes with; it says what these are.
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

/** Widths of the windows: 2^(width - 2) odd multiples are tabulated. */
export const WIDTH = 5;
export const GENERATOR_WIDTH = 12;
export const MULTIPLES = 2 ** (WIDTH - 2);
export const GENERATOR_MULTIPLES = 2 ** (GENERATOR_WIDTH - 2);
/** Of R: a row [x, Y'] and a row [βx, Y'] for each odd multiple. */
export const TABLE = place(MULTIPLES * 2 * ROW);
/** Of G: a row [x, Y'] each; and what they are computed in. */
export const GENERATOR_TABLE = place(GENERATOR_MULTIPLES * ROW);
export const GENERATOR_DRAFT = place(GENERATOR_MULTIPLES * 2 * ROW);

export const PAGES = Math.ceil(next / 65_536);
