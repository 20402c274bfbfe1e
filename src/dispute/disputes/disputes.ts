/**
 * Disputes between users: which of two disjoint predicates matched first in a log? Proofs of the circuit `order` settle
 * them on the chain (contracts/Disputes.sol; protocol/5-contracts §6).
 *
 * @module
 */
import { encodeAbiParameters, getAbiItem, keccak256, type AbiParameterToPrimitiveType } from "viem";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import { logId, type OperatorId } from "../../action/domain.ts";
import {
  answerOf,
  parseLogs,
  readContract,
  type ChainClient,
  type ChainWriter,
  type MinedTransaction,
} from "../../chain/client.ts";
import { disputesAbi } from "../../chain/generated/Disputes.ts";
import { send } from "../../chain/send.ts";
import { uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { FIELD_ORDER } from "../../crypto/poseidon/index.ts";
import type { OrderDocument, StatedPredicate } from "../../proof/document.ts";
import { assertKeyServes } from "../../proof/keys.ts";
import { verifyOrderProofWithoutChain } from "../../proof/order.ts";
import { areDisjoint, predicateParts, type Predicate } from "../../proof/predicate.ts";
import { statedPredicate } from "../../proof/stated.ts";
import { publicSignals } from "../../proof/verify.ts";
import type { StoredCheckpoint } from "../checkpoints.ts";
import type { HeaderEvidence } from "../evidence.ts";

/** The states of a dispute, in the order of the contract's `Status`. */
export const DISPUTE_STATUSES = ["none", "open", "led", "resolved", "unresolved"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A question's predicates, in the order of the contract's `Side` from 1 on. */
export const DISPUTE_SIDES = ["first", "second"] as const;
export type DisputeSide = (typeof DISPUTE_SIDES)[number];

/** A predicate, in the contract's form. */
export type DisputePredicate = {
  /** The type string's hash modulo r. */
  readonly payloadType: bigint;
  /** 1 for member 0, 2 for member 1, 3 for both. */
  readonly used: number;
  /** The words of members 0 and 1; zero for an unused member. */
  readonly words: readonly [Hex, Hex];
};

/**
 * Which of the two predicates matched first in the operator's log? The predicates stand in the order of their hashes.
 */
export type DisputeQuestion = {
  readonly operator: Hex;
  /** The log's identifier, 32 bytes. */
  readonly log: Hex;
  readonly predicates: readonly [DisputePredicate, DisputePredicate];
};

/** A proven entry that matches one side of a question, and so can take the lead. */
export type DisputeLead = {
  readonly question: DisputeQuestion;
  readonly side: DisputeSide;
  /** The entry's index in the log. It becomes public. */
  readonly index: number;
  readonly shown: {
    readonly batch: HeaderEvidence;
    readonly position: number;
    readonly beneficiary: Hex;
    readonly proof: Hex;
  };
};

/** A dispute as the contract has it now. */
export type DisputeState = {
  readonly status: DisputeStatus;
  /** The leading side and its entry; undefined before the first lead. */
  readonly leading?: { readonly side: DisputeSide; readonly index: number } | undefined;
  /** The winning side; undefined until it is decided for good. */
  readonly winner?: DisputeSide | undefined;
  /** The account that the bond belongs to, as things stand. */
  readonly creditor: Hex;
  /** The bond in wei; 0 once the dispute is settled. */
  readonly bond: bigint;
  /** The last second in which a lead counts, and the last second that further leads can move it to; Unix seconds. */
  readonly deadline: number;
  readonly limit: number;
};

const [QUESTION] = getAbiItem({ abi: disputesAbi, name: "idOf" }).inputs;
const PREDICATE = getAbiItem({ abi: disputesAbi, name: "hasWon" }).inputs[2];

/**
 * Makes the question which of two predicates matched first. The order of the arguments does not matter.
 *
 * @param log the log's name.
 * @throws FormatError or ProofError for a malformed predicate, AnchorlogError `not_disjoint` if one entry could match
 * both.
 */
export function disputeQuestion(
  operator: OperatorId,
  log: string,
  predicates: readonly [StatedPredicate, StatedPredicate],
): DisputeQuestion {
  const stated = [
    statedPredicate(predicates[0], "predicates[0]"),
    statedPredicate(predicates[1], "predicates[1]"),
  ] as const;
  if (!areDisjoint(...stated)) {
    throw new AnchorlogError("not_disjoint", "one entry could match both predicates, and so be first for both", {
      fix: "ask about different payload types, or about different values of one of the first two members",
    });
  }
  const [a, b] = [disputePredicate(stated[0]), disputePredicate(stated[1])];
  const inOrder = predicateKey(a) < predicateKey(b);
  return withJson({ operator: operator.operator, log: logId(operator, log), predicates: inOrder ? [a, b] : [b, a] });
}

/**
 * Returns the identifier of a question in the contract.
 *
 * @example
 * const call = { address: disputes, abi: disputesAbi, args: [disputeId(question)] } as const
 * const status = DISPUTE_STATUSES[await publicClient.readContract({ ...call, functionName: "statusOf" })]
 * const winner = DISPUTE_SIDES[(await publicClient.readContract({ ...call, functionName: "winner" })) - 1]
 */
export function disputeId(question: DisputeQuestion): Hex {
  return keccak256(encodeAbiParameters([QUESTION], [question]));
}

/**
 * Returns the side of a question that a predicate is on; undefined if neither. Throws FormatError or ProofError if it
 * is malformed.
 */
export function disputeSide(question: DisputeQuestion, predicate: StatedPredicate): DisputeSide | undefined {
  const key = predicateKey(disputePredicate(statedPredicate(predicate, "predicate")));
  return DISPUTE_SIDES[question.predicates.findIndex((one) => predicateKey(one) === key)];
}

/**
 * Returns a proof's header as evidence, under the proof's own checkpoint. The contract accepts it once the checkpoint
 * is final (the registry's finality delay), as long as it is stored. If the checkpoint is too young or not stored any
 * more, use a bundle with another checkpoint, or `headerEvidence` of a history with the same header.
 *
 * @param checkpoints the operator's stored ones, of `readStoredCheckpoints`.
 * @throws AnchorlogError `not_anchored` if the proof's checkpoint is not stored. If the batch was proven to the
 * contract before (`proveFinalBatch`), any evidence with its header suffices.
 */
export function proofHeaderEvidence(
  { checkpoint, batches }: OrderDocument,
  checkpoints: readonly StoredCheckpoint[],
): HeaderEvidence {
  const stored = checkpoints.find(({ size, root }) => size === Number(checkpoint.size) && root === checkpoint.root);
  const [batch] = batches;
  if (stored === undefined || batch === undefined) {
    throw new AnchorlogError("not_anchored", `no stored checkpoint has the proof's size ${checkpoint.size} and root`, {
      fix: "ask the operator for the bundle again, which comes with a newer checkpoint, and prove it again",
    });
  }
  const { header, position, path } = batch;
  return withJson({ sequence: BigInt(stored.sequence), position: BigInt(position), header, proof: path });
}

/**
 * Makes a lead from a proof of `proveOrder` with one entry and its index shown.
 *
 * @param batch the proof's header, of {@link proofHeaderEvidence}.
 * @throws AnchorlogError `not_a_lead` if the proof is of another sort, `other_question` if it is about another log or
 * predicate, `batch_mismatch` if the header is not the proof's, `development_key` if its circuit's key is for
 * development and its operator on another chain than 31337, `proof_invalid` if it does not hold; FormatError or
 * ProofError if its claim is malformed.
 */
export function disputeLead(question: DisputeQuestion, document: OrderDocument, batch: HeaderEvidence): DisputeLead {
  const { claim, operator, log } = document;
  const [proof] = document.proofs;
  if (claim.second !== undefined || claim.index === undefined || proof === undefined) {
    throw new AnchorlogError("not_a_lead", "a lead needs an order proof that is about one entry and shows its index", {
      fix: "make the proof by proveOrder with showIndex: true, and without `second`",
    });
  }
  const id = { chainId: Number(operator.chainId), registry: operator.registry, operator: operator.address };
  if (operator.address !== question.operator || logId(id, log) !== question.log) {
    throw new AnchorlogError("other_question", `the question is not about the log ${log} of ${operator.address}`);
  }
  const side = disputeSide(question, claim.first);
  if (side === undefined) {
    throw new AnchorlogError("other_question", "the proof's predicate is neither of the question's");
  }
  if (batch.header !== document.batches[0]?.header) {
    throw new AnchorlogError("batch_mismatch", "the evidence is of another batch than the proof");
  }
  assertKeyServes("order", id.chainId);
  const [signals = []] = publicSignals(document);
  if (!verifyOrderProofWithoutChain(fromHex(proof), signals)) {
    throw new AnchorlogError("proof_invalid", "the proof does not hold for what it claims");
  }
  const { beneficiary } = claim;
  const index = Number(claim.index);
  return withJson({
    question,
    side,
    index,
    shown: { batch, position: index - startOf(signals), beneficiary, proof },
  });
}

/**
 * Asks a question for its bond. Before that, make sure that an entry in a final batch answers it: if nobody answers, a
 * part of the bond is lost. Afterwards show your own earliest entry at once.
 *
 * @param disputes the contract.
 * @param value wei; by default 1.5 times the bond at the latest block's base fee. The excess is credited back: see
 * `withdrawCredit`.
 * @returns its identifier, its bond, the last second in which leads count, and the last second that leads can move it
 * to.
 * @example
 * const boughtBy = (to) => ({ payloadType, where: { objectId: "seat 7", to } })
 * const question = disputeQuestion(operator, "acme", [boughtBy(alice), boughtBy(bob)])
 * const bond = await requiredDisputeBond(chain, disputes)
 * const { id, deadline } = await openDispute(chain, disputes, question, 2n * bond)
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export async function openDispute(
  chain: ChainWriter,
  disputes: Hex,
  question: DisputeQuestion,
  value?: bigint,
): Promise<{ id: Hex; bond: bigint; deadline: number; limit: number; gasUsed: bigint }> {
  assertGiven("openDispute", { chain, disputes, question }, ...WRITER, "disputes", "question");
  const { transactionHash, gasUsed, logs } = await send(chain, {
    address: disputes,
    abi: disputesAbi,
    functionName: "open",
    args: [question],
    value: value ?? ((await requiredDisputeBond(chain, disputes)) * 3n) / 2n,
  });
  const [event] = parseLogs(disputesAbi, "DisputeOpened", logs);
  if (event === undefined) throw new AnchorlogError("transaction_failed", `${transactionHash} opened no dispute`);
  const { id, bond, deadline, limit } = event.args;
  return withJson({ id, bond, deadline: Number(deadline), limit: Number(limit), gasUsed });
}

/**
 * Computes the least bond at the latest block's base fee, in wei. Nodes run the contract's own view at a base fee of 0.
 */
export async function requiredDisputeBond(
  chain: { readonly publicClient: Pick<ChainClient, "readContract" | "getBlock"> },
  disputes: Hex,
): Promise<bigint> {
  assertGiven("requiredDisputeBond", { chain, disputes }, "chain.publicClient.readContract()", "disputes");
  const { publicClient } = chain;
  const call = { address: disputes, abi: disputesAbi, functionName: "disputeParameters" } as const;
  const [{ bondFloor, leadGas, factor }, { baseFeePerGas }] = await Promise.all([
    readContract(publicClient, call),
    answerOf(() => publicClient.getBlock()),
  ]);
  const bond = BigInt(leadGas) * (baseFeePerGas ?? 0n) * BigInt(factor);
  return bond > bondFloor ? bond : bondFloor;
}

/**
 * Takes the lead. Anybody may send it; the lead always belongs to the proof's beneficiary.
 *
 * @param disputes the contract.
 * @example
 * const document = await proveOrder(leadRequest(question, bundle, beneficiary), { prover })
 * const batch = proofHeaderEvidence(document, await readStoredCheckpoints(publicClient, operator))
 * await takeLead({ publicClient, walletClient }, disputes, disputeLead(question, document, batch))
 *
 * @throws AnchorlogError `transaction_failed` if the contract refuses it: the entry is not before the leading one, its
 * batch is not final, or it is too late.
 */
export function takeLead(chain: ChainWriter, disputes: Hex, lead: DisputeLead): Promise<MinedTransaction> {
  assertGiven("takeLead", { chain, disputes, lead }, ...WRITER, "disputes", "lead.question");
  const { question, side, shown } = lead;
  const args = [question, DISPUTE_SIDES.indexOf(side) + 1, shown] as const;
  return send(chain, { address: disputes, abi: disputesAbi, functionName: "lead", args });
}

/**
 * Ends a dispute whose deadline has passed, which credits its bond. Anybody can. The winner is known without it.
 *
 * @example
 * const id = disputeId(question)
 * const { status, winner, bond } = await readDispute(publicClient, disputes, id)
 * if (status === "resolved" && bond > 0n) await settleDispute(chain, disputes, id)
 * const hasWon = winner === disputeSide(question, { payloadType, where: { objectId: "seat 7", to: alice } })
 *
 * @throws AnchorlogError `transaction_failed` if it is too early, or there is nothing to settle.
 */
export function settleDispute(chain: ChainWriter, disputes: Hex, id: Hex): Promise<MinedTransaction> {
  assertGiven("settleDispute", { chain, disputes, id }, ...WRITER, "disputes", "id");
  return send(chain, { address: disputes, abi: disputesAbi, functionName: "settle", args: [id] });
}

/** Reads a dispute at a block, by default the newest, settled or not. */
export async function readDispute(
  client: Pick<ChainClient, "readContract" | "getBlockNumber">,
  disputes: Hex,
  id: Hex,
  blockNumber?: bigint,
): Promise<DisputeState> {
  const block = blockNumber ?? (await answerOf(() => client.getBlockNumber({ cacheTime: 0 })));
  const at = { address: disputes, abi: disputesAbi, args: [id], blockNumber: block } as const;
  const [dispute, status, winner] = await Promise.all([
    readContract(client, { ...at, functionName: "dispute" }),
    readContract(client, { ...at, functionName: "statusOf" }),
    readContract(client, { ...at, functionName: "winner" }),
  ]);
  const side = DISPUTE_SIDES[dispute.leading - 1];
  return withJson({
    status: DISPUTE_STATUSES[status] ?? "none",
    leading: side && { side, index: Number(dispute.index) },
    winner: DISPUTE_SIDES[winner - 1],
    creditor: dispute.creditor.toLowerCase() as Hex,
    bond: dispute.bond,
    deadline: dispute.deadline,
    limit: dispute.limit,
  });
}

function disputePredicate(predicate: Predicate): DisputePredicate {
  const { payloadType, members } = predicateParts(predicate);
  const words = members.map(({ element, quotient }) =>
    toHex(uintToBytes(element + BigInt(quotient) * FIELD_ORDER, 32)),
  );
  const used = members.reduce((bits, member, i) => bits | (member.used ? 1 << i : 0), 0);
  return { payloadType, used, words: words as unknown as DisputePredicate["words"] };
}

const predicateKey = (predicate: AbiParameterToPrimitiveType<typeof PREDICATE>): Hex =>
  keccak256(encodeAbiParameters([PREDICATE], [predicate]));

/** Returns the first batch's start from the signals of an `order` proof. */
const startOf = (signals: readonly bigint[]): number => Number((signals[2] ?? 0n) >> 17n);
