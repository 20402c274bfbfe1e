/** Makes the inputs of the circuit `absence` from a batch, segment by segment. */
import { commitmentElements, type CommitmentInput, EMPTY, hashCommitment } from "../batch/zk.ts";
import { isFieldElement, poseidonP4, TAGS } from "../crypto/poseidon/index.ts";
import { type AbsenceClaim, absenceSignals, SEGMENT } from "./absence.ts";
import type { Predicate } from "./predicate.ts";
import { matches, predicateParts } from "./predicate.ts";
import { attempt, type CircuitInput, StatementError } from "./witness.ts";
import { countOf } from "../base/countOf.ts";

/** A predicate, and a segment in which no entry matches it. */
export type AbsenceStatement = AbsenceClaim & {
  /** The segment's entries, all that are below the count. */
  readonly entries: readonly CommitmentInput[];
  /** Six triples of siblings, from the segment up. */
  readonly path: readonly (readonly bigint[])[];
};

/**
 * The claim that a statement amounts to, its public signals, and the circuit's input.
 *
 * @throws StatementError if the statement is false, or a part of it is out of its range.
 */
export function absenceWitness({ predicate, count, zkRoot, segment, entries, path }: AbsenceStatement): {
  readonly claim: AbsenceClaim;
  readonly signals: readonly bigint[];
  readonly input: CircuitInput;
} {
  // 1. The claim.
  const claim = { predicate, zkRoot, count, segment };
  const signals = attempt(() => absenceSignals(claim));
  const wanted = Math.min(SEGMENT, count - SEGMENT * segment);
  if (entries.length !== wanted) {
    throw new StatementError(
      "statement_malformed",
      `segment ${segment} has ${countOf(wanted, "entry")}, got ${entries.length}`,
    );
  }

  // 2. The entries; none may match.
  assertAbsent(predicate, entries, SEGMENT * segment);
  const parts = predicateParts(predicate);
  const opened = entries.map((entry) => {
    const own = commitmentElements(entry);
    const { commitment, context, rest } = hashCommitment(own);
    return { commitment, context, rest, ownType: own.payloadType, element: own.elements.slice(0, 2) };
  });

  // 3. The tree.
  const leaves = Array.from({ length: SEGMENT }, (_, i) => opened[i]?.commitment ?? EMPTY);
  const quarters = [0, 4, 8, 12].map((from) => poseidonP4(TAGS.node, leaves.slice(from, from + 4)));
  const { root, children } = climb(poseidonP4(TAGS.node, quarters), segment, path);
  if (root !== zkRoot) {
    throw new StatementError("zk_root_mismatch", "these are not the segment's entries under zkRoot", {
      fix: "check that the payloads, the entries, their order and the header belong together",
    });
  }

  // 4. The circuit's input. Positions without an entry get an input of another payload type.
  const stand = { context: 0n, rest: 0n, ownType: parts.payloadType === 0n ? 1n : 0n, element: [0n, 0n] };
  const filled = Array.from({ length: SEGMENT }, (_, i) => opened[i] ?? stand);
  const input = {
    zkRoot,
    payloadType: parts.payloadType,
    value: parts.members.map(({ element }) => element),
    layout: signals[4] as bigint,
    context: filled.map((one) => one.context),
    ownType: filled.map((one) => one.ownType),
    element: filled.map((one) => one.element),
    rest: filled.map((one) => one.rest),
    children,
  };
  return { claim, signals, input };
}

/**
 * Checks that no entry matches, not even modulo r.
 *
 * @param from The first one's position.
 * @throws StatementError `not_absent` naming the first that does.
 */
export function assertAbsent(predicate: Predicate, entries: readonly CommitmentInput[], from = 0): void {
  const parts = attempt(() => predicateParts(predicate));
  for (const [i, entry] of entries.entries()) {
    if (matches(predicate, entry)) throw new StatementError("not_absent", `the entry at position ${from + i} matches`);
    const own = attempt(() => commitmentElements(entry));
    const same = parts.members.every(({ used, element }, j) => !used || element === own.elements[j]);
    if (own.payloadType !== parts.payloadType || !same) continue;
    throw new StatementError(
      "not_absent",
      `the entry at position ${from + i} differs only by a multiple of the field's order, which the circuit cannot distinguish`,
    );
  }
}

/** The path of a segment's node: all four children of each node on it, and the root. */
function climb(node: bigint, segment: number, path: readonly (readonly bigint[])[]) {
  if (path.length !== 6 || path.some((level) => level.length !== 3 || !level.every(isFieldElement))) {
    throw new StatementError("statement_malformed", "a segment's path is six triples of field elements");
  }
  let root = node;
  const children = path.map((siblings, level) => {
    const place = Math.floor(segment / 4 ** level) % 4;
    const all = [...siblings.slice(0, place), root, ...siblings.slice(place)];
    root = poseidonP4(TAGS.node, all);
    return all;
  });
  return { root, children };
}
