/** Whom the API's receipts and proofs bind. */
import type { TrustedOperator } from "anchorlog/bundle";
import { parseVerifierKey } from "anchorlog/tlog";
import type { Hex } from "anchorlog/action";
import type { AnswerTo } from "./calls.ts";

/** What `GET /.well-known/anchorlog` says: keep it, and give it to the next client. */
export type About = AnswerTo<"/.well-known/anchorlog">;

/** The operator as a signer names it. */
export function operatorOf({ domain, registry, operator }: About) {
  const { name, version, chainId } = domain;
  return { name, version, chainId, registry: registry as Hex, operator: operator as Hex };
}

/** The operator's keys, as a verifier trusts them: `formatTrust` of `anchorlog/bundle` makes a file of it. */
export function trustOf({ domain, registry, operator, anchor_key, receipt_key, note_key }: About): TrustedOperator {
  return {
    chainId: domain.chainId,
    registry: registry as Hex,
    operator: operator as Hex,
    anchorKey: anchor_key as Hex,
    receiptKey: receipt_key as Hex,
    noteKey: parseVerifierKey(note_key),
  };
}
