/** Runs circom's witness generators directly: a few milliseconds a witness, and no workers left behind. */
import { readFileSync } from "node:fs";
import type { CircuitInput } from "../../src/proof/witness.ts";

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

// Node has it, but its types declare no value.
const { instantiate } = (
  globalThis as unknown as {
    WebAssembly: { instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }> };
  }
).WebAssembly;

/** Thrown where an input does not satisfy the circuit. */
export class AssertFailed extends Error {}

/** Computes witnesses: wire 0 is 1, then the public signals, then the rest. */
export type WitnessGenerator = (input: CircuitInput) => bigint[];

/** Loads a witness generator, for many witnesses. */
export async function loadWitnessGenerator(path: string | URL): Promise<WitnessGenerator> {
  let message = "";
  const { instance } = await instantiate(readFileSync(path), {
    runtime: {
      exceptionHandler(code: number) {
        if (code === 4) throw new AssertFailed(message.trim());
        throw new Error(`circom's exception ${code}: ${message}`);
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

  return (input) => {
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
    return Array.from({ length: wasm.getWitnessSize() }, (_, i) => {
      wasm.getWitness(i);
      let value = 0n;
      for (let limb = limbs - 1; limb >= 0; limb--)
        value = (value << 32n) | BigInt(wasm.readSharedRWMemory(limb) >>> 0);
      return value;
    });
  };
}

function flatten(value: CircuitInput[string]): bigint[] {
  return typeof value === "bigint" ? [value] : value.flatMap(flatten);
}

/** The 64-bit FNV-1a hash by which the generators know their inputs. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash;
}
