/**
 * Runs circom's witness generators: compiled once, a few milliseconds a witness. It uses nothing of Node or browsers
 * except WebAssembly.
 */
import type { CircuitInput } from "./witness.ts";

type Exports = {
  init(sanityCheck: number): void;
  getFieldNumLen32(): number;
  getInputSize(): number;
  getInputSignalSize(hashHigh: number, hashLow: number): number;
  setInputSignal(hashHigh: number, hashLow: number, index: number): void;
  writeSharedRWMemory(index: number, value: number): void;
  readSharedRWMemory(index: number): number;
  getWitnessSize(): number;
  getWitness(index: number): void;
  getMessageChar(): number;
};

// Node and browsers have it, but the types in use declare no value.
const { instantiate } = (
  globalThis as unknown as {
    WebAssembly: {
      readonly instantiate: (code: Uint8Array, imports: object) => Promise<{ instance: { exports: unknown } }>;
    };
  }
).WebAssembly;

/** Thrown where an input does not satisfy the circuit. */
export class AssertFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AssertFailed";
  }
}

/** Computes witnesses of one circuit: wire 0 is 1, then the public signals, then the rest. */
export type WitnessCalculator = {
  /** The wires as little-endian limbs of 32 bits, eight a wire. Throws AssertFailed for an input without a witness. */
  readonly calculate: (input: CircuitInput) => Uint32Array;
};

/** Loads a witness generator, for many witnesses. */
export async function loadCalculator(code: Uint8Array): Promise<WitnessCalculator> {
  let message = "";
  const { instance } = await instantiate(code, {
    runtime: {
      exceptionHandler(fault: number) {
        if (fault === 4) throw new AssertFailed(message.trim());
        throw new Error(`circom's exception ${fault}: ${message}`);
      },
      printErrorMessage() {
        for (let char = wasm.getMessageChar(); char !== 0; char = wasm.getMessageChar())
          message += String.fromCharCode(char);
        message += "\n";
      },
      writeBufferMessage() {},
      showSharedRWMemory() {},
    },
  });
  const wasm = instance.exports as Exports;
  const limbs = wasm.getFieldNumLen32();

  const read = (into: Uint32Array, at: number) => {
    for (let limb = 0; limb < limbs; limb++) into[at + limb] = wasm.readSharedRWMemory(limb);
  };
  const calculate = (input: CircuitInput) => {
    message = "";
    wasm.init(1);
    let set = 0;
    for (const [name, value] of Object.entries(input)) {
      const hash = fnv1a(name);
      const [high, low] = [Number(hash >> 32n), Number(hash & 0xffffffffn)];
      const values = flatten(value);
      if (wasm.getInputSignalSize(high, low) !== values.length) throw new Error(`${name} has ${values.length} values`);
      for (const [i, element] of values.entries()) {
        for (let limb = 0; limb < limbs; limb++) {
          wasm.writeSharedRWMemory(limb, Number((element >> BigInt(32 * limb)) & 0xffffffffn));
        }
        wasm.setInputSignal(high, low, i);
        set++;
      }
    }
    if (set !== wasm.getInputSize()) throw new Error(`${set} of ${wasm.getInputSize()} inputs are set`);
    const wires = new Uint32Array(wasm.getWitnessSize() * limbs);
    for (let wire = 0; wire < wasm.getWitnessSize(); wire++) {
      wasm.getWitness(wire);
      read(wires, wire * limbs);
    }
    return wires;
  };
  return { calculate };
}

function flatten(value: CircuitInput[string]): bigint[] {
  return typeof value === "bigint" ? [value] : value.flatMap(flatten);
}

/** The 64-bit FNV-1a hash of an input's name: the generators use it as the key. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash;
}
