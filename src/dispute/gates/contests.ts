/**
 * Announced redemptions and moves of objects, and their contests (contracts/examples/AnnouncedRedeemer.sol).
 *
 * @module
 */
import {
  answerOf,
  parseLogs,
  readContract,
  readEvents,
  type ChainClient,
  type ChainWriter,
  type MinedTransaction,
} from "../../chain/client.ts";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { announcedRedeemerAbi } from "../../chain/generated/AnnouncedRedeemer.ts";
import { operatorStakeAbi } from "../../chain/generated/OperatorStake.ts";
import { send } from "../../chain/send.ts";
import type { Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { assertReaches, nextBlock, readByRanges } from "../blocks.ts";
import type { EntryEvidence } from "../evidence.ts";
import type { ActionEvidence } from "./gate.ts";

/** An announced act that was neither cancelled nor paid. */
export type AnnouncedAct = {
  readonly id: Hex;
  readonly objectKey: Hex;
  /** The account that is paid. */
  readonly account: Hex;
  readonly entryHash: Hex;
  /** The position of the entry's batch in the batch log. */
  readonly position: number;
  /** The entry's index in the log. */
  readonly index: number;
  /** The act can be contested before this time, Unix seconds. */
  readonly until: number;
  /** The number of demands without an answer. */
  readonly open: number;
};

/** The announced acts up to a block. Start with `{ fromBlock, known: [] }`. */
export type AnnouncementCursor = {
  /** The first block to read again. Blocks from here on can be reorganized away. */
  readonly fromBlock: bigint;
  /** Acts that were announced before that block, and were pending at the last reading. */
  readonly known: readonly AnnouncedAct[];
};

/** How an object left a gate. */
export type Departure = {
  /** The account that it was redeemed for, or that moved it. */
  readonly account: Hex;
  /** The identifier of the log that it was moved to; null if it was redeemed. */
  readonly log: Hex | null;
};

/** The question which act follows another one, as the contract has it. */
export type Demand = {
  readonly objectKey: Hex;
  readonly act: Hex;
  readonly index: bigint;
  readonly holder: Hex;
  readonly last: bigint;
  readonly size: bigint;
  /** The last second in which answers count, Unix seconds. */
  readonly deadline: number;
};

/** A demand without an answer, and the hash of the entry that was shown without its action. */
export type OpenDemand = { readonly demand: Demand; readonly shown: Hex | undefined };

type EventClient = Pick<ChainClient, "readContract" | "getBlockNumber" | "getLogs">;

/**
 * Reads the pending announcements at a gate: `RedemptionAnnounced` by block range from a cursor on, and the state of each
 * from the contract. A node can leave out logs without detection: if much depends on the result, ask a second node.
 *
 * @param gate the contract.
 * @param cursor of the last call; at first, from the contract's own block on.
 * @returns the pending announcements, the first to be paid first, and the next cursor.
 * @example
 * const { announced, cursor } = await readAnnouncements(publicClient, gate, { fromBlock, known: [] })
 * const wrong = announced.find((act) => act.objectKey === objectKey && act.account !== holder)
 * // Contest it before `wrong.until`, by `demandNextAct` or `cancelByEntries`.
 *
 * @throws ChainUnavailableError if the node is behind the cursor: ask again, or ask another node, with the same cursor.
 */
export async function readAnnouncements(
  client: EventClient,
  gate: Hex,
  cursor: AnnouncementCursor,
): Promise<{ announced: readonly AnnouncedAct[]; cursor: AnnouncementCursor }> {
  const newest = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  assertReaches(newest, cursor.fromBlock);
  const events = await readByRanges(cursor.fromBlock, newest, (fromBlock, toBlock) =>
    readEvents(client, { ...at(gate), eventName: "RedemptionAnnounced", args: {}, fromBlock, toBlock }),
  );
  const found = new Map(cursor.known.map((act) => [act.id, { act, block: 0n }]));
  for (const { args, blockNumber } of events) {
    const { id, objectKey, account, entryHash, position, index } = args;
    const act = { id, objectKey, account: account.toLowerCase() as Hex, entryHash };
    const place = { position: Number(position), index: Number(index), until: 0, open: 0 };
    found.set(id, { act: { ...act, ...place }, block: blockNumber });
  }
  const pending: { act: AnnouncedAct; block: bigint }[] = [];
  for (const { act, block } of found.values()) {
    const call = { ...at(gate), blockNumber: newest } as const;
    const [, , , , , until, open] = await readContract(client, {
      ...call,
      functionName: "announcements",
      args: [act.id],
    });
    const isPaid = await readContract(client, { ...call, functionName: "redeemed", args: [act.objectKey] });
    if (until !== 0 && !isPaid) pending.push({ act: { ...act, until, open }, block });
  }
  const fromBlock = nextBlock(newest, cursor.fromBlock);
  const known = pending.filter(({ block }) => block < fromBlock).map(({ act }) => act);
  const announced = pending.map(({ act }) => act).sort((a, b) => a.until - b.until);
  return withJson({ announced, cursor: { fromBlock, known } });
}

/**
 * Reads how an object left a gate, or a gate that it succeeds.
 *
 * @returns the departure, or undefined if the object was neither redeemed nor moved there.
 * @example
 * const call = { address: gate, abi: announcedRedeemerAbi, functionName: "redeemed", args: [objectKey] } as const
 * const isRedeemed = await publicClient.readContract(call)
 * const departure = await readDeparture(publicClient, gate, objectKey) // also if it was moved
 */
export async function readDeparture(client: EventClient, gate: Hex, objectKey: Hex): Promise<Departure | undefined> {
  const read = { ...at(gate), functionName: "departureOf", args: [objectKey] } as const;
  const { gone, account, log } = await readContract(client, read);
  if (!gone) return undefined;
  return withJson({ account: account.toLowerCase() as Hex, log: log === NONE ? null : log });
}

/** Reads the demands about an announced act that wait for an answer. */
export async function readDemands(client: EventClient, gate: Hex, id: Hex, fromBlock: bigint): Promise<OpenDemand[]> {
  const newest = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  const read = <const E extends "ActDemanded" | "EntryShown" | "ActionShown">(eventName: E) =>
    readByRanges(fromBlock, newest, (from, toBlock) =>
      readEvents(client, { ...at(gate), eventName, args: { id }, fromBlock: from, toBlock }),
    );
  const answered = new Set((await read("ActionShown")).map(({ args }) => args.act));
  const shown = new Map((await read("EntryShown")).map(({ args }) => [args.act, args.entryHash]));
  return (await read("ActDemanded"))
    .filter(({ args }) => !answered.has(args.demand.act))
    .map(({ args: { demand } }) => withJson({ demand, shown: shown.get(demand.act) }));
}

/**
 * Announces a redemption or a move that is anchored. Anybody can send it.
 *
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const [redemption, mint] = bundles.map((bundle) => bundleActionEvidence(bundle, checkpoints))
 * await announceRedemption(chain, gate, redemption, mint)
 * // once the time for contests is over
 * await settleAnnouncement(chain, gate, redemption, mint)
 * const departure = await readDeparture(publicClient, gate, objectKey) // { account, log: null }
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function announceRedemption(
  chain: ChainWriter,
  gate: Hex,
  redemption: ActionEvidence,
  mint: ActionEvidence,
): Promise<MinedTransaction> {
  assertGiven("announceRedemption", { chain, gate, redemption, mint }, ...WRITER, "gate", "redemption", "mint");
  return send(chain, { ...at(gate), functionName: "announce", args: [redemption, mint] });
}

/**
 * Claims an object of an operator that is gone, by the newest act upon it. The sender is the account that the act leaves
 * the object to. If somebody has announced an earlier act so, anybody can send a later one.
 *
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const [last, mint] = bundles.map((bundle) => bundleActionEvidence(bundle, checkpoints))
 * await claimAsHolder(chain, gate, last, mint)
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function claimAsHolder(
  chain: ChainWriter,
  gate: Hex,
  last: ActionEvidence,
  mint: ActionEvidence,
): Promise<MinedTransaction> {
  assertGiven("claimAsHolder", { chain, gate, last, mint }, ...WRITER, "gate", "last", "mint");
  return send(chain, { ...at(gate), functionName: "announceAsHolder", args: [last, mint] });
}

/**
 * Pays for an announced act that nobody contested, or records a move. Anybody can send it.
 *
 * @param act as it was announced, under any stored checkpoint that is final.
 * @throws AnchorlogError `contract_refused` if the act is not final or not on the gate's terms; `transaction_failed`.
 */
export async function settleAnnouncement(
  chain: ChainWriter,
  gate: Hex,
  act: ActionEvidence,
  mint: ActionEvidence,
): Promise<MinedTransaction> {
  assertGiven("settleAnnouncement", { chain, gate, act, mint }, ...WRITER, "gate", "act", "mint");
  const read = { ...at(gate), functionName: "held", args: [act, mint] } as const;
  const [acting, minting] = await readContract(chain.publicClient, read);
  return send(chain, { ...at(gate), functionName: "settle", args: [acting, minting, act.evidence.batch] });
}

/**
 * Demands the act that follows another one. A holder names its own newest act.
 *
 * @returns the demand, to cancel the announced act if nobody answers until its deadline.
 * @example
 * const { evidence } = bundleActionEvidence(myNewest, await readStoredCheckpoints(publicClient, operator))
 * const demand = await demandNextAct(chain, gate, announced.id, evidence)
 * // after `demand.deadline`, if nobody has answered
 * await cancelUnanswered(chain, gate, announced.id, { demand, shown: undefined })
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export async function demandNextAct(chain: ChainWriter, gate: Hex, id: Hex, act: EntryEvidence): Promise<Demand> {
  assertGiven("demandNextAct", { chain, gate, id, act }, ...WRITER, "gate", "id", "act");
  const { transactionHash, logs } = await send(chain, { ...at(gate), functionName: "demand", args: [id, act] });
  const [event] = parseLogs(announcedRedeemerAbi, "ActDemanded", logs);
  if (event === undefined) throw new AnchorlogError("transaction_failed", `${transactionHash} demanded nothing`);
  return withJson(event.args.demand);
}

/**
 * Answers a demand: shows the entry of the act that follows, and then its action with the signature, in two transactions.
 *
 * @param shown the hash of an entry that was shown for it already.
 * @returns the gas of both.
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * for (const demand of await readDemands(publicClient, gate, id, fromBlock))
 *   await answerDemand(chain, gate, id, demand, bundleActionEvidence(next, checkpoints))
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export async function answerDemand(
  chain: ChainWriter,
  gate: Hex,
  id: Hex,
  open: OpenDemand,
  act: ActionEvidence,
): Promise<bigint> {
  assertGiven("answerDemand", { chain, gate, id, open, act }, ...WRITER, "gate", "id", "open.demand", "act.evidence");
  const { demand, shown } = open;
  const { evidence, opening, signature } = act;
  let gas = 0n;
  if (shown === undefined) {
    const args = [id, demand, evidence] as const;
    gas += (await send(chain, { ...at(gate), functionName: "showEntry", args })).gasUsed;
  }
  const args = [id, demand, evidence.entry, opening, signature] as const;
  return gas + (await send(chain, { ...at(gate), functionName: "showAction", args })).gasUsed;
}

/**
 * Cancels an announced act about which a demand was not answered until its deadline. Anybody can send it.
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function cancelUnanswered(chain: ChainWriter, gate: Hex, id: Hex, open: OpenDemand): Promise<MinedTransaction> {
  assertGiven("cancelUnanswered", { chain, gate, id, open }, ...WRITER, "gate", "id", "open.demand");
  const { demand, shown = NONE } = open;
  return send(chain, { ...at(gate), functionName: "cancelUnanswered", args: [id, demand, shown] });
}

/**
 * Cancels an announced act by two entries that no honest log has. Anybody can send it.
 *
 * @example
 * // `theirs` is later than `mine`, and its prior is an act before `mine`.
 * await cancelByEntries(chain, gate, announced.id, mine.evidence, theirs.evidence)
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function cancelByEntries(
  chain: ChainWriter,
  gate: Hex,
  id: Hex,
  earlier: EntryEvidence,
  later: EntryEvidence,
): Promise<MinedTransaction> {
  assertGiven("cancelByEntries", { chain, gate, id, earlier, later }, ...WRITER, "gate", "id", "earlier", "later");
  return send(chain, { ...at(gate), functionName: "cancel", args: [id, earlier, later] });
}

const NONE: Hex = `0x${"00".repeat(32)}`;

type ErrorItem = Extract<(typeof anchorRegistryAbi)[number] | (typeof operatorStakeAbi)[number], { type: "error" }>;
const errors = [...anchorRegistryAbi, ...operatorStakeAbi].filter((item): item is ErrorItem => item.type === "error");
/** The gate's ABI, with the errors of the registry and the stake, which the gate passes on. */
const abi = [...announcedRedeemerAbi, ...errors] as const;

const at = (address: Hex) => ({ address, abi }) as const;
