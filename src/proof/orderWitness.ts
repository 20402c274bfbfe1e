/** Makes the inputs of the circuit `order` from two entries and their places. */
import { commitmentElements, type CommitmentInput, hashCommitment, zkPathChildren } from "../batch/zk.ts";
import { type OrderClaim, orderSignals, type PlacedMatch } from "./order.ts";
import { matches } from "./predicate.ts";
import { attempt, type CircuitInput, StatementError } from "./witness.ts";

/** An entry with the predicate it must match, and its place. The prover knows all of it; the claim shows a part. */
export type OrderedEntry = PlacedMatch & {
  readonly commitmentInput: CommitmentInput;
  /** The entry's place in its batch, from 0. */
  readonly position: number;
  /** Eight triples of siblings, from the commitment up. */
  readonly path: readonly (readonly bigint[])[];
};

/** The order to prove, and its entries. */
export type OrderStatement = {
  readonly first: OrderedEntry;
  readonly second?: OrderedEntry | undefined;
  /** Whether the proof reveals the first entry's index in the log. */
  readonly showIndex: boolean;
  readonly beneficiary: bigint;
};

/**
 * The claim that a statement amounts to, its public signals, and the circuit's input.
 *
 * @throws StatementError if the statement is false, or a part of it is out of its range.
 */
export function orderWitness({ first, second, showIndex, beneficiary }: OrderStatement): {
  readonly claim: OrderClaim;
  readonly signals: readonly bigint[];
  readonly input: CircuitInput;
} {
  const index = first.start + first.position;
  const claim: OrderClaim = {
    first: placed(first),
    second: second && placed(second),
    index: showIndex ? index : undefined,
    beneficiary,
  };
  // Without a second entry, its signals are zeros, and any entry can fill its wires.
  const openings = [openEntry(first), openEntry(second ?? { ...first, position: 0, count: 1 }, second !== undefined)];
  const signals = attempt(() => orderSignals(claim));
  if (second !== undefined && second.start + second.position <= index) {
    throw new StatementError("not_before", `entry ${index} is not before entry ${second.start + second.position}`);
  }
  const at = (from: number, length: number) => signals.slice(from, from + length);
  const [layout, beneficiarySignal] = at(10, 2) as [bigint, bigint];
  const input: Record<string, CircuitInput[string]> = {
    zkRoot: at(0, 2),
    batch: at(2, 2),
    payloadType: at(4, 2),
    value: [at(6, 2), at(8, 2)],
    layout,
    beneficiary: beneficiarySignal,
  };
  for (const name of Object.keys(openings[0] ?? {})) {
    input[name] = openings.map((opening) => opening[name] as CircuitInput[string]);
  }
  return { claim, signals, input };
}

const placed = ({ predicate, zkRoot, start, count }: OrderedEntry): PlacedMatch => ({
  predicate,
  zkRoot,
  start,
  count,
});

/** Checks that an entry is at its stated position and matches its predicate. Returns its private inputs. */
function openEntry(
  { commitmentInput, position, count, path, predicate, zkRoot }: OrderedEntry,
  real = true,
): CircuitInput {
  const parts = attempt(() => commitmentElements(commitmentInput));
  const { commitment, rest } = hashCommitment(parts);
  if (!Number.isInteger(position) || position < 0 || position >= count) {
    throw new StatementError("position_range", `position ${position} is not from 0 to ${count - 1}`);
  }
  const { root, children } = attempt(() => zkPathChildren(commitment, position, path));
  if (real && root !== zkRoot) {
    throw new StatementError("zk_root_mismatch", "an entry's commitment is not at its position under its zkRoot", {
      fix: "check that the payload, the entry, the path and the header belong together",
    });
  }
  if (real && !matches(predicate, commitmentInput)) {
    throw new StatementError("no_match", `the entry at position ${position} does not match its predicate`);
  }
  return {
    actor: parts.actor,
    acceptedAt: parts.acceptedAt,
    entryHash: parts.entryHash,
    ownType: parts.payloadType,
    nonce: parts.nonce,
    nonceQuotient: BigInt(parts.nonceQuotient),
    members: BigInt(parts.members),
    element: parts.elements.slice(0, 2),
    quotient: parts.quotients.map(BigInt),
    rest,
    position: BigInt(position),
    children,
  };
}
