/** Renders the verification keys as TypeScript modules, so that a browser need not fetch them as files. */
import { bn254 } from "@noble/curves/bn254.js";
import type { G1Point, G2Point } from "../../src/crypto/bn254/pairing.ts";
import type { Generated } from "../generate/generated.ts";
import { BEACON, beaconScalar } from "./beacon.ts";
import { ARTIFACTS, CIRCUITS, formatted } from "./files.ts";
import { isDevelopment, readManifest } from "./manifest.ts";
import { artifactVkey, toGroth16Key } from "./vkey.ts";

const keyModulePath = (circuit: string) => `src/proof/generated/${circuit}Key.ts`;

/** One module for each circuit, and the delta that identifies development keys under any name. */
export const generated: readonly Generated[] = [
  ...CIRCUITS.map((circuit) => ({ path: keyModulePath(circuit), render: () => keyModule(circuit) })),
  { path: "src/proof/generated/developmentDelta.ts", render: developmentDelta },
];

const g1 = ({ x, y }: G1Point) => `{ x: ${x}n, y: ${y}n }`;
const fp2 = ({ c0, c1 }: G2Point["x"]) => `{ c0: ${c0}n, c1: ${c1}n }`;
const g2 = ({ x, y }: G2Point) => `{ x: ${fp2(x)}, y: ${fp2(y)} }`;

/** Returns the text of a circuit's module, made from the committed verification key. */
async function keyModule(circuit: string): Promise<string> {
  const { alpha, beta, gamma, delta, ic } = toGroth16Key(artifactVkey(circuit));
  const development = isDevelopment(readManifest(), circuit);
  const name = `${circuit.toUpperCase()}_KEY`;
  return formatted(
    keyModulePath(circuit),
    `// Generated from ${ARTIFACTS}/${circuit}.vkey.json and ${ARTIFACTS}/manifest.json. Do not edit.
import type { MarkedKey } from '../development.ts'

/** ${development ? "A DEVELOPMENT key: anyone can forge proofs under it." : "A ceremony's key: see circuits/README.md."} */
export const ${name}: MarkedKey = {
  development: ${development},
  alpha: ${g1(alpha)},
  beta: ${g2(beta)},
  gamma: ${g2(gamma)},
  delta: ${g2(delta)},
  ic: [${ic.map(g1).join(", ")}],
}
`,
  );
}

async function developmentDelta(): Promise<string> {
  const path = "src/proof/generated/developmentDelta.ts";
  const delta = bn254.G2.Point.BASE.multiply(beaconScalar(BEACON)).toAffine();
  return formatted(
    path,
    `// Generated from the beacon in scripts/circuits/beacon.ts. Do not edit.
import type { G2Point } from '../../crypto/bn254/pairing.ts'

/** The delta of every key that the development beacon alone contributed to: anyone knows its logarithm. */
export const DEVELOPMENT_DELTA: G2Point = ${g2(delta)}
`,
  );
}
