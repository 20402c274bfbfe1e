/** Error codes of connections: signers, chain, transactions, tiles, witnesses, HTTP. */
import type { ErrorTable } from "./table.ts";

export const REACHING = {
  signer_failed: {
    means: "A signer gave no signature, or none in its time. What it said is the cause.",
    remedy: "See to the signer.",
    again: true,
  },
  bad_signature: {
    means: "A signer gave a signature that is not its own.",
    remedy: "See that it signs the digest as given, by the key of its address.",
  },
  signing_failed: {
    means: "What was signed here does not recover to the key: memory or engine is broken.",
    remedy: "Do not trust this machine with the key; `ANCHORLOG_ENGINE=javascript` signs without WebAssembly.",
  },
  chain_unavailable: {
    means: "No node gave an answer that is of use.",
    remedy: "See to the endpoints; further ones in `chain.rpc` help.",
    again: true,
  },
  bad_argument: { means: "An argument of a contract's call cannot be encoded.", remedy: "Give it in its type." },
  chain_ahead: {
    means: "The registry holds a checkpoint that the store does not extend.",
    remedy: "The store was rolled back: restore the newest one before anything is accepted.",
  },
  clock_ahead: {
    means:
      "The operator's clock is over half an hour ahead of the chain's newest block: what it dates so would be a fault. Nothing new is promised, and no checkpoint signed.",
    remedy:
      "Send the same later. Operators: set this machine's clock right; where the chain stands still or catches up, it goes on by itself.",
    again: true,
  },
  clock_behind: {
    means:
      "The operator's clock is over half an hour behind the chain's newest block: clients would refuse its receipts. Nothing new is promised.",
    remedy: "Send the same later. Operators: set this machine's clock right.",
    again: true,
  },
  fees_too_high: {
    means: "The chain asks for more than `maxFeePerGas` allows.",
    remedy: "Wait for lower fees, or allow higher ones.",
    again: true,
  },
  transaction_failed: {
    means: "A contract refused the transaction, or its account's signer failed; `details.revert` has the reason.",
    remedy: "See the reason.",
  },
  contract_refused: { means: "A contract refused the call; the message has the reason.", remedy: "See the reason." },
  transaction_lost: {
    means: "The nonce was used by what no node can name.",
    remedy: "Look at what the contract has, and send it again if need be.",
  },
  transactions_closed: { means: "The sender was closed.", remedy: "Open it again: what is pending is stored." },
  pending_moved: {
    means: "Another process sends from the same account.",
    remedy: "Let one send from it; over PostgreSQL that is the leader.",
    again: true,
  },
  foreign_transaction: {
    means: "The stored transaction is another account's or chain's.",
    remedy: "Give each account a store of its own.",
  },
  superseded: {
    means: "A newer call took the transaction's nonce, since it does what this one would.",
    remedy: "Nothing: the newer one stands for it.",
  },
  not_witnessed: {
    means: "The published checkpoint lacks cosignatures that the policy asks for.",
    remedy: "See that the witnesses answer: they are asked again.",
    again: true,
  },
  witness_unavailable: { means: "A witness cannot be read.", remedy: "See to its monitoring prefix.", again: true },
  log_unavailable: { means: "A log's tiles cannot be read.", remedy: "See to the log's URL.", again: true },
  answer_too_large: { means: "An answer is larger than it may be.", remedy: "See what answers there." },
  bad_note: { means: "A text is no signed note, or none of this log.", remedy: "Give the log's own note, unchanged." },
  bad_policy: { means: "A text is no C2SP policy.", remedy: "Write it as c2sp.org/tlog-policy has it." },
  bad_proof: { means: "A text is no C2SP proof.", remedy: "Give it unchanged." },
  bad_path: { means: "A path is none of a log's tiles.", remedy: "Ask for tiles, entries or the checkpoint only." },
  bad_tile: {
    means: "A tile does not fit its checkpoint.",
    remedy: "Read it again; else the log is damaged, or lies.",
  },
  missing_tile: { means: "A tile that the checkpoint needs is not there.", remedy: "Ask its operator for it." },
  tile_conflict: {
    means: "A tile that is there for good has other bytes than are to be written.",
    remedy: "Let one publisher write there; find out which history is the signed one.",
  },
  foreign_tiles: {
    means: "Another log, or another history, is published there.",
    remedy: "Publish to the place of this log's tiles, or to an empty one.",
  },
  forked_tiles: {
    means: "Published tiles contradict the store.",
    remedy: "One of them was changed: compare both with the anchored roots.",
  },
  bad_publication: { means: "Checkpoint and entries do not belong together.", remedy: "Publish what was signed." },
  untrusted_checkpoint: {
    means: "The log's checkpoint does not satisfy the policy.",
    remedy: "Wait for cosignatures, or look at why witnesses refuse.",
    again: true,
  },
  bad_answer: {
    means: "A part that judges or appends actions gave an answer that it must not give.",
    remedy: "Give the gate an anchorlog of `openAnchorlog`.",
  },
  body_already_read: {
    means: "The body was read before the gate saw it.",
    remedy: "Put the gate before whatever parses bodies.",
  },
  bad_wallet_answer: { means: "A wallet answered with no signature.", remedy: "Sign with another wallet." },
  content_coded: {
    means: "A request has a Content-Encoding, which no signature covers.",
    remedy: "Send the content uncoded.",
  },
  foreign_origin: { means: "The client signs for other origins only.", remedy: "Name the origin in `origins`." },
  other_action: {
    means: "What is to be sent again is another action than was sent.",
    remedy: "Give method, URL and body as they were.",
  },
  no_receipt: {
    means: "An answer says accepted and brings no receipt, or is too long to find one.",
    remedy: "Do not take the action for promised; `readReceipt` says where it is in other answers.",
  },
  receipt_mismatch: {
    means: "A receipt is not of the action, or not signed by the key that it names.",
    remedy: "Keep what came, and do not take the action for promised.",
  },
  receipt_malformed: { means: "A receipt is none.", remedy: "Keep what came; the action is not promised by it." },
  receipt_key_mismatch: {
    means: "A receipt is not by the operator's registered key.",
    remedy: "Keep what came; the action is not promised by it.",
  },
  receipt_misdated: {
    means: "A receipt's time is not near now, or before the action was signed.",
    remedy:
      "Compare this machine's clock with the right time: if it is wrong, the action may be done all the same. If it is right, keep what came: a receipt dated ahead is a fault, which `anchorlog watch` proves from the folder where it is kept.",
  },
  entry_mismatch: {
    means: "A receipt's entry is not of the action.",
    remedy: "Keep what came; the action is not promised by it.",
  },
  object_mismatch: {
    means: "A receipt's entry is about another object than the action, or names another holder.",
    remedy:
      "Keep what came; the action is not promised by it. Once the entry is anchored, whoever has the action can prove the fault `WrongObject`.",
  },
  deadline_passed: {
    means: "An action's deadline has passed, or an entry is dated after it.",
    remedy: "Sign a new one.",
  },
  watch_locked: {
    means: "Another watchtower uses the state's file.",
    remedy: "End it, or give another file.",
    again: true,
  },
  bad_state: {
    means: "A file is no watchtower's state, or another operator's.",
    remedy: "Give its own, or a new one.",
  },
  nothing_credited: {
    means: "Nothing is credited to the account.",
    remedy: "A stake is credited once its exit is complete.",
  },
  not_exiting: { means: "No exit was requested.", remedy: "Request it first: `anchorlog stake exit`." },
  exit_too_early: {
    means: "The stake is held still; `details.exitableFrom` says until when, in Unix seconds.",
    remedy: "Complete the exit after that time.",
    again: true,
  },
  challenges_open: { means: "Challenges are open.", remedy: "Answer them first." },
  account_closed: {
    means: "The operator's account was closed: its exit is complete, or it was convicted.",
    remedy: "After an exit, withdraw the stake.",
  },
} as const satisfies ErrorTable;
