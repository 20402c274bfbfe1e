import { abbreviate, type Hex } from "../encoding/hex.ts";
import { FormatError, readObject } from "../encoding/json.ts";
import { encodeMessage, type EncodedMessage } from "./envelope.ts";
import type { Kind } from "./kinds.ts";
import { hashSignature, recoverSigner, type SignatureFault } from "./signature.ts";

/** Why an action is refused (PROTOCOL §3.1), but for `nonce_used`, which the log finds. */
export type ActionCode =
  | FormatError["kind"]
  | SignatureFault
  | "unknown_kind"
  | "unknown_log"
  | "deadline_passed"
  | "deadline_too_far"
  | "signature_mismatch";

/** An action whose form and signature are beyond dispute. */
export type VerifiedAction = EncodedMessage & {
  readonly signature: Hex;
  readonly signatureHash: Uint8Array;
};

/** What an action is judged under. */
export type ActionRules = {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** EIP-712 domain separator of the operator's actions. */
  readonly domainSeparator: Uint8Array;
  /** Whether a log's identifier is one of the operator's. */
  readonly hasLog: (log: Hex) => boolean;
};

/** The verdict on one action. A refusal names what was wrong, and where. */
export type ActionVerdict =
  | { readonly verdict: "valid"; readonly action: VerifiedAction }
  | { readonly verdict: "invalid"; readonly code: ActionCode; readonly message: string };

/**
 * Judges a signed action: its form, its log and its signature (PROTOCOL §3.1). Deadlines are judged
 * apart, by {@link judgeDeadline}, since a retry may come after its own. No network, nothing changed.
 *
 * @param input anything at all: it is attacker-controlled.
 */
export function verifyAction(input: unknown, rules: ActionRules): ActionVerdict {
  try {
    const fields = readObject(input, "", { primaryType: keep, message: keep, signature: keep });
    const kind = typeof fields.primaryType === "string" ? rules.kinds.get(fields.primaryType) : undefined;
    if (kind === undefined) {
      const known = [...rules.kinds.keys()].join(", ");
      return invalid("unknown_kind", `primaryType ${abbreviate(fields.primaryType)} is none of ${known}`);
    }
    const encoded = encodeMessage(kind, fields.message, rules.domainSeparator);
    if (!rules.hasLog(encoded.message.log)) {
      return invalid("unknown_log", `log ${encoded.message.log} is not one of this operator's`);
    }
    return verifySignature(encoded, fields.signature);
  } catch (error) {
    if (error instanceof FormatError) return invalid(error.kind, error.message);
    throw error;
  }
}

function verifySignature(encoded: EncodedMessage, signature: unknown): ActionVerdict {
  const recovered = recoverSigner(encoded.digest, signature);
  if ("fault" in recovered) return invalid(recovered.fault, recovered.message);
  if (recovered.address !== encoded.message.actor) {
    return invalid(
      "signature_mismatch",
      `the signature is by ${recovered.address} over this digest, not by the actor ${encoded.message.actor}`,
    );
  }
  const canonical = signature as Hex;
  return {
    verdict: "valid",
    action: { ...encoded, signature: canonical, signatureHash: hashSignature(canonical) },
  };
}

/**
 * Judges a deadline: inclusive, and not further ahead than the policy allows.
 *
 * @param nowMs Unix milliseconds.
 * @param maxAheadSeconds how far ahead of now a deadline may lie.
 * @returns why it is refused, or undefined.
 */
export function judgeDeadline(
  deadline: `${bigint}`,
  nowMs: number,
  maxAheadSeconds: number,
): { code: "deadline_passed" | "deadline_too_far"; message: string } | undefined {
  const now = BigInt(Math.floor(nowMs / 1000));
  const at = BigInt(deadline);
  if (at < now) return { code: "deadline_passed", message: `the deadline ${at} passed ${now - at} s ago` };
  if (at > now + BigInt(maxAheadSeconds)) {
    return { code: "deadline_too_far", message: `the deadline ${at} is over ${maxAheadSeconds} s ahead of ${now}` };
  }
  return undefined;
}

function keep(value: unknown): unknown {
  return value;
}

function invalid(code: ActionCode, message: string): ActionVerdict {
  return { verdict: "invalid", code, message };
}
