/** Proving keys in snarkjs's format: `zkey`, version 1, for Groth16 over BN254. */
import { bn254 } from "@noble/curves/bn254.js";
import type { Groth16Key } from "./pairing.ts";
import { areBelow, isBelow, modulo, P, R, readWords, type Point1, type Point2, wordsOf } from "./numbers.ts";

/** Thrown for a malformed proving key. */
export class KeyError extends Error {
  constructor(message: string) {
    super(`the proving key is malformed: ${message}`);
    this.name = "KeyError";
  }
}

/** A proving key, its long lists as words of 32 bits: a point's coordinates in Montgomery form, with 2^256. */
export type Zkey = {
  /** The number of wires. The first ones are the constant 1 and the public signals. */
  readonly wires: number;
  readonly publics: number;
  /** A power of two. */
  readonly domain: number;
  readonly verification: Groth16Key;
  readonly beta1: Point1;
  readonly delta1: Point1;
  /** 11 words each: matrix (0 or 1), constraint, wire, and the coefficient times 2^512. */
  readonly coefficients: Uint32Array;
  /** By wire; `c` begins with the first that is not public. Infinity is zeros. */
  readonly a: Uint32Array;
  readonly b1: Uint32Array;
  readonly b2: Uint32Array;
  readonly c: Uint32Array;
  /** One point for each element of the domain. */
  readonly h: Uint32Array;
};

const GROTH16 = 1;
const POINT1 = 64;
const POINT2 = 128;
/** The power of two that divides r - 1. */
const MOST_BITS = 27;
/** Words of a coefficient. */
export const COEFFICIENT_WORDS = 11;

/**
 * Reads a key. Lengths are exact, numbers canonical, indexes in range, and the header's points on their curves. The
 * points of the lists are checked when they are loaded.
 *
 * @param trusted a verification key of valid points: if the key's are the same, they are not checked again.
 * @throws KeyError
 */
export function parseZkey(bytes: Uint8Array, trusted?: Groth16Key): Zkey {
  const sections = sectionsOf(bytes);
  const section = (id: number, length?: number): Uint8Array => {
    const found = sections.get(id);
    if (found === undefined) throw new KeyError(`it has no section ${id}`);
    if (length !== undefined && found.length !== length) {
      throw new KeyError(`section ${id} has ${found.length} bytes, not ${length}`);
    }
    return found;
  };
  if (wordsOf(section(1, 4))[0] !== GROTH16) throw new KeyError("it is not for Groth16");
  const header = headerOf(wordsOf(section(2, 84 + 3 * POINT1 + 3 * POINT2)));
  const { wires, publics, domain } = header;
  if (publics >= wires) throw new KeyError("it has more public signals than wires");
  if (domain < 4 || domain > 2 ** MOST_BITS || (domain & (domain - 1)) !== 0) {
    throw new KeyError(`its domain has ${domain} elements`);
  }
  const points = (id: number, count: number, size: number): Uint32Array => {
    const words = wordsOf(section(id, count * size));
    if (!areBelow(words, "p")) throw new KeyError(`section ${id} has a coordinate that is not below p`);
    return words;
  };
  const ic = points(3, publics + 1, POINT1);
  const verification = {
    ...header.verification,
    ic: Array.from({ length: publics + 1 }, (_, i) => readPoint1(ic, 16 * i)),
  };
  if (trusted === undefined || !isTwin({ verification }, trusted)) assertPoints(verification);
  return {
    wires,
    publics,
    domain,
    verification,
    beta1: assertPoint1(header.beta1, "beta"),
    delta1: assertPoint1(header.delta1, "delta"),
    coefficients: coefficientsOf(wordsOf(section(4)), header),
    a: points(5, wires, POINT1),
    b1: points(6, wires, POINT1),
    b2: points(7, wires, POINT2),
    c: points(8, wires - publics - 1, POINT1),
    h: points(9, domain, POINT1),
  };
}

/**
 * Returns a key's sections by their numbers. A key is "zkey", the version 1, the number of sections, and the sections.
 * Each section is its number, its length in 64 bits, and its content.
 *
 * @throws KeyError
 */
export function sectionsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 12 || view.getUint32(0) !== 0x7a6b6579) throw new KeyError("it is not a zkey");
  if (view.getUint32(4, true) !== 1) throw new KeyError(`its version is ${view.getUint32(4, true)}, not 1`);
  const count = view.getUint32(8, true);
  const sections = new Map<number, Uint8Array>();
  let at = 12;
  for (let i = 0; i < count; i++) {
    if (bytes.length - at < 12) throw new KeyError("it ends early");
    const id = view.getUint32(at, true);
    const length = view.getBigUint64(at + 4, true);
    at += 12;
    if (length > BigInt(bytes.length - at)) throw new KeyError(`section ${id} ends after the end of the key`);
    if (length % 4n !== 0n && id < 10) throw new KeyError(`section ${id} has ${length} bytes`);
    if (sections.has(id)) throw new KeyError(`it has section ${id} twice`);
    sections.set(id, bytes.subarray(at, at + Number(length)));
    at += Number(length);
  }
  if (at !== bytes.length) throw new KeyError("there are bytes after its last section");
  return sections;
}

function headerOf(words: Uint32Array) {
  if (words[0] !== 32 || readWords(words, 1) !== P || words[9] !== 32 || readWords(words, 10) !== R) {
    throw new KeyError("it is not over BN254");
  }
  const [wires, publics, domain] = [words[18]!, words[19]!, words[20]!];
  if (!areBelow(words.subarray(21), "p"))
    throw new KeyError("a point of its header has a coordinate that is not below p");
  // In this order: alpha, beta in G1 and in G2, gamma in G2, delta in G1 and in G2.
  return {
    wires,
    publics,
    domain,
    beta1: readPoint1(words, 37),
    delta1: readPoint1(words, 101 + 16),
    verification: {
      alpha: readPoint1(words, 21),
      beta: readPoint2(words, 53),
      gamma: readPoint2(words, 85),
      delta: readPoint2(words, 133),
    },
  };
}

function coefficientsOf(words: Uint32Array, { wires, domain }: { wires: number; domain: number }): Uint32Array {
  const coefficients = words.subarray(1);
  if (words[0]! * COEFFICIENT_WORDS !== coefficients.length)
    throw new KeyError("section 4 does not have the length that it states");
  for (let at = 0; at < coefficients.length; at += COEFFICIENT_WORDS) {
    const [matrix, constraint, wire] = [coefficients[at]!, coefficients[at + 1]!, coefficients[at + 2]!];
    if (matrix > 1 || constraint >= domain || wire >= wires)
      throw new KeyError("a coefficient is of a matrix, constraint or wire that does not exist");
    if (!isBelow(coefficients, at + 3, "r")) throw new KeyError("a coefficient is not below r");
  }
  return coefficients;
}

const INVERSE = bn254.fields.Fp.inv(modulo(1n << 256n, P));
const coordinate = (words: Uint32Array, at: number): bigint => (readWords(words, at) * INVERSE) % P;

const readPoint1 = (words: Uint32Array, at: number): Point1 => ({
  x: coordinate(words, at),
  y: coordinate(words, at + 8),
});

function readPoint2(words: Uint32Array, at: number): Point2 {
  const pair = (from: number) => ({ c0: coordinate(words, from), c1: coordinate(words, from + 8) });
  return { x: pair(at), y: pair(at + 16) };
}

function assertPoints({ alpha, beta, gamma, delta, ic }: Groth16Key): void {
  assertPoint1(alpha, "alpha");
  for (const [name, point] of Object.entries({ beta, gamma, delta })) {
    checked(() => bn254.G2.Point.fromAffine(point).assertValidity(), point, name);
  }
  for (const [i, point] of ic.entries()) assertPoint1(point, `IC_${i}`);
}

const assertPoint1 = (point: Point1, name: string): Point1 =>
  checked(() => bn254.G1.Point.fromAffine(point).assertValidity(), point, name);

function checked<T>(check: () => void, point: T, name: string): T {
  try {
    check();
  } catch {
    throw new KeyError(`its ${name} is not a point of its group`);
  }
  return point;
}

/** Whether proofs under one key are valid under the other. */
export function isTwin({ verification }: Pick<Zkey, "verification">, key: Groth16Key): boolean {
  const text = ({ alpha, beta, gamma, delta, ic }: Groth16Key): string =>
    [alpha, ...ic]
      .map(({ x, y }) => [x, y])
      .concat([beta, gamma, delta].map(({ x, y }) => [x.c0, x.c1, y.c0, y.c1]))
      .join();
  return text(verification) === text(key);
}
