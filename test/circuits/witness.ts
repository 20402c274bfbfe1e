/** Witnesses as bigints: wire 0 is 1, then the public signals, then the rest. */
import { readFileSync } from "node:fs";
import { loadCalculator } from "../../src/proof/calculator.ts";
import type { CircuitInput } from "../../src/proof/witness.ts";

export { AssertFailed } from "../../src/proof/calculator.ts";

export type WitnessGenerator = (input: CircuitInput) => bigint[];

/** Loads a witness generator, for many witnesses. */
export async function loadWitnessGenerator(path: string | URL): Promise<WitnessGenerator> {
  const { calculate } = await loadCalculator(readFileSync(path));
  return (input) => {
    const limbs = calculate(input);
    return Array.from({ length: limbs.length / 8 }, (_, wire) => {
      let value = 0n;
      for (let limb = 7; limb >= 0; limb--) value = (value << 32n) | BigInt(limbs[8 * wire + limb]!);
      return value;
    });
  };
}
