/**
 * Watches for questions about what is one's own, and prepares what takes the lead in them.
 *
 * @module
 */
import { logId } from "../action/domain.ts";
import { encodeMessage } from "../action/envelope.ts";
import { parseKind, type MemberValue } from "../action/kinds.ts";
import { answerOf, readEvents, type ChainClient } from "../anchor/client.ts";
import { disputesAbi } from "../anchor/generated/Disputes.ts";
import { payloadTypeElement } from "../batch/zk.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { decodeEntry } from "../log/entry.ts";
import { assertReaches, nextBlock, readByRanges } from "./blocks.ts";
import {
  DISPUTE_SIDES,
  disputeId,
  readDispute,
  type DisputePredicate,
  type DisputeQuestion,
  type DisputeSide,
  type DisputeState,
} from "./disputes.ts";

/** A dispute that waits for a lead or, once its status is `resolved` or `unresolved`, for somebody to settle it. */
export type OpenDispute = DisputeState & { readonly id: Hex; readonly question: DisputeQuestion };

/** What is known of disputes up to a block. Start with `{ fromBlock, known: [] }`. */
export type DisputeCursor = {
  /** The first block that is not read for good: those behind it are read again, since they can be reorganized away. */
  readonly fromBlock: bigint;
  /** Questions that were asked before it and were not settled when they were last seen. */
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
 * Reads the questions about an operator's logs that are not settled: `DisputeOpened` by block range from a cursor on,
 * and how each stands now. Nothing shows logs that a node leaves out: ask a second one where much depends on it.
 *
 * @param disputes the contract.
 * @param about the operator, and a log's identifier for questions about that one alone.
 * @param cursor of the last call; at first, from the contract's own block on.
 * @returns those that end first first, and the next cursor.
 * @throws ChainUnavailableError where the node is behind the cursor, too: ask again, or ask another node, with the same
 *   cursor.
 */
export async function readOpenDisputes(
  client: Pick<ChainClient, "readContract" | "getBlockNumber" | "getLogs">,
  disputes: Hex,
  { operator, log }: { readonly operator: Hex; readonly log?: Hex | undefined },
  cursor: DisputeCursor,
): Promise<{ open: readonly OpenDispute[]; cursor: DisputeCursor }> {
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

/** A question, and the block that it was asked in. */
export type DisputeOpening = { readonly question: DisputeQuestion; readonly block: bigint };

/** The questions that were asked in a range of blocks, both inclusive, whatever became of them. */
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

/** Those of some questions that are not settled at a block, as they stand then; those that end first first. */
export async function keepUnsettledDisputes(
  client: Pick<ChainClient, "readContract" | "getBlockNumber">,
  disputes: Hex,
  found: readonly DisputeOpening[],
  blockNumber: bigint,
): Promise<{ readonly dispute: OpenDispute; readonly block: bigint }[]> {
  const open: { dispute: OpenDispute; block: bigint }[] = [];
  // One that was asked again counts from the last time on.
  for (const [id, { question, block }] of new Map(found.map((one) => [disputeId(one.question), one]))) {
    const state = await readDispute(client, disputes, id, blockNumber);
    if (state.bond > 0n) open.push({ dispute: { ...state, id, question }, block });
  }
  return open.sort((a, b) => a.dispute.deadline - b.dispute.deadline);
}

/**
 * Of each dispute that takes leads, the earliest of one's own actions that would take it. Show it at once, also where
 * its side is in the lead already: by a later entry that is no shelter, since leads up to the limit leave no time.
 *
 * @param bundles one's own: whether they are valid is for `verifyBundle` to say.
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
 * Which side of a question an action matches; undefined if neither, or if it is of another log.
 *
 * @throws FormatError where the bundle's action is not one of its payload type.
 */
export function matchingSide(question: DisputeQuestion, bundle: Bundle): DisputeSide | undefined {
  return sideOf(question, readAction(bundle));
}

/**
 * What `proveOrder` (anchorlog/proof/prover) is to prove so that `disputeLead` takes its proof.
 *
 * @param beneficiary whose the lead, and the bond if it wins, will be, 20 bytes.
 * @throws AnchorlogError `other_question` where the action matches neither side; FormatError as {@link matchingSide}.
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

/** An action as predicates ask about it. */
type AskedAction = Pick<DisputeQuestion, "operator" | "log"> & {
  readonly payloadType: bigint;
  readonly words: readonly Hex[];
};

function readAction({ operator: { chainId, registry, address }, log, action }: Bundle): AskedAction {
  const kind = parseKind(action.primaryType, action.payloadType);
  // Under any domain: payload words do not depend on it.
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
