/**
 * Reads the contracts' events in ranges of blocks. The cursor has the number and the hash of the last block read.
 *
 * @module
 */
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import { readStake, type OperatorAccount } from "../chain/stake.ts";
import { ChainUnavailableError } from "../chain/view.ts";
import { readStoredCheckpoints, type StoredCheckpoint } from "../dispute/checkpoints.ts";
import { keepOpenChallenges, type ChallengeOpening } from "../dispute/challenges/openChallenges.ts";
import { keepUnsettledDisputes, type OpenDispute } from "../dispute/disputes/openDisputes.ts";
import type { Hex } from "../base/hex.ts";
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

/** The operator's registered delay and the contracts' time limits, in seconds. */
export type Terms = {
  readonly maxAnchorDelay: number;
  readonly challengeWindow: number;
  readonly responseTime: number;
};

/**
 * Seconds after a checkpoint in which its content may not be published yet. It is half of the time for asking for a
 * header that still leaves time to ask for entries and signatures (THREATS, section 6).
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
  /** Set if the cursor's block is no longer on the chain: blocks were read again from this number. */
  readonly reorganized: { readonly from: bigint } | undefined;
};

/** Number of blocks below the cursor that are read again, since some nodes return a block before they have its logs. */
const OVERLAP = 96n;
/** New blocks during a read that are tolerated: every node still has the state of such a recent block. */
const CLOSE = 32n;
/** Largest number of rounds that read blocks which arrived meanwhile. */
const MOST_ROUNDS = 16;
/** Blocks per step if many must be read: ten requests of each kind for most nodes. */
const STEP = 10_000n;
/** Number of answers that the state keeps. */
const MOST_ANSWERS = 1_000;

/** The first block to read. */
type StartBlock = { readonly from: bigint } & Pick<View, "reorganized">;

export type Follower = {
  /**
   * Reads from the cursor to the newest block, and moves the cursor. If many blocks are left and an error occurs, the
   * cursor stays after the last complete step.
   *
   * @throws ChainUnavailableError if the node does not answer, is behind the cursor, or omits logs that it or the
   *   contract reported before.
   */
  follow(client: ChainClient): Promise<View>;
};

type Following = {
  readonly operator: OperatorId;
  readonly contracts: WatchedContracts;
  /** The first block to read; undefined to search for it. */
  readonly fromBlock?: bigint;
  readonly state: WatchState;
  /** Called with the result of that search. */
  readonly say: (beginning: Beginning) => void;
  /** Stores the state. */
  readonly save: () => Promise<void>;
  /** The checkpoints of the last view. */
  checkpoints: readonly StoredCheckpoint[];
  terms: Terms | undefined;
};

export function createFollower(
  options: Pick<Following, "operator" | "contracts" | "fromBlock" | "state" | "say" | "save">,
): Follower {
  const following: Following = { ...options, checkpoints: [], terms: undefined };
  return {
    follow: async (client) => {
      try {
        return await readAll(following, client);
      } catch (error) {
        const isLying = error instanceof ChainUnavailableError && error.details?.["state"] === "lying";
        if (isLying) goBack(following.state);
        throw error;
      }
    },
  };
}

/**
 * If a node omitted logs in an earlier step, later blocks do not have them. So all blocks since the last confirmed
 * cursor are read again, from another node.
 */
function goBack(state: WatchState): void {
  const { confirmed, marks } = state;
  state.cursor = confirmed;
  state.marks = marks.filter(({ number }) => confirmed !== undefined && number < confirmed.number);
}

async function readAll(following: Following, client: ChainClient): Promise<View> {
  const { operator, contracts, state } = following;
  const { from, reorganized, ...place } = await catchUp(following, client);
  const { read, passed, head, checkpoints } = await readRest(following, client, from, place.head);
  const { asked, answered } = read;
  const at = pinned(client, head);
  if (reorganized === undefined) assertNoneLeftOut(state, from, head.number, read);
  const waiting = waitingOf(state, read);
  const challenges = await keepOpenChallenges(at, contracts.challenges, operator.operator, waiting, head.number);
  const unsettled = await keepUnsettledDisputes(at, contracts.disputes, [...state.disputes, ...asked], head.number);
  const account = await readStake({ publicClient: at }, operator);
  const terms = (following.terms ??= await readTerms(at, operator, head.number));
  // Check that all of this was read from one chain.
  for (const mark of [...passed, head]) await assertStands(client, mark);
  following.checkpoints = checkpoints;
  state.challenges = challenges;
  state.disputes = unsettled.map(({ dispute, block }) => ({ question: dispute.question, block }));
  const disputes = unsettled.map(({ dispute }) => dispute);
  state.answers = answersWith(state, from, answered);
  moveCursor(state, head, reorganized?.from);
  state.confirmed = state.cursor;
  return { client, head, terms, account, checkpoints, challenges, disputes, reorganized };
}

/** Reads in steps until few blocks are left. Saves after each step, so that an interrupted read continues there. */
async function catchUp(following: Following, client: ChainClient): Promise<StartBlock & { readonly head: Head }> {
  const { operator, contracts, state, save } = following;
  for (;;) {
    const head = await readHead(client);
    const place = await whereFrom(following, client, head);
    const { from, reorganized } = place;
    if (reorganized !== undefined || head.number - from < STEP) return { head, ...place };
    const number = from + STEP - 1n;
    const last = { number, hash: (await readHead(client, number)).hash };
    const read = await readEvents(client, operator, contracts, from, number);
    assertNoneLeftOut(state, from, number, read);
    await assertStands(client, last);
    state.challenges = waitingOf(state, read);
    state.disputes = [...state.disputes, ...read.asked];
    state.answers = answersWith(state, from, read.answered);
    moveCursor(state, last, undefined);
    await save();
  }
}

/**
 * Reads the events and checkpoints up to the newest block. Nodes may have the state of recent blocks only, so the state
 * is read once almost no blocks are left.
 *
 * @returns the events, and each block that was the newest one while they were read.
 */
async function readRest(
  { operator, contracts, checkpoints }: Following,
  client: ChainClient,
  from: bigint,
  start: Head,
): Promise<{ read: Events; passed: readonly Head[]; head: Head; checkpoints: readonly StoredCheckpoint[] }> {
  const passed: Head[] = [];
  let [read, stored, next, head] = [NOTHING, checkpoints, from, start];
  for (;;) {
    read = joined(read, await readEvents(client, operator, contracts, next, head.number));
    const isLast = passed.length === MOST_ROUNDS;
    let newest = await readHead(client);
    if (isLast || newest.number - head.number <= CLOSE) {
      stored = await readStoredCheckpoints(pinned(client, head), operator, stored);
      newest = await readHead(client);
      if (isLast || newest.number - head.number <= CLOSE) return { read, passed, head, checkpoints: stored };
    }
    passed.push(head);
    next = head.number + 1n;
    head = newest;
  }
}

/** Drops answered challenges, which need no further reads. Their number is checked against the contract in any case. */
function waitingOf({ challenges }: WatchState, { opened, answered }: Events): ChallengeOpening[] {
  const closed = new Set(answered.map(({ id }) => id));
  return [...challenges, ...opened].filter(({ id }) => !closed.has(id));
}

const answersWith = ({ answers }: WatchState, from: bigint, answered: readonly SeenAnswer[]): SeenAnswer[] =>
  [...answers.filter(({ block }) => block < from), ...answered].slice(-MOST_ANSWERS);

async function assertStands(client: ChainClient, { number, hash }: BlockMark): Promise<void> {
  if ((await readHead(client, number)).hash === hash) return;
  throw new ChainUnavailableError(`block ${number} was replaced while it was read: ask again`);
}

/** If an honest node has the cursor's block, it has every block below. */
async function whereFrom(following: Following, client: ChainClient, head: Head): Promise<StartBlock> {
  const { fromBlock, state } = following;
  const { cursor } = state;
  if (cursor === undefined) return { from: await begin(following, client, head), reorganized: undefined };
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
  const from = await begin(following, client, head);
  return { from, reorganized: { from } };
}

async function begin({ fromBlock, operator, state, say }: Following, client: ChainClient, head: Head): Promise<bigint> {
  if (fromBlock !== undefined) return fromBlock;
  const beginning = await findBeginning(client, operator, head.number);
  if (beginning.block !== state.from || beginning.lacking !== undefined) say(beginning);
  state.from = beginning.block;
  return beginning.block;
}

/** Checks that a known log is still there, since its block is. */
function assertNoneLeftOut({ challenges, disputes }: WatchState, from: bigint, to: bigint, read: Events): void {
  const isRead = ({ block }: { readonly block: bigint }): boolean => from <= block && block <= to;
  const missing =
    challenges.find((known) => isRead(known) && !read.opened.some(({ id }) => id === known.id)) ??
    disputes.find((known) => isRead(known) && !read.asked.some(({ block }) => block === known.block));
  if (missing === undefined) return;
  const message = `the node leaves out a log of block ${missing.block}, which it gave before, and has that very block`;
  throw new ChainUnavailableError(message, { fix: "ask another node", details: { state: "lying" } });
}

function moveCursor(state: WatchState, head: BlockMark, reorganizedFrom: bigint | undefined): void {
  const { cursor, marks } = state;
  const older = cursor === undefined || cursor.number === head.number ? marks : [cursor, ...marks];
  const standing = older.filter(({ number }) => reorganizedFrom === undefined || number < reorganizedFrom);
  state.marks = thinned(standing, head.number);
  state.cursor = { number: head.number, hash: head.hash };
}

const atLeast = (value: bigint, least: bigint): bigint => (value > least ? value : least);

/**
 * Thins out old marks, newest first. Keeps the outermost two for each doubling of the distance, so that a
 * reorganization of any depth finds one.
 */
function thinned(marks: readonly BlockMark[], newest: bigint): BlockMark[] {
  const octave = ({ number }: BlockMark): number => (newest - number).toString(2).length;
  return marks.filter((mark, i) => {
    const [before, after] = [marks[i - 1], marks[i + 1]];
    return (
      before === undefined || after === undefined || octave(before) !== octave(mark) || octave(after) !== octave(mark)
    );
  });
}

/** @throws AnchorlogError `contract_refused` if the operator is not registered. */
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
