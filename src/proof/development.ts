/**
 * Development keys: anybody can forge proofs under them, so their proofs are evidence on the local chain alone.
 * Browser-safe.
 *
 * @module
 */
import type { G2Point, Groth16Key } from "../crypto/bn254/pairing.ts";
import { DEVELOPMENT_DELTA } from "./generated/developmentDelta.ts";

/** The local chain of Hardhat and anvil. */
export const LOCAL_CHAIN_ID = 31_337;

/** A verification key with its mark. */
export type MarkedKey = Groth16Key & {
  /** Whether anybody can forge proofs under it. False only for the very key that a ceremony's verified record names. */
  readonly development: boolean;
};

/**
 * Whether delta's logarithm follows from the public development beacon, up to its sign. If so, anybody can forge
 * proofs under the key, for any circuit.
 */
export const isForgeable = ({ delta }: Pick<Groth16Key, "delta">): boolean => sameUpToSign(delta, DEVELOPMENT_DELTA);

/** Whether two points of G2 are each other, or each other's negative. */
export const sameUpToSign = (a: G2Point, b: G2Point): boolean => a.x.c0 === b.x.c0 && a.x.c1 === b.x.c1;
