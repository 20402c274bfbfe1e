/** Makes the statements to prove from a caller's names and values, and from bundles. */
import type { MemberValue } from "../action/kinds.ts";
import { bytesToUint, uintToBytes } from "../base/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError } from "../base/json.ts";
import { isFieldElement } from "../crypto/poseidon/index.ts";
import type { Bound, DisclosureClaim } from "./disclosure.ts";
import type { StatedDisclosure, StatedPredicate, ValueName } from "./document.ts";
import { ProofError } from "./groth16.ts";
import type { OrderedEntry } from "./orderWitness.ts";
import { ENTRY_ACTOR, memberIndex, statedPredicate, statedWord, valueNamed } from "./stated.ts";
import type { ProvenAction } from "./source.ts";
import { type DisclosureStatement, StatementError } from "./witness.ts";

/** The bounds of a number that the proof shows, in the form that the number has in actions. */
export type NumberBounds = { readonly atLeast?: string | undefined; readonly atMost?: string | undefined };

/** A statement about an action. With both ends of a range counted, four values at most. */
export type Disclosure = {
  /** The kind that the action is taken to be of; any if absent. */
  readonly action?: string | undefined;
  /** Names of payload members, `entry.nonce`, `entry.acceptedAt` or `entry.index`, whose values are revealed. */
  readonly reveal?: readonly ValueName[] | undefined;
  /** Bounds of numbers that otherwise stay hidden, by the same names. */
  readonly where?: Readonly<Record<ValueName, NumberBounds>> | undefined;
  /** The subject, whose address is revealed: `entry.actor`, or an address member of the payload. */
  readonly subject?: ValueName | undefined;
  /** A nullifier is unique for an action and a scope: any number below the field's order. */
  readonly scope: bigint;
  /** The address that the proof is made for, 20 bytes. */
  readonly beneficiary: Hex;
};

/**
 * The statement of a disclosure.
 *
 * @throws StatementError if it is false or cannot be made.
 */
export function disclosureStatement(source: ProvenAction, disclosure: Disclosure): DisclosureStatement {
  const { kind, header, commitmentInput, position, path } = source;
  if (disclosure.action !== undefined && disclosure.action !== kind.name) {
    throw new StatementError("no_match", `the action is a ${kind.name}, not a ${disclosure.action}`);
  }
  if (!isFieldElement(disclosure.scope)) {
    throw new StatementError("statement_malformed", "the scope is not below the field's order");
  }
  const subject = disclosure.subject ?? ENTRY_ACTOR;
  return naming(() => ({
    commitmentInput,
    position,
    path,
    count: header.count,
    zkRoot: bytesToUint(header.zkRoot),
    reveal: (disclosure.reveal ?? []).map((name) => valueNamed(kind, name)),
    bounds: Object.entries(disclosure.where ?? {}).flatMap(([name, range]) => readRange(source, name, range)),
    subject: subject === ENTRY_ACTOR ? "actor" : memberIndex(kind, subject),
    scope: disclosure.scope,
    beneficiary: readAddress(disclosure.beneficiary),
  }));
}

function readRange({ kind, header }: ProvenAction, name: ValueName, range: NumberBounds): Bound[] {
  const of = valueNamed(kind, name);
  const bounds = (["atLeast", "atMost"] as const).flatMap((is) => {
    const value = range[is];
    return value === undefined ? [] : [{ of, is, word: statedWord(kind, name, value, header, `where.${name}.${is}`) }];
  });
  if (bounds.length > 0) return bounds;
  throw new StatementError("statement_malformed", `where.${name} has neither an atLeast nor an atMost`);
}

/** Makes a disclosure's document from the same names and the proven claim. */
export function stateDisclosure(
  source: ProvenAction,
  disclosure: Disclosure,
  claim: DisclosureClaim,
): StatedDisclosure {
  return {
    payloadType: claim.payloadType,
    subject: { of: disclosure.subject ?? ENTRY_ACTOR, address: toHex(uintToBytes(claim.subject.address, 20)) },
    revealed: (disclosure.reveal ?? []).map((of) => ({ of, value: ownValue(source, of) })),
    bounds: Object.entries(disclosure.where ?? {}).flatMap(([of, range]) =>
      (["atLeast", "atMost"] as const).flatMap((is) => {
        const value = range[is];
        return value === undefined ? [] : [{ of, is, value }];
      }),
    ),
    scope: toHex(uintToBytes(claim.scope, 32)),
    nullifier: toHex(uintToBytes(claim.nullifier, 32)),
    beneficiary: disclosure.beneficiary,
  };
}

function ownValue({ kind, message, commitmentInput, index }: ProvenAction, name: ValueName): MemberValue {
  const of = valueNamed(kind, name);
  if (of === "nonce") return `${commitmentInput.nonce}`;
  if (of === "acceptedAt") return `${commitmentInput.acceptedAt}`;
  if (of === "position") return `${index}`;
  return message.payload[name] as MemberValue;
}

/**
 * An entry of an order's statement.
 *
 * @throws StatementError if the predicate is not one of its kind.
 */
export function orderedEntry(source: ProvenAction, where: StatedPredicate["where"], path: string): OrderedEntry {
  const { kind, header, commitmentInput, position } = source;
  return {
    predicate: naming(() => statedPredicate({ payloadType: kind.payloadType, where }, path)),
    zkRoot: bytesToUint(header.zkRoot),
    start: header.start,
    count: header.count,
    commitmentInput,
    position,
    path: source.path,
  };
}

/** Reads an address of a statement. Throws StatementError. */
export function readAddress(address: Hex): bigint {
  if (isHex(address, 20)) return bytesToUint(fromHex(address));
  throw new StatementError("statement_malformed", "the beneficiary is not an address in lower-case hex");
}

/** Turns an error about a name or value into an error about the statement. */
export function naming<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof ProofError)) throw error;
    throw new StatementError("statement_malformed", error.message, { cause: error });
  }
}
