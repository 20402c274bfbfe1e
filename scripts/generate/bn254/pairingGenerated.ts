import { format, resolveConfig } from "prettier";
import { type Generated, moduleSource } from "../generated.ts";
import { assembleModule, INPUT } from "./pairingModule.ts";
import { BITS, MOST_SIGNALS, SIGNAL, SIGNALS } from "./pairingSignals.ts";

const path = "src/crypto/bn254/generated/pairing.ts";

/** The module, and what its callers have to know of its memory. */
export const pairing: Generated = {
  path,
  render: async () => {
    const source = `// Written by scripts/generate/bn254/pairingModule.ts, which explains it: do not edit.

${moduleSource("Verification of Groth16 proofs over BN254", assembleModule())}

/** The address of the coordinates, 32 bytes each. */
export const INPUT = ${INPUT};

/** The address of the signals, the distance between two, the bits of each, and the most signals. */
export const SIGNALS = ${SIGNALS};
export const SIGNAL = ${SIGNAL};
export const BITS = ${BITS};
export const MOST_SIGNALS = ${MOST_SIGNALS};
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};
