/**
 * Orders: "of two entries of one log, each matching a predicate, the first has the lower index". Without a second
 * entry: "there is an entry that matches the predicate". If it also shows the entry's index, this proof can take the
 * lead in a dispute (protocol/4-proofs §3). Safe for browsers: it only checks. `prover.ts` makes the proofs.
 *
 * @module
 */
import { payloadTypeElement, ZK_POSITIONS } from "../batch/zk.ts";
import { ProofError } from "./groth16.ts";
import { holdsWithoutChain } from "./keys.ts";
import { type Predicate, predicateParts, type PredicateParts, readPredicate } from "./predicate.ts";
import { assertInteger, assertSignals, assertUint, outOfRange } from "./signals.ts";

/** Public signals of an order. */
const ORDER_SIGNALS = 12;

/** An entry that matches, and the batch that it is in, as its anchored header says. */
export type PlacedMatch = {
  readonly predicate: Predicate;
  readonly zkRoot: bigint;
  /** The header's first index and number of entries. */
  readonly start: number;
  readonly count: number;
};

/** The claim of an order. The verifier must know that both headers are of one log. */
export type OrderClaim = {
  readonly first: PlacedMatch;
  /** An entry with a higher index; without one, the claim is about the first alone. */
  readonly second?: PlacedMatch | undefined;
  /** The first one's index in the log; hidden if absent. */
  readonly index?: number | undefined;
  /** The address that the proof is made for, below 2^160. */
  readonly beneficiary: bigint;
};

/**
 * The public signals of a claim, in the circuit's order.
 *
 * @throws ProofError `claim_range` or `claim_type` if the claim is not one that an order can make.
 */
export function orderSignals({ first, second, index, beneficiary }: OrderClaim): bigint[] {
  assertUint(beneficiary, 160, "the beneficiary");
  if (index !== undefined) assertInteger(index, first.start, first.start + first.count - 1, "the index");
  const sides = [placedParts(first), second === undefined ? NOTHING : placedParts(second)];
  const layout = sides.reduce(
    (sum, { parts }, side) => sum | (memberBits(parts) << BigInt(2 + 8 * side)),
    (second === undefined ? 0n : 1n) | (index === undefined ? 0n : 2n) | (BigInt(index ?? 0) << 18n),
  );
  const signals = [
    ...sides.map(({ zkRoot }) => zkRoot),
    ...sides.map(({ batch }) => batch),
    ...sides.map(({ parts }) => parts.payloadType),
    ...sides.flatMap(({ parts }) => parts.members.map(({ element }) => element)),
    layout,
    beneficiary,
  ];
  assertSignals(signals, ORDER_SIGNALS);
  return signals;
}

type Side = { readonly zkRoot: bigint; readonly batch: bigint; readonly parts: PredicateParts };

const UNUSED = { used: false, element: 0n, quotient: 0 };
const NOTHING: Side = { zkRoot: 0n, batch: 0n, parts: { payloadType: 0n, members: [UNUSED, UNUSED] } };

function placedParts({ predicate, zkRoot, start, count }: PlacedMatch): Side {
  assertInteger(count, 1, ZK_POSITIONS, "the count");
  assertInteger(start, 0, Number.MAX_SAFE_INTEGER + 1 - count, "the start");
  return { zkRoot, batch: BigInt(count) | (BigInt(start) << 17n), parts: predicateParts(predicate) };
}

/** Eight bits: for members 0 and 1, whether it is used, and its quotient. */
const memberBits = ({ members }: PredicateParts): bigint =>
  members.reduce((sum, { used, quotient }, i) => sum | (BigInt((used ? 1 : 0) + 2 * quotient) << BigInt(4 * i)), 0n);

/**
 * Reads public signals as a claim, with all the checks of protocol/4-proofs §3 that need no chain. The caller must
 * check that headers with these zkRoots, starts and counts are anchored and of one log, and that the operator has the
 * payload types.
 *
 * @param signals The public signals, in the circuit's order.
 * @param payloadTypes The payload's type strings, of the first and of the second if there is one.
 * @throws ProofError `signal_count`, `signal_range`, `claim_range` or `claim_type`.
 * @example
 * const { first, second } = document.claim
 * const [signals = []] = publicSignals(document)
 * if (!verifyOrderProofWithoutChain(fromHex(document.proofs[0]!), signals)) throw new Error("the proof does not hold")
 * const { index } = readOrder(signals, second ? [first.payloadType, second.payloadType] : [first.payloadType])
 */
export function readOrder(signals: readonly bigint[], payloadTypes: readonly string[]): OrderClaim {
  assertSignals(signals, ORDER_SIGNALS);
  const [layout, beneficiary] = signals.slice(10) as [bigint, bigint];
  if (layout >> 71n !== 0n) throw outOfRange("the layout does not fit 71 bits");
  assertUint(beneficiary, 160, "the beneficiary");
  const [pair, shown] = [(layout & 1n) === 1n, (layout & 2n) === 2n];
  if (payloadTypes.length !== (pair ? 2 : 1))
    throw new ProofError(
      "claim_type",
      `the signals need ${pair ? "two payload types" : "one payload type"}, got ${payloadTypes.length}`,
    );
  const first = readSide(signals, 0, payloadTypes[0] ?? "");
  const second = pair ? readSide(signals, 1, payloadTypes[1] ?? "") : undefined;
  if (!pair && ([1, 3, 5, 8, 9].some((i) => signals[i] !== 0n) || ((layout >> 10n) & 255n) !== 0n)) {
    throw outOfRange("the statement is about a second entry, but there is no second entry");
  }
  const index = Number(layout >> 18n);
  if (!shown && index !== 0) throw outOfRange("the index is hidden, and not 0");
  const claim = { first, beneficiary, ...(second && { second }), ...(shown && { index }) };
  orderSignals(claim);
  return claim;
}

function readSide(signals: readonly bigint[], side: 0 | 1, payloadType: string): PlacedMatch {
  const at = (i: number) => signals[i] as bigint;
  if (at(4 + side) !== payloadTypeElement(payloadType)) {
    throw new ProofError("claim_type", `the signals of entry ${side + 1} are about another payload type`);
  }
  const batch = at(2 + side);
  if (batch >> 70n !== 0n) throw outOfRange("a batch does not fit 70 bits");
  const bits = Number((at(10) >> BigInt(2 + 8 * side)) & 255n);
  const members = [0, 1].map((i) => {
    const four = (bits >> (4 * i)) & 15;
    const quotient = four >> 1;
    assertInteger(quotient, 0, 5, `the quotient of member ${i}`);
    return { used: (four & 1) === 1, quotient, element: at(6 + 2 * side + i) };
  });
  const [start, count] = [Number(batch >> 17n), Number(batch & 0x1ffffn)];
  return { predicate: readPredicate(payloadType, members), zkRoot: at(side), start, count };
}

/**
 * Whether a proof holds for an order's public signals under this package's key. The chain is not judged: under a
 * development key the proof is evidence on chain 31337 alone.
 * Call {@link readOrder}, too: it reads the claim from the signals.
 *
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError if the proof or a signal is malformed, or their number is wrong.
 */
export function verifyOrderProofWithoutChain(proof: Uint8Array, signals: readonly bigint[]): boolean {
  return holdsWithoutChain("order", proof, signals);
}
