/**
 * Finds disputes that the user's own entries can lead, and prepares the leads.
 *
 * @module
 */
import { logId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { encodeMessage } from "../../action/envelope.ts";
import { parseKind, type MemberValue } from "../../action/kinds.ts";
import { answerOf, readEvents, type ChainClient } from "../../chain/client.ts";
import { disputesAbi } from "../../chain/generated/Disputes.ts";
import { payloadTypeElement } from "../../batch/zk.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { decodeEntry } from "../../log/entry.ts";
import { assertReaches, nextBlock, readByRanges } from "../blocks.ts";
import {
  DISPUTE_SIDES,
  disputeId,
  readDispute,
  type DisputePredicate,
  type DisputeQuestion,
  type DisputeSide,
  type DisputeState,
} from "./disputes.ts";

/**
 * A dispute that is not settled: it waits for a lead or, with the status `resolved` or `unresolved`, for settlement.
 */
export type OpenDispute = DisputeState & { readonly id: Hex; readonly question: DisputeQuestion };

/** The disputes up to a block. Start with `{ fromBlock, known: [] }`. */
export type DisputeCursor = {
  /** The first block to read again. Blocks from here on can be reorganized away. */
  readonly fromBlock: bigint;
  /** Questions asked before that block which were not settled at the last reading. */
  readonly known: readonly DisputeQuestion[];
};

/** An action that would take the lead in a dispute. */
export type PossibleLead<B extends Bundle = Bundle> = {
  readonly dispute: OpenDispute;
  readonly side: DisputeSide;
  readonly bundle: B;
  /** The entry's index in the log. */
  readonly index: number;
};

/**
 * Reads the unsettled questions about an operator's logs: `DisputeOpened` by block range from a cursor on, and the
 * state of each now. A node can leave out logs without detection: if much depends on the result, ask a second node.
 *
 * @param disputes the contract.
 * @param about the operator; with a log's identifier, only questions about that log.
 * @param cursor of the last call; at first, from the contract's own block on.
 * @returns the questions, the earliest deadline first, and the next cursor.
 * @throws ChainUnavailableError if the node is behind the cursor: ask again, or ask another node, with the same cursor.
 */
export async function readOpenDisputes(
  client: Pick<ChainClient, "readContract" | "getBlockNumber" | "getLogs">,
  disputes: Hex,
  of: { readonly operator: Hex; readonly log?: Hex | undefined },
  cursor: DisputeCursor,
): Promise<{ open: readonly OpenDispute[]; cursor: DisputeCursor }> {
  assertGiven(
    "readOpenDisputes",
    { client, disputes, of, cursor },
    "client.readContract()",
    "disputes",
    "of.operator",
    "cursor",
  );
  const { operator, log } = of;
  const newest = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  assertReaches(newest, cursor.fromBlock);
  const opened = await readDisputeOpenings(client, disputes, { operator, log }, cursor.fromBlock, newest);
  const found = [...cursor.known.map((question) => ({ question, block: 0n })), ...opened];
  const open = await keepUnsettledDisputes(client, disputes, found, newest);
  const fromBlock = nextBlock(newest, cursor.fromBlock);
  return withJson({
    open: open.map(({ dispute }) => dispute),
    cursor: { fromBlock, known: open.filter(({ block }) => block < fromBlock).map(({ dispute }) => dispute.question) },
  });
}

/** A question, and the block in which it was asked. */
export type DisputeOpening = { readonly question: DisputeQuestion; readonly block: bigint };

/** Reads all questions asked in a range of blocks, both ends inclusive, settled or not. */
export async function readDisputeOpenings(
  client: Pick<ChainClient, "getLogs">,
  address: Hex,
  { operator, log }: { readonly operator: Hex; readonly log?: Hex | undefined },
  from: bigint,
  newest: bigint,
): Promise<DisputeOpening[]> {
  const args = { operator, ...(log && { log }) };
  const opened = await readByRanges(from, newest, (fromBlock, toBlock) =>
    readEvents(client, { address, abi: disputesAbi, eventName: "DisputeOpened", args, fromBlock, toBlock }),
  );
  return opened.map(({ args: { question }, blockNumber }) => ({
    question: { ...question, operator: question.operator.toLowerCase() as Hex },
    block: blockNumber,
  }));
}

/** Keeps the questions that are not settled at a block, with their state, the earliest deadline first. */
export async function keepUnsettledDisputes(
  client: Pick<ChainClient, "readContract" | "getBlockNumber">,
  disputes: Hex,
  found: readonly DisputeOpening[],
  blockNumber: bigint,
): Promise<{ readonly dispute: OpenDispute; readonly block: bigint }[]> {
  const open: { dispute: OpenDispute; block: bigint }[] = [];
  // If a question was asked again, its last opening counts.
  for (const [id, { question, block }] of new Map(found.map((one) => [disputeId(one.question), one]))) {
    const state = await readDispute(client, disputes, id, blockNumber);
    if (state.bond > 0n) open.push({ dispute: { ...state, id, question }, block });
  }
  return open.sort((a, b) => a.dispute.deadline - b.dispute.deadline);
}

/**
 * For each dispute that still takes leads, returns the user's earliest action that would take the lead. Show it at
 * once, even if the user's side already leads by a later entry: another lead just before the limit leaves no time to
 * respond.
 *
 * @param bundles the user's own. They are not verified here; call `verifyBundle`.
 * @example
 * const { open, cursor } = await readOpenDisputes(publicClient, disputes, operator, { fromBlock, known: [] })
 * const concerning = open.filter(({ question }) => bundles.some((bundle) => matchingSide(question, bundle) !== undefined))
 * for (const { dispute, bundle } of findLeads(concerning, bundles)) {
 *   const proof = await proveOrder(leadRequest(dispute.question, bundle, beneficiary))
 *   await takeLead(chain, disputes, disputeLead(dispute.question, proof, proofHeaderEvidence(proof, checkpoints)))
 * }
 *
 * @throws FormatError as {@link matchingSide}.
 */
export function findLeads<B extends Bundle>(
  disputes: readonly OpenDispute[],
  bundles: readonly B[],
): PossibleLead<B>[] {
  const byIndex = bundles
    .map((bundle) => ({ bundle, action: readAction(bundle), index: decodeEntry(fromHex(bundle.entry)).index }))
    .sort((a, b) => a.index - b.index);
  return disputes.flatMap((dispute) => {
    if (dispute.status !== "open" && dispute.status !== "led") return [];
    const { index: leading = Infinity } = dispute.leading ?? {};
    for (const { bundle, action, index } of byIndex) {
      if (index >= leading) break;
      const side = sideOf(dispute.question, action);
      if (side !== undefined) return [{ dispute, side, bundle, index }];
    }
    return [];
  });
}

/**
 * Returns the side of a question that an action matches; undefined if neither, or if the action is of another log.
 *
 * @throws FormatError if the bundle's action is not of its payload type.
 */
export function matchingSide(question: DisputeQuestion, bundle: Bundle): DisputeSide | undefined {
  return sideOf(question, readAction(bundle));
}

/**
 * Returns the request for `proveOrder` (anchorlog/proof/prover), whose proof `disputeLead` then accepts.
 *
 * @param beneficiary the account that gets the lead, and the bond if it wins, 20 bytes.
 * @throws AnchorlogError `other_question` if the action matches neither side; FormatError as {@link matchingSide}.
 */
export function leadRequest<B extends Bundle>(question: DisputeQuestion, bundle: B, beneficiary: Hex) {
  const side = matchingSide(question, bundle);
  if (side === undefined) {
    throw new AnchorlogError("other_question", "the bundle's action matches neither of the question's predicates");
  }
  const { used } = question.predicates[DISPUTE_SIDES.indexOf(side)]!;
  const { primaryType, payloadType, message } = bundle.action;
  const names = parseKind(primaryType, payloadType).members.filter((_, i) => uses(used, i));
  const where = Object.fromEntries(names.map(({ name }) => [name, message.payload[name] as MemberValue]));
  return { first: { bundle, where }, showIndex: true, beneficiary } as const;
}

/** The fields of an action that predicates compare. */
type AskedAction = Pick<DisputeQuestion, "operator" | "log"> & {
  readonly payloadType: bigint;
  readonly words: readonly Hex[];
};

function readAction({ operator: { chainId, registry, address }, log, action }: Bundle): AskedAction {
  const kind = parseKind(action.primaryType, action.payloadType);
  // Any domain works here: payload words do not depend on it.
  const { payloadWords } = encodeMessage(kind, action.message, new Uint8Array(32));
  return {
    operator: address,
    log: logId({ chainId: Number(chainId), registry, operator: address }, log),
    payloadType: payloadTypeElement(kind.payloadType),
    words: payloadWords.map((word) => toHex(word)),
  };
}

function sideOf({ operator, log, predicates }: DisputeQuestion, action: AskedAction): DisputeSide | undefined {
  if (operator !== action.operator || log !== action.log) return undefined;
  const matches = ({ payloadType, used, words }: DisputePredicate) =>
    payloadType === action.payloadType && words.every((word, i) => !uses(used, i) || word === action.words[i]);
  return DISPUTE_SIDES[predicates.findIndex(matches)];
}

const uses = (used: number, member: number): boolean => ((used >> member) & 1) === 1;
