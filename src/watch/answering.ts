import { readContract, type ChainClient } from "../chain/client.ts";
import { challengesAbi } from "../chain/generated/Challenges.ts";
import { disputesAbi } from "../chain/generated/Disputes.ts";
import { CHALLENGE_KINDS } from "../chain/presets.ts";
import { makeAnswer } from "../dispute/challenges/answers.ts";
import { CHALLENGE_STATUSES, type ChallengeRequest } from "../dispute/challenges/challenges.ts";
import { readDispute } from "../dispute/disputes/disputes.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Proposal } from "./actions.ts";
import type { View, WatchedContracts } from "./follow.ts";
import type { Records } from "./records.ts";

/** Describes the subject of a challenge. */
export const describe = ({ kind, log, index }: ChallengeRequest): string =>
  kind === "header" ? `the header at ${index}` : `the ${kind} of entry ${index} of ${log}`;

/** The current status of a challenge. */
export async function challengeStatus(client: ChainClient, challenges: Hex, id: Hex) {
  const call = { address: challenges, abi: challengesAbi, functionName: "challenge" } as const;
  return CHALLENGE_STATUSES[(await readContract(client, { ...call, args: [id] })).status]!;
}

/**
 * Proposes answers to open challenges, the nearest deadline first. An answer is accepted until its deadline, inclusive.
 *
 * @param records undefined if the watchtower has no records to answer from.
 */
export function proposeAnswers(
  { client, head, challenges, checkpoints }: View,
  contracts: WatchedContracts,
  records: Records | undefined,
): Proposal[] {
  return challenges.flatMap((challenge): Proposal[] => {
    const { id, kind, index, log, deadline, block } = challenge;
    if (deadline < head.time) return [];
    return [
      {
        key: `answer ${id} ${block}`,
        duty: "answer",
        message: `answer the challenge for ${describe(challenge)}, which is due at ${deadline}`,
        data: { id, kind, log, index, deadline },
        isDone: async () => (await challengeStatus(client, contracts.challenges, id)) !== "open",
        call: async () => {
          if (records === undefined)
            throw new AnchorlogError("cannot_answer", "the watchtower has no records to answer from");
          const answer = makeAnswer(await records.hold(checkpoints, challenge), challenge);
          return { address: contracts.challenges, abi: challengesAbi, ...answer };
        },
      },
    ];
  });
}

/**
 * Proposes to settle unanswered challenges, so that missing entries are frozen before they become final. Also proposes
 * to settle disputes that are over.
 */
export function proposeSettlements(
  { client, head, challenges, disputes }: View,
  contracts: WatchedContracts,
): Proposal[] {
  const unanswered = challenges.flatMap((challenge): Proposal[] => {
    const { id, kind, operator, log, index, deadline, block } = challenge;
    if (deadline >= head.time) return [];
    return [
      {
        key: `settle ${id} ${block}`,
        duty: "settle",
        message: `settle the challenge for ${describe(challenge)}, which was not answered until ${deadline}`,
        data: { id, kind, log, index, deadline },
        isDone: async () => (await challengeStatus(client, contracts.challenges, id)) !== "open",
        call: async () => ({
          address: contracts.challenges,
          abi: challengesAbi,
          functionName: "settle",
          args: [CHALLENGE_KINDS.indexOf(kind), operator, log, BigInt(index)],
        }),
      },
    ];
  });
  const over = disputes.flatMap(({ id, status, deadline, limit }): Proposal[] => {
    if (status !== "resolved" && status !== "unresolved") return [];
    return [
      {
        key: `settle dispute ${id} ${limit}`,
        duty: "settle",
        message: `settle the dispute ${id}, which is ${status}`,
        data: { id, status, deadline },
        isDone: async () => (await readDispute(client, contracts.disputes, id)).bond === 0n,
        call: async () => ({ address: contracts.disputes, abi: disputesAbi, functionName: "settle", args: [id] }),
      },
    ];
  });
  return [...unanswered, ...over];
}
