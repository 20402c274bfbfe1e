/**
 * Which keys are for development: anybody can forge proofs under them, and so their proofs are evidence on the local
 * chain alone. Browser-safe.
 *
 * @module
 */
import type { G2Point, Groth16Key } from "../bn254/pairing.ts";
import { DEVELOPMENT_DELTA } from "./generated/developmentDelta.ts";

/** The chain that is nobody's but the developer's: hardhat's and anvil's. */
export const LOCAL_CHAIN_ID = 31_337;

/** A verification key with its mark. */
export type MarkedKey = Groth16Key & {
  /** Whether anybody can forge proofs under it. False only for the very key that a ceremony's verified record names. */
  readonly development: boolean;
};

/**
 * Whether delta's logarithm is that of the development beacon, or its negative: whatever a key is called and whichever
 * circuit it is of, anybody can then forge proofs under it.
 */
export const isForgeable = ({ delta }: Pick<Groth16Key, "delta">): boolean => sameUpToSign(delta, DEVELOPMENT_DELTA);

/** Whether two points of G2 are each other, or each other's negative. */
export const sameUpToSign = (a: G2Point, b: G2Point): boolean => a.x.c0 === b.x.c0 && a.x.c1 === b.x.c1;
