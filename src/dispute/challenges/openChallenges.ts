/**
 * Finds the challenges that an operator must answer.
 *
 * @module
 */
import type { OperatorId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { answerOf, readContract, readEvents, type ChainClient } from "../../chain/client.ts";
import { challengesAbi } from "../../chain/generated/Challenges.ts";
import { operatorStakeAbi } from "../../chain/generated/OperatorStake.ts";
import type { Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { CHALLENGE_KINDS } from "../../chain/presets.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import { assertReaches, nextBlock, readByRanges } from "../blocks.ts";
import { CHALLENGE_STATUSES, type ChallengeRequest } from "./challenges.ts";
import { countOf } from "../../base/countOf.ts";

/** A challenge that is neither answered nor settled. */
export type OpenChallenge = ChallengeRequest & {
  readonly id: Hex;
  readonly challenger: Hex;
  /** Wei. */
  readonly bond: bigint;
  /** The last second in which answers count, Unix seconds. */
  readonly deadline: number;
};

/** The challenges of an operator up to a block. Start with `{ fromBlock, known: [] }`. */
export type ChallengeCursor = {
  /** The first block to read again. Blocks from here on can be reorganized away. */
  readonly fromBlock: bigint;
  /** Challenges opened before that block which were still open at the last reading. */
  readonly known: readonly OpenChallenge[];
};

type EventClient = Pick<ChainClient, "readContract" | "getBlockNumber" | "getLogs">;

/**
 * Reads an operator's open challenges: logs by block range from a cursor on, and the status of each from the contract.
 * The number found must equal the stake contract's count, so that a node cannot hide challenges by leaving out logs.
 *
 * @param challenges the contract.
 * @param cursor of the last call; at first, from the contract's own block on.
 * @returns the open challenges, the earliest deadline first, and the next cursor.
 * @example
 * const { open, cursor } = await readOpenChallenges(publicClient, challenges, operator, { fromBlock, known: [] })
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const held = await readHeldExport(await readExportFolder("export"), checkpoints)
 * for (const question of open) await sendAnswer(chain, challenges, makeAnswer(held, question))
 *
 * @throws ChainUnavailableError if logs are missing, or the node is behind the cursor: ask again, or ask another node,
 * with the same cursor.
 */
export async function readOpenChallenges(
  client: EventClient,
  challenges: Hex,
  of: Pick<OperatorId, "operator">,
  cursor: ChallengeCursor,
): Promise<{ open: readonly OpenChallenge[]; cursor: ChallengeCursor }> {
  assertGiven(
    "readOpenChallenges",
    { client, challenges, of, cursor },
    "client.readContract()",
    "challenges",
    "of.operator",
    "cursor",
  );
  const { operator } = of;
  const newest = await answerOf(() => client.getBlockNumber({ cacheTime: 0 }));
  assertReaches(newest, cursor.fromBlock);
  const opened = await readChallengeOpenings(client, challenges, operator, cursor.fromBlock, newest);
  const found = [...cursor.known.map((challenge) => ({ ...challenge, block: 0n })), ...opened];
  const open = await keepOpenChallenges(client, challenges, operator, found, newest);
  const fromBlock = nextBlock(newest, cursor.fromBlock);
  const known = open.filter(({ block }) => block < fromBlock).map(withoutBlock);
  return withJson({ open: open.map(withoutBlock), cursor: { fromBlock, known } });
}

/** A challenge, and the block in which it was opened. */
export type ChallengeOpening = OpenChallenge & { readonly block: bigint };

function withoutBlock({ id, operator, kind, log, index, challenger, bond, deadline }: ChallengeOpening): OpenChallenge {
  return { id, operator, kind, log, index, challenger, bond, deadline };
}

/** Reads all challenges opened in a range of blocks, both ends inclusive, open or not. */
export function readChallengeOpenings(
  client: Pick<ChainClient, "getLogs">,
  address: Hex,
  operator: Hex,
  from: bigint,
  newest: bigint,
): Promise<ChallengeOpening[]> {
  return readByRanges(from, newest, async (fromBlock, toBlock) => {
    const args = { operator };
    const opened = { address, abi: challengesAbi, eventName: "ChallengeOpened", args, fromBlock, toBlock } as const;
    return (await readEvents(client, opened)).map(({ args, blockNumber }) => ({
      id: args.id,
      operator,
      kind: CHALLENGE_KINDS[args.kind]!,
      log: args.log,
      index: Number(args.index),
      challenger: args.challenger.toLowerCase() as Hex,
      bond: args.bond,
      deadline: Number(args.deadline),
      block: blockNumber,
    }));
  });
}

/**
 * Keeps the challenges that are open at a block by the contract, the earliest deadline first. Their number must equal
 * the stake contract's count.
 *
 * @param found all opened challenges; the last one with an identifier counts.
 * @throws ChainUnavailableError if the count differs.
 */
export async function keepOpenChallenges(
  client: Pick<ChainClient, "readContract">,
  challenges: Hex,
  operator: Hex,
  found: readonly ChallengeOpening[],
  blockNumber: bigint,
): Promise<ChallengeOpening[]> {
  const open: ChallengeOpening[] = [];
  for (const one of new Map(found.map((challenge) => [challenge.id, challenge])).values()) {
    const { status, bond, deadline, challenger } = await readContract(client, {
      address: challenges,
      abi: challengesAbi,
      functionName: "challenge",
      args: [one.id],
      blockNumber,
    });
    if (CHALLENGE_STATUSES[status] !== "open") continue;
    // After a reorganization it may have been opened again, by another challenger and with a later deadline.
    open.push({ ...one, bond, deadline, challenger: challenger.toLowerCase() as Hex });
  }
  await checkCount(client, challenges, operator, blockNumber, open.length);
  return open.sort((a, b) => a.deadline - b.deadline);
}

/** The stake contract counts every open challenge. */
async function checkCount(
  client: Pick<ChainClient, "readContract">,
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
  const message = `${operator} has ${countOf(openChallenges, "open challenge")}, but the node's logs show ${found}`;
  throw new ChainUnavailableError(message, {
    fix: "ask again, or ask another node; if that does not help, read from the block in which the contract was deployed",
    details: { state: "lying" },
  });
}
