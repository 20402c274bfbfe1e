/** Converts verification keys from snarkjs's form to the form of this package. */
import { readFileSync } from "node:fs";
import type { Groth16Key } from "../../src/proof/groth16.ts";
import { ARTIFACTS, atRoot } from "./files.ts";

/** A Groth16 verification key as snarkjs writes it. Numbers are decimal strings, and points end with z = 1. */
export type VerificationKey = {
  protocol: string;
  curve: string;
  nPublic: number;
  vk_alpha_1: string[];
  vk_beta_2: string[][];
  vk_gamma_2: string[][];
  vk_delta_2: string[][];
  IC: string[][];
};

/** Returns the key's points as numbers. It checks nothing: `prepareKey` and `renderVerifier` do. */
export function toGroth16Key(key: VerificationKey): Groth16Key {
  const g1 = ([x = "", y = ""]: string[]) => ({ x: BigInt(x), y: BigInt(y) });
  const fp2 = ([c0 = "", c1 = ""]: string[] = []) => ({ c0: BigInt(c0), c1: BigInt(c1) });
  const g2 = ([x, y]: string[][]) => ({ x: fp2(x), y: fp2(y) });
  return {
    alpha: g1(key.vk_alpha_1),
    beta: g2(key.vk_beta_2),
    gamma: g2(key.vk_gamma_2),
    delta: g2(key.vk_delta_2),
    ic: key.IC.map(g1),
  };
}

export const artifactVkey = (circuit: string): VerificationKey =>
  JSON.parse(readFileSync(atRoot(`${ARTIFACTS}/${circuit}.vkey.json`), "utf8")) as VerificationKey;
