/** Turns a proof's document into the circuits' claims: words, indices and signals. */
import type { Kind, MemberValue } from "../action/kinds.ts";
import { wordOf } from "../action/values.ts";
import type { Header } from "../batch/header.ts";
import { bytesToUint } from "../base/bytes.ts";
import { FormatError, joinPath } from "../base/json.ts";
import { absenceSignals, segmentsOf } from "./absence.ts";
import type { DisclosedValue } from "./disclosure.ts";
import { type DisclosureClaim, disclosureSignals } from "./disclosure.ts";
import type { ProofDocument, StatedDisclosure, StatedPredicate, ValueName } from "./document.ts";
import { ProofError } from "./groth16.ts";
import { orderSignals, type PlacedMatch } from "./order.ts";
import { type Predicate, PREDICATE_MEMBERS } from "./predicate.ts";
import { kindOf, outOfRange } from "./signals.ts";

/** Values of the entry, by their names in claims. A member's name has no dot, so the two never collide. */
export const ENTRY_VALUES = {
  "entry.nonce": "nonce",
  "entry.acceptedAt": "acceptedAt",
  "entry.index": "position",
} as const;
/** The name of the subject that is not a member. */
export const ENTRY_ACTOR = "entry.actor";

/**
 * The public signals that a document's proofs are for, one list for each.
 *
 * @param headers The decoded headers of its batches.
 * @throws FormatError for a value that is not its member's, ProofError for a claim that its circuit cannot make.
 */
export function statedSignals(document: ProofDocument, headers: readonly Header[]): bigint[][] {
  const [header, second] = headers;
  if (header === undefined) throw outOfRange("there is no batch");
  const { circuit, claim } = document;
  if (circuit === "disclosure") return [disclosureSignals(statedDisclosure(claim, header))];
  if (circuit === "absence") {
    const stated = { predicate: statedPredicate(claim, "claim"), zkRoot: zkRootOf(header), count: header.count };
    return Array.from({ length: segmentsOf(header.count) }, (_, segment) => absenceSignals({ ...stated, segment }));
  }
  if ((claim.second === undefined) !== (second === undefined)) throw outOfRange("one batch belongs to each entry");
  return [
    orderSignals({
      first: placed(claim.first, header, "claim.first"),
      second: claim.second && second && placed(claim.second, second, "claim.second"),
      index: claim.index === undefined ? undefined : Number(claim.index),
      beneficiary: BigInt(claim.beneficiary),
    }),
  ];
}

const zkRootOf = ({ zkRoot }: Header): bigint => bytesToUint(zkRoot);

const placed = (predicate: StatedPredicate, header: Header, path: string): PlacedMatch => ({
  predicate: statedPredicate(predicate, path),
  zkRoot: zkRootOf(header),
  start: header.start,
  count: header.count,
});

/** Makes a predicate from names and values. Throws FormatError or ProofError. */
export function statedPredicate({ payloadType, where }: StatedPredicate, path: string): Predicate {
  const kind = kindOf(payloadType);
  const words: (bigint | undefined)[] = [];
  for (const [name, value] of Object.entries(where)) {
    const member = memberIndex(kind, name);
    if (member >= PREDICATE_MEMBERS) {
      throw outOfRange(`a predicate can use the first two members of ${kind.name} only, not ${name}`);
    }
    words[member] = memberWord(kind, member, value, joinPath(`${path}.where`, name));
  }
  return { payloadType, words: Array.from(words) };
}

function statedDisclosure(claim: StatedDisclosure, header: Header): DisclosureClaim {
  const kind = kindOf(claim.payloadType);
  const { subject } = claim;
  const read = (of: ValueName, value: MemberValue, path: string) => ({
    of: valueNamed(kind, of),
    word: statedWord(kind, of, value, header, path),
  });
  return {
    nullifier: BigInt(claim.nullifier),
    zkRoot: zkRootOf(header),
    count: header.count,
    payloadType: claim.payloadType,
    subject: {
      at: subject.of === ENTRY_ACTOR ? "actor" : memberIndex(kind, subject.of),
      address: BigInt(subject.address),
    },
    scope: BigInt(claim.scope),
    beneficiary: BigInt(claim.beneficiary),
    revealed: claim.revealed.map(({ of, value }, i) => read(of, value, `claim.revealed[${i}]`)),
    bounds: claim.bounds.map(({ of, is, value }, i) => ({ ...read(of, value, `claim.bounds[${i}]`), is })),
  };
}

/**
 * Finds the value of an entry with this name. Throws ProofError `claim_range` for a name that the kind does not have.
 */
export function valueNamed(kind: Kind, name: ValueName): DisclosedValue {
  return Object.hasOwn(ENTRY_VALUES, name) ? ENTRY_VALUES[name as keyof typeof ENTRY_VALUES] : memberIndex(kind, name);
}

/** The word of a value; an index becomes a position in the batch. Throws FormatError or ProofError. */
export function statedWord(kind: Kind, name: ValueName, value: MemberValue, header: Header, path: string): bigint {
  const of = valueNamed(kind, name);
  if (typeof of === "number") return memberWord(kind, of, value, path);
  const word = wordOf(of === "nonce" ? "uint256" : "uint64", value, path);
  if (of !== "position") return word;
  const position = word - BigInt(header.start);
  if (position >= 0n && position < BigInt(header.count)) return position;
  throw outOfRange(
    `entry.index is not in the batch, whose indexes are from ${header.start} on, ${header.count} of them`,
  );
}

function memberWord({ members }: Kind, index: number, value: MemberValue, path: string): bigint {
  const member = members[index];
  if (member === undefined) throw new FormatError("unknown_member", path, "is not a member");
  return wordOf(member.type, value, path);
}

/** The index of a payload's member. Throws ProofError `claim_range`. */
export function memberIndex({ name, members }: Kind, member: string): number {
  const index = members.findIndex((one) => one.name === member);
  if (index >= 0) return index;
  throw new ProofError(
    "claim_range",
    `${name} has no member ${member}: it has ${members.map((m) => m.name).join(", ")}`,
  );
}
