/** Assembles the WebAssembly module that src/crypto/bn254 computes with: groups and fields of BN254. */
import { assemble } from "../wasm.ts";
import { groupFunctions } from "./curve.ts";
import { extensionField, fieldFunctions, inversion, primeField } from "./field.ts";
import { G1, G2 } from "./groups.ts";
import { memory, newParts, SCRATCH_END } from "./parts.ts";
import { scalarFunctions } from "./scalars.ts";

/** The module's code, and the addresses that its callers need. */
export type Built = { readonly code: Uint8Array; readonly one: Record<"G1" | "G2", number>; readonly free: number };

const MOST_PAGES = 16_384;

export function build(): Built {
  const parts = newParts();
  const prime = fieldFunctions(parts);
  const invert = inversion(parts, prime);
  const [first, second] = [primeField(parts, prime, invert), extensionField(parts, prime, invert)];
  groupFunctions(parts, G1, first, prime);
  groupFunctions(parts, G2, second, prime);
  scalarFunctions(parts);
  const code = assemble({
    functions: parts.functions,
    pages: 2,
    mostPages: MOST_PAGES,
    data: { at: 0, bytes: memory(parts) },
  });
  return { code, one: { G1: first.one, G2: second.one }, free: SCRATCH_END };
}
