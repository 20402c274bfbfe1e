import { decodeBase64 } from "../encoding/base64.ts";
import { MODULE } from "./generated/keccak.ts";
import { createHasher, TEXT, type Hasher } from "./hasher.ts";

/** What the module exports; scripts/generate/keccak.ts explains each. Addresses are those of its memory. */
type KeccakModule = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly keccak: (from: number, length: number, to: number) => void;
  readonly hex: (from: number, count: number, to: number) => number;
};

// No types of ours declare it: those of Node do not, and those of browsers are not here.
type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

const UTF8 = new TextEncoder();

let hasher: Hasher | undefined;

/**
 * In WebAssembly: one for all engines.
 *
 * @throws where there is none, or none with vectors, or none allowed.
 */
export function wasmHasher(): Hasher {
  return (hasher ??= instantiate());
}

function instantiate(): Hasher {
  const { Instance, Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  const { memory, keccak, hex } = new Instance(new Module(decodeBase64(MODULE)!)).exports as KeccakModule;
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  const text = bytes.subarray(TEXT);
  return createHasher(bytes, {
    keccak,
    writeHex: (value, to) => {
      const { length } = value;
      if (length < 2 || length % 2 !== 0 || value.charCodeAt(0) !== 0x30 || value.charCodeAt(1) !== 0x78) return false;
      // Any other character than one of ASCII begins with a byte that is no digit, in the place of one.
      UTF8.encodeInto(value, text);
      return hex(TEXT + 2, (length - 2) / 2, to) === 1;
    },
  });
}
