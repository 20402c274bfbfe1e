/** Error codes of evidence: bundles, proofs, faults, challenges, disputes. */
import type { ErrorTable } from "./table.ts";

export const EVIDENCE = {
  malformed: { means: "A document does not have its form." },
  inconsistent_bundle: {
    means: "A bundle's parts contradict each other, so it has no compact form.",
    remedy: "Give the bundle as the operator made it.",
  },
  statement_malformed: {
    means: "The form of the statement does not allow a proof about these entries.",
  },
  position_range: { means: "A position is outside the batch." },
  zk_root_mismatch: {
    means: "An entry's commitment does not lead to the batch's zkRoot.",
    remedy: "Report the fault: the batch contradicts its header.",
  },
  out_of_bounds: { means: "A hidden value is not within the stated bounds." },
  no_match: { means: "The entry does not match the statement." },
  not_before: { means: "The entry is not before the other entry." },
  not_absent: { means: "A matching entry exists." },
  not_included: {
    means: "A bundle is only promised, and proves no inclusion.",
    remedy: "Get it again after the anchor.",
  },
  not_anchored: {
    means: "No stored checkpoint covers the entries to be proven.",
    remedy: "Wait for the anchor, or use a stored checkpoint.",
    again: true,
  },
  no_entries: { means: "The export lacks entries that are needed." },
  prover_failed: {
    means: "The prover failed, for example because memory is short or a key's file is damaged.",
    remedy: "Read the cause in the message.",
  },
  prover_closed: { means: "The prover was closed." },
  proof_invalid: { means: "A proof is not valid for its claim." },
  batch_mismatch: {
    means: "The evidence and the proof are of different batches.",
  },
  other_question: {
    means: "A proof answers another question than the open one.",
  },
  not_disjoint: {
    means: "One entry could match both predicates of a question.",
  },
  not_a_lead: { means: "A proof shows no entry's index, so it cannot take the lead." },
  no_prover: { means: "A lead needs a proof.", remedy: "Give the watchtower the option `prove`." },
  slots_not_canonical: {
    means: "A disclosure's values are not in the order that claims accept.",
    remedy: "Give them in the order of the kind's members.",
  },
  log_mismatch: { means: "A receipt belongs to another log." },
  cannot_answer: {
    means: "The records have no answer to the challenge.",
    remedy: "Give the watchtower a store or an export that has it, well before the deadline.",
  },
  no_beneficiary: { means: "A proof names no beneficiary." },
} as const satisfies ErrorTable;
