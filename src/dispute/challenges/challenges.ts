/**
 * Challenges an operator to show an entry or header that it promised or anchored (protocol/5-contracts §4), and settles
 * unanswered challenges.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import { encodeAbiParameters, keccak256, type ContractFunctionArgs } from "viem";
import { logId, type OperatorId } from "../../action/domain.ts";
import {
  answerOf,
  parseLogs,
  readContract,
  type ChainClient,
  type ChainWriter,
  type MinedTransaction,
} from "../../chain/client.ts";
import { challengesAbi } from "../../chain/generated/Challenges.ts";
import { CHALLENGE_KINDS, type ChallengeKind } from "../../chain/presets.ts";
import { send } from "../../chain/send.ts";
import { utf8 } from "../../base/bytes.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { Receipt } from "../../log/receipt/receipt.ts";
import type { StoredCheckpoint } from "../checkpoints.ts";
import { entryEvidence, headerEvidence, receiptEvidence, type AnchoredHistory } from "../evidence.ts";
import type { EntryPlace } from "../faults/faults.ts";

/** The states of a challenge, in the order of the contract's `Status`. */
export const CHALLENGE_STATUSES = ["none", "open", "unanswered", "answered"] as const;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];

/** The content of a challenge, without the challenger. */
export type ChallengeRequest = {
  readonly operator: Hex;
  readonly kind: ChallengeKind;
  /** {@link BATCH_LOG} for the kind `header`. */
  readonly log: Hex;
  /** The index in the log; for the kind `header`, the position in the batch log. */
  readonly index: number;
};

type Openings = "openOmission" | "openHeader" | "openEntry" | "openAction";

/** A call that opens a challenge. */
export type Opening = {
  readonly [F in Openings]: {
    readonly kind: ChallengeKind;
    readonly functionName: F;
    readonly args: ContractFunctionArgs<typeof challengesAbi, "payable", F>;
  };
}[Openings];

/**
 * Returns the hash of a log's name, an input of the log's identifier.
 *
 * @example
 * const { receipt: statement, signature } = receiptEvidence(receipt)
 * await walletClient.writeContract({
 *   address: challenges, abi: challengesAbi, functionName: "openOmission", value: bond,
 *   args: [operator.operator, statement, signature, nameHashOf("acme")],
 * })
 */
export const nameHashOf = (name: string): Hex => toHex(keccak_256(utf8(name)));

/**
 * Returns the identifier of a question in the contract.
 *
 * @example
 * const call = { address: challenges, abi: challengesAbi, eventName: "ChallengeOpened" } as const
 * for (const { args } of await publicClient.getContractEvents({ ...call, fromBlock, strict: true })) {
 *   const { operator, log, index } = args
 *   const question = { operator, kind: CHALLENGE_KINDS[args.kind]!, log, index: Number(index) }
 *   console.log(challengeId(question) === args.id) // true
 * }
 */
export function challengeId({ operator, kind, log, index }: ChallengeRequest): Hex {
  const types = [{ type: "uint8" }, { type: "address" }, { type: "bytes32" }, { type: "uint64" }] as const;
  return keccak256(encodeAbiParameters(types, [CHALLENGE_KINDS.indexOf(kind), operator, log, BigInt(index)]));
}

/**
 * Makes a challenge for the entry of an overdue receipt.
 *
 * @param name the log's.
 * @example
 * const opening = askForEntry(operator, receipt, "acme")
 * const bond = await requiredBond(chain, challenges, opening.kind)
 * const { id, deadline } = await openChallenge(chain, challenges, opening, 2n * bond)
 *
 * @throws AnchorlogError `log_mismatch` if the receipt is not of the operator's log with this name.
 */
export function askForEntry(
  operator: OperatorId,
  receipt: Pick<Receipt, "entry" | "signature">,
  name: string,
): Opening {
  const { receipt: statement, signature } = receiptEvidence(receipt);
  if (statement.log !== logId(operator, name)) {
    throw new AnchorlogError("log_mismatch", `the receipt is not of the log ${name} of ${operator.operator}`);
  }
  const args = [operator.operator, statement, signature, nameHashOf(name)] as const;
  return withJson({ kind: "omission", functionName: "openOmission", args });
}

/**
 * Makes a challenge for the leaf at a position of the batch log. The operator must show it under the first checkpoint
 * that covers it.
 *
 * @param checkpoints of the registry: see `readStoredCheckpoints`.
 * @throws AnchorlogError `not_anchored` if no checkpoint covers the position.
 */
export function askForHeader(
  operator: OperatorId,
  checkpoints: readonly StoredCheckpoint[],
  position: number,
): Opening {
  const args = [operator.operator, BigInt(position), firstToCover(checkpoints, position)] as const;
  return withJson({ kind: "header", functionName: "openHeader", args });
}

/**
 * Makes a challenge for the entry at a position of a batch with a known header, with its zk path.
 *
 * @example
 * await openChallenge(chain, challenges, askForLeaf(history, { batch: 5, position: 2 }))
 */
export function askForLeaf(history: AnchoredHistory, { batch, position }: EntryPlace): Opening {
  const first = firstToCover(history.checkpoints, batch);
  const args = [history.operator.operator, headerEvidence(history, batch), position, first] as const;
  return withJson({ kind: "entry", functionName: "openEntry", args });
}

/**
 * Makes a challenge for an entry's action: the fields under its digest and, for scheme 0, its signature. The payload
 * stays hidden.
 *
 * @example
 * await openChallenge(chain, challenges, askForAction(history, { batch: 5, position: 2 }))
 */
export function askForAction(history: AnchoredHistory, place: EntryPlace): Opening {
  const evidence = entryEvidence(history, place.batch, place.position);
  const args = [history.operator.operator, evidence, firstToCover(history.checkpoints, place.batch)] as const;
  return withJson({ kind: "action", functionName: "openAction", args });
}

/**
 * Opens a challenge for its bond.
 *
 * @param challenges the contract.
 * @param value wei; by default 1.5 times the bond at the latest block's base fee, which suffices for three full blocks.
 * The excess is credited back: see `withdrawCredit`.
 * @returns its identifier, its bond and the last second in which answers count.
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const opening = askForHeader(operator, checkpoints, checkpoints.at(-1)!.size - 1)
 * const { id, deadline } = await openChallenge({ publicClient, walletClient }, challenges, opening)
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export async function openChallenge(
  chain: ChainWriter,
  challenges: Hex,
  opening: Opening,
  value?: bigint,
): Promise<{ id: Hex; bond: bigint; deadline: number; gasUsed: bigint }> {
  assertGiven("openChallenge", { chain, challenges, opening }, ...WRITER, "challenges", "opening.kind");
  const { kind, functionName, args } = opening;
  const { transactionHash, gasUsed, logs } = await send(chain, {
    address: challenges,
    abi: challengesAbi,
    // `Opening` pairs each function with its arguments, so the compiler has checked them already.
    functionName: functionName as "openHeader",
    args: args as ContractFunctionArgs<typeof challengesAbi, "payable", "openHeader">,
    value: value ?? ((await requiredBond(chain, challenges, kind)) * 3n) / 2n,
  });
  const [event] = parseLogs(challengesAbi, "ChallengeOpened", logs);
  if (event === undefined) throw new AnchorlogError("transaction_failed", `${transactionHash} opened no challenge`);
  const { id, bond, deadline } = event.args;
  return withJson({ id, bond, deadline: Number(deadline), gasUsed });
}

/**
 * Computes the least bond at the latest block's base fee, in wei.
 *
 * It is computed here, since nodes run the contract's own `requiredBond` at a base fee of zero.
 */
export async function requiredBond(
  chain: { readonly publicClient: Pick<ChainClient, "readContract" | "getBlock"> },
  challenges: Hex,
  kind: ChallengeKind,
): Promise<bigint> {
  assertGiven("requiredBond", { chain, challenges }, "chain.publicClient.readContract()", "challenges");
  const { publicClient } = chain;
  const call = { address: challenges, abi: challengesAbi, functionName: "challengeParameters" } as const;
  const [{ floor, answerGas, factor }, { baseFeePerGas }] = await Promise.all([
    readContract(publicClient, call),
    answerOf(() => publicClient.getBlock()),
  ]);
  const bond = BigInt(answerGas[CHALLENGE_KINDS.indexOf(kind)]!) * (baseFeePerGas ?? 0n) * BigInt(factor);
  return bond > floor ? bond : floor;
}

/**
 * Settles a challenge that nobody answered in time. Anybody can. Do it within the margin: otherwise the missing entry
 * or header may become final.
 *
 * @example
 * const id = challengeId(question)
 * const call = { address: challenges, abi: challengesAbi, functionName: "challenge", args: [id] } as const
 * const { status, deadline } = await publicClient.readContract(call)
 * if (CHALLENGE_STATUSES[status] === "open" && now > deadline) await settleChallenge(chain, challenges, question)
 *
 * @throws AnchorlogError `transaction_failed` if it is too early, or the challenge is not open.
 */
export function settleChallenge(
  chain: ChainWriter,
  challenges: Hex,
  question: ChallengeRequest,
): Promise<MinedTransaction> {
  assertGiven("settleChallenge", { chain, challenges, question }, ...WRITER, "challenges", "question.kind");
  const { kind, operator, log, index } = question;
  const args = [CHALLENGE_KINDS.indexOf(kind), operator, log, BigInt(index)] as const;
  return send(chain, { address: challenges, abi: challengesAbi, functionName: "settle", args });
}

/**
 * The contract accepts only the first covering checkpoint. If that one is not stored any more, the challenge window is
 * over.
 */
function firstToCover(checkpoints: readonly StoredCheckpoint[], position: number): bigint {
  const first = checkpoints.find(({ size }) => size > position);
  if (first !== undefined) return BigInt(first.sequence);
  throw new AnchorlogError("not_anchored", `no stored checkpoint covers position ${position}`);
}
