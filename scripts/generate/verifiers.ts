import { readFile } from "node:fs/promises";
import { ON_CHAIN } from "../circuits/files.ts";
import { isDevelopment, readManifest } from "../circuits/manifest.ts";
import { SIGNALS } from "../circuits/signals.ts";
import type { Generated } from "./generated.ts";
import { artifactVkey, type VerificationKey } from "../circuits/vkey.ts";
import { renderVerifier } from "./verifier.ts";

/** One Solidity verifier a circuit. */
export const generated: readonly Generated[] = [
  ...ON_CHAIN.map((name) => ({
    path: `contracts/verifiers/${name[0]?.toUpperCase()}${name.slice(1)}Verifier.sol`,
    render: async () =>
      renderVerifier({
        name,
        vkey: artifactVkey(name),
        development: isDevelopment(readManifest(), name),
        signals: SIGNALS[name],
      }),
  })),
  {
    // For the tests of the generator: a small circuit, under a key that is not for development.
    path: "contracts/test/ProductVerifier.sol",
    render: async () => {
      const vector = await readFile("test/vectors/groth16/product.json", "utf8");
      const { verificationKey } = JSON.parse(vector) as { verificationKey: VerificationKey };
      return renderVerifier({
        name: "product",
        vkey: verificationKey,
        development: false,
        signals: ["product", "tag"],
      });
    },
  },
];
