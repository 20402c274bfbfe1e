/**
 * Watches which challenges an operator must answer.
 *
 * @module
 */
import type { OperatorId } from "../action/domain.ts";
import { answerOf, readContract, readEvents, type ChainClient } from "../anchor/client.ts";
import { challengesAbi } from "../anchor/generated/Challenges.ts";
import { operatorStakeAbi } from "../anchor/generated/OperatorStake.ts";
import type { Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { CHALLENGE_KINDS } from "../anchor/presets.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import { nextBlock, readByRanges } from "./blocks.ts";
import { CHALLENGE_STATUSES, type Question } from "./challenges.ts";

/** A challenge that waits for its answer, or for somebody to settle it. */
export type OpenChallenge = Question & {
  readonly id: Hex;
  readonly challenger: Hex;
  /** Wei. */
  readonly bond: bigint;
  /** The last second in which answers count, Unix seconds. */
  readonly deadline: number;
};

/** What is known of an operator's challenges up to a block. Start with `{ fromBlock, known: [] }`. */
export type ChallengeCursor = {
  /** The first block that is not read for good: those behind it are read again, since they can be reorganized away. */
  readonly fromBlock: bigint;
  /** Challenges that were opened before it and were open when they were last seen. */
  readonly known: readonly OpenChallenge[];
};

type Client = Pick<ChainClient, "readContract" | "getBlockNumber" | "getLogs">;

/**
 * Reads an operator's open challenges: logs by block range from a cursor on, and the status of each from the contract.
 * What was found is compared with the number that the operator's stake waits for, so that logs which a node leaves out
 * are no silence.
 *
 * @param challenges the contract.
 * @param cursor of the last call; at first, from the contract's own block on.
 * @returns the open challenges, those due first, and the next cursor.
 * @throws ChainUnavailableError where logs are missing, too: ask again, or ask another node, with the same cursor.
 */
export async function readOpenChallenges(
  client: Client,
  challenges: Hex,
  { operator }: Pick<OperatorId, "operator">,
  cursor: ChallengeCursor,
): Promise<{ open: readonly OpenChallenge[]; cursor: ChallengeCursor }> {
  const newest = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  const found = new Map(cursor.known.map((challenge) => [challenge.id, { challenge, block: 0n }]));
  const read = (from: bigint, to: bigint) => readOpened(client, challenges, operator, from, to);
  for (const one of await readByRanges(cursor.fromBlock, newest, read)) found.set(one.challenge.id, one);
  const still: { challenge: OpenChallenge; block: bigint; counted: boolean }[] = [];
  for (const one of found.values()) {
    const { status, counted, bond, deadline, challenger } = await readContract(client, {
      address: challenges,
      abi: challengesAbi,
      functionName: "challenge",
      args: [one.challenge.id],
      blockNumber: newest,
    });
    if (CHALLENGE_STATUSES[status] !== "open") continue;
    // Opened anew after a reorganization, it may be another's, and due later.
    const challenge = { ...one.challenge, bond, deadline, challenger: challenger.toLowerCase() as Hex };
    still.push({ challenge, block: one.block, counted });
  }
  await checkCount(client, challenges, operator, newest, still.filter(({ counted }) => counted).length);
  const fromBlock = nextBlock(newest, cursor.fromBlock);
  return withJson({
    open: still.map(({ challenge }) => challenge).sort((a, b) => a.deadline - b.deadline),
    cursor: { fromBlock, known: still.filter(({ block }) => block < fromBlock).map(({ challenge }) => challenge) },
  });
}

async function readOpened(
  client: Client,
  address: Hex,
  operator: Hex,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<{ challenge: OpenChallenge; block: bigint }[]> {
  const args = { operator };
  const opened = { address, abi: challengesAbi, eventName: "ChallengeOpened", args, fromBlock, toBlock } as const;
  return (await readEvents(client, opened)).map(({ args, blockNumber }) => ({
    challenge: {
      id: args.id,
      operator,
      kind: CHALLENGE_KINDS[args.kind]!,
      log: args.log,
      index: Number(args.index),
      challenger: args.challenger.toLowerCase() as Hex,
      bond: args.bond,
      deadline: Number(args.deadline),
    },
    block: blockNumber,
  }));
}

/** The stake waits for every challenge but those of contract wallets. */
async function checkCount(
  client: Client,
  challenges: Hex,
  operator: Hex,
  blockNumber: bigint,
  found: number,
): Promise<void> {
  const call = { blockNumber } as const;
  const stake = { address: challenges, abi: challengesAbi, functionName: "operatorStake" } as const;
  const { openChallenges } = await readContract(client, {
    ...call,
    address: await readContract(client, { ...call, ...stake }),
    abi: operatorStakeAbi,
    functionName: "accountOf",
    args: [operator],
  });
  if (openChallenges === found) return;
  const message = `${openChallenges} challenges of ${operator} are open, but the node's logs show ${found}`;
  throw new ChainUnavailableError(message, {
    fix: "ask again or ask another node, from the block on in which the contract was deployed if it persists",
  });
}
