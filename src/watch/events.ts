/** An operator's challenges and disputes, read from the contracts' events. */
import { getAbiItem } from "viem";
import type { OperatorId } from "../action/domain.ts";
import { answerOf, parseLogs, type ChainClient } from "../chain/client.ts";
import { challengesAbi } from "../chain/generated/Challenges.ts";
import { readByRanges } from "../dispute/blocks.ts";
import { readChallengeOpenings, type ChallengeOpening } from "../dispute/challenges/openChallenges.ts";
import { readDisputeOpenings, type DisputeOpening } from "../dispute/disputes/openDisputes.ts";
import type { Hex } from "../base/hex.ts";
import type { NodeLog } from "./client.ts";
import type { WatchedContracts } from "./follow.ts";
import type { SeenAnswer } from "./state.ts";

/** The events of a range of blocks. Later events may have closed these challenges and disputes. */
export type Events = {
  readonly opened: readonly ChallengeOpening[];
  readonly asked: readonly DisputeOpening[];
  readonly answered: readonly SeenAnswer[];
};

export const NOTHING: Events = { opened: [], asked: [], answered: [] };

/** The events of the blocks from the first to the last, both inclusive. */
export async function readEvents(
  client: ChainClient,
  operator: OperatorId,
  { challenges, disputes }: Pick<WatchedContracts, "challenges" | "disputes">,
  from: bigint,
  to: bigint,
): Promise<Events> {
  const opened = await readChallengeOpenings(client, challenges, operator.operator, from, to);
  const asked = await readDisputeOpenings(client, disputes, operator, from, to);
  const answered = await readAnswers(client, challenges, operator.operator, from, to);
  return { opened, asked, answered };
}

/** Joins the events of two consecutive ranges of blocks. */
export const joined = (before: Events, after: Events): Events => ({
  opened: [...before.opened, ...after.opened],
  asked: [...before.asked, ...after.asked],
  answered: [...before.answered, ...after.answered],
});

async function readAnswers(
  client: ChainClient,
  address: Hex,
  operator: Hex,
  from: bigint,
  newest: bigint,
): Promise<SeenAnswer[]> {
  const event = getAbiItem({ abi: challengesAbi, name: "ChallengeAnswered" });
  return readByRanges(from, newest, async (fromBlock, toBlock) => {
    const filter = { address, event, args: { operator }, fromBlock, toBlock, strict: true } as const;
    const logs = (await answerOf(() => client.getLogs(filter))) as readonly NodeLog[];
    return logs.flatMap((log) => {
      const [read] = parseLogs(challengesAbi, "ChallengeAnswered", [log]);
      if (read === undefined || log.transactionHash === null || log.blockNumber === null) return [];
      return [{ id: read.args.id, transaction: log.transactionHash, block: log.blockNumber }];
    });
  });
}
