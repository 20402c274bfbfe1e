/** Says what follows if an action of an export does not bear its actor's signature. */
import { recoverSigner } from "../../action/signature.ts";
import { equalBytes } from "../../base/bytes.ts";
import { checkWalletSignature } from "../../action/wallet.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { keccak256 } from "../../action/engine.ts";
import { SCHEME_WALLET, type Entry } from "../../log/entry.ts";

/** Tells apart the ways in which a signature can be wrong, as far as the entry shows it. */
export type SignatureMeaning =
  | "changed_action"
  | "replaced_signature"
  | "forged_action"
  | "unrelated_signature"
  // A signature that the contract wallet cannot have accepted.
  | "wallet_signature";

/** The meaning of a signature that was refused, and a sentence about it. */
export type RefusedSigning = { readonly meaning: SignatureMeaning; readonly message: string };

/**
 * Compares an action whose signature was refused with its entry. A recovered address says nothing: over another digest
 * every signature recovers to some address that nobody holds.
 *
 * @param digest the digest of the action on the line.
 * @param signature the signature on the line, in hex; any value.
 */
export function explainSignature(entry: Entry, digest: Uint8Array, signature: unknown): RefusedSigning {
  const actor = toHex(entry.actor);
  if (entry.scheme === SCHEME_WALLET) {
    const wallet = checkWalletSignature(actor, digest, signature as Hex);
    const why = "fault" in wallet ? `: ${wallet.message}` : "";
    return {
      meaning: "wallet_signature",
      message: `the contract wallet ${actor} cannot have accepted the signature${why}`,
    };
  }
  const isOwnDigest = equalBytes(digest, entry.digest);
  const isOwnSignature = isHashOf(entry.signatureHash, signature);
  const signer = recoverSigner(entry.digest, signature);
  const isByActor = "address" in signer && signer.address === actor;
  if (isOwnSignature && isOwnDigest && !isByActor) {
    return {
      meaning: "forged_action",
      message: `its actor ${actor} did not sign it, and the entry records exactly this action and this signature`,
    };
  }
  if (isOwnSignature && isByActor && !isOwnDigest) {
    return {
      meaning: "changed_action",
      message: `its actor ${actor} signed the action that the entry records, and not the text on this line`,
    };
  }
  if (isOwnDigest && !isOwnSignature) {
    return {
      meaning: "replaced_signature",
      message: "the entry records this action with another signature",
    };
  }
  return {
    meaning: "unrelated_signature",
    message: "its actor did not sign it, and the entry records another action",
  };
}

function isHashOf(hash: Uint8Array, signature: unknown): boolean {
  const isHex = typeof signature === "string" && /^0x(?:[0-9a-f]{2})*$/.test(signature);
  return isHex && equalBytes(hash, keccak256(fromHex(signature)));
}
