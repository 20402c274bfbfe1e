import { decodeBase64 } from "../encoding/base64.ts";
import { equalBytes } from "../encoding/bytes.ts";
import type { HashMany } from "./engine.ts";
import { ELEMENT_BYTES, elementsToBytes } from "./field.ts";
import { CHECK, DATA, MODULE, ROOM, TAG } from "./generated/poseidon.ts";

/** What the module exports; scripts/generate/poseidonWasm.ts explains it. Counts are even. */
type PoseidonModule = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly p4: (count: number) => void;
  readonly p5: (count: number) => void;
};

// No types of ours declare it: those of Node do not, and those of browsers are not here.
type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/**
 * The hashes in WebAssembly, or undefined where there is none, or none with relaxed vectors, or none allowed, or
 * the machine has no fused multiply-add.
 */
export function instantiateHashMany(): HashMany | undefined {
  try {
    const { Instance, Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    const hashMany = hashManyOf(new Instance(new Module(decodeBase64(MODULE)!)).exports as PoseidonModule);
    const found = hashMany(4, elementsToBytes([0n]), elementsToBytes([1n, 2n, 3n, 4n]));
    return equalBytes(found, elementsToBytes([CHECK])) ? hashMany : undefined;
  } catch {
    return undefined;
  }
}

function hashManyOf({ memory, p4, p5 }: PoseidonModule): HashMany {
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  const hash = { 4: p4, 5: p5 } as const;
  return (arity, tag, inputs) => {
    const size = arity * ELEMENT_BYTES;
    const to = new Uint8Array(inputs.length / arity);
    bytes.set(tag, TAG);
    for (let at = 0; at < inputs.length; at += ROOM[arity] * size) {
      const part = inputs.subarray(at, at + ROOM[arity] * size);
      const count = part.length / size;
      bytes.set(part, DATA);
      // Of an odd number, the last one shares its vectors with whatever follows it.
      hash[arity](count + (count % 2));
      to.set(bytes.subarray(DATA, DATA + count * ELEMENT_BYTES), at / arity);
    }
    return to;
  };
}
