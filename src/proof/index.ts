/**
 * Checking zero-knowledge claims about anchored entries (protocol/4-proofs). Browser-safe; proofs are
 * made by `anchorlog/proof/prover`.
 *
 * @module
 */
export { readAbsence, verifyAbsenceProofWithoutChain, type AbsenceClaim } from "./absence.ts";
export {
  readDisclosure,
  verifyDisclosureProofWithoutChain,
  type Bound,
  type DisclosedValue,
  type DisclosureClaim,
  type DisclosureSubject,
} from "./disclosure.ts";
export {
  type AbsenceDocument,
  type AnchoredBatch,
  type DisclosureDocument,
  formatProof,
  type OrderDocument,
  parseProof,
  PROOF_FORMAT,
  type ProofDocument,
  type StatedDisclosure,
  type StatedOrder,
  type StatedPredicate,
  type ValueName,
} from "./document.ts";
export type { MarkedKey } from "./development.ts";
export { CIRCUIT_KEYS, type CircuitName } from "./circuitKeys.ts";
export { assertKeyServes } from "./keys.ts";
export { readOrder, verifyOrderProofWithoutChain, type OrderClaim, type PlacedMatch } from "./order.ts";
export type { Predicate } from "./predicate.ts";
export {
  type CheckpointChain,
  publicSignals,
  type ProofDoubt,
  type ProofFault,
  type ProofState,
  type ProofTrust,
  type ProofVerdict,
  verifyProof,
} from "./verify.ts";
export {
  decodeProof,
  type Groth16Key,
  type Groth16Proof,
  hashKey,
  type PreparedKey,
  prepareKey,
  ProofError,
  type ProofErrorCode,
  proofToSnarkjs,
  verifyGroth16WithoutChain,
} from "./groth16.ts";
