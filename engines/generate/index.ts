/** The published modules and their types, in the order of writing. */
import { knownAnswers } from "./bn254/knownAnswers.ts";
import { groups } from "./bn254/generated.ts";
import { pairing } from "./bn254/pairingGenerated.ts";
import { keccak256 } from "./keccak.ts";
import { poseidon } from "./poseidonWasm.ts";
import { secp256k1 } from "./secp256k1/generated.ts";
import { sha256 } from "./sha256.ts";

export const generated = [...poseidon, ...sha256, ...secp256k1, ...groups, ...pairing, ...knownAnswers, ...keccak256];
