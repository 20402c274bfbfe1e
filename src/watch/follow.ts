/**
 * Follows the contracts by ranges of blocks, from a cursor that knows the hash of its block.
 *
 * @module
 */
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";
import { readStake, type OperatorAccount } from "../anchor/stake.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import { readStoredCheckpoints, type StoredCheckpoint } from "../dispute/checkpoints.ts";
import { keepOpenChallenges, type ChallengeOpening } from "../dispute/openChallenges.ts";
import { keepUnsettledDisputes, type OpenDispute } from "../dispute/openDisputes.ts";
import type { Hex } from "../encoding/hex.ts";
import { findBeginning, type Beginning } from "./beginning.ts";
import { pinned, readHead, type Head } from "./client.ts";
import { joined, NOTHING, readEvents, type Events } from "./events.ts";
import type { BlockMark, SeenAnswer, WatchState } from "./state.ts";

/** The contracts that are watched. */
export type WatchedContracts = {
  readonly stake: Hex;
  readonly faultProofs: Hex;
  readonly challenges: Hex;
  readonly disputes: Hex;
};

/** What an operator registered, and the times that hold for it, in seconds. */
export type Terms = {
  readonly maxAnchorDelay: number;
  readonly challengeWindow: number;
  readonly responseTime: number;
};

/**
 * Seconds after a checkpoint in which what it covers may still be about to be published: half of the time that a header
 * can be asked for in, if its entries and their signatures are to be asked for after it (THREATS, section 6).
 */
export const patienceOf = ({ challengeWindow, responseTime }: Terms): number =>
  (challengeWindow - 2 * responseTime) / 2;

/** The chain as of one block. */
export type View = {
  readonly client: ChainClient;
  readonly head: Head;
  readonly terms: Terms;
  readonly account: OperatorAccount;
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly challenges: readonly ChallengeOpening[];
  readonly disputes: readonly OpenDispute[];
  /** From where on blocks were read again, where the block of the cursor is no longer of the chain. */
  readonly reorganized: { readonly from: bigint } | undefined;
};

/** Blocks below the cursor that are read again: nodes are known to give a block before they give its logs. */
const OVERLAP = 96n;
/** Blocks that may have come while others were read: no node has forgotten the state of so new a one. */
const CLOSE = 32n;
/** How often blocks are read on that came meanwhile. */
const MOST_ROUNDS = 16;
/** Blocks that are read in one step, where many are left: ten requests of each kind to most nodes. */
const STEP = 10_000n;
/** Answers that are remembered. */
const MOST_ANSWERS = 1_000;

/** From which block on to read. */
type Place = { readonly from: bigint } & Pick<View, "reorganized">;

export type Follower = {
  /**
   * Reads on from the cursor, and moves it: to the newest block, or where that is far, and anything fails, as far as it
   * came.
   *
   * @throws ChainUnavailableError where the node does not answer, lags behind the cursor, or leaves out what it, or the
   *   contract, said before.
   */
  follow(client: ChainClient): Promise<View>;
};

/**
 * @param fromBlock where it begins to read; undefined where that is to be found.
 * @param say is told what it finds.
 * @param save keeps the state as it is.
 */
export function createFollower(
  operator: OperatorId,
  contracts: WatchedContracts,
  fromBlock: bigint | undefined,
  state: WatchState,
  say: (beginning: Beginning) => void,
  save: () => Promise<void>,
): Follower {
  let checkpoints: readonly StoredCheckpoint[] = [];
  let terms: Terms | undefined;

  const follow = async (client: ChainClient): Promise<View> => {
    try {
      return await readAll(client);
    } catch (error) {
      const isLying = error instanceof ChainUnavailableError && error.details?.["state"] === "lying";
      if (isLying) goBack();
      throw error;
    }
  };

  /** What a node left out of blocks that were read in steps is in none behind them: another one is asked for all. */
  const goBack = (): void => {
    const { confirmed, marks } = state;
    state.cursor = confirmed;
    state.marks = marks.filter(({ number }) => confirmed !== undefined && number < confirmed.number);
  };

  const readAll = async (client: ChainClient): Promise<View> => {
    const { from, reorganized, ...place } = await catchUp(client);
    let { head } = place;
    const passed: Head[] = [];
    let read = NOTHING;
    let stored = checkpoints;
    // Nodes know the states of new blocks alone: one is asked for when nearly no block is left to be read.
    for (let next = from; ;) {
      read = joined(read, await readEvents(client, operator, contracts, next, head.number));
      const isLast = passed.length === MOST_ROUNDS;
      let newest = await readHead(client);
      if (isLast || newest.number - head.number <= CLOSE) {
        stored = await readStoredCheckpoints(pinned(client, head), operator, stored);
        newest = await readHead(client);
        if (isLast || newest.number - head.number <= CLOSE) break;
      }
      passed.push(head);
      next = head.number + 1n;
      head = newest;
    }
    const { asked, answered } = read;
    const at = pinned(client, head);
    if (reorganized === undefined) assertNoneLeftOut(from, head.number, read);
    const waiting = waitingOf(read);
    const challenges = await keepOpenChallenges(at, contracts.challenges, operator.operator, waiting, head.number);
    const unsettled = await keepUnsettledDisputes(at, contracts.disputes, [...state.disputes, ...asked], head.number);
    const account = await readStake({ publicClient: at }, operator);
    terms ??= await readTerms(at, operator, head.number);
    // Whether all of that was of one chain.
    for (const mark of [...passed, head]) await assertStands(client, mark);
    checkpoints = stored;
    state.challenges = challenges;
    state.disputes = unsettled.map(({ dispute, block }) => ({ question: dispute.question, block }));
    const disputes = unsettled.map(({ dispute }) => dispute);
    state.answers = answersWith(from, answered);
    moveCursor(head, reorganized?.from);
    state.confirmed = state.cursor;
    return { client, head, terms, account, checkpoints, challenges, disputes, reorganized };
  };

  /**
   * Reads on until few blocks are left, and keeps its place after each step: a reading that broke off goes on from there.
   */
  const catchUp = async (client: ChainClient): Promise<Place & { readonly head: Head }> => {
    for (;;) {
      const head = await readHead(client);
      const place = await whereFrom(client, head);
      const { from, reorganized } = place;
      if (reorganized !== undefined || head.number - from < STEP) return { head, ...place };
      const number = from + STEP - 1n;
      const last = { number, hash: (await readHead(client, number)).hash };
      const read = await readEvents(client, operator, contracts, from, number);
      assertNoneLeftOut(from, number, read);
      await assertStands(client, last);
      state.challenges = waitingOf(read);
      state.disputes = [...state.disputes, ...read.asked];
      state.answers = answersWith(from, read.answered);
      moveCursor(last, undefined);
      await save();
    }
  };

  /** A question is asked once: of one that was answered nothing need be asked. Their count is compared in any case. */
  const waitingOf = ({ opened, answered }: Events): ChallengeOpening[] => {
    const closed = new Set(answered.map(({ id }) => id));
    return [...state.challenges, ...opened].filter(({ id }) => !closed.has(id));
  };
  const answersWith = (from: bigint, answered: readonly SeenAnswer[]): SeenAnswer[] =>
    [...state.answers.filter(({ block }) => block < from), ...answered].slice(-MOST_ANSWERS);

  const assertStands = async (client: ChainClient, { number, hash }: BlockMark): Promise<void> => {
    if ((await readHead(client, number)).hash === hash) return;
    throw new ChainUnavailableError(`block ${number} was replaced while it was read: ask again`);
  };

  /** An honest node whose chain has the cursor's block has all that is below it. */
  const whereFrom = async (client: ChainClient, head: Head): Promise<Place> => {
    const { cursor } = state;
    if (cursor === undefined) return { from: await begin(client, head), reorganized: undefined };
    if (head.number < cursor.number) {
      const message = `the node is at block ${head.number}, behind block ${cursor.number}, which was read before`;
      throw new ChainUnavailableError(message, { fix: "wait, or ask another node", details: { state: "lagging" } });
    }
    for (const mark of [cursor, ...state.marks]) {
      if ((await readHead(client, mark.number)).hash !== mark.hash) continue;
      const least = fromBlock ?? state.from ?? 0n;
      if (mark === cursor) return { from: atLeast(mark.number - OVERLAP + 1n, least), reorganized: undefined };
      return { from: mark.number + 1n, reorganized: { from: mark.number + 1n } };
    }
    const from = await begin(client, head);
    return { from, reorganized: { from } };
  };

  const begin = async (client: ChainClient, head: Head): Promise<bigint> => {
    if (fromBlock !== undefined) return fromBlock;
    const beginning = await findBeginning(client, operator, head.number);
    if (beginning.block !== state.from || beginning.lacking !== undefined) say(beginning);
    state.from = beginning.block;
    return beginning.block;
  };

  /** A log that was there, in a block that still is, is there. */
  const assertNoneLeftOut = (from: bigint, to: bigint, { opened, asked }: Events): void => {
    const isRead = ({ block }: { readonly block: bigint }): boolean => from <= block && block <= to;
    const missing =
      state.challenges.find((known) => isRead(known) && !opened.some(({ id }) => id === known.id)) ??
      state.disputes.find((known) => isRead(known) && !asked.some(({ block }) => block === known.block));
    if (missing === undefined) return;
    const message = `the node leaves out a log of block ${missing.block}, which it gave before, and has that very block`;
    throw new ChainUnavailableError(message, { fix: "ask another node", details: { state: "lying" } });
  };

  const moveCursor = (head: BlockMark, reorganizedFrom: bigint | undefined): void => {
    const { cursor, marks } = state;
    const older = cursor === undefined || cursor.number === head.number ? marks : [cursor, ...marks];
    const standing = older.filter(({ number }) => reorganizedFrom === undefined || number < reorganizedFrom);
    state.marks = thinned(standing, head.number);
    state.cursor = { number: head.number, hash: head.hash };
  };

  return { follow };
}

const atLeast = (value: bigint, least: bigint): bigint => (value > least ? value : least);

/** Of marks, the newest first, the outermost two of each doubling of the distance: they lead back to any depth. */
function thinned(marks: readonly BlockMark[], newest: bigint): BlockMark[] {
  const octave = ({ number }: BlockMark): number => (newest - number).toString(2).length;
  return marks.filter((mark, i) => {
    const [before, after] = [marks[i - 1], marks[i + 1]];
    return (
      before === undefined || after === undefined || octave(before) !== octave(mark) || octave(after) !== octave(mark)
    );
  });
}

/** @throws AnchorlogError `contract_refused` where the operator is not registered. */
async function readTerms(client: ChainClient, { registry, operator }: OperatorId, blockNumber: bigint): Promise<Terms> {
  const call = { address: registry, abi: anchorRegistryAbi, blockNumber } as const;
  const [{ challengeWindow, responseTime }, maxAnchorDelay] = await Promise.all([
    readContract(client, { ...call, functionName: "timing" }),
    readContract(client, { ...call, functionName: "maxAnchorDelay", args: [operator] }),
  ]);
  return {
    maxAnchorDelay: Number(maxAnchorDelay),
    challengeWindow: Number(challengeWindow),
    responseTime: Number(responseTime),
  };
}
