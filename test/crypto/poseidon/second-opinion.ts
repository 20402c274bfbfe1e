/** circomlibjs's Poseidon in the shape of ours: `(tag, inputs)`. */
import { buildPoseidon, buildPoseidonReference } from "circomlibjs";
import type { PoseidonHash } from "../../../src/crypto/poseidon/poseidon.ts";

const wrap =
  (poseidon: Awaited<ReturnType<typeof buildPoseidon>>): PoseidonHash =>
  (tag, inputs) =>
    poseidon.F.toObject(poseidon(inputs, poseidon.F.e(tag)));

/** Its optimized implementation, in WebAssembly. */
export const circomlibPoseidon = wrap(await buildPoseidon());
/** Its plain one, round by round. */
export const circomlibReference = wrap(await buildPoseidonReference());
