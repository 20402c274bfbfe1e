/** Error codes of evidence: bundles, proofs, faults, challenges, disputes. */
import type { ErrorTable } from "./table.ts";

export const EVIDENCE = {
  malformed: { means: "A document does not have its form.", remedy: "Give the document unchanged, as it was written." },
  inconsistent_bundle: {
    means: "A bundle's parts contradict each other, so it has no compact form.",
    remedy: "Give the bundle as the operator made it.",
  },
  statement_malformed: {
    means: "The statement cannot be proven about these entries, because of its form.",
    remedy: "Correct the statement as the message says.",
  },
  position_range: { means: "A position is outside the batch.", remedy: "Give a position below the batch's count." },
  zk_root_mismatch: {
    means: "An entry's commitment does not lead to the batch's zkRoot.",
    remedy: "The batch contradicts its header: report the fault.",
  },
  out_of_bounds: { means: "A hidden value is not within the stated bounds.", remedy: "State bounds that hold." },
  no_match: { means: "The entry does not match the statement.", remedy: "Make a statement that holds." },
  not_before: {
    means: "The entry is not before the other entry.",
    remedy: "Give the entries in the order of the log.",
  },
  not_absent: {
    means: "A matching entry exists, so it cannot be proven that none does.",
    remedy: "Make a statement that holds.",
  },
  not_included: {
    means: "A bundle is only promised, and proves no inclusion.",
    remedy: "Get the bundle again after the entry is anchored.",
  },
  not_anchored: {
    means: "No stored checkpoint covers the entries to be proven.",
    remedy: "Wait for the anchor, or use a checkpoint that is stored.",
    again: true,
  },
  no_entries: { means: "The export lacks entries that are needed.", remedy: "Give an export that has them." },
  prover_failed: {
    means: "The prover failed.",
    remedy: "The message has the cause, for example memory or a key's file.",
  },
  prover_closed: { means: "The prover was closed.", remedy: "Open it again." },
  proof_invalid: { means: "A proof is not valid for its claim.", remedy: "Make the proof again." },
  batch_mismatch: {
    means: "The evidence and the proof are of different batches.",
    remedy: "Give the evidence of the proof's batch.",
  },
  other_question: {
    means: "A proof answers another question than the open one.",
    remedy: "Prove the answer to the open question.",
  },
  not_disjoint: {
    means: "One entry could match both predicates of a question.",
    remedy: "Use predicates that exclude each other.",
  },
  not_a_lead: { means: "A proof shows no entry's index, so it cannot take the lead.", remedy: "Prove the order." },
  no_prover: {
    means: "A lead needs a proof, and the watchtower has no prover.",
    remedy: "Give the watchtower the option `prove`.",
  },
  slots_not_canonical: {
    means: "A disclosure's values are not in the order that claims accept.",
    remedy: "Give the values in the order of the kind's members.",
  },
  log_mismatch: { means: "A receipt belongs to another log.", remedy: "Name the receipt's log." },
  cannot_answer: {
    means: "The records have no answer to the challenge.",
    remedy: "Give the watchtower a store or an export that has it, well before the deadline.",
  },
  no_beneficiary: { means: "A proof names no beneficiary.", remedy: "Give the address of the beneficiary." },
} as const satisfies ErrorTable;
