/** State that the functions of ./module.ts share while the module is assembled. */
import { arithmeticOver, VECTORS, type Arithmetic, type Lanes } from "../montgomery.ts";
import { LIMBS, VECTOR, bitsOf, limbsOf, place, range, type Constants } from "../poseidonConstants.ts";
import { call, type Code, type Func } from "../wasm.ts";
import { PAIR } from "./elements.ts";

/** p, the prime that BN254 is over, and r, its order. */
export const P = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
export const R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

const FOLD_BITS = 36;

export type Field = {
  readonly modulus: bigint;
  readonly arithmetic: Arithmetic;
  readonly tidying: { readonly factor: number; readonly unit: number; readonly round: number; readonly down: number };
  /** Returns the address of a constant pair: `low` and `high` in Montgomery form. */
  readonly pair: (low: bigint, high?: bigint) => number;
};

export type Parts = {
  readonly functions: Func[];
  readonly constants: Constants;
  /** Vectors whose lanes differ: they follow the constants in memory. */
  readonly vectors: bigint[];
  /** Address of the next pair. */
  next: number;
  readonly p: Field;
  readonly r: Field;
};

/** Addresses of the functions' inputs and working memory. */
export const CONSTANTS_END = 8 * 1024;
const VECTORS_AT = CONSTANTS_END;
export const SCRATCH = 10 * 1024;
export const SCRATCH_END = 18 * 1024;

export function newParts(): Parts {
  const constants: Constants = { values: [], limbs: [], elementsAt: 0 };
  const vectors: bigint[] = [];
  const field = (modulus: bigint): Field => ({
    modulus,
    arithmetic: arithmeticOver(constants, modulus, FOLD_BITS),
    tidying: {
      factor: place(constants, [bitsOf(2 ** 204 / Number(modulus))]),
      unit: place(constants, [bitsOf(1.5 * 2 ** 52)]),
      round: place(constants, [bitsOf(1.5 * 2 ** 103)]),
      down: place(constants, [bitsOf(2 ** -51)]),
    },
    pair: (low, high = low) => {
      const limbs = [low, high].map((value) => montgomeryLimbs(value, modulus));
      return placeVectors(
        vectors,
        range(LIMBS).flatMap((i) => limbs.map((of) => bitsOf(Number(of[i]!)))),
      );
    },
  });
  return { functions: [], constants, vectors, next: SCRATCH, p: field(P), r: field(R) };
}

export function placeVectors(vectors: bigint[], values: readonly bigint[]): number {
  vectors.push(...values);
  return VECTORS_AT + (vectors.length - values.length) * 8;
}

/** The limbs of a value's Montgomery form, which is from -modulus/2 to modulus/2. */
function montgomeryLimbs(value: bigint, modulus: bigint): bigint[] {
  const form = (((value << 255n) % modulus) + modulus) % modulus;
  return limbsOf(2n * form > modulus ? form - modulus : form);
}

export type Call = (...args: Code[]) => Code;

export function define({ functions }: Parts, func: Func): Call {
  const index = functions.push(func) - 1;
  return (...args) => call(index, ...args);
}

/**
 * Makes a function that computes two results by turns. It has the arithmetic's vector locals twice, and `vectors` more,
 * from `more` on.
 */
export function arithmeticFunction(
  parts: Parts,
  { arithmetic }: Field,
  { exported, parameters, integers = 0, vectors = 0, result = false }: Omit<Func, "body" | "longs">,
  write: (turns: readonly [Lanes, Lanes], more: number) => Code,
): Call {
  const first = parameters + integers;
  const lanes = arithmetic.startingAt(first);
  const turns = [lanes, arithmetic.startingAt(first + VECTORS, lanes.SPLITTERS)] as const;
  return define(parts, {
    ...(exported === undefined ? {} : { exported }),
    parameters,
    integers,
    result,
    vectors: 2 * VECTORS + vectors,
    body: [...lanes.prologue, ...write(turns, first + 2 * VECTORS)],
  });
}

/** Reserves memory for `pairs` pairs, and returns its address. */
export function scratch(parts: Parts, pairs = 1): number {
  const at = parts.next;
  parts.next += pairs * PAIR;
  if (parts.next > SCRATCH_END) throw new Error("the intermediate values do not fit into the scratch memory");
  return at;
}

export function memory({ constants, vectors }: Parts): number[] {
  if (constants.values.length * VECTOR > CONSTANTS_END) throw new Error("the constants do not fit");
  if (VECTORS_AT + vectors.length * 8 > SCRATCH) throw new Error("the vectors do not fit");
  const values = new BigUint64Array(SCRATCH / 8);
  constants.values.forEach((value, i) => values.fill(value, 2 * i, 2 * i + 2));
  vectors.forEach((value, i) => (values[VECTORS_AT / 8 + i] = value));
  return [...new Uint8Array(values.buffer)];
}
