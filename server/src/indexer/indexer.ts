/** The index follows the log while the server runs: by itself, and before a question is answered. */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Registry } from "prom-client";
import { isUnavailable } from "../db/unavailable.ts";
import { createTurns } from "../http/turns.ts";
import type { Parts } from "../parts.ts";
import { ITEMS } from "../platform/shapes.ts";
import { clearForeign, followSome, newestActions, type Progress } from "./follow.ts";

/** Milliseconds between two looks for what is new. */
const PAUSE = 1_000;
/** How long it rests in all, for each millisecond of work: under load the log's writer goes first. */
const REST = 3;
/** After a failure it pauses so many times as long. */
const PATIENCE = 10;
/** Organizations that are looked at at once. */
const SOME = 200;
/** Commits that a question waits for, and the milliseconds after which it waits for no other. */
const MOST_COMMITS = 8;
const MOST_WAITED = 100;
/** Milliseconds after which what another process follows is looked at again. */
const HELD = 10;

export type Indexer = {
  /** Follows an organization's newest actions, some hundred at most: what was written just now is found. */
  catchUp(org: string): Promise<Progress>;
  readonly metrics: Registry;
};

/** @param pause in milliseconds. */
export function registerIndexer(app: FastifyInstance, { database }: Pick<Parts, "database">, pause = PAUSE): Indexer {
  const metrics = new Registry();
  const registers = [metrics];
  const followed = new Counter({ name: "indexer_actions_total", help: "Actions that the index followed.", registers });
  const failed = new Counter({ name: "indexer_failures_total", help: "Times that it could not.", registers });
  const lag = new Gauge({
    name: "indexer_lag_entries",
    help: "Entries of all logs that the index had not followed when it last looked.",
    registers,
  });
  const turns = createTurns();
  const follow = async (org: string): Promise<Progress> => {
    const progress = await followSome(database, org);
    followed.inc(progress.actions);
    return progress;
  };

  const ending = new AbortController();
  const { signal } = ending;
  const rest = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  /** One look at all organizations. Those that are behind take turns. */
  const followAll = async (): Promise<void> => {
    let after = "";
    let behind = 0;
    while (!signal.aborted) {
      const newest = await newestActions(database, after, SOME);
      const cursors = await placesOf(newest.map(({ org }) => org));
      const queue: string[] = [];
      for (const { org, place } of newest) {
        const at = cursors.get(org) ?? -1;
        if (at >= place) continue;
        behind += Math.floor(place / ITEMS) - Math.floor(at / ITEMS);
        queue.push(org);
      }
      lag.set(behind);
      for (let org = queue.shift(); org !== undefined && !signal.aborted; org = queue.shift()) {
        const began = performance.now();
        const { isBehind, isHeld } = await turns([org], () => follow(org));
        if (isBehind && isHeld !== true) queue.push(org);
        await rest((performance.now() - began) * REST);
      }
      if (newest.length < SOME) return;
      after = newest.at(-1)!.org;
    }
  };
  const placesOf = async (orgs: readonly string[]): Promise<Map<string, number>> => {
    if (orgs.length === 0) return new Map();
    const cursors = database.across.index.selectFrom("search_cursor").select(["org", "place"]).where("org", "in", orgs);
    return new Map((await cursors.execute()).map(({ org, place }) => [org, place]));
  };

  let running: Promise<void> = Promise.resolve();
  app.addHook("onReady", async () => {
    if (await clearForeign(database)) app.log.warn("the index had followed another log: it is made anew");
    running = (async () => {
      while (!signal.aborted) {
        const began = performance.now();
        const isDone = await followAll().then(
          () => true,
          (error: unknown) => {
            failed.inc();
            app.log.error({ err: error }, "the index could not follow the log");
            return false;
          },
        );
        await rest(isDone ? Math.max(pause, (performance.now() - began) * REST) : pause * PATIENCE);
      }
    })();
  });
  app.addHook("onClose", async () => {
    ending.abort();
    await running;
  });

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
      failed.inc();
      progress = { place: (await placesOf([org])).get(org), actions: 0, isBehind: true };
    }
    return progress;
  };
  return { catchUp: (org) => turns([org], () => catchUp(org)), metrics };
}
