/**
 * Makes proofs about anchored actions, in threads of their own. Node only. The code that computes, ../bn254/groth16.ts,
 * runs in browsers as well.
 *
 * @module
 */
import type { Kind } from "../action/kinds.ts";
import { assertGiven } from "../base/options.ts";
import { buildZkTree, commitment, zkTreePath } from "../batch/zk.ts";
import { bytesToUint } from "../base/bytes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { toDecimal } from "../base/json.ts";
import { elementsToBytes } from "../crypto/poseidon/index.ts";
import { SEGMENT, segmentsOf } from "./absence.ts";
import type { AbsenceStatement } from "./absenceWitness.ts";
import { type AbsenceDocument, type OrderDocument, PROOF_FORMAT, type StatedPredicate } from "./document.ts";
import { assertKeyServes } from "./keys.ts";
import { openProver } from "./prover-threads.ts";
import {
  proveAbsenceStatementWithoutChain,
  type ProveOptions,
  proveOrderStatementWithoutChain,
} from "./prover-statements.ts";
import { documentBase, type ProvableBundle, type ProvableEntry, readBatch, readSource } from "./source.ts";
import { statedPredicate } from "./stated.ts";
import { naming, orderedEntry, readAddress } from "./statements.ts";
import { assertAbsent } from "./absenceWitness.ts";
import { StatementError } from "./witness.ts";

export { proveDisclosure } from "./proveDisclosure.ts";
export { openProver } from "./prover-threads.ts";
export type { Prover, ProverStage } from "./proving.ts";
export type { ProveOptions } from "./prover-statements.ts";
export type { ProvableBundle, ProvableEntry } from "./source.ts";
export type { Disclosure, NumberBounds } from "./statements.ts";
export { StatementError } from "./witness.ts";

/** An action, and the values of its payload's first two members that the proof reveals. */
type MatchRequest = { readonly bundle: ProvableBundle; readonly where: StatedPredicate["where"] };

/** Two actions of one log, or a single action. */
type OrderRequest = {
  readonly first: MatchRequest;
  readonly second?: MatchRequest | undefined;
  /** Whether the proof reveals the index in the log of the first action's entry. */
  readonly showIndex?: boolean | undefined;
  /** The address that the proof is made for, 20 bytes. */
  readonly beneficiary: Hex;
};

/**
 * Proves that an action that matches one predicate came before one that matches another, or that there is an action
 * that matches. It reveals nothing else about them.
 *
 * @throws as {@link proveDisclosure}; StatementError `not_before` if the first does not come first, `no_match`.
 * @example
 * try {
 *   const [first, second] = [{ bundle, where: { objectId: "seat 7" } }, { bundle: later, where: {} }]
 *   await writeFile("order.json", formatProof(await proveOrder({ first, second, beneficiary })))
 * } catch (error) {
 *   if (error instanceof StatementError && error.code === "not_before") console.error("the other action came first")
 *   else throw error
 * }
 */
export async function proveOrder(request: OrderRequest, options: ProveOptions = {}): Promise<OrderDocument> {
  assertGiven("proveOrder", request, "first.bundle.operator", "first.where", "beneficiary");
  const { first, second, showIndex = false, beneficiary } = request;
  assertKeyServes("order", Number(first.bundle.operator.chainId));
  const sources = [first, ...(second === undefined ? [] : [second])].map(({ bundle }) => readSource(bundle));
  const base = documentBase([first.bundle, ...(second === undefined ? [] : [second.bundle])]);
  const [one, other] = sources as [ReturnType<typeof readSource>, ReturnType<typeof readSource> | undefined];
  const statement = {
    first: orderedEntry(one, first.where, "first"),
    second: other && second && orderedEntry(other, second.where, "second"),
    showIndex,
    beneficiary: readAddress(beneficiary),
  };
  const { proof } = await proveOrderStatementWithoutChain(statement, options);
  const claim = {
    first: { payloadType: one.kind.payloadType, where: first.where },
    beneficiary,
    ...(other && second && { second: { payloadType: other.kind.payloadType, where: second.where } }),
    ...(showIndex && { index: toDecimal(one.index) }),
  };
  return { format: PROOF_FORMAT, circuit: "order", ...base, claim, proofs: [toHex(proof)] };
}

/** A whole batch, and the kind of action that none of its entries is. */
export type AbsenceRequest = {
  /** The bundle of any entry of the batch. */
  readonly bundle: ProvableBundle;
  /** All entries of the batch in order, as an export's lines have them. */
  readonly entries: readonly ProvableEntry[];
  /** The operator's kinds by name. */
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The kind that is looked for, and values of any of its payload's first two members. */
  readonly action: string;
  readonly where: StatedPredicate["where"];
};

/** Options to watch and stop a proof of absence. */
type ProveAbsenceOptions = Omit<ProveOptions, "onProgress"> & {
  /** Called after each proven segment of 16 entries. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
};

/**
 * Proves that no entry of a batch is such an action. One prover proves 16 entries at a time.
 *
 * @throws as {@link proveDisclosure}; StatementError `not_absent`, before anything is proven, if an entry is such an
 *   action.
 */
export async function proveAbsence(
  request: AbsenceRequest,
  { signal, onProgress, prover: given }: ProveAbsenceOptions = {},
): Promise<AbsenceDocument> {
  assertGiven("proveAbsence", request, "bundle.operator", "entries", "kinds.get()", "action", "where");
  const { bundle, entries, kinds, action, where } = request;
  signal?.throwIfAborted();
  assertKeyServes("absence", Number(bundle.operator.chainId));
  // 1. All that could be false.
  const kind = kinds.get(action);
  if (kind === undefined) throw new StatementError("statement_malformed", `the kind ${action} is not defined`);
  const claim = { payloadType: kind.payloadType, where };
  const predicate = naming(() => statedPredicate(claim, "absence"));
  const base = documentBase([bundle]);
  const { header, inputs } = readBatch(bundle, entries, kinds);
  assertAbsent(predicate, inputs);
  const tree = buildZkTree(elementsToBytes(inputs.map(commitment)));
  const total = segmentsOf(header.count);
  const statementOf = (segment: number): AbsenceStatement => ({
    predicate,
    count: header.count,
    zkRoot: bytesToUint(header.zkRoot),
    segment,
    entries: inputs.slice(SEGMENT * segment, SEGMENT * (segment + 1)),
    path: zkTreePath(tree, SEGMENT * segment).slice(2),
  });

  // 2. Segment by segment.
  const prover = given ?? (await openProver());
  const proofs: Hex[] = [];
  try {
    for (let segment = 0; segment < total; segment++) {
      const { proof } = await proveAbsenceStatementWithoutChain(statementOf(segment), { signal, prover });
      proofs.push(toHex(proof));
      onProgress?.({ done: segment + 1, total });
    }
  } finally {
    if (given === undefined) await prover.close();
  }
  return { format: PROOF_FORMAT, circuit: "absence", ...base, claim, proofs };
}
