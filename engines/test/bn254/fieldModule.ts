/** The module's inner functions of the field, exported by name. */
import { extensionField, fieldFunctions, inversion } from "../../generate/bn254/field.ts";
import { type Call, define, memory, newParts, SCRATCH_END } from "../../generate/bn254/parts.ts";
import { assemble, constant, get } from "../../generate/wasm.ts";
import { P } from "../../../src/crypto/bn254/numbers.ts";

const LIMBS = 5;
const LIMB_BITS = 51n;

/** Limbs in both lanes; their value may be above p or below zero. */
export type Lanes = readonly [readonly bigint[], readonly bigint[]];

export const valueOf = (limbs: readonly bigint[]): bigint =>
  limbs.reduceRight((value, limb) => (value << LIMB_BITS) + limb, 0n);

/** A value's balanced limbs. The last limb holds the rest. */
export function balanced(value: bigint): bigint[] {
  let rest = value;
  return Array.from({ length: LIMBS }, (_, i) => {
    const limb = i < LIMBS - 1 ? BigInt.asIntN(Number(LIMB_BITS), rest) : rest;
    rest = (rest - limb) >> LIMB_BITS;
    return limb;
  });
}

/** A function that computes two results, called once for each of them. The operands of the other result are zeros. */
const twice = (name: string, call: Call, parameters: number): Record<string, readonly [Call, number]> => {
  const zeros = Array.from({ length: parameters }, (_, i) => constant(SCRATCH_END + 80 * (8 + i)));
  return {
    [name]: [(...args) => call(...args, ...zeros), parameters],
    [`${name}Later`]: [(...args) => call(...zeros, ...args), parameters],
  };
};

export function fieldModule() {
  const parts = newParts();
  const prime = fieldFunctions(parts);
  const invert = inversion(parts, prime);
  const extension = extensionField(parts, prime, invert);
  const named: Record<string, readonly [Call, number]> = {
    multiply: [prime.multiply, 3],
    multiplyFolded: [prime.multiplyFolded, 3],
    square: [prime.square, 2],
    add: [prime.add, 3],
    subtract: [prime.subtract, 3],
    invert: [invert, 2],
    multiply2: [extension.multiply, 3],
    invert2: [extension.invert, 2],
    ...twice("multiplyTwo", prime.multiplyTwo, 3),
    ...twice("multiplyPlus", prime.multiplyPlusTwo, 4),
    ...twice("squarePlus", prime.squarePlusTwo, 3),
    ...twice("multiplyTwo2", extension.multiplyTwo, 3),
    ...twice("multiplyPlus2", extension.multiplyPlusTwo, 4),
    ...twice("squarePlus2", extension.squarePlusTwo, 3),
  };
  for (const [exported, [call, parameters]] of Object.entries(named)) {
    const args = Array.from({ length: parameters }, (_, i) => get(i));
    define(parts, { exported: `${exported}_`, parameters, body: call(...args) });
  }
  const code = assemble({ functions: parts.functions, pages: 1, data: { at: 0, bytes: memory(parts) } });
  const { Instance, Module } = (
    globalThis as unknown as {
      WebAssembly: { Module: new (code: Uint8Array) => object; Instance: new (module: object) => { exports: unknown } };
    }
  ).WebAssembly;
  const exports = new Instance(new Module(code)).exports as { memory: { buffer: ArrayBuffer } } & Record<
    string,
    (...addresses: number[]) => void
  >;
  const doubles = new Float64Array(exports.memory.buffer);
  const address = (i: number) => SCRATCH_END + 80 * i;
  return {
    /** The limbs that a function makes of its operands. */
    run(name: keyof typeof named, ...operands: readonly Lanes[]): Lanes {
      operands.forEach((lanes, operand) => {
        lanes.forEach((limbs, lane) => {
          limbs.forEach((limb, i) => (doubles[address(operand + 1) / 8 + 2 * i + lane] = Number(limb)));
        });
      });
      exports[`${name}_`]!(address(0), ...operands.map((_, i) => address(i + 1)));
      const [low, high] = [0, 1].map((lane) =>
        Array.from({ length: LIMBS }, (_, i) => BigInt(doubles[address(0) / 8 + 2 * i + lane]!)),
      );
      return [low!, high!];
    },
  };
}

/** `value / 2^255` modulo p: the value of a reduced product. */
export const reduced = (value: bigint): bigint => {
  const rest = (value * INVERSE) % P;
  return rest < 0n ? rest + P : rest;
};
const INVERSE = (() => {
  let inverse = 1n;
  for (let i = 0; i < 255; i++) inverse = inverse % 2n === 1n ? (inverse + P) / 2n : inverse / 2n;
  return inverse;
})();
