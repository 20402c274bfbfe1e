/** A ceremony with the smallest possible circuit and powers of tau, so that each step takes milliseconds. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as snarkjs from "snarkjs";
import type { Subject } from "../../scripts/ceremony/folder.ts";
import { atRoot } from "../../scripts/circuits/files.ts";
import { compile } from "../../scripts/circuits/setup.ts";

/** Two circuits, of the same constraints. */
export async function tinySubject(parent: string): Promise<Subject & { readonly path: string }> {
  const at = (name: string) => join(parent, name);
  const path = at("prepared.ptau");
  const curve = await snarkjs.curves.getCurveFromName("bn128");
  await snarkjs.powersOfTau.newAccumulator(curve, 3, at("new.ptau"));
  await snarkjs.powersOfTau.beacon(at("new.ptau"), at("beacon.ptau"), "anybody", "ab".repeat(32), 10);
  await snarkjs.powersOfTau.preparePhase2(at("beacon.ptau"), path);
  const blake2b = createHash("blake2b512").update(readFileSync(path)).digest("hex");
  const r1cs = atRoot(compile("product", "test/circuits/parts").r1cs);
  return {
    circuits: ["one", "two"],
    compile: () => r1cs,
    powers: [{ name: "tiny.ptau", blake2b, development: true }],
    path,
  };
}
