/** The codes of verdicts: the type checker sees that none is missing. */
import type { BundleVerdict } from "anchorlog/verify/bundle";
import type { JudgedDoubt } from "../../../src/cli/evidence.ts";
import type { JudgedFault } from "../../../src/verify/consequences.ts";

const BUNDLE_FAULTS: Record<Extract<BundleVerdict["code"], JudgedFault>, true> = {
  malformed: true,
  unknown_member: true,
  missing_member: true,
  non_canonical: true,
  bad_kind: true,
  log_mismatch: true,
  signature_malformed: true,
  signature_non_canonical: true,
  signature_mismatch: true,
  bad_entry: true,
  entry_mismatch: true,
  object_mismatch: true,
  deadline_passed: true,
  receipt_mismatch: true,
  bad_header: true,
  header_mismatch: true,
  inclusion_mismatch: true,
  zk_mismatch: true,
  checkpoint_inclusion_mismatch: true,
  checkpoint_mismatch: true,
  receipt_key_mismatch: true,
  domain_mismatch: true,
};
const BUNDLE_DOUBTS: Record<Extract<BundleVerdict["code"], JudgedDoubt>, true> = {
  no_trust: true,
  other_operator: true,
  other_checkpoint: true,
  unsigned_checkpoint: true,
  unknown_receipt_key: true,
  receipt_misdated: true,
  wrong_chain: true,
  unknown_registry: true,
  unknown_operator: true,
  not_anchored: true,
  rpc_unavailable: true,
  newer_format: true,
};
/** Every code of a bundle's verdict that is not valid. */
export const BUNDLE_CODES: Record<Exclude<BundleVerdict["code"], "ok">, true> = { ...BUNDLE_FAULTS, ...BUNDLE_DOUBTS };

/** Every code of a document's verdict. */
export const INVALID: Record<JudgedFault, true> = {
  ...BUNDLE_FAULTS,
  proof_malformed: true,
  coordinate_range: true,
  not_on_curve: true,
  not_in_subgroup: true,
  signal_count: true,
  signal_range: true,
  unsafe_key: true,
  claim_range: true,
  claim_type: true,
  proof_invalid: true,
  dispute_mismatch: true,
  row_mismatch: true,
};
export const INDETERMINATE: Record<JudgedDoubt, true> = {
  ...BUNDLE_DOUBTS,
  development_key: true,
  engine_unavailable: true,
  unknown_document: true,
  unreadable: true,
};
