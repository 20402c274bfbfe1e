/** Runs indexing while the server runs, in the background and before each search. */
import { inTime } from "../foundation/db/unavailable.ts";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Registry } from "prom-client";
import type { Parts } from "../foundation/parts.ts";
import type { Progress } from "./follow.ts";
import { SEARCH_WAIT, stands, startFollower, type Follower, type News } from "./follower.ts";
import { startFollowerThread } from "./thread.ts";

export type Indexer = {
  /** Indexes an organization's newest actions, at most a few hundred, so that recent changes are found. */
  catchUp(org: string): Promise<Progress>;
  readonly metrics: Registry;
};

export type IndexerOptions = {
  /** Milliseconds between checks for new actions. */
  readonly pause?: number;
  /** Milliseconds that a search waits for indexing. */
  readonly wait?: number;
  /** Whether indexing runs in a separate thread. */
  readonly hasThread?: boolean;
};

export function registerIndexer(
  app: FastifyInstance,
  { database }: Pick<Parts, "database">,
  { pause, wait = SEARCH_WAIT, hasThread = false }: IndexerOptions,
): Indexer {
  const metrics = new Registry();
  const registers = [metrics];
  const followed = new Counter({ name: "indexer_actions_total", help: "Actions that the index followed.", registers });
  const failed = new Counter({ name: "indexer_failures_total", help: "Failed attempts to follow a log.", registers });
  const lag = new Gauge({
    name: "indexer_lag_entries",
    help: "Entries of all logs that the index had not followed when it last looked.",
    registers,
  });
  const tell = (news: News): void => {
    if (news.type === "followed") followed.inc(news.actions);
    else if (news.type === "behind") lag.set(news.entries);
    else if (news.type === "anew") app.log.warn("the index belonged to another log: it is rebuilt");
    else {
      failed.inc();
      if (news.error !== undefined) app.log.error({ err: news.error }, "the index could not follow the log");
    }
  };

  let follower: Follower | undefined;
  app.addHook("onReady", async () => {
    follower = hasThread
      ? await startFollowerThread({ place: database.place, pause, wait }, tell)
      : await startFollower(database, { pause, wait, tell });
  });
  app.addHook("onClose", async () => follower?.close());

  const catchUp = async (org: string): Promise<Progress> =>
    (await inTime(follower!.catchUp(org), wait)) ?? (await stands(database, org));
  return { catchUp, metrics };
}
