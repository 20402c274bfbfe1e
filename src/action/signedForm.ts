/** Signed actions without their payloads (protocol/2-audit §2.1). Browser-safe. */
import { concat, uintToBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { hashTypedData } from "./domain.ts";
import { keccak256 } from "./engine.ts";
import type { EncodedMessage } from "./envelope.ts";
import type { Kind } from "./kinds.ts";

/**
 * A signed action with the hash of its payload. Its entry has the other signed values.
 *
 * A digest and a signature alone prove nothing: from a public key, anybody computes a digest and a signature of it that
 * recovers to the key. So the digest is recomputed, and only then the signature counts.
 */
export type SignedForm = {
  readonly primaryType: string;
  /** Unix seconds, decimal. */
  readonly deadline: `${bigint}`;
  /** EIP-712's `hashStruct` of the payload, 32 bytes. */
  readonly payloadHash: Hex;
  readonly signature: Hex;
};

/** Replaces an action's payload by its hash. */
export function signedFormOf({ kind, message, payloadWords }: EncodedMessage, signature: Hex): SignedForm {
  const payloadHash = toHex(keccak256(concat(kind.payloadTypeHash, ...payloadWords)));
  return { primaryType: kind.name, deadline: message.deadline, payloadHash, signature };
}

/** The values of an action that its entry repeats: 32, 20 and 32 bytes. */
type InEntry = { readonly log: Uint8Array; readonly actor: Uint8Array; readonly nonce: Uint8Array };

/**
 * Returns the EIP-712 digest of an action, from its entry and its payload's hash.
 *
 * @param kind the kind of the form's `primaryType`.
 */
export function hashSignedForm(
  { envelopeTypeHash }: Kind,
  { log, actor, nonce }: InEntry,
  { deadline, payloadHash }: SignedForm,
  domainSeparator: Uint8Array,
): Uint8Array {
  const words = concat(
    envelopeTypeHash,
    log,
    new Uint8Array(12),
    actor,
    nonce,
    uintToBytes(BigInt(deadline), 32),
    fromHex(payloadHash),
  );
  return hashTypedData(domainSeparator, keccak256(words));
}
