/** Compares the contributions that a circuit's keys record. It does not check the points: snarkjs does. */
import { readFileSync } from "node:fs";
import { type KeyContribution, readHistory } from "./contributions.ts";
import { type Contribution, keyOf, sha256, type Transcript } from "./folder.ts";

/**
 * Follows a circuit's keys from the first to the last. Each key must match the transcript and be for the same circuit.
 * It must have the previous key's contributions, byte for byte, and then the transcript's next contribution.
 *
 * @throws Error with the contribution that is missing or differs.
 */
export function followKeys(folder: string, circuit: string, { contributions }: Transcript): void {
  const first = readHistory(readFileSync(keyOf(folder, circuit, 0)));
  if (first.contributions.length > 0) throw new Error(`${circuit}: the first key has contributions`);
  let before: readonly KeyContribution[] = [];
  for (const [i, contribution] of contributions.entries()) {
    const what = `${circuit}: the key after contribution ${i + 1}, ${contribution.name},`;
    const bytes = readFileSync(keyOf(folder, circuit, i + 1));
    if (sha256(bytes) !== contribution.circuits[circuit]?.key) throw new Error(`${what} differs from the transcript`);
    const { circuit: of, contributions: all } = readHistory(bytes);
    if (!of.equals(first.circuit)) throw new Error(`${what} is of another circuit or other powers of tau`);
    if (all.length !== i + 1) throw new Error(`${what} has ${all.length} contributions`);
    const other = before.findIndex(({ record }, at) => !record.equals(all[at]!.record));
    if (other >= 0) {
      throw new Error(
        `${what} does not have contribution ${other + 1}, ${contributions[other]!.name}: it was replaced`,
      );
    }
    if (!isContribution(all[i]!, contribution, circuit)) {
      throw new Error(`${what} has another contribution than the transcript`);
    }
    before = all;
  }
}

const isContribution = (found: KeyContribution, { name, beacon, circuits }: Contribution, circuit: string): boolean =>
  found.name === name &&
  found.hash === circuits[circuit]?.contribution &&
  found.beacon?.hash === beacon?.hash &&
  found.beacon?.iterationsExponent === beacon?.iterationsExponent;
