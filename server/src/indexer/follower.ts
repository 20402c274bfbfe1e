/** Keeps the index up to date with the log, in the background and before each search. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../foundation/db/database.ts";
import { isUnavailable } from "../foundation/db/unavailable.ts";
import { createTurns, type Turns } from "../http/turns.ts";
import { ITEMS } from "../objects/positions.ts";
import { clearForeign, followSome, newestActions, placesOf, type Progress } from "./follow.ts";

/** Milliseconds between checks for new actions. */
export const PAUSE = 1_000;
/** Milliseconds to rest per millisecond of work, so that the log's writer goes first under load. */
const REST = 3;
/** Factor for the pause after a failure. */
export const PATIENCE = 10;
/** Organizations per query. */
const SOME = 200;
/** Commits that a search waits for. */
const MOST_COMMITS = 1;
/** Milliseconds that a search waits for indexing. After a tenth of it, no further commit begins. */
export const SEARCH_WAIT = 1_000;
/** Milliseconds to wait for an organization that another process is indexing. */
const HELD = 10;

/** Events of indexing: actions indexed, actions remaining, and failures. */
export type News =
  | { readonly type: "followed"; readonly actions: number }
  | { readonly type: "behind"; readonly entries: number }
  | { readonly type: "anew" }
  /** `error` is set if the error is not reported elsewhere. */
  | { readonly type: "failed"; readonly error?: unknown };

export type Follower = {
  /**
   * Indexes an organization's newest actions, at most a few hundred, so that recent changes are found.
   *
   * @returns undefined if indexing is stopped.
   */
  catchUp(org: string): Promise<Progress | undefined>;
  close(): Promise<void>;
};

/** Milliseconds between checks for new actions, and that a search waits for indexing. */
export type FollowerTimes = { readonly pause?: number | undefined; readonly wait?: number | undefined };

type Following = {
  readonly database: Pick<Database, "across" | "engine" | "of" | "builder">;
  /** Milliseconds between checks for new actions. */
  readonly pause: number;
  /** Milliseconds that a search waits for indexing. */
  readonly wait: number;
  readonly tell: (news: News) => void;
  /** Runs the work of one organization at a time. */
  readonly turns: Turns;
  /** Aborted when indexing ends. */
  readonly signal: AbortSignal;
  /**
   * The organization after which the next check begins. An organization that fails thus delays the others only once.
   */
  after: string;
};

/**
 * Starts indexing. An index of another log is emptied first.
 *
 * @param options milliseconds between checks for new actions, and that a search waits.
 */
export async function startFollower(
  database: Following["database"],
  { pause = PAUSE, wait = SEARCH_WAIT, tell }: FollowerTimes & { readonly tell: (news: News) => void },
): Promise<Follower> {
  if (await clearForeign(database)) tell({ type: "anew" });
  const ending = new AbortController();
  const following: Following = { database, pause, wait, tell, turns: createTurns(), signal: ending.signal, after: "" };
  const running = run(following);
  return {
    catchUp: (org) => following.turns([org], () => catchUp(following, org)),
    close: async () => {
      ending.abort();
      await running;
    },
  };
}

async function run(following: Following): Promise<void> {
  const { pause, tell, signal } = following;
  while (!signal.aborted) {
    try {
      const { isBehind } = await followAll(following);
      if (!isBehind) await rest(following, pause);
    } catch (error) {
      tell({ type: "failed", error });
      await rest(following, pause * PATIENCE);
    }
  }
}

/** Works, and then rests in proportion. */
async function workAndRest<T>(following: Following, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  await rest(following, (performance.now() - began) * REST);
  return result;
}

const rest = ({ signal }: Following, ms: number): Promise<unknown> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Indexes all organizations from `after` to the last. Those that are behind take turns until it is time to look for
 * new actions of the others.
 */
async function followAll(following: Following): Promise<{ readonly isBehind: boolean }> {
  const { tell, turns, signal, pause } = following;
  const isWhole = following.after === "";
  let behind = 0;
  let someAreBehind = false;
  while (!signal.aborted) {
    const until = performance.now() + pause;
    const { newest, places } = await workAndRest(following, () => readPlaces(following));
    const queue: string[] = [];
    for (const { org, place } of newest) {
      const at = places.get(org) ?? -1;
      if (at >= place) continue;
      behind += Math.floor(place / ITEMS) - Math.floor(at / ITEMS);
      queue.push(org);
    }
    if (isWhole) tell({ type: "behind", entries: behind });
    for (let org = queue.shift(); org !== undefined && !signal.aborted; org = queue.shift()) {
      const work = () => turns([org], () => follow(following, org));
      const { isBehind, isHeld } = await workAndRest(following, work).catch((error: unknown) => {
        following.after = org!;
        throw error;
      });
      if (!isBehind || isHeld === true) continue;
      if (performance.now() < until) queue.push(org);
      else someAreBehind = true;
    }
    following.after = newest.length < SOME ? "" : newest.at(-1)!.org;
    if (following.after === "") break;
  }
  return { isBehind: someAreBehind };
}

/** The newest actions of some organizations after `after`, and the index's positions for these. */
async function readPlaces({ database, after }: Following) {
  const newest = await newestActions(database, after, SOME);
  const orgs = newest.map(({ org }) => org);
  return { newest, places: await placesOf(database, orgs) };
}

async function follow({ database, tell }: Following, org: string): Promise<Progress> {
  const progress = await followSome(database, org);
  if (progress.actions > 0) tell({ type: "followed", actions: progress.actions });
  return progress;
}

async function catchUp(following: Following, org: string): Promise<Progress> {
  let progress: Progress = { place: undefined, actions: 0, isBehind: true };
  const until = performance.now() + following.wait / 10;
  try {
    for (let commits = 0; commits < MOST_COMMITS && progress.isBehind;) {
      progress = await follow(following, org);
      if (performance.now() > until) break;
      if (progress.isHeld === true) await rest(following, HELD);
      // If another process did the work, read again how far it came.
      else if (progress.actions > 0) commits++;
    }
  } catch (error) {
    // Search with the index as it is: its disk may be full but readable.
    if (!isUnavailable(error)) throw error;
    following.tell({ type: "failed" });
    progress = await stands(following.database, org);
  }
  return progress;
}

/** The index's current position for an organization. */
export async function stands(database: Pick<Database, "across">, org: string): Promise<Progress> {
  return { place: (await placesOf(database, [org])).get(org), actions: 0, isBehind: true };
}
