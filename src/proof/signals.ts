/** Checks that the claims of all circuits share. */
import { parseKind, type Kind } from "../action/kinds.ts";
import { isFieldElement } from "../crypto/poseidon/index.ts";
import { ProofError } from "./groth16.ts";

/** Throws ProofError `signal_count` or `signal_range`. */
export function assertSignals(signals: readonly bigint[], count: number): void {
  if (signals.length !== count) {
    throw new ProofError("signal_count", `there are ${count} public signals, got ${signals.length}`);
  }
  const at = signals.findIndex((signal) => !isFieldElement(signal));
  if (at >= 0) throw new ProofError("signal_range", `public signal ${at} is not below r`);
}

/** Throws ProofError `claim_range`. */
export function assertInteger(value: number, least: number, most: number, name: string): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw outOfRange(`${name} must be from ${least} to ${most}, got ${value}`);
}

/** Throws ProofError `claim_range`. */
export function assertUint(value: bigint, bits: number, name: string): void {
  if (typeof value === "bigint" && value >= 0n && value >> BigInt(bits) === 0n) return;
  throw outOfRange(`${name} does not fit ${bits} bits`);
}

export const outOfRange = (message: string) => new ProofError("claim_range", message);

/** The kind that a payload's type string is of. Throws ProofError `claim_type`. */
export function kindOf(payloadType: string): Kind {
  const name = /^(\w+)Payload\(/.exec(payloadType)?.[1] ?? "";
  try {
    return parseKind(name, payloadType);
  } catch (error) {
    throw new ProofError("claim_type", `not a payload type: ${(error as Error).message}`);
  }
}
