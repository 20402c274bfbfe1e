/** Codes that answer actions and are never thrown. An answer may also have a code of an error. */
import type { ErrorTable } from "./table.ts";

export const ANSWERS = {
  unknown_member: { means: "The action has a member that its form does not have.", remedy: "Leave it out." },
  missing_member: { means: "The action lacks a member of its form.", remedy: "Give it." },
  non_canonical: {
    means: "A value is not in its one form: a number with leading zeros, hex in capitals.",
    remedy: "Write it as PROTOCOL, section 3, has it.",
  },
  repeated_header: { means: "The field Anchorlog-Action is there more than once.", remedy: "Send it once." },
  misplaced_action: {
    means: "An action of this kind does not travel this way: typed actions as a body, requests in their header.",
    remedy: "Send it as PROTOCOL, section 12, has it.",
  },
  digest_mismatch: { means: "The content is not the one that was signed.", remedy: "Send the body that was signed." },
  digest_missing: {
    means: "A file is sent without a Content-Digest that has a SHA-256: it is judged by that, before it is taken.",
    remedy: "Send Content-Digest: `createSignedFetch` does.",
  },
  signature_not_in_head: {
    means: "A file is sent with a signature that is too long for its request's head.",
    remedy: "Sign with a wallet whose signatures have at most 2,048 bytes.",
  },
  incomplete_body: { means: "The body ended early.", remedy: "Send the same again." },
  missing_action: { means: "The request carries no action.", remedy: "Sign it: `createSignedFetch`." },
  signature_malformed: { means: "The signature is no signature of 65 bytes.", remedy: "Sign it as EIP-712 has it." },
  signature_non_canonical: { means: "The signature's s or v is not canonical.", remedy: "Send s low, and v 27 or 28." },
  signature_mismatch: {
    means: "The signature is not the actor's.",
    remedy: "Sign with the actor's key, for this API.",
  },
  signature_rejected: {
    means: "The actor is a contract wallet, and does not stand by the signature.",
    remedy: "Sign as the wallet asks for (ERC-1271).",
  },
  delegated_account: {
    means: "The actor is an account with delegated code (EIP-7702), whose signature counts for nothing here.",
    remedy: "Sign with the account's own key.",
  },
  holder_cannot_act: {
    means: "The holder that the action names is a contract, which could never act upon the object again.",
    remedy: "Name an account with a key. Operators: `contractHolders` lets a kind name contracts.",
  },
  deadline_too_far: { means: "The action's deadline is too far ahead.", remedy: "Sign one with a nearer deadline." },
  body_timeout: { means: "The body did not come in time.", remedy: "Send the same again." },
  nonce_used: { means: "Another action has the actor's nonce.", remedy: "Sign one with a fresh nonce." },
  not_holder: {
    means: "The object is held by another than the actor, by a contract wallet, or by nobody.",
    remedy: "Have its holder sign with its own key. An `Ask` tells who that is.",
  },
  not_appended: {
    means: "Another action of the same atomic call was refused.",
    remedy: "See which; then send all of them again.",
  },
  body_too_large: { means: "The body is larger than the gate takes.", remedy: "Send less." },
  internal_error: {
    means: "The server failed, and whether it was done is not known.",
    remedy: "Send the same again: what was done is answered as a retry.",
    again: true,
  },
  anchor_overdue: {
    means: "The oldest promise waits for its anchor for over a quarter of maxAnchorDelay. Nothing new is promised.",
    remedy: "Send the same later. Operators: see `status()`, and the alarms.",
    again: true,
  },
  not_in_standing: {
    means:
      "The operator may not anchor: its stake is too small, it leaves, or it was slashed. Nothing new is promised.",
    remedy: "Send the same later. Operators: `anchorlog status` says which; a stake that is too small is added to.",
    again: true,
  },
  receipt_unavailable: {
    means: "The action is in the log, durable, and its receipt could not be signed.",
    remedy: "Send the same again for the receipt.",
    again: true,
  },
  store_full: {
    means: "The disk has less room left than is kept for what was promised. Nothing new is promised.",
    remedy: "Send the same later. Operators: make room on the store's disk.",
    again: true,
  },
  overloaded: {
    means: "As many actions wait for their answers as may.",
    remedy: "Send the same later.",
    again: true,
  },
  too_busy: { means: "As many bodies are being received as may.", remedy: "Send the same later.", again: true },
} as const satisfies ErrorTable;
