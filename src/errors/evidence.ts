/** Error codes of evidence: bundles, proofs, faults, challenges, disputes. */
import type { ErrorTable } from "./table.ts";

export const EVIDENCE = {
  malformed: { means: "A document is not of its form.", remedy: "Give it unchanged, as it was written." },
  inconsistent_bundle: {
    means: "A bundle's parts contradict each other, so that it has no compact form.",
    remedy: "Give it as the operator made it.",
  },
  statement_malformed: {
    means: "What is to be proven is no statement about these entries.",
    remedy: "State it as the message says.",
  },
  position_range: { means: "A position is outside of the batch.", remedy: "Give one below its count." },
  zk_root_mismatch: {
    means: "An entry's commitment is not where the batch's zkRoot says.",
    remedy: "The batch is not what its header says: that is a fault to be reported.",
  },
  out_of_bounds: { means: "A hidden value is not within the bounds that are to be shown.", remedy: "State what is." },
  no_match: { means: "The entry does not match what is stated of it.", remedy: "State what is." },
  not_before: { means: "The entry is not before the other.", remedy: "Give them in the order of the log." },
  not_absent: { means: "A matching entry is there, so that none cannot be proven.", remedy: "State what is." },
  not_included: {
    means: "A bundle is only promised yet: it proves no inclusion.",
    remedy: "Get it anew once anchored.",
  },
  not_anchored: {
    means: "What is to be proven leads to no stored checkpoint.",
    remedy: "Wait for the anchor, or take a checkpoint that is stored.",
    again: true,
  },
  no_entries: { means: "What is needed of the entries is not in the export.", remedy: "Give one that has them." },
  prover_failed: { means: "The prover failed.", remedy: "See its message: memory, or a key's file." },
  prover_closed: { means: "The prover was closed.", remedy: "Open it again." },
  proof_invalid: { means: "A proof does not hold for what it claims.", remedy: "Prove it anew." },
  batch_mismatch: { means: "Evidence is of another batch than the proof.", remedy: "Give that of the proof's batch." },
  other_question: { means: "A proof answers another question than is open.", remedy: "Prove what was asked." },
  not_disjoint: {
    means: "One entry could match both predicates of a question.",
    remedy: "Ask by predicates that exclude each other.",
  },
  not_a_lead: { means: "A proof shows no entry's index, so that it takes no lead.", remedy: "Prove the order." },
  no_prover: { means: "A lead takes a proof, and nobody makes one.", remedy: "Give the watchtower `prove`." },
  slots_not_canonical: {
    means: "A disclosure's values are not in the one order that claims take.",
    remedy: "Give them in the order of the kind's members.",
  },
  log_mismatch: { means: "A receipt is of another log.", remedy: "Name the receipt's log." },
  cannot_answer: {
    means: "The records have no answer to the challenge.",
    remedy: "Give the watchtower the store or an export that has it, well before the deadline.",
  },
  no_beneficiary: { means: "A proof is made for nobody.", remedy: "Give the address that it is for." },
} as const satisfies ErrorTable;
