/**
 * Makes the inputs of the circuit `disclosure` from an entry and its place. Checks all that the circuit will demand, so
 * a false statement is named before a prover starts.
 *
 * @module
 */
import {
  type CommitmentElements,
  commitmentElements,
  type CommitmentHashes,
  type CommitmentInput,
  hashCommitment,
  zkPathChildren,
} from "../batch/zk.ts";
import { AnchorlogError } from "../base/errors.ts";
import { isFieldElement, poseidonP5, TAGS } from "../crypto/poseidon/index.ts";
import {
  type Bound,
  type DisclosedValue,
  type DisclosureClaim,
  disclosureSignals,
  type DisclosureSubject,
} from "./disclosure.ts";
import { ProofError } from "./groth16.ts";
import { kindOf } from "./signals.ts";

/** The entry, and the values to disclose. */
export type DisclosureStatement = Pick<DisclosureClaim, "count" | "zkRoot" | "scope" | "beneficiary"> & {
  /** The entry and its payload: known to the prover, not disclosed. */
  readonly commitmentInput: CommitmentInput;
  /** The entry's place in its batch, from 0. Not disclosed. */
  readonly position: number;
  /** Eight triples of siblings, from the commitment up. */
  readonly path: readonly (readonly bigint[])[];
  /** The values to reveal: payload members by their index, or others. With the bounds, up to four. */
  readonly reveal: readonly DisclosedValue[];
  /** Bounds to show of numbers that stay hidden. */
  readonly bounds?: readonly Bound[];
  /** The address to reveal: the actor's, or an address member by its index. */
  readonly subject: DisclosureSubject;
};

/** A statement that is not true or cannot be made, found before proving. */
export class StatementError extends AnchorlogError {
  declare readonly code:
    | "statement_malformed"
    | "position_range"
    | "zk_root_mismatch"
    | "out_of_bounds"
    | "no_match"
    | "not_before"
    | "not_absent";

  constructor(code: StatementError["code"], message: string, options?: { cause?: unknown; fix?: string }) {
    super(code, message, options);
    this.name = "StatementError";
  }
}

/** Named signals of the circuit, as snarkjs and circom's witness generators take them. */
export type CircuitInput = Readonly<Record<string, CircuitValue>>;
type CircuitValue = bigint | readonly CircuitValue[];

/**
 * The claim that a statement amounts to, its public signals, and the circuit's input.
 *
 * @throws StatementError if the statement is false, or a part of it is out of its range.
 */
export function disclosureWitness(statement: DisclosureStatement): {
  readonly claim: DisclosureClaim;
  readonly signals: readonly bigint[];
  readonly input: CircuitInput;
} {
  const { commitmentInput, position } = statement;
  const parts = attempt(() => commitmentElements(commitmentInput));
  const hashes = hashCommitment(parts);
  const children = childrenUnderRoot(statement, hashes);
  const wordOf = (of: DisclosedValue): bigint => {
    if (typeof of !== "number")
      return { ...commitmentInput, acceptedAt: parts.acceptedAt, position: BigInt(position) }[of];
    const found = commitmentInput.words[of];
    if (found !== undefined) return found;
    throw new StatementError("statement_malformed", `the payload has no member ${of}`);
  };
  const claim = claimOf(statement, parts, hashes, wordOf);
  const signals = attempt(() => disclosureSignals(claim));
  assertBounds(claim, wordOf);
  const [, , payloadType, layout, subject] = signals as [bigint, bigint, bigint, bigint, bigint];
  const input = {
    zkRoot: claim.zkRoot,
    payloadType,
    layout,
    subject,
    scope: claim.scope,
    beneficiary: claim.beneficiary,
    value: signals.slice(7),
    actor: parts.actor,
    acceptedAt: parts.acceptedAt,
    entryHash: parts.entryHash,
    nonce: parts.nonce,
    nonceQuotient: BigInt(parts.nonceQuotient),
    members: BigInt(parts.members),
    element: parts.elements,
    quotient: parts.quotients.map(BigInt),
    position: BigInt(position),
    children,
  };
  return { claim, signals, input };
}

/** Checks that the commitment is at its position under the root, and returns the path's nodes. */
function childrenUnderRoot({ position, count, zkRoot, path }: DisclosureStatement, { commitment }: CommitmentHashes) {
  if (!Number.isInteger(position) || position < 0 || position >= count) {
    throw new StatementError("position_range", `position ${position} is not from 0 to ${count - 1}`);
  }
  const { root, children } = attempt(() => zkPathChildren(commitment, position, path));
  if (root === zkRoot) return children;
  throw new StatementError("zk_root_mismatch", "the entry's commitment is not at this position under zkRoot", {
    fix: "check that the payload, the entry, the path and the header belong together",
  });
}

function claimOf(
  { commitmentInput, count, zkRoot, scope, beneficiary, subject, reveal, bounds = [] }: DisclosureStatement,
  parts: CommitmentElements,
  hashes: CommitmentHashes,
  wordOf: (of: DisclosedValue) => bigint,
): DisclosureClaim {
  if (!isFieldElement(scope)) throw new StatementError("statement_malformed", "the scope is not below r");
  return {
    nullifier: hashNullifier(scope, parts, hashes),
    zkRoot,
    count,
    payloadType: commitmentInput.payloadType,
    subject: { at: subject, address: subject === "actor" ? parts.actor : wordOf(subject) },
    scope,
    beneficiary,
    revealed: reveal.map((of) => ({ of, word: wordOf(of) })),
    bounds,
  };
}

function assertBounds({ payloadType, bounds }: DisclosureClaim, wordOf: (of: DisclosedValue) => bigint): void {
  const { members } = kindOf(payloadType);
  for (const { of, is, word: bound } of bounds) {
    const signed = typeof of === "number" && members[of]?.type.startsWith("int");
    const [own, limit] = [wordOf(of), bound].map((x) => (signed ? BigInt.asIntN(256, x) : x)) as [bigint, bigint];
    if (is === "atLeast" ? own < limit : own > limit) {
      const name = typeof of === "number" ? members[of]?.name : of;
      throw new StatementError("out_of_bounds", `${name} is not ${is === "atLeast" ? "at least" : "at most"} ${limit}`);
    }
  }
}

/**
 * The nullifier of an entry and a scope. It does not hash the commitment, which others know as a sibling in their
 * paths, but the inputs of the commitment.
 */
function hashNullifier(scope: bigint, { elements }: CommitmentElements, { context, rest }: CommitmentHashes): bigint {
  const [first = 0n, second = 0n] = elements;
  return poseidonP5(TAGS.nullifier, [scope, context, first, second, rest]);
}

/** Turns an error about a part into an error about the statement. */
export function attempt<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ProofError)) throw error;
    throw new StatementError("statement_malformed", error.message, { cause: error });
  }
}
