/** The consequences of an invalid document, in words for people who are not engineers. */
import type { ProofFault } from "../proof/verify.ts";
import type { InvalidCode } from "./bundle/verify.ts";

/** Why a document is invalid. */
export type JudgedFault = InvalidCode | ProofFault | "dispute_mismatch" | "row_mismatch";

const FORM =
  "So nothing in this file counts. It does not show that the operator's log lacks the action: a file that was changed on its way looks the same.";
const UNSIGNED =
  "So the file does not show that the actor signed this action for this log. It does not show who changed the file, or what the log has.";
const ENTRY =
  "So the action and the entry in the file do not belong together. It does not show which of them was changed, or by whom.";
const ACCEPTED = "It does not show that the operator accepted it: the receipt was not judged.";
const INCLUSION =
  "So the file does not show that the entry is in the checkpoint. It does not show that the entry is missing there: any part of the file may have been changed.";
const PROOF = "So the proof shows nothing about its claim. It does not show that the claim is false.";

/** For each code of an invalid verdict: what follows, and what does not. */
export const CONSEQUENCES: Readonly<Record<JudgedFault, string>> = {
  malformed: FORM,
  missing_member: FORM,
  unknown_member: FORM,
  non_canonical: FORM,
  bad_kind: UNSIGNED,
  log_mismatch: UNSIGNED,
  signature_malformed: UNSIGNED,
  signature_non_canonical: UNSIGNED,
  signature_mismatch: UNSIGNED,
  bad_entry: FORM,
  entry_mismatch: ENTRY,
  object_mismatch: `So the entry misleads about the object that the actor signed for. ${ACCEPTED}`,
  deadline_passed: `So the actor did not agree to the action at the time that the entry states. ${ACCEPTED}`,
  receipt_mismatch:
    "So the file holds no promise of the operator. It does not show that the entry is missing in the log: ask for a new bundle.",
  bad_header: INCLUSION,
  header_mismatch: INCLUSION,
  inclusion_mismatch: INCLUSION,
  checkpoint_inclusion_mismatch: INCLUSION,
  zk_mismatch:
    "So zero-knowledge proofs cannot rest on this file. It does not show that the entry is missing in the batch, or who is wrong: the file's zkPath may have been changed, or the operator's zkRoot. An audit of the export tells them apart.",
  checkpoint_mismatch:
    "So this is another history than the one that you trust. It does not show who made it: the operator signed it only if a receipt or a checkpoint bears its signature.",
  receipt_key_mismatch:
    "So this receipt is not the operator's promise. It does not show that the entry is missing in the log.",
  domain_mismatch:
    "So the action was signed for another operator's name or version. It does not show that the actor did not sign it.",
  row_mismatch:
    "So the bundle is not the record of this row as it is now. It does not show who changed the row, or when.",
  dispute_mismatch: "So the evidence decides nothing in this dispute. It does not show who was first.",
  proof_malformed: PROOF,
  coordinate_range: PROOF,
  not_on_curve: PROOF,
  not_in_subgroup: PROOF,
  signal_count: PROOF,
  signal_range: PROOF,
  unsafe_key: PROOF,
  claim_range: PROOF,
  claim_type: PROOF,
  proof_invalid: PROOF,
};
