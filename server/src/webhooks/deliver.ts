/** Tells webhooks of what was done: while the server runs, and again until it is taken. */
import { randomUUID } from "node:crypto";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DeliveryRow } from "../db/tables.ts";
import type { Parts } from "../parts.ts";
import { messageId, messageOf } from "./events.ts";
import type { DeliveryMetrics } from "./metrics.ts";
import { placesFor, type Placed } from "./places.ts";
import { createQueue, WINDOW, type Endpoint } from "./queue.ts";
import { nextStep, nextTry, restAfter } from "./schedule.ts";
import { createSender, PATIENCE } from "./send.ts";
import { GOOD, isFailure, NO_EVENT, type Outcome } from "./settle.ts";
import { signedHeaders } from "./signature.ts";
import { tellOwners, type News } from "./tell.ts";

/** Milliseconds until the next look, at least, after one that failed. */
const AFTER_FAILURE = 5_000;
/** What an answer of 410 is called. */
const GONE = "gone";
/** Milliseconds from which on an answer is a slow one. */
const SLOW = 2_000;

export type DelivererOptions = {
  readonly metrics: Pick<DeliveryMetrics, "count" | "failed">;
  readonly logger: Pick<FastifyBaseLogger, "warn" | "error">;
  /** Milliseconds that a receiver may take. */
  readonly patience?: number;
  /** From 0 to 1, for each wait. */
  readonly random?: () => number;
};

/** Deliveries of a webhook that are under way. */
type Task = Placed & {
  readonly endpoint: Endpoint;
  /** Set where the webhook is another by now, or its receiver takes long: the rest waits for the next look. */
  isOver: boolean;
  /** Resolved at the end: then what its failures come to is not waited for. */
  readonly letGo: PromiseWithResolvers<Consequence>;
};

type Consequence = Pick<Outcome, "told" | "disabledFor">;

export type Deliverer = { close(): Promise<void> };

/** Starts; `close` cuts off what is under way, which is tried again at the next start, as owners are told then. */
export function startDeliverer(
  parts: Parts,
  { logger, metrics, patience = PATIENCE, random = Math.random }: DelivererOptions,
): Deliverer {
  const { database, clock, config, secrets } = parts;
  const { tables, accounts } = database.across;
  const queue = createQueue(database, randomUUID());
  const sender = createSender({ allow: config.webhookAllow, patience });
  const ending = new AbortController();
  /** Until what came of their tries is kept. */
  const busy = new Map<string, Task>();
  const underWay = new Set<Promise<void>>();
  /** Whose receivers took the last that they were sent, and soon. What is new has answered nothing yet. */
  const proven = new Set<string>();
  /** Organizations whose webhooks are passed over until the next start. */
  const lost = new Set<string>();
  let outcomes: Outcome[] = [];
  let ended: string[] = [];
  /** Of each webhook, the number of its last task: who had none for longest goes first. */
  const begunAs = new Map<string, number>();
  let tasks = 0;

  /** Accounts that are older than the log lack the newest organizations. */
  const passOver = (org: string): void => {
    if (lost.size === 0) logger.warn("webhooks of organizations that the accounts lack are told of nothing");
    lost.add(org);
  };

  const attempt = async (endpoint: Endpoint, delivery: DeliveryRow): Promise<Outcome | undefined> => {
    const { webhook } = endpoint;
    const { org, idx, item } = delivery;
    const changedIdx = webhook.changed_idx;
    const row = await tables
      .selectFrom("action_log")
      .selectAll()
      .where("org", "=", org)
      .where("idx", "=", idx)
      .where("item", "=", item)
      .executeTakeFirst();
    const begunAt = clock();
    // It was of a log that an older copy took the place of.
    if (row?.id !== delivery.action)
      return { delivery, changedIdx, at: begunAt, status: null, error: NO_EVENT, nextAt: undefined };
    const owner = await accounts.selectFrom("organization").select("log").where("id", "=", org).executeTakeFirst();
    if (owner === undefined) {
      passOver(org);
      return undefined;
    }
    const body = messageOf(row, owner.log);
    const headers = {
      "content-type": "application/json",
      "user-agent": "anchorlog-webhooks",
      ...signedHeaders(secrets, webhook, { id: messageId(webhook.id, row.id), body, now: begunAt }),
    };
    const answer = await sender.send({ url: webhook.url, headers, body }, ending.signal);
    if (answer === undefined) return undefined;
    const at = clock();
    if (answer.error === null && at - begunAt < SLOW) proven.add(webhook.id);
    else proven.delete(webhook.id);
    if (answer.error === null) return { delivery, changedIdx, at, ...answer, nextAt: undefined };
    const next = nextTry({ tries: delivery.tries + 1, firstAt: delivery.first_at, now: at }, random());
    // What is gone is kept for when it is enabled again.
    return { delivery, changedIdx, at, ...answer, nextAt: answer.error === GONE ? (next ?? at) : next };
  };

  /** What failures mean for the webhook. Nobody is disabled for them but who was told. */
  const consequence = async ({ webhook, progress }: Endpoint, failures: readonly Outcome[]): Promise<Consequence> => {
    const { at } = failures.at(-1)!;
    const isGone = failures.some(({ error }) => error === GONE);
    const failing = { failingSince: progress.failing_since ?? at, told: progress.told, toldAt: progress.told_at };
    const onRefused = (error: unknown): false => {
      if (!ending.signal.aborted) logger.warn({ err: error }, "an owner was not told of a webhook");
      return false;
    };
    const tell = (disabledFor?: News["disabledFor"]): Promise<boolean> => {
      const news = { ...failing, at, ...(disabledFor !== undefined && { disabledFor }) };
      return tellOwners(parts, webhook, news, { ending: ending.signal, onRefused }).catch(onRefused);
    };
    const step = isGone ? "gone" : nextStep(failing, at);
    if (step === undefined || !(await isStill(webhook))) return {};
    if (step === "tell") return (await tell()) ? { told: progress.told + 1 } : {};
    const disabledFor = step === "gone" ? "gone" : "failing";
    await tell(disabledFor);
    return { disabledFor };
  };

  /** Whether nobody has changed it in the meantime. */
  const isStill = async ({ org, id, changed_idx }: Endpoint["webhook"]): Promise<boolean> => {
    const row = await tables
      .selectFrom("webhook")
      .select("changed_idx")
      .where("org", "=", org)
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.changed_idx === changed_idx;
  };

  /** Tries some deliveries, until one fails or takes long. */
  const deliver = async (task: Task, due: readonly DeliveryRow[]): Promise<void> => {
    const { endpoint, places } = task;
    let hasTaken = false;
    const rest = [...due];
    const failures: Outcome[] = [];
    const one = async (): Promise<void> => {
      while (failures.length === 0 && !task.isOver) {
        const next = rest.shift();
        const outcome = next && (await attempt(endpoint, next));
        if (outcome === undefined) return;
        task.isOver ||= !proven.has(endpoint.webhook.id);
        hasTaken ||= outcome.error === null;
        (isFailure(outcome) ? failures : outcomes).push(outcome);
      }
    };
    // All of them, also where one cannot go on: what came of the others counts.
    const ends = await Promise.allSettled(Array.from({ length: places }, one));
    const last = failures.pop();
    if (last !== undefined) {
      // A success is kept before what fails, which counts from then on.
      const progress = hasTaken ? { ...endpoint.progress, ...GOOD } : endpoint.progress;
      const judged = consequence({ ...endpoint, progress }, [...failures, last]).catch((error: unknown) => {
        logger.error({ err: error }, "what a webhook's failures come to is not known");
        return {};
      });
      const follows = await Promise.race([judged, task.letGo.promise]);
      // Those of now: a look takes them all, and leaves another list.
      outcomes.push(...failures, ending.signal.aborted ? last : { ...last, ...follows });
    }
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  const begin = (endpoint: Endpoint, due: readonly DeliveryRow[], places: number): void => {
    const { id } = endpoint.webhook;
    const task: Task = { endpoint, places, isProven: proven.has(id), isOver: false, letGo: Promise.withResolvers() };
    busy.set(id, task);
    begunAs.set(id, ++tasks);
    const done = finish(id, deliver(task, due));
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };
  const finish = async (id: string, delivered: Promise<void>): Promise<void> => {
    await delivered.catch((error: unknown) => logger.error({ err: error }, "deliveries failed"));
    ended.push(id);
  };

  /** One look: keeps what came of tries, takes up what is new, and begins with what is due. */
  const look = async (): Promise<void> => {
    const [settled, free] = [outcomes, ended];
    [outcomes, ended] = [[], []];
    try {
      await queue.settle(settled);
    } catch (error) {
      // Not kept, they would be sent again at once.
      [outcomes, ended] = [
        [...settled, ...outcomes],
        [...free, ...ended],
      ];
      throw error;
    }
    metrics.count(settled);
    for (const id of free) busy.delete(id);
    const now = clock();
    const endpoints = await queue.endpoints(now);
    const changes = new Map(endpoints.map(({ webhook }) => [webhook.id, webhook.changed_idx]));
    for (const [id, task] of busy) task.isOver ||= changes.get(id) !== task.endpoint.webhook.changed_idx;
    for (const known of [proven, begunAs]) for (const id of known.keys()) if (!changes.has(id)) known.delete(id);
    const numberOf = ({ webhook }: Endpoint): number => begunAs.get(webhook.id) ?? 0;
    for (const endpoint of endpoints.toSorted((a, b) => numberOf(a) - numberOf(b))) {
      // Over files, nothing here waits: requests come in between.
      await turn();
      const { id, org } = endpoint.webhook;
      if (busy.has(id) || lost.has(org) || ending.signal.aborted) continue;
      let waiting = await queue.pending(endpoint);
      if (await queue.take(endpoint, WINDOW - waiting.length, now)) waiting = await queue.pending(endpoint);
      const due = waiting.filter(({ next_at }) => next_at <= now);
      const places = placesFor({ org, isProven: proven.has(id), due: due.length }, [...busy.values()]);
      if (places > 0 && queue.isHeld(endpoint, clock())) begin(endpoint, due, places);
    }
  };

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const begunAt = performance.now();
      const least = await look().then(
        () => 0,
        (error: unknown) => {
          metrics.failed();
          if (!ending.signal.aborted) logger.error({ err: error }, "webhooks were not looked after");
          return AFTER_FAILURE;
        },
      );
      const wait = Math.max(least, restAfter(performance.now() - begunAt, database.engine === "postgres"));
      await sleep(wait, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: async () => {
      ending.abort();
      await running;
      for (const { letGo } of busy.values()) letGo.resolve({});
      await Promise.all(underWay);
      await sender.close();
      await queue.settle(outcomes).catch((error: unknown) => logger.error({ err: error }, "tries were not kept"));
      if (database.engine === "postgres") await queue.release().catch(() => {});
    },
  };
}
