/**
 * Asks an operator to show what it promised or anchored (PROTOCOL, section 8.4), and settles silence.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { encodeAbiParameters, keccak256, type ContractFunctionArgs } from "viem";
import { logId, type OperatorId } from "../action/domain.ts";
import {
  answerOf,
  parseLogs,
  readContract,
  type ChainClient,
  type ChainWriter,
  type MinedTransaction,
} from "../anchor/client.ts";
import { challengesAbi } from "../anchor/generated/Challenges.ts";
import { CHALLENGE_KINDS, type ChallengeKind } from "../anchor/presets.ts";
import { send } from "../anchor/send.ts";
import { utf8 } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import type { Receipt } from "../receipt/receipt.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import { entryEvidence, headerEvidence, receiptEvidence, type AnchoredHistory } from "./evidence.ts";
import type { EntryPlace } from "./faults.ts";

/** What became of a challenge, in the order of the contract's `Status`. */
export const CHALLENGE_STATUSES = ["none", "open", "unanswered", "answered"] as const;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];

/** What a challenge asks an operator, whoever asks. */
export type Question = {
  readonly operator: Hex;
  readonly kind: ChallengeKind;
  /** For the kind `header` {@link BATCH_LOG}. */
  readonly log: Hex;
  /** In the log; for the kind `header`, the position in the batch log. */
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

/** The hash of a log's name, from which its identifier is made. */
export const nameHashOf = (name: string): Hex => toHex(keccak_256(utf8(name)));

/** The identifier of a question in the contract. */
export function challengeId({ operator, kind, log, index }: Question): Hex {
  const types = [{ type: "uint8" }, { type: "address" }, { type: "bytes32" }, { type: "uint64" }] as const;
  return keccak256(encodeAbiParameters(types, [CHALLENGE_KINDS.indexOf(kind), operator, log, BigInt(index)]));
}

/**
 * Asks for the entry of an overdue receipt.
 *
 * @param name the log's.
 * @throws AnchorlogError `log_mismatch` where the receipt is not of the operator's log with this name.
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
 * Asks for the leaf at a position of the batch log. It must be shown under the first checkpoint that covers it.
 *
 * @param checkpoints of the registry: see `readStoredCheckpoints`.
 * @throws AnchorlogError `not_anchored` where none covers the position.
 */
export function askForHeader(
  operator: OperatorId,
  checkpoints: readonly StoredCheckpoint[],
  position: number,
): Opening {
  const args = [operator.operator, BigInt(position), firstToCover(checkpoints, position)] as const;
  return withJson({ kind: "header", functionName: "openHeader", args });
}

/** Asks for the entry at a position of a batch whose header is known, with its zk path. */
export function askForLeaf(history: AnchoredHistory, { batch, position }: EntryPlace): Opening {
  const first = firstToCover(history.checkpoints, batch);
  const args = [history.operator.operator, headerEvidence(history, batch), position, first] as const;
  return withJson({ kind: "entry", functionName: "openEntry", args });
}

/** Asks for an entry's action: what its digest was made of and, of scheme 0, its signature. The payload stays hidden. */
export function askForAction(history: AnchoredHistory, place: EntryPlace): Opening {
  const evidence = entryEvidence(history, place.batch, place.position);
  const args = [history.operator.operator, evidence, firstToCover(history.checkpoints, place.batch)] as const;
  return withJson({ kind: "action", functionName: "openAction", args });
}

/**
 * Opens a challenge for its bond.
 *
 * @param challenges the contract.
 * @param value wei; by default the bond at 1.5 times the base fee of the latest block, which takes three full blocks
 * to outgrow. What the bond does not need is credited back: see `withdrawCredit`.
 * @returns its identifier, its bond and the last second in which answers count.
 * @throws AnchorlogError `transaction_failed`, with the contract's own error where it refuses.
 */
export async function openChallenge(
  chain: ChainWriter,
  challenges: Hex,
  opening: Opening,
  value?: bigint,
): Promise<{ id: Hex; bond: bigint; deadline: number; gasUsed: bigint }> {
  const { kind, functionName, args } = opening;
  const { transactionHash, gasUsed, logs } = await send(chain, {
    address: challenges,
    abi: challengesAbi,
    // Which arguments belong to which function is checked where an opening is made.
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
 * The least bond at the base fee of the latest block, in wei.
 *
 * Computed here, since nodes run the contract's own `requiredBond` at a base fee of zero.
 */
export async function requiredBond(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract" | "getBlock"> },
  challenges: Hex,
  kind: ChallengeKind,
): Promise<bigint> {
  const call = { address: challenges, abi: challengesAbi, functionName: "challengeParameters" } as const;
  const [{ floor, answerGas, factor }, { baseFeePerGas }] = await Promise.all([
    readContract(publicClient, call),
    answerOf(() => publicClient.getBlock()),
  ]);
  const bond = BigInt(answerGas[CHALLENGE_KINDS.indexOf(kind)]!) * (baseFeePerGas ?? 0n) * BigInt(factor);
  return bond > floor ? bond : floor;
}

/**
 * Settles a challenge that nobody answered in time: anybody can. Do it within the margin, so that what was not shown
 * does not become final.
 *
 * @throws AnchorlogError `transaction_failed` where it is too early, or it is not open.
 */
export function settleChallenge(chain: ChainWriter, challenges: Hex, question: Question): Promise<MinedTransaction> {
  const { kind, operator, log, index } = question;
  const args = [CHALLENGE_KINDS.indexOf(kind), operator, log, BigInt(index)] as const;
  return send(chain, { address: challenges, abi: challengesAbi, functionName: "settle", args });
}

/** The contract refuses a checkpoint that is not the first; and if that one is gone, the window is over. */
function firstToCover(checkpoints: readonly StoredCheckpoint[], position: number): bigint {
  const first = checkpoints.find(({ size }) => size > position);
  if (first !== undefined) return BigInt(first.sequence);
  throw new AnchorlogError("not_anchored", `no stored checkpoint covers position ${position}`);
}
