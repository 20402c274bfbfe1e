/** How points of the groups are in memory (engines/generate/bn254/elements.ts). */
import { ONE } from "@anchorlog/engines/bn254/groups";
import { type Addresses, type Asks, ELEMENT, type GroupName, type Memory, PAIR } from "./memory.ts";
import { type Extension, modulo, P, type Point1, type Point2 } from "./numbers.ts";

const LIMBS = 5;
const LIMB_BITS = 51;
/** Bytes from one limb to the next: of an element, and of a pair. */
const [APART, IN_PAIR] = [8, 16];

/** The module's exports for a group. */
export type GroupExports = {
  readonly forward: Addresses;
  readonly backward: Addresses;
  readonly invertTotals: Asks;
  readonly sameX: Asks;
  readonly add: Addresses;
  readonly onCurve: Asks;
  readonly copy: Addresses;
  readonly read: Addresses;
};

/** A reference is a point's address, plus 1 for its negative. */
export type Group<T> = {
  readonly name: GroupName;
  /** Bytes of a point, and how many additions a unit has. */
  readonly point: number;
  readonly lanes: 1 | 2;
  /** The address of a pair that is 1. */
  readonly one: number;
  readonly functions: GroupExports;
  readonly readPoint: (reference: number) => T;
  readonly writePoint: (address: number, point: T) => void;
  /** Three pairs (X : Y : Z), from a point and to one. */
  readonly project: (address: number, reference: number) => void;
  readonly fromProjective: (address: number) => T | undefined;
};

export function group1(memory: Memory, functions: GroupExports): Group<Point1> {
  const { element, putElement, copyLimbs, copyPair } = accessTo(memory);
  return {
    name: "G1",
    point: 2 * ELEMENT,
    lanes: 2,
    one: ONE.G1,
    functions,
    readPoint: (reference) => {
      const address = reference & ~1;
      return { x: element(address, APART), y: modulo(signOf(reference) * element(address + ELEMENT, APART), P) };
    },
    writePoint: (address, { x, y }) => {
      putElement(address, APART, x);
      putElement(address + ELEMENT, APART, y);
    },
    project: (address, reference) => {
      const from = reference & ~1;
      for (const lane of [0, 8]) {
        copyLimbs(address + lane, from, APART, 1n);
        copyLimbs(address + PAIR + lane, from + ELEMENT, APART, signOf(reference));
      }
      copyPair(address + 2 * PAIR, ONE.G1);
    },
    fromProjective: (address) => {
      const [x, y, z] = [0, 1, 2].map((i) => element(address + i * PAIR, IN_PAIR)) as [bigint, bigint, bigint];
      if (z === 0n) return undefined;
      const scale = invert(z);
      return { x: modulo(x * scale, P), y: modulo(y * scale, P) };
    },
  };
}

export function group2(memory: Memory, functions: GroupExports): Group<Point2> {
  const { element, putElement, copyLimbs, copyPair } = accessTo(memory);
  const extension = (address: number, sign = 1n): Extension => ({
    c0: modulo(sign * element(address, IN_PAIR), P),
    c1: modulo(sign * element(address + 8, IN_PAIR), P),
  });
  const putExtension = (address: number, { c0, c1 }: Extension): void => {
    putElement(address, IN_PAIR, c0);
    putElement(address + 8, IN_PAIR, c1);
  };
  return {
    name: "G2",
    point: 2 * PAIR,
    lanes: 1,
    one: ONE.G2,
    functions,
    readPoint: (reference) => {
      const address = reference & ~1;
      return { x: extension(address), y: extension(address + PAIR, signOf(reference)) };
    },
    writePoint: (address, { x, y }) => {
      putExtension(address, x);
      putExtension(address + PAIR, y);
    },
    project: (address, reference) => {
      const from = reference & ~1;
      copyPair(address, from);
      for (const lane of [0, 8]) {
        copyLimbs(address + PAIR + lane, from + PAIR + lane, IN_PAIR, signOf(reference));
      }
      copyPair(address + 2 * PAIR, ONE.G2);
    },
    fromProjective: (address) => {
      const [x, y, z] = [0, 1, 2].map((i) => extension(address + i * PAIR)) as [Extension, Extension, Extension];
      if (z.c0 === 0n && z.c1 === 0n) return undefined;
      const norm = invert(modulo(z.c0 * z.c0 + z.c1 * z.c1, P));
      const scale = { c0: z.c0 * norm, c1: -z.c1 * norm };
      return { x: times(x, scale), y: times(y, scale) };
    },
  };
}

const signOf = (reference: number): bigint => ((reference & 1) === 1 ? -1n : 1n);

const times = (a: Extension, b: Extension): Extension => ({
  c0: modulo(a.c0 * b.c0 - a.c1 * b.c1, P),
  c1: modulo(a.c0 * b.c1 + a.c1 * b.c0, P),
});

/** Reads and writes elements in memory. `apart` is the distance between two limbs in bytes. */
function accessTo({ views }: Memory) {
  return {
    element: (address: number, apart: number): bigint => {
      const { doubles } = views();
      let value = 0n;
      for (let i = LIMBS - 1; i >= 0; i--) {
        value = (value << BigInt(LIMB_BITS)) + BigInt(doubles[(address + apart * i) / 8]!);
      }
      return modulo(value * INVERSE_OF_R, P);
    },
    putElement: (address: number, apart: number, value: bigint): void => {
      const { doubles } = views();
      limbsOf(value, P).forEach((limb, i) => (doubles[(address + apart * i) / 8] = limb));
    },
    /** Copies an element to a lane of a pair, times 1 or -1. */
    copyLimbs: (to: number, from: number, apart: number, sign: bigint): void => {
      const { doubles } = views();
      for (let i = 0; i < LIMBS; i++) {
        doubles[(to + IN_PAIR * i) / 8] = Number(sign) * doubles[(from + apart * i) / 8]!;
      }
    },
    copyPair: (to: number, from: number): void => void views().bytes.copyWithin(to, from, from + PAIR),
  };
}

/** The limbs of an element's Montgomery form, which is from -modulus/2 to modulus/2. */
export function limbsOf(value: bigint, modulus: bigint): number[] {
  let rest = modulo(value << 255n, modulus);
  if (2n * rest > modulus) rest -= modulus;
  return Array.from({ length: LIMBS }, (_, i) => {
    const limb = i < LIMBS - 1 ? BigInt.asIntN(LIMB_BITS, rest) : rest;
    rest = (rest - limb) >> BigInt(LIMB_BITS);
    return Number(limb);
  });
}

/** The inverse modulo p, by Euclid's extended algorithm. */
function invert(value: bigint): bigint {
  let [rest, next] = [P, value];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return modulo(factor, P);
}

const INVERSE_OF_R = invert(modulo(1n << 255n, P));
