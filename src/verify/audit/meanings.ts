/** The meaning of each finding, in words for people who are not engineers. The report and docs/AUDITING.md show them. */
import type { FindingCode } from "./findings.ts";
import type { SignatureMeaning } from "./signatures.ts";

/** The meanings of findings. A code that stands for several things has a meaning for each. */
export type MeaningId =
  | Exclude<FindingCode, "bad_signature" | "chain_mismatch" | "key_mismatch" | "malformed">
  | SignatureMeaning
  | "malformed_manifest"
  | "malformed_line"
  | "unsigned_checkpoint"
  | "misplaced_entry"
  | "missing_entries"
  | "missing_batches"
  | "other_root"
  | "other_history"
  | "closed_ahead"
  | "other_keys"
  | "retired_key";

/** The meaning of a finding. Each member is one or two plain sentences. */
export type Meaning = {
  readonly code: FindingCode;
  /** The finding in a sentence. */
  readonly wrong: string;
  readonly follows: string;
  readonly doesNotFollow: string;
  /** The faults of `FaultProofs` that can prove it, by name; empty if none can. */
  readonly faults: readonly string[];
  /** Whether and how it can be proven on chain. */
  readonly proof: string;
  readonly todo: string;
};

const NOT_WHO =
  "It does not show who made the change: the operator, or somebody through whose hands the files went. The operator did not sign the files as a whole.";
const NOT_PROVABLE = "Not on chain: the files as a whole bear no signature of the operator.";
const ASK_AGAIN =
  "Keep these files. Ask the operator for a new export, and get one from somebody else if you can. Compare the two.";
const ASK_ACTION =
  "If the entry's batch is anchored and not final yet, the challenge `action` makes the operator show the action that was signed, or lose its stake.";
const KEEP_AND_REPORT =
  "Keep these files. Let a watchtower look at the live log (`npx anchorlog watch`): it proves the fault if the log shows it, too.";

/** Says that a fault can be proven on chain. */
const proven = (fault: string, condition: string): Pick<Meaning, "faults" | "proof"> => ({
  faults: [fault],
  proof: `Yes, by the fault \`${fault}\`, if ${condition}.`,
});
const notProven = { faults: [], proof: NOT_PROVABLE } as const;
const ANCHORED = "the entry's batch is anchored";

/** The meanings of findings, by the member `meaning` of a finding. */
export const MEANINGS: Readonly<Record<MeaningId, Meaning>> = {
  malformed_manifest: {
    code: "malformed",
    wrong: "The export's table of contents is damaged, or not in the form that the format requires.",
    follows: "Nothing else in this folder could be judged.",
    doesNotFollow: "It does not show that any action or batch is wrong.",
    ...notProven,
    todo: ASK_AGAIN,
  },
  malformed_line: {
    code: "malformed",
    wrong: "This line or file is damaged, or not in the form that the format requires.",
    follows: "The audit could not judge it, or the parts that depend on it.",
    doesNotFollow:
      "It does not show that anything else is wrong. A file that was cut or damaged on its way looks the same.",
    ...notProven,
    todo: ASK_AGAIN,
  },
  missing_file: {
    code: "missing_file",
    wrong: "The export lacks a file that its table of contents, manifest.json, names.",
    follows: "Nothing in that file could be judged.",
    doesNotFollow:
      "It does not show that its content is wrong. The file may have been left out when the folder was copied.",
    ...notProven,
    todo: ASK_AGAIN,
  },
  changed_action: {
    code: "bad_signature",
    wrong: "This action was changed after it was signed.",
    follows:
      "The action on this line is not the one that the log recorded. Its text differs, or its deadline or number. Do not rely on it.",
    doesNotFollow: `${NOT_WHO} It does not show that the log itself is wrong. If all actions have this finding, manifest.json may name the wrong operator, and the actions may be right.`,
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: ASK_AGAIN,
  },
  replaced_signature: {
    code: "bad_signature",
    wrong: "The signature of this action was changed or replaced.",
    follows:
      "The signature on this line is not the one that the log recorded. So the line does not show that the actor signed.",
    doesNotFollow: `${NOT_WHO} It does not show that the actor did not sign.`,
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: ASK_AGAIN,
  },
  forged_action: {
    code: "bad_signature",
    wrong: "The log records an action that its actor did not sign.",
    follows: "The actor is not bound by this action. If the receipt is right, the operator accepted it all the same.",
    doesNotFollow:
      "It does not show who wrote the action. Tools can compute an address from any signature; that address is not the author's.",
    ...proven("ForgedAction", ANCHORED),
    todo: KEEP_AND_REPORT,
  },
  unrelated_signature: {
    code: "bad_signature",
    wrong: "This action is not the one that the log recorded, and its actor did not sign it.",
    follows: "The text on this line proves nothing. Do not rely on it.",
    doesNotFollow: `${NOT_WHO} It does not show that the log itself is wrong.`,
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: ASK_AGAIN,
  },
  wallet_signature: {
    code: "bad_signature",
    wrong: "The log says that a contract wallet accepted this signature. That is impossible.",
    follows: "The entry misstates how the action was signed.",
    doesNotFollow: `${NOT_WHO} It does not show that the actor did not sign: they may have signed with an ordinary key.`,
    faults: ["ForgedAction"],
    proof: `By the fault \`ForgedAction\`, only if the actor itself signs that its account is not a contract. ${ASK_ACTION}`,
    todo: "Ask the actor whether the action is theirs.",
  },
  unsigned_checkpoint: {
    code: "bad_signature",
    wrong: "This checkpoint does not bear the operator's signatures.",
    follows: "It binds nobody. What it says of the log's size and root counts for nothing.",
    doesNotFollow: `${NOT_WHO} It does not show that the batches are wrong.`,
    ...notProven,
    todo: "Compare the batches with the chain (`--rpc`), which needs no checkpoint.",
  },
  unknown_kind: {
    code: "unknown_kind",
    wrong: "The export does not say what this kind of action means.",
    follows: "The action and its signature could not be judged.",
    doesNotFollow:
      "It does not show that the actor did not sign. Somebody may have changed the kind's name on the line.",
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: "Keep these files. Compare the kind's name on this line with another export. If the name is right, ask for one whose manifest.json defines the kind.",
  },
  bad_action: {
    code: "bad_action",
    wrong: "This action is not in a form that the operator may accept.",
    follows: "A log that keeps the rules does not record this text as an action.",
    doesNotFollow: `${NOT_WHO} It does not show that the log recorded this text.`,
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: ASK_AGAIN,
  },
  entry_mismatch: {
    code: "entry_mismatch",
    wrong: "The log's entry does not record the action beside it.",
    follows: "Entry and action do not belong together. At least one of them was changed or exchanged.",
    doesNotFollow: `${NOT_WHO} If the action's signature is right, its actor signed it, though perhaps for another place in the log.`,
    faults: [],
    proof: `${NOT_PROVABLE} ${ASK_ACTION}`,
    todo: ASK_AGAIN,
  },
  deadline_passed: {
    code: "deadline_passed",
    wrong: "The operator accepted this action after its deadline.",
    follows: "The actor did not agree to an action at that time.",
    doesNotFollow: "It does not show when the action really arrived: the time of acceptance is the operator's own.",
    ...proven("WrongObject", ANCHORED),
    todo: KEEP_AND_REPORT,
  },
  object_mismatch: {
    code: "object_mismatch",
    wrong: "The log's entry says something else about the object than the action does.",
    follows: "The entry alone misleads: it names another object, or another holder, than the actor signed.",
    doesNotFollow: "It does not show that the actor did not sign the action.",
    ...proven("WrongObject", ANCHORED),
    todo: KEEP_AND_REPORT,
  },
  wrong_prior: {
    code: "wrong_prior",
    wrong: "The entry does not continue the object's history, or its actor did not hold the object.",
    follows: "The act should not have been accepted. The object's holder before it may still be the rightful one.",
    doesNotFollow: "It does not show that the actor acted in bad faith: the operator decides what it accepts.",
    ...proven("WrongPrior", ANCHORED),
    todo: KEEP_AND_REPORT,
  },
  wrong_carry: {
    code: "wrong_carry",
    wrong: "The entry hands the object to another holder, though the action names none.",
    follows: "The holder that this entry names did not get the object by this action.",
    doesNotFollow: "It does not show that the actor wanted to hand the object on.",
    ...proven("WrongCarry", ANCHORED),
    todo: KEEP_AND_REPORT,
  },
  broken_chain: {
    code: "broken_chain",
    wrong: "This entry does not continue the entry before it.",
    follows: "Between the two, entries are missing, repeated, exchanged, or from another history.",
    doesNotFollow: `${NOT_WHO} A line that was left out of the file looks the same. The action on this line is not in question.`,
    faults: ["EntrySuccession", "EntryEquivocation"],
    proof:
      "If both entries are anchored: by the fault `EntrySuccession`. If the operator signed receipts for two different entries of one index: by `EntryEquivocation`. Otherwise not.",
    todo: ASK_AGAIN,
  },
  misplaced_entry: {
    code: "broken_chain",
    wrong: "This entry does not follow the one before it in the file.",
    follows: "In this file, an entry is missing, repeated or out of place.",
    doesNotFollow: `${NOT_WHO} The action on this line is not in question.`,
    faults: ["EntrySuccession", "EntryEquivocation"],
    proof:
      "Not if only this file differs from the log. If the log itself skips or repeats an entry, and both entries are anchored: by the fault `EntrySuccession`. If the operator signed receipts for two different entries of one index: by `EntryEquivocation`.",
    todo: ASK_AGAIN,
  },
  replay: {
    code: "replay",
    wrong: "An earlier line already used the actor's number (nonce) for this action.",
    follows: "One signed action may have been carried out twice, or two actions share a number.",
    doesNotFollow: "It does not show that the actor signed twice.",
    ...proven("Replay", "both entries are anchored, at two indexes"),
    todo: KEEP_AND_REPORT,
  },
  bad_receipt: {
    code: "bad_receipt",
    wrong: "The receipt on this line is not the operator's promise for this entry.",
    follows:
      "This line does not show that the operator promised this entry. The receipt was changed, or it is of another entry.",
    doesNotFollow: `${NOT_WHO} An entry whose batch is anchored counts without a receipt, too.`,
    ...notProven,
    todo: "Ask the actor for the receipt that they got when they acted. Compare it with this line.",
  },
  batch_mismatch: {
    code: "batch_mismatch",
    wrong: "This batch does not match its entries, or the batch before it.",
    follows:
      "The batch was made from other entries than the export shows, or it does not continue the batch before it.",
    doesNotFollow: `${NOT_WHO} If lines of the log are missing or changed, the batch itself may be right.`,
    faults: ["HeaderSuccession", "WrongCommitment", "MalformedLeaf"],
    proof:
      "If the batch is anchored: a wrong link by the fault `HeaderSuccession`, a wrong zk root by `WrongCommitment`, an entry that is not well-formed by `MalformedLeaf`. A wrong root proves nothing by itself: it may be of entries that the export does not show. The challenge `entry` asks for them.",
    todo: "If the report also names entries of this batch, get a better export and audit again. If the batch alone is wrong, run `npx anchorlog watch`.",
  },
  missing_entries: {
    code: "batch_mismatch",
    wrong: "Entries of this batch are missing from the export.",
    follows: "The export does not show everything that the batch covers.",
    doesNotFollow: `${NOT_WHO} The batch itself may be right.`,
    faults: [],
    proof: "Not by these files. If the entries are withheld: the challenge `entry` asks for them.",
    todo: ASK_AGAIN,
  },
  missing_batches: {
    code: "checkpoint_mismatch",
    wrong: "The export has fewer batches than this checkpoint covers.",
    follows: "The export does not show the whole history that the checkpoint is of.",
    doesNotFollow: `${NOT_WHO} It does not show that a batch of the export is wrong.`,
    ...notProven,
    todo: ASK_AGAIN,
  },
  checkpoint_mismatch: {
    code: "checkpoint_mismatch",
    wrong: "This checkpoint is not of the batches in the export.",
    follows:
      "The checkpoint is of another history, or the export does not show the whole of it, or one of the two was changed.",
    doesNotFollow: `${NOT_WHO} It does not show which of the two histories is anchored.`,
    faults: ["CheckpointEquivocation"],
    proof:
      "Only together with another checkpoint of the same size and another root that is anchored or signed by the operator: by the fault `CheckpointEquivocation`.",
    todo: "Compare both with the chain (`--rpc`). Keep the checkpoint's file: its signatures are evidence.",
  },
  other_root: {
    code: "chain_mismatch",
    wrong: "This is another history than the one you trust.",
    follows: "What these files say beyond the last checkpoint that agrees is not what was anchored or signed.",
    doesNotFollow: NOT_WHO,
    faults: ["CheckpointEquivocation"],
    proof:
      "If there is a checkpoint of this size here with the operator's signatures: by the fault `CheckpointEquivocation`. The batches alone bear no signature.",
    todo: "Keep these files, the checkpoints above all. Ask the operator for an export of the anchored history.",
  },
  other_history: {
    code: "checkpoint_mismatch",
    wrong: "The operator shows another history now than it showed before.",
    follows:
      "What the log said at the last audit has been taken back or changed. Somebody may have been shown the other history.",
    doesNotFollow: "It does not show which of the two histories is the true one. The chain may hold one of them.",
    faults: ["CheckpointEquivocation"],
    proof:
      "If both checkpoints are signed, or one is anchored, and they have different batches at one position: by the fault `CheckpointEquivocation`.",
    todo: "Keep both checkpoints: the audit leaves them in its state folder. Compare both with the chain (`--rpc`).",
  },
  closed_ahead: {
    code: "chain_mismatch",
    wrong: "This batch says that it was closed over an hour after the block that anchored it.",
    follows: "The batch states a time that cannot be true.",
    doesNotFollow: "It does not show that the batch's entries are wrong.",
    ...proven("MalformedLeaf", "the chain has the checkpoint that covers it"),
    todo: KEEP_AND_REPORT,
  },
  other_keys: {
    code: "key_mismatch",
    wrong: "The export names another domain, or keys that the registry never had for this operator.",
    follows: "Receipts and checkpoints by these keys do not bind the operator.",
    doesNotFollow: `${NOT_WHO} It does not show that the actors' signatures are wrong.`,
    ...notProven,
    todo: "Check that you asked the right chain and registry. Then ask the operator for a new export.",
  },
  retired_key: {
    code: "key_mismatch",
    wrong: "Entries were accepted after the end of the key that signed their receipts.",
    follows: "Receipts of after that time do not bind the operator.",
    doesNotFollow:
      "It does not show that the entries are wrong. If their batch is anchored, they count without receipts.",
    ...notProven,
    todo: "Ask the operator for receipts by the key that was valid then.",
  },
  timestamp_mismatch: {
    code: "timestamp_mismatch",
    wrong: "A timestamp that the export names is not of this history.",
    follows: "The timestamp does not show by when the log existed.",
    doesNotFollow: "It does not show that the log is wrong: timestamps are additional.",
    ...notProven,
    todo: "Ask the operator for the right transaction. The other checks do not depend on it.",
  },
};

/** Returns the meaning of a finding whose code and place say enough. */
export function meaningOf(code: FindingCode, where: string): MeaningId {
  const isManifest = where === "manifest.json";
  if (code === "malformed") return isManifest ? "malformed_manifest" : "malformed_line";
  if (code === "bad_signature") return where.startsWith("logs/") ? "unrelated_signature" : "unsigned_checkpoint";
  if (code === "chain_mismatch") return /^batches\.jsonl:\d/.test(where) ? "closed_ahead" : "other_root";
  if (code === "key_mismatch") return isManifest ? "other_keys" : "retired_key";
  return code;
}
