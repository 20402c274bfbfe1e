import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import * as snarkjs from "snarkjs";
import {
  assertEmpty,
  circuitsNamed,
  hashFile,
  keyOf,
  powersOf,
  quiet,
  SUBJECT,
  type Subject,
  writeTranscript,
} from "./folder.ts";
import { knownPowers } from "./powers.ts";

/**
 * Makes the first keys, before any contribution. Anyone can forge proofs under these keys.
 *
 * @param powers Path of a pinned phase 1 file, prepared for phase 2, of 2^14 or more.
 */
export async function start(
  folder: string,
  powers: string,
  names: readonly string[],
  subject: Subject = SUBJECT,
): Promise<void> {
  assertEmpty(folder);
  const circuits = circuitsNamed(names, subject);
  const { name, blake2b, development } = knownPowers(readFileSync(powers), subject.powers);
  console.log(`powers of tau: ${name}${development ? ", for development: this is a rehearsal" : ""}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(powers, powersOf(folder));
  const r1cs: Record<string, string> = {};
  for (const circuit of circuits) {
    const compiled = subject.compile(circuit);
    r1cs[circuit] = hashFile(compiled);
    await snarkjs.zKey.newZKey(compiled, powersOf(folder), keyOf(folder, circuit, 0), quiet);
    console.log(`${circuit}: constraints ${r1cs[circuit]}`);
  }
  writeTranscript(folder, { circuits, powers: blake2b, r1cs, contributions: [] });
}
