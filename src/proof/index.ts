/**
 * Checking zero-knowledge claims about anchored entries (PROTOCOL, section 7). Browser-safe; proofs are
 * made by `anchorlog/proof/prover`.
 *
 * @module
 */
export * from "./disclosure.ts";
export {
  decodeProof,
  encodeProof,
  type Groth16Key,
  type Groth16Proof,
  type PreparedKey,
  prepareKey,
  PROOF_BYTES,
  ProofError,
  type ProofErrorCode,
  proofFromSnarkjs,
  proofToSnarkjs,
  type SnarkjsProof,
  verifyGroth16,
} from "./groth16.ts";
