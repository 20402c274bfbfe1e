import { copyFileSync, mkdirSync } from "node:fs";
import * as snarkjs from "snarkjs";
import { atRoot } from "../circuits/files.ts";
import { compile } from "../circuits/setup.ts";
import {
  assertEmpty,
  circuitsNamed,
  hashFile,
  keyOf,
  powersOf,
  quiet,
  withSnarkjs,
  writeTranscript,
} from "./folder.ts";

/**
 * The first keys, before any contribution: proofs under them can be forged by anyone.
 *
 * @param powers A prepared phase 1 of 2^14 or more, whose hash its makers have published.
 */
export async function start(folder: string, powers: string, names: readonly string[]): Promise<void> {
  assertEmpty(folder);
  const circuits = circuitsNamed(names);
  mkdirSync(folder, { recursive: true });
  copyFileSync(powers, powersOf(folder));
  const phase1 = hashFile(powersOf(folder));
  console.log(`powers of tau, SHA-256: ${phase1}\nCompare it with what their makers published.`);
  const r1cs: Record<string, string> = {};
  await withSnarkjs(async () => {
    for (const circuit of circuits) {
      const compiled = atRoot(compile(circuit).r1cs);
      r1cs[circuit] = hashFile(compiled);
      await snarkjs.zKey.newZKey(compiled, powersOf(folder), keyOf(folder, circuit, 0), quiet);
      console.log(`${circuit}: constraints ${r1cs[circuit]}`);
    }
  });
  writeTranscript(folder, { circuits, phase1, r1cs, contributions: [] });
}
