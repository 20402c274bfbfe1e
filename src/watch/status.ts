import type { ChallengeKind } from "../chain/presets.ts";
import type { EndpointStatus } from "../chain/transactions/types.ts";
import type { Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import type { Actor, DutyResult } from "./actions.ts";
import type { Alarm } from "./alarms.ts";
import type { Follower, View } from "./follow.ts";
import type { Inspector } from "./inspect.ts";
import type { CheckedOptions, WatchEvent } from "./options.ts";
import type { WatchState } from "./state.ts";

/** Seconds: a watchtower that is further behind counts as not watching. */
export const BEHIND_AFTER = 600;

/** A watchtower's status, from which health, metrics and alarms are made. Times are Unix milliseconds. */
export type WatchStatus = {
  readonly at: number;
  /** Whether the newest pass found a usable node. */
  readonly seen: boolean;
  /** The newest block read; undefined before the first. */
  readonly cursor: { readonly block: bigint; readonly hash: Hex } | undefined;
  /** How far the cursor is behind: in blocks, the newest block of any node; in seconds, this process's clock. */
  readonly lag: { readonly blocks: number; readonly seconds: number } | undefined;
  readonly challenges: readonly {
    readonly id: Hex;
    readonly kind: ChallengeKind;
    readonly log: Hex;
    readonly index: number;
    /** Unix seconds. */
    readonly deadline: number;
    /** Result of answering it in the last pass; undefined if answering is not a duty. */
    readonly answer: DutyResult["state"] | undefined;
  }[];
  readonly disputes: number;
  /** Alarms of the newest pass. If no node was usable, the chain's alarms are from the last pass that found one. */
  readonly alarms: readonly Pick<Alarm, "type" | "message" | "data">[];
  readonly webhook: { readonly unsent: number; readonly dropped: number };
  /** Wei spent in the last 24 hours, and the budget; undefined in a dry run. */
  readonly budget: { readonly spent: bigint; readonly allowed: bigint } | undefined;
  /** Why the newest pass could not write the state file: then nothing is sent. Undefined if it was written. */
  readonly unsaved: string | undefined;
  readonly lastError: { readonly at: number; readonly part: string; readonly message: string } | undefined;
  readonly endpoints: readonly EndpointStatus[];
};

/** An open watchtower. */
export type Tower = {
  readonly options: CheckedOptions;
  readonly clock: () => number;
  readonly state: WatchState;
  /** Writes the state file. */
  readonly save: () => Promise<void>;
  readonly tell: Tell;
  readonly follower: Follower;
  readonly inspector: Inspector;
  readonly actor: Actor;
  readonly endpoints: EndpointStatus[];
  /** Index of the client that was usable last. */
  preferred: number;
  /** The newest pass that found a usable node. */
  last: { readonly view: View; readonly outcomes: readonly DutyResult[] } | undefined;
  unsaved: WatchStatus["unsaved"];
  lastError: WatchStatus["lastError"];
  /** Whether the newest pass found a usable node. */
  seen: boolean;
  /** As `WatchStatus.alarms`. */
  held: readonly Alarm[];
};

/** Calls `onEvent`. */
export type Tell = (level: WatchEvent["level"], event: string, message: string, data?: object) => void;

export function statusOf({
  options,
  clock,
  state,
  actor,
  last,
  held,
  seen,
  unsaved,
  lastError,
  endpoints,
}: Tower): WatchStatus {
  const { cursor } = state;
  const newest = Math.max(...endpoints.map(({ block }) => block ?? 0));
  const answers = new Map(
    last?.outcomes.filter(({ duty }) => duty === "answer").map(({ data, state: came }) => [data["id"], came]),
  );
  const settled = new Set<unknown>(["done", "sent"]);
  return withJson({
    at: clock(),
    seen,
    cursor: cursor && { block: cursor.number, hash: cursor.hash },
    lag: last && {
      blocks: Math.max(0, newest - Number(cursor?.number ?? 0n)),
      seconds: Math.max(0, Math.floor(clock() / 1000) - last.view.head.time),
    },
    challenges: state.challenges
      .filter(({ id }) => !settled.has(answers.get(id)))
      .map(({ id, kind, log, index, deadline }) => ({ id, kind, log, index, deadline, answer: answers.get(id) })),
    disputes: state.disputes.length,
    alarms: held.map(({ type, message, data }) => ({ type, message, data })),
    webhook: { unsent: state.queue.length, dropped: state.dropped },
    budget: options.act && { spent: actor.spent(), allowed: options.act.budget },
    unsaved,
    lastError,
    endpoints: [...endpoints],
  });
}

/** The nearest deadline, Unix seconds; Infinity without one. */
export function deadlineOf(challenges: WatchStatus["challenges"]): number {
  return challenges.reduce((nearest, { deadline }) => Math.min(nearest, deadline), Infinity);
}
