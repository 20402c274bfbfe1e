/**
 * Disclosures: "some entry under this zkRoot carries an action of this payload type, with these members
 * having these values, and this subject; nothing else is said about it" (PROTOCOL, section 7).
 * Browser-safe: checking only, proofs are made in `prover.ts`.
 *
 * @module
 */
import { parseKind } from "../action/kinds.ts";
import { abbreviate } from "../encoding/hex.ts";
import { payloadTypeElement, splitWord, ZK_MEMBERS, ZK_POSITIONS } from "../batch/zk.ts";
import { FIELD_ORDER, isFieldElement } from "../poseidon/index.ts";
import { DISCLOSURE_KEY } from "./generated/disclosureKey.ts";
import { type PreparedKey, prepareKey, ProofError, verifyGroth16 } from "./groth16.ts";

/** How many members a disclosure can reveal. */
export const DISCLOSURE_SLOTS = 4;
/** Public signals of a disclosure. */
export const DISCLOSURE_SIGNALS = 7 + DISCLOSURE_SLOTS;
/** The index that stands for no member: an unused slot, or the actor as subject. */
const NONE = ZK_MEMBERS;

/** Who a disclosure is about: the entry's actor, or an address member by its index. */
export type DisclosureSubject = number | "actor";

/** What a disclosure claims. */
export type DisclosureClaim = {
  /** One for an entry and a scope: whoever sees it twice has seen one entry twice. */
  readonly nullifier: bigint;
  /** Of the anchored header, as is `count`. */
  readonly zkRoot: bigint;
  /** The header's number of entries, 1 to 65,536. */
  readonly count: number;
  /** `KPayload(<members>)`. */
  readonly payloadType: string;
  /** An address, below 2^160, and where it stands. */
  readonly subject: { readonly at: DisclosureSubject; readonly address: bigint };
  /** Any field element. */
  readonly scope: bigint;
  /** The address that the proof is made for, below 2^160. */
  readonly beneficiary: bigint;
  /** Up to four members by their index in the payload, and their 32-byte words. */
  readonly revealed: readonly { readonly member: number; readonly word: bigint }[];
};

/** The signal `layout`, taken apart. */
export type DisclosureLayout = {
  readonly count: number;
  readonly subject: DisclosureSubject;
  /** Four slots; undefined for an unused one. */
  readonly slots: readonly ({ readonly member: number; readonly quotient: number } | undefined)[];
};

/**
 * `count + 2^17 · s + Σ (m_i + 2^5 · q_i) · 2^(22 + 8i)`, with 16 for the actor and for unused slots.
 *
 * @throws ProofError `claim_range` where a part does not fit.
 */
export function packLayout({ count, subject, slots }: DisclosureLayout): bigint {
  assertCount(count);
  if (slots.length !== DISCLOSURE_SLOTS) throw outOfRange(`a layout has ${DISCLOSURE_SLOTS} slots`);
  if (subject !== "actor") assertMember(subject, NONE, "the subject");
  let layout = BigInt(count) | (BigInt(subject === "actor" ? NONE : subject) << 17n);
  for (const [i, slot] of slots.entries()) {
    if (slot !== undefined) {
      assertMember(slot.member, NONE, `slot ${i}`);
      assertInteger(slot.quotient, 0, 5, `the quotient of slot ${i}`);
    }
    const bits = slot === undefined ? NONE : slot.member + 2 ** 5 * slot.quotient;
    layout |= BigInt(bits) << BigInt(22 + 8 * i);
  }
  return layout;
}

/**
 * The reverse of {@link packLayout}.
 *
 * @throws ProofError `claim_range` where a part is not one that a disclosure can have.
 */
export function unpackLayout(layout: bigint): DisclosureLayout {
  const bits = (from: number, length: number) => Number(BigInt.asUintN(length, layout >> BigInt(from)));
  if (layout < 0n || layout >> 54n !== 0n) throw outOfRange("the layout does not fit 54 bits");
  const s = bits(17, 5);
  if (s > NONE) throw outOfRange(`the subject's index is ${s}`);
  const slots = Array.from({ length: DISCLOSURE_SLOTS }, (_, i) => {
    const [member, quotient] = [bits(22 + 8 * i, 5), bits(27 + 8 * i, 3)];
    assertInteger(member, 0, NONE, `slot ${i}`);
    assertInteger(quotient, 0, member === NONE ? 0 : 5, `the quotient of slot ${i}`);
    return member === NONE ? undefined : { member, quotient };
  });
  assertCount(bits(0, 17));
  return { count: bits(0, 17), subject: s === NONE ? "actor" : s, slots };
}

/**
 * The public signals of a claim, in the circuit's order. Used slots come first.
 *
 * @throws ProofError `claim_range` or `claim_type` where the claim is not one that a disclosure can make.
 */
export function disclosureSignals(claim: DisclosureClaim): bigint[] {
  const { revealed } = claim;
  if (revealed.length > DISCLOSURE_SLOTS) throw outOfRange(`at most ${DISCLOSURE_SLOTS} members can be revealed`);
  const words = revealed.map(({ member, word }) => {
    assertUint(word, 256, `the word of member ${member}`);
    return { member, ...splitWord(word) };
  });
  const slots = Array.from({ length: DISCLOSURE_SLOTS }, (_, i) => words[i]);
  const layout = packLayout({ count: claim.count, subject: claim.subject.at, slots });
  checkMembers(claim);
  const signals = [
    claim.nullifier,
    claim.zkRoot,
    payloadTypeElement(claim.payloadType),
    layout,
    claim.subject.address,
    claim.scope,
    claim.beneficiary,
    ...slots.map((slot) => slot?.element ?? 0n),
  ];
  assertSignals(signals);
  return signals;
}

/**
 * Reads public signals as a claim, with all the checks of PROTOCOL, section 7, that need no chain. What
 * is left to the caller: that a header with this zkRoot and count is anchored, and that the payload type
 * is one that the operator has.
 *
 * @param signals The public signals, in the circuit's order.
 * @param payloadType The payload's type string, whose hash the signals hold.
 * @throws ProofError `signal_count`, `signal_range`, `claim_range` or `claim_type`.
 */
export function readDisclosure(signals: readonly bigint[], payloadType: string): DisclosureClaim {
  assertSignals(signals);
  const [nullifier, zkRoot, type, layout, address, scope, beneficiary, ...values] = signals as Eleven;
  if (type !== payloadTypeElement(payloadType)) {
    throw new ProofError("claim_type", `the signals are not about ${abbreviate(payloadType)}`);
  }
  const { count, subject, slots } = unpackLayout(layout);
  const revealed = slots.flatMap((slot, i) => {
    const value = values[i] as bigint;
    if (slot !== undefined) return [{ member: slot.member, word: value + BigInt(slot.quotient) * FIELD_ORDER }];
    if (value !== 0n) throw outOfRange(`slot ${i} is unused and has a value`);
    return [];
  });
  for (const { member, word } of revealed) assertUint(word, 256, `the word of member ${member}`);
  const subjectAt = { at: subject, address };
  const claim = { nullifier, zkRoot, count, payloadType, subject: subjectAt, scope, beneficiary, revealed };
  checkMembers(claim);
  return claim;
}

type Eleven = readonly [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];

let prepared: PreparedKey | undefined;

/**
 * Whether a proof holds for a disclosure's public signals, under the DEVELOPMENT key of this package.
 * What the signals say is {@link readDisclosure}'s to tell: call it as well.
 *
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError where the proof or a signal is malformed, or their number is wrong.
 */
export function verifyDisclosureProof(proof: Uint8Array, signals: readonly bigint[]): boolean {
  prepared ??= prepareKey(DISCLOSURE_KEY);
  return verifyGroth16(prepared, proof, signals);
}

/**
 * Whether a proof holds for a claim, under the DEVELOPMENT key of this package. That is for its slots as
 * {@link disclosureSignals} fills them; another prover may have left gaps, so where the proof came with
 * its signals, give those to {@link verifyDisclosureProof}.
 *
 * @throws ProofError where the proof is malformed, or the claim not one that a disclosure can make.
 */
export function verifyDisclosure(proof: Uint8Array, claim: DisclosureClaim): boolean {
  return verifyDisclosureProof(proof, disclosureSignals(claim));
}

/** Indices and addresses against the payload's type. */
function checkMembers({ payloadType, subject, beneficiary, revealed }: DisclosureClaim): void {
  const { members } = parseKindOf(payloadType);
  if (subject.at !== "actor") {
    assertMember(subject.at, members.length, "the subject");
    if (members[subject.at]?.type !== "address") throw outOfRange(`member ${subject.at} is no address`);
  }
  assertUint(subject.address, 160, "the subject");
  assertUint(beneficiary, 160, "the beneficiary");
  for (const { member } of revealed) assertMember(member, members.length, "a revealed member");
}

function parseKindOf(payloadType: string) {
  const name = /^(\w+)Payload\(/.exec(payloadType)?.[1] ?? "";
  try {
    return parseKind(name, payloadType);
  } catch (error) {
    throw new ProofError("claim_type", `not a payload type: ${(error as Error).message}`);
  }
}

function assertSignals(signals: readonly bigint[]): void {
  if (signals.length !== DISCLOSURE_SIGNALS) {
    throw new ProofError("signal_count", `a disclosure has ${DISCLOSURE_SIGNALS} signals, got ${signals.length}`);
  }
  const at = signals.findIndex((signal) => !isFieldElement(signal));
  if (at >= 0) throw new ProofError("signal_range", `public signal ${at} is not below r`);
}

function assertCount(count: number): void {
  assertInteger(count, 1, ZK_POSITIONS, "the count");
}

function assertMember(member: number, members: number, name: string): void {
  assertInteger(member, 0, members - 1, name);
}

function assertInteger(value: number, least: number, most: number, name: string): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw outOfRange(`${name} must be from ${least} to ${most}, got ${value}`);
}

function assertUint(value: bigint, bits: number, name: string): void {
  if (typeof value === "bigint" && value >= 0n && value >> BigInt(bits) === 0n) return;
  throw outOfRange(`${name} does not fit ${bits} bits`);
}

const outOfRange = (message: string) => new ProofError("claim_range", message);
