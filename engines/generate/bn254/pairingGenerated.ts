import { moduleFiles, wasmConstants } from "../files.ts";
import { assembleModule, INPUT } from "./pairingModule.ts";
import { BITS, MOST_SIGNALS, SIGNAL, SIGNALS } from "./pairingSignals.ts";

/** The module, and the constants of its memory that callers need. */
export const pairing = moduleFiles("bn254/pairing", "bn254/pairingModule.ts", () => [
  ...wasmConstants("Verification of Groth16 proofs over BN254", assembleModule()),
  { comment: "The address of the coordinates, 32 bytes each.", values: { INPUT } },
  {
    comment: "The address of the signals, the distance between two, the bits of each, and the most signals.",
    values: { SIGNALS, SIGNAL, BITS, MOST_SIGNALS },
  },
]);
