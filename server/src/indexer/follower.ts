/** Follows the log with the index: by itself, and before a question is answered. */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { createTurns } from "../http/turns.ts";
import { ITEMS } from "../platform/shapes.ts";
import { clearForeign, followSome, newestActions, placesOf, type Progress } from "./follow.ts";

/** Milliseconds between two looks for what is new. */
export const PAUSE = 1_000;
/** How long it rests in all, for each millisecond of work: under load the log's writer goes first. */
const REST = 3;
/** After a failure it pauses so many times as long. */
export const PATIENCE = 10;
/** Organizations that are looked at at once. */
const SOME = 200;
/** Commits that a question waits for, and the milliseconds after which it waits for no other. */
const MOST_COMMITS = 8;
export const MOST_WAITED = 100;
/** Milliseconds after which what another process follows is looked at again. */
const HELD = 10;

/** What is told of following: how much was followed, what is left, and what went wrong. */
export type News =
  | { readonly type: "followed"; readonly actions: number }
  | { readonly type: "behind"; readonly entries: number }
  | { readonly type: "anew" }
  /** `error` where nobody else is told of it. */
  | { readonly type: "failed"; readonly error?: unknown };

export type Follower = {
  /**
   * Follows an organization's newest actions, some hundred at most: what was written just now is found.
   *
   * @returns undefined where nobody follows now.
   */
  catchUp(org: string): Promise<Progress | undefined>;
  close(): Promise<void>;
};

/**
 * Starts. An index of another log is made anew first.
 *
 * @param pause milliseconds between two looks for what is new.
 */
export async function startFollower(
  database: Pick<Database, "across" | "engine" | "of" | "builder">,
  { pause = PAUSE, tell }: { readonly pause?: number | undefined; readonly tell: (news: News) => void },
): Promise<Follower> {
  if (await clearForeign(database)) tell({ type: "anew" });
  const turns = createTurns();
  const follow = async (org: string): Promise<Progress> => {
    const progress = await followSome(database, org);
    if (progress.actions > 0) tell({ type: "followed", actions: progress.actions });
    return progress;
  };

  const ending = new AbortController();
  const { signal } = ending;
  const rest = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  /** Behind which organization a look begins: one that cannot be followed keeps those behind it waiting once. */
  let after = "";
  /** One look at all organizations, to the last of them. Those that are behind take turns. */
  const followAll = async (): Promise<void> => {
    const isWhole = after === "";
    let behind = 0;
    while (!signal.aborted) {
      const newest = await newestActions(database, after, SOME);
      const places = await placesOf(
        database,
        newest.map(({ org }) => org),
      );
      const queue: string[] = [];
      for (const { org, place } of newest) {
        const at = places.get(org) ?? -1;
        if (at >= place) continue;
        behind += Math.floor(place / ITEMS) - Math.floor(at / ITEMS);
        queue.push(org);
      }
      if (isWhole) tell({ type: "behind", entries: behind });
      for (let org = queue.shift(); org !== undefined && !signal.aborted; org = queue.shift()) {
        const began = performance.now();
        const { isBehind, isHeld } = await turns([org], () => follow(org)).catch((error: unknown) => {
          after = org!;
          throw error;
        });
        if (isBehind && isHeld !== true) queue.push(org);
        await rest((performance.now() - began) * REST);
      }
      after = newest.length < SOME ? "" : newest.at(-1)!.org;
      if (after === "") return;
    }
  };

  const running = (async () => {
    while (!signal.aborted) {
      const began = performance.now();
      try {
        await followAll();
        await rest(Math.max(pause, (performance.now() - began) * REST));
      } catch (error) {
        tell({ type: "failed", error });
        await rest(pause * PATIENCE);
      }
    }
  })();

  const catchUp = async (org: string): Promise<Progress> => {
    let progress: Progress = { place: undefined, actions: 0, isBehind: true };
    const until = performance.now() + MOST_WAITED;
    try {
      for (let commits = 0; commits < MOST_COMMITS && progress.isBehind;) {
        progress = await follow(org);
        if (performance.now() > until) break;
        if (progress.isHeld === true) await rest(HELD);
        else commits++;
      }
    } catch (error) {
      // It answers by what it has: its disk may be full, and is there to read.
      if (!isUnavailable(error)) throw error;
      tell({ type: "failed" });
      progress = await stands(database, org);
    }
    return progress;
  };

  return {
    catchUp: (org) => turns([org], () => catchUp(org)),
    close: async () => {
      ending.abort();
      await running;
    },
  };
}

/** How far an organization's index has come, as it is. */
export async function stands(database: Pick<Database, "across">, org: string): Promise<Progress> {
  return { place: (await placesOf(database, [org])).get(org), actions: 0, isBehind: true };
}
