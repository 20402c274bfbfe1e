/** A dispute as portable JSON (protocol/4-proofs §6): a question and the proofs of its leads, to be judged offline. */
import { readLogName, type OperatorId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import type { Hex } from "../../base/hex.ts";
import {
  arrayOf,
  FormatError,
  hexOf,
  NewerFormatError,
  parseStrictJson,
  readDecimal,
  readObject,
  literal,
  refuseNewer,
  type Decimal,
} from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import {
  formatProof,
  parseProof,
  readPredicate,
  type OrderDocument,
  type StatedPredicate,
} from "../../proof/document.ts";
import { ProofError } from "../../proof/groth16.ts";
import { verifyProof, type ProofDoubt, type ProofFault, type ProofState, type ProofTrust } from "../../proof/verify.ts";
import { disputeId, disputeQuestion, disputeSide, type DisputeQuestion, type DisputeSide } from "./disputes.ts";

/** The format that this version writes and reads. */
const DISPUTE_FORMAT = "anchorlog.dispute/1";

/** The most leads of a document: each is a proof to verify. */
const MAX_LEADS = 64;

/** A dispute, with the leads in the order in which they were taken. */
export type DisputeDocument = {
  readonly format: typeof DISPUTE_FORMAT;
  /** The question's identifier in the contract. */
  readonly id: Hex;
  readonly question: {
    readonly operator: { readonly chainId: Decimal; readonly registry: Hex; readonly address: Hex };
    /** The log's name. */
    readonly log: string;
    /** The two predicates in the order of their hashes. */
    readonly predicates: readonly [StatedPredicate, StatedPredicate];
  };
  readonly leads: readonly OrderDocument[];
};

/** The verdict on a dispute's document. `leading` is set only if the verdict is valid. */
export type DisputeVerdict =
  | {
      readonly verdict: "valid";
      /** The least state of its leads. */
      readonly state: ProofState;
      readonly code: "ok";
      readonly message: string;
      readonly leading: { readonly side: DisputeSide; readonly index: number };
    }
  | {
      readonly verdict: "invalid";
      readonly state: null;
      readonly code: ProofFault | "dispute_mismatch";
      readonly message: string;
    }
  | { readonly verdict: "indeterminate"; readonly state: null; readonly code: ProofDoubt; readonly message: string };

/**
 * Makes the document of a dispute.
 *
 * @param leads proofs of `proveOrder` with one entry and its index shown, in the order in which they were taken.
 * @example
 * const dispute = disputeDocument(operator, "acme", [boughtBy(alice), boughtBy(bob)], leads)
 * await writeFile("dispute.json", formatDispute(dispute))
 *
 * @throws as {@link disputeQuestion} does.
 */
export function disputeDocument(
  operator: OperatorId,
  log: string,
  predicates: readonly [StatedPredicate, StatedPredicate],
  leads: readonly OrderDocument[],
): DisputeDocument {
  const question = disputeQuestion(operator, log, predicates);
  const [one, two] = predicates;
  return {
    format: DISPUTE_FORMAT,
    id: disputeId(question),
    question: {
      operator: { chainId: `${BigInt(operator.chainId)}`, registry: operator.registry, address: operator.operator },
      log,
      predicates: disputeSide(question, one) === "first" ? [one, two] : [two, one],
    },
    leads,
  };
}

/** A dispute as canonical JSON, ending in a newline. */
export function formatDispute(dispute: DisputeDocument): string {
  return `${JSON.stringify(dispute, undefined, 2)}\n`;
}

/**
 * Reads a dispute's shape strictly: exactly the members of the format, each canonical. Nothing is verified yet.
 *
 * @throws FormatError naming what is wrong and where.
 */
export function parseDispute(text: string): DisputeDocument {
  const value = parseStrictJson(text);
  refuseNewer(value, DISPUTE_FORMAT);
  return readObject(value, "", {
    format: literal(DISPUTE_FORMAT),
    id: hexOf(32),
    question: (question, at) =>
      readObject(question, at, {
        operator: (operator, where) =>
          readObject(operator, where, { chainId: readDecimal, registry: hexOf(20), address: hexOf(20) }),
        log: readLogName,
        predicates: readPredicates,
      }),
    leads: (leads, at) => {
      const found = arrayOf(readLead, MAX_LEADS)(leads, at);
      if (found.length > 0) return found;
      throw new FormatError("malformed", at, "is empty: without a lead there is nothing to judge");
    },
  });
}

function readPredicates(value: unknown, path: string): readonly [StatedPredicate, StatedPredicate] {
  const [one, two] = arrayOf(readPredicate, 2)(value, path);
  if (one !== undefined && two !== undefined) return [one, two];
  throw new FormatError("malformed", path, "expected two predicates");
}

function readLead(value: unknown, path: string): OrderDocument {
  let lead;
  try {
    lead = parseProof(JSON.stringify(value));
  } catch (error) {
    if (error instanceof NewerFormatError || !(error instanceof FormatError)) throw error;
    throw new FormatError(error.code, path, error.message);
  }
  if (lead.circuit === "order") return lead;
  throw new FormatError("malformed", path, `expected a proof of the circuit order, got ${lead.circuit}`);
}

/**
 * Judges a dispute by its document alone, as far as that goes: the question is one, each lead's proof holds for one of
 * its sides and is under a trusted checkpoint, and each lead is of an earlier entry than the one before. It does not
 * show that the contract saw these leads, nor that nobody took another: ask the contract by `readDispute`.
 *
 * @param text the dispute's JSON text, attacker-controlled.
 * @param options.trust as for `verifyProof`.
 * @example
 * const text = await readFile("dispute.json", "utf8")
 * const verdict = await verifyDispute(text, { trust: { chain: await connectChain(rpcUrl) } })
 * const { id } = parseDispute(text)
 * const { winner } = await readDispute(publicClient, disputes, id)
 */
export async function verifyDispute(text: string, options: { readonly trust: ProofTrust }): Promise<DisputeVerdict> {
  assertGiven("verifyDispute", { text, options }, "text", "options.trust");
  const { trust } = options;
  let dispute: DisputeDocument;
  let leading: { side: DisputeSide; index: number };
  try {
    dispute = parseDispute(text);
    leading = readLeading(dispute, readQuestion(dispute));
  } catch (error) {
    if (error instanceof NewerFormatError) return doubt("newer_format", error.message);
    if (error instanceof FormatError) return invalid(error.code, error.message);
    if (error instanceof ProofError) return invalid(error.code, error.message);
    if (error instanceof Mismatch) return invalid("dispute_mismatch", error.message);
    if (error instanceof RangeError) return invalid("malformed", error.message);
    if (error instanceof AnchorlogError && error.code === "not_disjoint") {
      return invalid("dispute_mismatch", error.message);
    }
    if (error instanceof AnchorlogError && error.code === "engine_unavailable") {
      return doubt("engine_unavailable", error.message);
    }
    throw error;
  }
  const states = new Set<ProofState>();
  let unknown: DisputeVerdict | undefined;
  for (const [i, lead] of dispute.leads.entries()) {
    const judged = await verifyProof(formatProof(lead), { trust });
    if (judged.verdict === "invalid") return invalid(judged.code, `leads[${i}]: ${judged.message}`);
    if (judged.verdict === "indeterminate") unknown ??= doubt(judged.code, `leads[${i}]: ${judged.message}`);
    else states.add(judged.state);
  }
  if (unknown !== undefined) return unknown;
  const state = STATES.find((one) => states.has(one))!;
  const message =
    `entry ${leading.index} of ${dispute.question.log} is the earliest, for the ${leading.side} predicate, of the entries ` +
    "that this file proves. The contract says who won (readDispute of anchorlog/dispute)";
  return { verdict: "valid", state, code: "ok", message, leading };
}

const STATES = ["included", "anchored", "final"] as const;

function readQuestion({ id, question: { operator, log, predicates } }: DisputeDocument): DisputeQuestion {
  const { chainId, registry, address } = operator;
  const question = disputeQuestion({ chainId: Number(chainId), registry, operator: address }, log, predicates);
  if (disputeSide(question, predicates[0]) !== "first") {
    throw new FormatError("non_canonical", "question.predicates", "expected the predicate with the lower hash first");
  }
  if (disputeId(question) === id) return question;
  throw new Mismatch(`the question has the identifier ${disputeId(question)}, not ${id}`);
}

/** The last lead, if all are about the question and each is of an earlier entry than the one before. */
function readLeading({ question: { operator, log }, leads }: DisputeDocument, question: DisputeQuestion) {
  let leading: { side: DisputeSide; index: number } | undefined;
  for (const [i, { claim, ...lead }] of leads.entries()) {
    const isSame =
      lead.log === log &&
      lead.operator.chainId === operator.chainId &&
      lead.operator.registry === operator.registry &&
      lead.operator.address === operator.address;
    if (!isSame) throw new Mismatch(`leads[${i}] is about another log or operator than the question`);
    if (claim.second !== undefined || claim.index === undefined) {
      throw new Mismatch(`leads[${i}] is not about one entry that shows its index`);
    }
    const side = disputeSide(question, claim.first);
    if (side === undefined) throw new Mismatch(`leads[${i}] has neither of the question's predicates`);
    const index = Number(claim.index);
    if (leading !== undefined && index >= leading.index) {
      throw new Mismatch(
        `leads[${i}] is of entry ${index}, which is not earlier than entry ${leading.index} before it`,
      );
    }
    leading = { side, index };
  }
  return leading!;
}

class Mismatch extends Error {}

const invalid = (code: ProofFault | "dispute_mismatch", message: string): DisputeVerdict => ({
  verdict: "invalid",
  state: null,
  code,
  message,
});

const doubt = (code: ProofDoubt, message: string): DisputeVerdict => ({
  verdict: "indeterminate",
  state: null,
  code,
  message,
});
