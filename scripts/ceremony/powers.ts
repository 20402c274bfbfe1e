/** The powers of tau that a ceremony may start from: published phase 1 files, pinned by their hashes. */
import { createHash } from "node:crypto";

/** A phase 1 file that is prepared for phase 2. */
export type Powers = {
  readonly name: string;
  /** BLAKE2b-512 of the file. */
  readonly blake2b: string;
  /** If set, the file's author may know tau, and a ceremony with it is only a rehearsal. */
  readonly development: boolean;
};

/**
 * The first three come from the Perpetual Powers of Tau, with 54 contributions and a beacon. Their hashes are listed
 * in https://github.com/iden3/snarkjs#7-prepare-phase-2.
 */
export const POWERS: readonly Powers[] = [
  {
    name: "powersOfTau28_hez_final_14.ptau",
    blake2b:
      "eeefbcf7c3803b523c94112023c7ff89558f9b8e0cf5d6cdcba3ade60f168af4a181c9c21774b94fbae6c90411995f7d854d02ebd93fb66043dbb06f17a831c1",
    development: false,
  },
  {
    name: "powersOfTau28_hez_final_15.ptau",
    blake2b:
      "982372c867d229c236091f767e703253249a9b432c1710b4f326306bfa2428a17b06240359606cfe4d580b10a5a1f63fbed499527069c18ae17060472969ae6e",
    development: false,
  },
  {
    name: "powersOfTau28_hez_final_16.ptau",
    blake2b:
      "6a6277a2f74e1073601b4f9fed6e1e55226917efb0f0db8a07d98ab01df1ccf43eb0e8c3159432acd4960e2f29fe84a4198501fa54c8dad9e43297453efec125",
    development: false,
  },
  {
    name: "powersOfTau15_final.ptau of snarkjs@0.5.0",
    blake2b:
      "c696c9f05f6cdf0fe1cdf8c88fc7cd67511205d0a480d6722c2627beb3945de72334ad26ca9fe0ca43058e1f5371b168b785ac08dfdbcc3e3e024368f06f0a04",
    development: true,
  },
];

/**
 * Finds a file among the pinned ones by its hash.
 *
 * @throws Error if the file is not pinned.
 */
export function knownPowers(bytes: Uint8Array, pinned: readonly Powers[]): Powers {
  const blake2b = createHash("blake2b512").update(bytes).digest("hex");
  const found = pinned.find((powers) => powers.blake2b === blake2b);
  if (found !== undefined) return found;
  throw new Error(
    `the powers of tau are not pinned in scripts/ceremony/powers.ts: their BLAKE2b-512 is ${blake2b}\n` +
      "To fix it: take a pinned file, or pin this one where everyone who verifies sees it",
  );
}
