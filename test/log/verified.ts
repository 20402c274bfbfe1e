import { PART_NONE, type VerifiedAction } from "anchorlog/action";
import { draft } from "../store/drafts.ts";

/** An action that counts as verified: a log does not check more. */
export function verified(nonce: number): VerifiedAction {
  const { digest, signatureHash, action } = draft(nonce);
  const object = { part: PART_NONE, memberHash: new Uint8Array(32), namesHolder: false };
  const kind = { name: action.primaryType, object } as VerifiedAction["kind"];
  return { kind, message: action.message, digest, signatureHash, signature: action.signature } as VerifiedAction;
}
