/**
 * The condition on an entry in the claims `order` and `absence`: its payload's type, and the values of members 0 and 1
 * (protocol/4-proofs §3).
 */
import type { CommitmentInput } from "../batch/zk.ts";
import { payloadTypeElement, splitWord } from "../batch/zk.ts";
import { FIELD_ORDER } from "../crypto/poseidon/index.ts";
import { assertUint, kindOf, outOfRange } from "./signals.ts";

/** How many members a predicate can use: the first ones, which open at the lowest cost. */
export const PREDICATE_MEMBERS = 2;

/** An entry matches if it is of this payload type, and its first two members have the words that are given. */
export type Predicate = {
  /** `KPayload(<members>)`. */
  readonly payloadType: string;
  /** 32-byte words of members 0 and 1 as big-endian integers; undefined, or left out, for any. */
  readonly words: readonly (bigint | undefined)[];
};

/** A predicate in the form that the circuits take: unused parts are 0. */
export type PredicateParts = {
  readonly payloadType: bigint;
  readonly members: readonly { readonly used: boolean; readonly element: bigint; readonly quotient: number }[];
};

/**
 * Checks a predicate, and returns its parts.
 *
 * @throws ProofError `claim_type` or `claim_range`.
 */
export function predicateParts({ payloadType, words }: Predicate): PredicateParts {
  const { members } = kindOf(payloadType);
  const most = Math.min(PREDICATE_MEMBERS, members.length);
  if (words.length > most) throw outOfRange(`a predicate uses members below ${most}, not member ${words.length - 1}`);
  return {
    payloadType: payloadTypeElement(payloadType),
    members: Array.from({ length: PREDICATE_MEMBERS }, (_, i) => {
      const word = words[i];
      if (word === undefined) return { used: false, element: 0n, quotient: 0 };
      assertUint(word, 256, `the word of member ${i}`);
      return { used: true, ...splitWord(word) };
    }),
  };
}

/** The predicate that public signals speak of. Throws ProofError as {@link predicateParts} does. */
export function readPredicate(payloadType: string, members: PredicateParts["members"]): Predicate {
  const words = members.map(({ used, element, quotient }, i) => {
    if (used) return element + BigInt(quotient) * FIELD_ORDER;
    if (element !== 0n || quotient !== 0) throw outOfRange(`member ${i} is not used and has a value`);
    return undefined;
  });
  while (words.length > 0 && words.at(-1) === undefined) words.pop();
  const predicate = { payloadType, words };
  predicateParts(predicate);
  return predicate;
}

/** Whether an entry matches. */
export function matches(
  { payloadType, words }: Predicate,
  entry: Pick<CommitmentInput, "payloadType" | "words">,
): boolean {
  return entry.payloadType === payloadType && words.every((word, i) => word === undefined || word === entry.words[i]);
}

/** Whether no entry can match both. A dispute's two predicates must be disjoint. */
export function areDisjoint(a: Predicate, b: Predicate): boolean {
  if (a.payloadType !== b.payloadType) return true;
  return a.words.some((word, i) => word !== undefined && b.words[i] !== undefined && b.words[i] !== word);
}
