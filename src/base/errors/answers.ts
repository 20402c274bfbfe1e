/** Codes that answer actions and are never thrown. An answer may also have a code of an error. */
import type { ErrorTable } from "./table.ts";

export const ANSWERS = {
  unknown_member: { means: "The action has an unknown member." },
  missing_member: { means: "The action lacks a member of its form." },
  non_canonical: {
    means: "A value is not in its canonical form, for example a number with leading zeros.",
    remedy: "Write it as in docs/protocol/1-verify.md, section 5.",
  },
  repeated_header: { means: "The request has the field Anchorlog-Action more than once." },
  misplaced_action: {
    means: "An action of this kind is sent the other way.",
    remedy: "Send typed actions in the body, requests in their header.",
  },
  digest_mismatch: { means: "The content is not the signed content.", remedy: "Send the body that was signed." },
  digest_missing: {
    means: "A file is sent without a SHA-256 in Content-Digest.",
    remedy: "Send it, as `createSignedFetch` does.",
  },
  signature_not_in_head: {
    means: "A file is sent with a signature that is too long for the request's head.",
    remedy: "Use a wallet whose signatures have at most 2,048 bytes.",
  },
  incomplete_body: { means: "The body ended early.", remedy: "Send the same request again." },
  missing_action: { means: "The request carries no action.", remedy: "Sign it, for example with `createSignedFetch`." },
  signature_malformed: {
    means: "The signature does not have the form of 65 bytes.",
  },
  signature_non_canonical: { means: "The signature's s or v is not canonical.", remedy: "Send s low, and v 27 or 28." },
  signature_mismatch: {
    means: "The signature was not made with the actor's key.",
    remedy: "Sign with it, for this API.",
  },
  signature_rejected: {
    means: "The actor is a contract wallet, which rejects the signature.",
    remedy: "Sign as the wallet requires (ERC-1271).",
  },
  delegated_account: {
    means: "The actor has delegated code (EIP-7702), and the signature is not by its own key.",
  },
  holder_cannot_act: {
    means: "The holder in the action is a contract, which could never act upon the object again.",
    remedy: "Name an account with a key. Operators: the option `contractHolders` lets a kind name contracts.",
  },
  deadline_too_far: {
    means: "The action's deadline is too far ahead.",
  },
  body_timeout: { means: "The body did not arrive in time.", remedy: "Send the same request again." },
  nonce_used: { means: "The actor used the nonce for another action." },
  not_holder: {
    means: "The actor does not hold the object.",
    remedy: "Let the holder sign. An `Ask` shows who the holder is.",
  },
  not_appended: {
    means: "Another action of the same atomic call was refused.",
    remedy: "Correct that one, and send all of them again.",
  },
  body_too_large: { means: "The body is larger than the gate accepts." },
  internal_error: {
    means: "The server failed. It may have done the action.",
    remedy: "Send the same again: if the action was done, you get its receipt.",
    again: true,
  },
  anchor_overdue: {
    means: "The oldest promise has waited for its anchor for over a quarter of maxAnchorDelay.",
    remedy: "Operators: see `npx anchorlog status`.",
    again: true,
  },
  not_in_standing: {
    means: "The operator may not anchor: its stake is too small, it leaves, or it was slashed.",
    remedy: "Operators: see `npx anchorlog status`.",
    again: true,
  },
  receipt_unavailable: {
    means: "The action is durable in the log, but its receipt could not be signed.",
    remedy: "Send the same again to get it.",
    again: true,
  },
  store_full: {
    means: "The disk has less free space than the reserve for older promises.",
    remedy: "Operators: free space.",
    again: true,
  },
  overloaded: { means: "Too many actions are waiting.", again: true },
  too_busy: { means: "Too many bodies are being received.", again: true },
} as const satisfies ErrorTable;
