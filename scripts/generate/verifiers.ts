import { readFile } from "node:fs/promises";
import type { Generated } from "./generated.ts";
import { renderVerifier, type VerificationKey } from "./verifier.ts";

/** One Solidity verifier a circuit. */
export const verifiers: readonly Generated[] = [
  {
    path: "contracts/verifiers/DisclosureVerifier.sol",
    render: async () =>
      renderVerifier({
        name: "disclosure",
        vkey: JSON.parse(await readFile("circuits/artifacts/disclosure.vkey.json", "utf8")) as VerificationKey,
        development: true,
        // Section 7 of docs/PROTOCOL.md.
        signals: [
          "nullifier",
          "zkRoot",
          "payloadType",
          "layout",
          "subject",
          "scope",
          "beneficiary",
          "value0",
          "value1",
          "value2",
          "value3",
        ],
      }),
  },
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
