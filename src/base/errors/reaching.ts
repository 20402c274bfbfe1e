/** Error codes of connections: signers, chain, transactions, tiles, witnesses, HTTP. */
import type { ErrorTable } from "./table.ts";

export const REACHING = {
  signer_failed: {
    means: "A signer returned no signature, or not in time.",
    remedy: "Repair it: its own error is the cause.",
    again: true,
  },
  bad_signature: {
    means: "A signer returned a signature of another key.",
    remedy: "Check that it signs the given digest with the key of its address.",
  },
  signing_failed: {
    means: "A new signature does not recover to its key: memory or engine is broken.",
    remedy: "Do not trust this machine with the key. `ANCHORLOG_ENGINE=javascript` signs without WebAssembly.",
  },
  chain_unavailable: {
    means: "No node gave a usable answer.",
    remedy: "Check the endpoints, and add others to `chain.rpc`.",
    again: true,
  },
  bad_argument: { means: "An argument of a contract's call cannot be encoded." },
  chain_ahead: {
    means: "The registry holds a checkpoint that the store does not extend: the store was rolled back.",
    remedy: "Restore the newest backup before you accept actions.",
  },
  clock_ahead: {
    means: "The operator's clock is over half an hour ahead of the chain's newest block.",
    remedy: "Operators: correct the clock. If the chain stands still or catches up, wait.",
    again: true,
  },
  clock_behind: {
    means: "The operator's clock is over half an hour behind the chain's newest block.",
    remedy: "Operators: correct the clock.",
    again: true,
  },
  fees_too_high: {
    means: "The chain asks for more than `maxFeePerGas` allows.",
    again: true,
  },
  transaction_failed: {
    means: "A contract refused the transaction, or its account's signer failed.",
    remedy: "Correct what `details.revert` names.",
  },
  contract_refused: { means: "A contract refused the call." },
  transaction_lost: {
    means: "The nonce was used by a transaction that no node can name.",
    remedy: "Check the contract's state, and send it again if needed.",
  },
  transactions_closed: { means: "The sender was closed.", remedy: "Open it again: pending transactions are stored." },
  pending_moved: {
    means: "Another process sends from the same account.",
    remedy: "Send from one process only. With PostgreSQL, that is the leader.",
    again: true,
  },
  foreign_transaction: {
    means: "The stored transaction belongs to another account or chain.",
    remedy: "Give each account a store of its own.",
  },
  superseded: {
    means: "Another call took the transaction's nonce, and this call's work is not confirmed.",
    remedy: "Send it again if it is still needed.",
  },
  not_witnessed: {
    means: "The published checkpoint lacks cosignatures that the policy requires.",
    remedy: "Check the witnesses. They are asked again.",
    again: true,
  },
  witness_unavailable: { means: "A witness cannot be read.", again: true },
  log_unavailable: { means: "A log's tiles cannot be read.", again: true },
  answer_too_large: {
    means: "An answer is larger than the limit.",
    remedy: "Check which program answers at that URL.",
  },
  bad_note: {
    means: "A text is not a signed note, or not a note of this log.",
    remedy: "Give the log's own note, unchanged.",
  },
  bad_policy: { means: "A text is not a C2SP policy.", remedy: "Write it as c2sp.org/tlog-policy defines it." },
  bad_proof: { means: "A text is not a C2SP proof." },
  bad_path: { means: "A path does not name a tile, entries or a checkpoint." },
  bad_tile: {
    means: "A tile contradicts its checkpoint.",
    remedy: "Read it again. If the error remains, the log is damaged or dishonest.",
  },
  missing_tile: { means: "A tile that the checkpoint needs is missing." },
  tile_conflict: {
    means: "A published tile has other bytes than the new one.",
    remedy: "Let one publisher write there, and find out which history was signed.",
  },
  foreign_tiles: {
    means: "Another log, or another history, is published there.",
    remedy: "Publish to this log's own place, or to an empty one.",
  },
  forked_tiles: {
    means: "Published tiles contradict the store.",
    remedy: "One of them was changed: compare both with the anchored roots.",
  },
  bad_publication: {
    means: "Checkpoint and entries do not belong together.",
    remedy: "Publish the signed checkpoint with its own entries.",
  },
  untrusted_checkpoint: {
    means: "The log's checkpoint does not satisfy the policy.",
    again: true,
  },
  bad_answer: {
    means: "A part that judges or appends actions returned an invalid answer.",
    remedy: "Give the gate what `openAnchorlog` returns.",
  },
  body_already_read: {
    means: "The body was read before the gate.",
    remedy: "Put the gate before any parser of bodies.",
  },
  bad_wallet_answer: { means: "A wallet did not return a signature.", remedy: "Sign with another wallet." },
  content_coded: {
    means: "A request has a Content-Encoding, which no signature covers.",
  },
  foreign_origin: { means: "The client does not sign for this origin.", remedy: "Add it to the option `origins`." },
  other_action: {
    means: "The repeated request has another action than the first.",
    remedy: "Repeat it with the same method, URL and body.",
  },
  no_receipt: {
    means: "An answer reports acceptance without a receipt, or is too long to search for it.",
    remedy: "Do not count the action as promised. If the receipt is elsewhere in the answer, give `readReceipt`.",
  },
  receipt_mismatch: {
    means: "A receipt is not for the action, or not signed by the key in it.",
    remedy: "Do not count the action as promised.",
  },
  receipt_malformed: {
    means: "A receipt does not have its form.",
    remedy: "Do not count the action as promised.",
  },
  receipt_key_mismatch: {
    means: "A receipt is not signed by the operator's registered key.",
    remedy: "Do not count the action as promised.",
  },
  receipt_misdated: {
    means: "A receipt's time is not near now, or is before the action was signed.",
    remedy:
      "Check this machine's clock: if it is wrong, the action may have been done. If it is right, keep the answer: `npx anchorlog watch` proves a receipt dated ahead as a fault.",
  },
  entry_mismatch: {
    means: "A receipt's entry does not belong to the action.",
    remedy: "Keep the answer, and do not count the action as promised.",
  },
  object_mismatch: {
    means: "A receipt's entry has another object than the action, or another holder.",
    remedy:
      "Keep the answer, and do not count the action as promised. Once anchored, the action proves the fault `WrongObject`.",
  },
  deadline_passed: {
    means: "An action's deadline has passed, or an entry is dated after it.",
  },
  watch_locked: {
    means: "Another watchtower uses the state's file.",
    again: true,
  },
  bad_state: {
    means: "A file is not a watchtower's state, or is another operator's.",
    remedy: "Give this operator's state file, or a new path.",
  },
  nothing_credited: { means: "The account has no credit.", remedy: "A stake is credited once its exit is complete." },
  not_exiting: { means: "No exit was requested.", remedy: "`npx anchorlog stake exit`." },
  exit_too_early: {
    means: "The stake is locked until `details.exitableFrom`, in Unix seconds.",
    remedy: "Complete the exit after that time.",
    again: true,
  },
  challenges_open: { means: "Challenges are open.", remedy: "Answer them first." },
  account_closed: {
    means: "The operator's account is closed: its exit is complete, or it was convicted.",
    remedy: "After an exit, withdraw the stake.",
  },
} as const satisfies ErrorTable;
