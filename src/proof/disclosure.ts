/**
 * Disclosures: "some entry under this zkRoot carries an action of this payload type, with these values equal to
 * or bounded by these, and this subject; nothing else is said about it" (protocol/4-proofs §2).
 * Browser-safe: checking only, proofs are made in `prover.ts`.
 *
 * @module
 */
import type { Kind } from "../action/kinds.ts";
import { shapeOf } from "../action/memberTypes.ts";
import { abbreviate } from "../base/hex.ts";
import { payloadTypeElement, splitWord, ZK_MEMBERS, ZK_POSITIONS } from "../batch/zk.ts";
import { FIELD_ORDER } from "../crypto/poseidon/index.ts";
import { ProofError } from "./groth16.ts";
import { holdsWithoutChain } from "./keys.ts";
import { assertInteger, assertSignals, assertUint, kindOf, outOfRange } from "./signals.ts";

/** How many values a disclosure can speak of. */
export const DISCLOSURE_SLOTS = 4;
/** Public signals of a disclosure. */
const DISCLOSURE_SIGNALS = 7 + DISCLOSURE_SLOTS;
/** The index that stands for no member: an unused slot, or the actor as subject. */
const NONE = ZK_MEMBERS;

/** The subject of a disclosure: the entry's actor, or an address member by its index. */
export type DisclosureSubject = number | "actor";

/** A value that a disclosure can show: a payload member by its index, or another value of the entry. */
export type DisclosedValue = number | keyof typeof OTHER_VALUES;

/** The indices of values that are not payload members. `acceptedAt` is in milliseconds; `position` is in the batch. */
const OTHER_VALUES = { nonce: 17, acceptedAt: 18, position: 19 } as const;

/** A bound: the value is at least or at most a word, as integers, signed for `intN` members. */
export type Bound = {
  readonly of: DisclosedValue;
  readonly is: "atLeast" | "atMost";
  /** 32 bytes as a big-endian integer: negative numbers in two's complement. */
  readonly word: bigint;
};

/** The claim of a disclosure. */
export type DisclosureClaim = {
  /** Unique for an entry and a scope: the same nullifier twice means the same entry twice. */
  readonly nullifier: bigint;
  /** Root of the batch's ZK tree. It is taken from the anchored header, like `count`. */
  readonly zkRoot: bigint;
  /** The header's number of entries, 1 to 65,536. */
  readonly count: number;
  /** `KPayload(<members>)`. */
  readonly payloadType: string;
  /** An address, below 2^160, and the value that it must equal. */
  readonly subject: { readonly at: DisclosureSubject; readonly address: bigint };
  /** Any field element. */
  readonly scope: bigint;
  /** The address that the proof is made for, below 2^160. */
  readonly beneficiary: bigint;
  /** Values and their 32-byte words; with the bounds, up to four. */
  readonly revealed: readonly { readonly of: DisclosedValue; readonly word: bigint }[];
  /** Bounds of numbers that otherwise stay hidden. */
  readonly bounds: readonly Bound[];
};

/**
 * A slot's statement about its value. The bits: whether it is a bound, whether from above, whether of a signed number.
 */
export const SLOT_MODES = {
  equal: 0,
  atLeast: 1,
  atMost: 3,
  atLeastSigned: 5,
  atMostSigned: 7,
} as const;
export type SlotMode = keyof typeof SLOT_MODES;

/** One of the four slots: the index of its value, and the quotient of the word that the value is compared with. */
type DisclosureSlot = { readonly value: number; readonly quotient: number; readonly mode: SlotMode };

/** The signal `layout`, taken apart. */
export type DisclosureLayout = {
  readonly count: number;
  readonly subject: DisclosureSubject;
  /** Four slots; undefined for an unused one. */
  readonly slots: readonly (DisclosureSlot | undefined)[];
};

const MODE_NAMES = new Map(Object.entries(SLOT_MODES).map(([name, bits]) => [bits as number, name as SlotMode]));

/**
 * `count + 2^17 · s + Σ (v_i + 2^5 · q_i) · 2^(22 + 8i) + Σ mode_i · 2^(54 + 3i)`, with 16 for the actor and for
 * unused slots.
 *
 * @throws ProofError `claim_range` if a part does not fit.
 */
export function packLayout({ count, subject, slots }: DisclosureLayout): bigint {
  assertInteger(count, 1, ZK_POSITIONS, "the count");
  if (slots.length !== DISCLOSURE_SLOTS) throw outOfRange(`a layout has ${DISCLOSURE_SLOTS} slots`);
  if (subject !== "actor") assertInteger(subject, 0, NONE - 1, "the subject");
  let layout = BigInt(count) | (BigInt(subject === "actor" ? NONE : subject) << 17n);
  for (const [i, slot] of slots.entries()) {
    if (slot !== undefined) assertSlot(slot, i);
    const bits = slot === undefined ? NONE : slot.value + 2 ** 5 * slot.quotient;
    layout |= BigInt(bits) << BigInt(22 + 8 * i);
    layout |= BigInt(SLOT_MODES[slot?.mode ?? "equal"]) << BigInt(54 + 3 * i);
  }
  return layout;
}

/**
 * The reverse of {@link packLayout}.
 *
 * @throws ProofError `claim_range` if a part is not one that a disclosure can have.
 */
export function unpackLayout(layout: bigint): DisclosureLayout {
  const bits = (from: number, length: number) => Number(BigInt.asUintN(length, layout >> BigInt(from)));
  if (layout < 0n || layout >> 66n !== 0n) throw outOfRange("the layout does not fit 66 bits");
  const s = bits(17, 5);
  if (s > NONE) throw outOfRange(`the subject's index is ${s}`);
  const slots = Array.from({ length: DISCLOSURE_SLOTS }, (_, i) => {
    const [value, quotient, modeBits] = [bits(22 + 8 * i, 5), bits(27 + 8 * i, 3), bits(54 + 3 * i, 3)];
    if (value === NONE) {
      if (quotient !== 0 || modeBits !== 0) throw outOfRange(`slot ${i} is unused, and has a quotient or a mode`);
      return undefined;
    }
    const mode = MODE_NAMES.get(modeBits);
    if (mode === undefined) throw outOfRange(`slot ${i} has the mode ${modeBits}`);
    const slot = { value, quotient, mode };
    assertSlot(slot, i);
    return slot;
  });
  const count = bits(0, 17);
  assertInteger(count, 1, ZK_POSITIONS, "the count");
  return { count, subject: s === NONE ? "actor" : s, slots };
}

function assertSlot({ value, quotient }: DisclosureSlot, i: number): void {
  assertInteger(value, 0, OTHER_VALUES.position, `slot ${i}`);
  if (value === NONE) throw outOfRange(`slot ${i} names no member`);
  assertInteger(quotient, 0, 5, `the quotient of slot ${i}`);
}

/**
 * The public signals of a claim, in the circuit's order. Used slots come first: the revealed values, then the bounds.
 *
 * @throws ProofError `claim_range` or `claim_type` if the claim is not one that a disclosure can make.
 */
export function disclosureSignals(claim: DisclosureClaim): bigint[] {
  const kind = checkClaim(claim);
  const used = [
    ...claim.revealed.map(({ of, word }) => ({ of, word, mode: "equal" as const })),
    ...claim.bounds.map(({ of, is, word }) => ({ of, word, mode: boundMode(kind, of, is) })),
  ];
  if (used.length > DISCLOSURE_SLOTS)
    throw outOfRange(`a disclosure reveals or bounds at most ${DISCLOSURE_SLOTS} values`);
  const words = used.map(({ word }) => splitWord(word));
  const slots = Array.from({ length: DISCLOSURE_SLOTS }, (_, i) => {
    const slot = used[i];
    return slot && { value: valueIndex(slot.of), quotient: words[i]?.quotient ?? 0, mode: slot.mode };
  });
  const signals = [
    claim.nullifier,
    claim.zkRoot,
    payloadTypeElement(claim.payloadType),
    packLayout({ count: claim.count, subject: claim.subject.at, slots }),
    claim.subject.address,
    claim.scope,
    claim.beneficiary,
    ...slots.map((_, i) => words[i]?.element ?? 0n),
  ];
  assertSignals(signals, DISCLOSURE_SIGNALS);
  return signals;
}

/**
 * Reads public signals as a claim, with all the checks of protocol/4-proofs §2 that need no chain. The caller must
 * check that a header with this zkRoot and count is anchored, and that the operator has the payload type.
 *
 * @param signals The public signals, in the circuit's order.
 * @param payloadType The payload's type string, whose hash the signals hold.
 * @throws ProofError `signal_count`, `signal_range`, `claim_range` or `claim_type`.
 * @example
 * const [signals = []] = publicSignals(document)
 * const proof = fromHex(document.proofs[0]!)
 * if (!verifyDisclosureProofWithoutChain(proof, signals)) throw new Error("the proof does not hold")
 * const { subject, revealed, bounds } = readDisclosure(signals, document.claim.payloadType)
 */
export function readDisclosure(signals: readonly bigint[], payloadType: string): DisclosureClaim {
  assertSignals(signals, DISCLOSURE_SIGNALS);
  const [nullifier, zkRoot, type, layout, address, scope, beneficiary, ...values] = signals as Eleven;
  if (type !== payloadTypeElement(payloadType)) {
    throw new ProofError("claim_type", `the signals are not about ${abbreviate(payloadType)}`);
  }
  const kind = kindOf(payloadType);
  const { count, subject, slots } = unpackLayout(layout);
  const revealed: { of: DisclosedValue; word: bigint }[] = [];
  const bounds: Bound[] = [];
  for (const [i, slot] of slots.entries()) {
    const value = values[i] as bigint;
    if (slot === undefined) {
      if (value !== 0n) throw outOfRange(`slot ${i} is unused and has a value`);
      continue;
    }
    const of = valueAt(slot.value);
    const word = value + BigInt(slot.quotient) * FIELD_ORDER;
    if (slot.mode === "equal") {
      revealed.push({ of, word });
      continue;
    }
    const is = slot.mode.startsWith("atLeast") ? "atLeast" : "atMost";
    if (boundMode(kind, of, is) !== slot.mode) throw outOfRange(`slot ${i} compares ${of} in the wrong order`);
    bounds.push({ of, is, word });
  }
  const subjectAt = { at: subject, address };
  const claim = { nullifier, zkRoot, count, payloadType, subject: subjectAt, scope, beneficiary, revealed, bounds };
  checkClaim(claim);
  return claim;
}

type Eleven = readonly [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];

const valueIndex = (of: DisclosedValue): number => (typeof of === "number" ? of : OTHER_VALUES[of]);

function valueAt(index: number): DisclosedValue {
  if (index < NONE) return index;
  return index === OTHER_VALUES.nonce ? "nonce" : index === OTHER_VALUES.acceptedAt ? "acceptedAt" : "position";
}

/** Returns the mode of a slot with a bound. The value's type decides whether numbers are compared as signed. */
function boundMode(kind: Kind, of: DisclosedValue, is: Bound["is"]): SlotMode {
  const type = typeof of === "number" ? kind.members[of]?.type : "uint256";
  const shape = type && shapeOf(type);
  if (shape?.form === "integer") return shape.isSigned ? `${is}Signed` : is;
  throw outOfRange(`member ${of} is not a number, so it has no bounds`);
}

/**
 * Whether a proof holds for a disclosure's public signals under this package's key. The chain is not judged: under a
 * development key the proof is evidence on chain 31337 alone.
 * Call {@link readDisclosure}, too: it reads the claim from the signals.
 *
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError if the proof or a signal is malformed, or their number is wrong.
 */
export function verifyDisclosureProofWithoutChain(proof: Uint8Array, signals: readonly bigint[]): boolean {
  return holdsWithoutChain("disclosure", proof, signals);
}

/** Indices, addresses and words against the payload's type. */
function checkClaim({ payloadType, subject, beneficiary, revealed, bounds }: DisclosureClaim): Kind {
  const kind = kindOf(payloadType);
  const { members } = kind;
  if (subject.at !== "actor") {
    assertInteger(subject.at, 0, members.length - 1, "the subject");
    if (members[subject.at]?.type !== "address") throw outOfRange(`member ${subject.at} is not an address`);
  }
  assertUint(subject.address, 160, "the subject");
  assertUint(beneficiary, 160, "the beneficiary");
  for (const { of, word } of [...revealed, ...bounds]) {
    if (typeof of === "number") assertInteger(of, 0, members.length - 1, "a member");
    assertUint(word, 256, `the word of ${typeof of === "number" ? `member ${of}` : of}`);
  }
  for (const { of, is } of bounds) boundMode(kind, of, is);
  return kind;
}
