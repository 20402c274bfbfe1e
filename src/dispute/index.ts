/** Evidence of an operator's faults, their proofs on the chain, and disputes between users. Browser-safe. */
export { readStoredCheckpoints, type StoredCheckpoint } from "./checkpoints.ts";
export {
  entryEvidence,
  headerEvidence,
  openAction,
  openHistory,
  receiptEvidence,
  signedStatement,
  storedStatement,
  type ActionOpening,
  type AnchoredHistory,
  type CheckpointStatement,
  type EntryEvidence,
  type EntryStatement,
  type HeaderEvidence,
  type SignedReceipt,
  type SizeStatement,
  type ZkPath,
} from "./evidence.ts";
export { readHeldExport, type HeldEntry, type HeldExport, type HeldRecords } from "./export.ts";
export {
  checkpointEquivocation,
  entryEquivocation,
  entrySuccession,
  foreignLog,
  forgedAction,
  headerSuccession,
  leafEquivocation,
  malformedEntry,
  malformedHeader,
  receiptAhead,
  receiptEquivocation,
  replay,
  signExternallyOwned,
  wrongCarry,
  wrongCommitment,
  wrongObject,
  wrongPrior,
  type EntryPlace,
  type Fault,
  type FaultProof,
  type KnownTree,
} from "./faults/faults.ts";
export type { FoundFault, OpenQuestion, OpenSubject } from "./faults/findings.ts";
export { isWrongCarry, isWrongObject, isWrongPrior } from "./faults/objectFaults.ts";
export {
  disputeDocument,
  formatDispute,
  parseDispute,
  verifyDispute,
  type DisputeDocument,
  type DisputeVerdict,
} from "./disputes/document.ts";
export { formatFault, parseFault, type FaultDocument } from "./faults/document.ts";
export { freezeOf, type FaultFreeze } from "./faults/freezes.ts";
export { encodeProof, reportFault } from "./faults/report.ts";
export {
  findEntryFaults,
  findFaults,
  findHeaderFaults,
  findReceiptFaults,
  findReceiptsAhead,
  type EntrySearch,
  type FaultScan,
} from "./faults/scan.ts";
export { breaksChain, entryFits, headerFollows, headerStands, readEntry, readHeader } from "./succession.ts";
export {
  askForAction,
  askForEntry,
  askForHeader,
  askForLeaf,
  CHALLENGE_STATUSES,
  challengeId,
  nameHashOf,
  openChallenge,
  requiredBond,
  settleChallenge,
  type ChallengeStatus,
  type Opening,
  type ChallengeRequest,
} from "./challenges/challenges.ts";
export { makeAnswer, sendAnswer, type ChallengeAnswer } from "./challenges/answers.ts";
export { readOpenChallenges, type ChallengeCursor, type OpenChallenge } from "./challenges/openChallenges.ts";
export {
  authorizeClaim,
  claimKey,
  claimStatement,
  claimTypedData,
  readBeneficiary,
  readClaims,
  sendClaim,
  verifyAuthorization,
  type AuthorizationVerdict,
  type ClaimAuthorization,
  type ClaimEvidence,
  type ClaimStatement,
  type ClaimTerms,
  type RecordedClaim,
} from "./claims/claims.ts";
export {
  announceRedemption,
  answerDemand,
  cancelByEntries,
  cancelUnanswered,
  claimAsHolder,
  demandNextAct,
  readAnnouncements,
  readDemands,
  readDeparture,
  settleAnnouncement,
  type AnnouncedAct,
  type AnnouncementCursor,
  type Demand,
  type Departure,
  type OpenDemand,
} from "./gates/contests.ts";
export { proveFinalBatch } from "./claims/finalBatches.ts";
export { attestBundle, bundleActionEvidence, bundleHeaderEvidence, type ActionEvidence } from "./gates/gate.ts";
export {
  DISPUTE_SIDES,
  DISPUTE_STATUSES,
  disputeId,
  disputeLead,
  disputeQuestion,
  disputeSide,
  openDispute,
  proofHeaderEvidence,
  readDispute,
  requiredDisputeBond,
  settleDispute,
  takeLead,
  type DisputeLead,
  type DisputePredicate,
  type DisputeQuestion,
  type DisputeSide,
  type DisputeState,
  type DisputeStatus,
} from "./disputes/disputes.ts";
export {
  findLeads,
  leadRequest,
  matchingSide,
  readOpenDisputes,
  type DisputeCursor,
  type OpenDispute,
  type PossibleLead,
} from "./disputes/openDisputes.ts";
