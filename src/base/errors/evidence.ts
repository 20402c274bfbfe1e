/** Error codes of evidence: bundles, proofs, faults, challenges, disputes. */
import type { ErrorTable } from "./table.ts";

export const EVIDENCE = {
  malformed: { means: "A document does not have its form.", remedy: "Give it unchanged." },
  inconsistent_bundle: {
    means: "A bundle's parts contradict each other, so it has no compact form.",
    remedy: "Give the bundle as the operator made it.",
  },
  statement_malformed: {
    means: "The form of the statement does not allow a proof about these entries.",
    remedy: "Correct it as the message says.",
  },
  position_range: { means: "A position is outside the batch.", remedy: "Give one below the batch's count." },
  zk_root_mismatch: {
    means: "An entry's commitment does not lead to the batch's zkRoot.",
    remedy: "Report the fault: the batch contradicts its header.",
  },
  out_of_bounds: { means: "A hidden value is not within the stated bounds.", remedy: "State bounds that hold." },
  no_match: { means: "The entry does not match the statement.", remedy: "Make a statement that holds." },
  not_before: { means: "The entry is not before the other entry.", remedy: "Give them in the order of the log." },
  not_absent: { means: "A matching entry exists.", remedy: "Make a statement that holds." },
  not_included: {
    means: "A bundle is only promised, and proves no inclusion.",
    remedy: "Get it again after the anchor.",
  },
  not_anchored: {
    means: "No stored checkpoint covers the entries to be proven.",
    remedy: "Wait for the anchor, or use a stored checkpoint.",
    again: true,
  },
  no_entries: { means: "The export lacks entries that are needed.", remedy: "Give one that has them." },
  prover_failed: {
    means: "The prover failed, for example for lack of memory or by a key's file.",
    remedy: "Read the cause in the message.",
  },
  prover_closed: { means: "The prover was closed.", remedy: "Open it again." },
  proof_invalid: { means: "A proof is not valid for its claim.", remedy: "Make it again." },
  batch_mismatch: {
    means: "The evidence and the proof are of different batches.",
    remedy: "Give the evidence of the proof's batch.",
  },
  other_question: {
    means: "A proof answers another question than the open one.",
    remedy: "Prove the answer to that one.",
  },
  not_disjoint: {
    means: "One entry could match both predicates of a question.",
    remedy: "Use predicates that exclude each other.",
  },
  not_a_lead: { means: "A proof shows no entry's index, so it cannot take the lead.", remedy: "Prove the order." },
  no_prover: { means: "A lead needs a proof.", remedy: "Give the watchtower the option `prove`." },
  slots_not_canonical: {
    means: "A disclosure's values are not in the order that claims accept.",
    remedy: "Give them in the order of the kind's members.",
  },
  log_mismatch: { means: "A receipt belongs to another log.", remedy: "Name the receipt's log." },
  cannot_answer: {
    means: "The records have no answer to the challenge.",
    remedy: "Give the watchtower a store or an export that has it, well before the deadline.",
  },
  no_beneficiary: { means: "A proof names no beneficiary.", remedy: "Give the beneficiary's address." },
} as const satisfies ErrorTable;
