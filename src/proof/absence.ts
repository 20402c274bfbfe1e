/**
 * Absences: "no entry in this aligned segment of 16 positions of a batch matches a predicate" (protocol/4-proofs §4).
 * Browser-safe: checking only, proofs are made in `prover.ts`.
 *
 * @module
 */
import { abbreviate } from "../base/hex.ts";
import { payloadTypeElement, ZK_POSITIONS } from "../batch/zk.ts";
import { ProofError } from "./groth16.ts";
import { holdsWithoutChain } from "./keys.ts";
import { type Predicate, predicateParts, readPredicate } from "./predicate.ts";
import { assertInteger, assertSignals, outOfRange } from "./signals.ts";

/** Public signals of an absence. */
const ABSENCE_SIGNALS = 5;
/** Positions that one proof covers. */
export const SEGMENT = 16;

/**
 * The claim of an absence: no entry at the positions `16 · segment` to `16 · segment + 15`, as far as they are below
 * the count, matches. The circuit compares words modulo r. So the claim cannot be proven if a word of an entry differs
 * from the predicate's by a multiple of r. Only words of `uint256`, `int256` and `bytes32` members can.
 */
export type AbsenceClaim = {
  readonly predicate: Predicate;
  /** Root of the batch's ZK tree. It is taken from the anchored header, like `count`. */
  readonly zkRoot: bigint;
  readonly count: number;
  readonly segment: number;
};

/** How many segments a batch has. */
export const segmentsOf = (count: number): number => Math.ceil(count / SEGMENT);

/**
 * The public signals of a claim, in the circuit's order.
 *
 * @throws ProofError `claim_range` or `claim_type` if the claim is not one that an absence can make.
 */
export function absenceSignals({ predicate, zkRoot, count, segment }: AbsenceClaim): bigint[] {
  const { payloadType, members } = predicateParts(predicate);
  assertInteger(count, 1, ZK_POSITIONS, "the count");
  assertInteger(segment, 0, segmentsOf(count) - 1, "the segment");
  const layout = members.reduce(
    (sum, { used }, i) => sum | (BigInt(used) << BigInt(29 + i)),
    BigInt(count) | (BigInt(segment) << 17n),
  );
  const signals = [zkRoot, payloadType, ...members.map(({ element }) => element), layout];
  assertSignals(signals, ABSENCE_SIGNALS);
  return signals;
}

/**
 * Reads public signals as a claim, with all the checks of protocol/4-proofs §4 that need no chain. A word is known
 * from its element only, so the predicate has to be given.
 *
 * @throws ProofError `signal_count`, `signal_range`, `claim_range` or `claim_type`.
 * @example
 * for (const [segment, signals] of publicSignals(document).entries()) {
 *   const proof = fromHex(document.proofs[segment]!)
 *   if (!verifyAbsenceProofWithoutChain(proof, signals)) throw new Error(`segment ${segment} does not hold`)
 *   console.log(readAbsence(signals, document.claim.payloadType).predicate.words)
 * }
 */
export function readAbsence(signals: readonly bigint[], payloadType: string): AbsenceClaim {
  assertSignals(signals, ABSENCE_SIGNALS);
  const [zkRoot, type, first, second, layout] = signals as readonly [bigint, bigint, bigint, bigint, bigint];
  if (type !== payloadTypeElement(payloadType))
    throw new ProofError("claim_type", `the signals are not about ${abbreviate(payloadType)}`);
  if (layout >> 31n !== 0n) throw outOfRange("the layout does not fit 31 bits");
  const bit = (i: number) => ((layout >> BigInt(i)) & 1n) === 1n;
  const members = [first, second].map((element, i) => ({ used: bit(29 + i), element, quotient: 0 }));
  const claim = {
    predicate: readPredicate(payloadType, members),
    zkRoot,
    count: Number(layout & 0x1ffffn),
    segment: Number((layout >> 17n) & 0xfffn),
  };
  absenceSignals(claim);
  return claim;
}

/**
 * Whether a proof holds for an absence's public signals under this package's key. The chain is not judged: under a
 * development key the proof is evidence on chain 31337 alone.
 *
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError if the proof or a signal is malformed, or their number is wrong.
 */
export function verifyAbsenceProofWithoutChain(proof: Uint8Array, signals: readonly bigint[]): boolean {
  return holdsWithoutChain("absence", proof, signals);
}
