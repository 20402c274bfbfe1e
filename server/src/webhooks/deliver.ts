/** Sends events to webhooks while the server runs, and retries failed deliveries. */
import { randomUUID } from "node:crypto";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DeliveryRow } from "../db/tables.ts";
import type { Parts } from "../parts.ts";
import { messageId, messageOf } from "./events.ts";
import type { DeliveryMetrics } from "./metrics.ts";
import { placesFor, type Placed } from "./places.ts";
import { createAgenda } from "./agenda.ts";
import { createQueue, WINDOW, type Endpoint, type Taken } from "./queue.ts";
import { nextStep, nextTry, restAfter } from "./schedule.ts";
import { createSender, PATIENCE } from "./send.ts";
import { GOOD, isFailure, NO_EVENT, type Outcome } from "./settle.ts";
import { signedHeaders } from "./signature.ts";
import { tellOwners, type News } from "./tell.ts";

/** Milliseconds until the next look after a look that failed, at least. */
const AFTER_FAILURE = 5_000;
/** The error name for an answer of 410. */
const GONE = "gone";
/** Organizations read in parallel. */
const TOGETHER = 20;
/** An answer that takes this many milliseconds or more is slow. */
const SLOW = 2_000;

export type DelivererOptions = {
  readonly metrics: Pick<DeliveryMetrics, "count" | "failed">;
  readonly logger: Pick<FastifyBaseLogger, "warn" | "error">;
  /** Milliseconds that a receiver may take. */
  readonly patience?: number;
  /** A random number from 0 to 1, drawn for each wait. */
  readonly random?: () => number;
};

/** The deliveries of one webhook that are under way. */
type Task = Placed & {
  readonly endpoint: Endpoint;
  /** Set if the webhook was changed or its receiver is slow. The remaining deliveries then wait for the next look. */
  isOver: boolean;
  /** Resolved on shutdown, to stop waiting for the consequence of failures. */
  readonly letGo: PromiseWithResolvers<Consequence>;
};

type Consequence = Pick<Outcome, "told" | "disabledFor">;

export type Deliverer = {
  /** Looks for new events of an organization. */
  wake(org: string): void;
  close(): Promise<void>;
};

/** Starts delivery. `close` aborts deliveries and mails under way; they are repeated after the next start. */
export function startDeliverer(
  parts: Parts,
  { logger, metrics, patience = PATIENCE, random = Math.random }: DelivererOptions,
): Deliverer {
  const { database, clock, config, secrets } = parts;
  const { tables, accounts } = database.across;
  const queue = createQueue(database, randomUUID());
  const agenda = createAgenda(parts, queue);
  const sender = createSender({ allow: config.webhookAllow, patience, clock });
  const ending = new AbortController();
  /** The tasks by webhook. A task stays until its outcomes are stored. */
  const busy = new Map<string, Task>();
  const underWay = new Set<Promise<void>>();
  /** Organizations that are skipped until the next start. */
  const lost = new Set<string>();
  let outcomes: Outcome[] = [];
  let ended: string[] = [];
  let tasks = 0;

  /**
   * Skips an organization without a row in the accounts. It happens if the accounts are from an older backup than the
   * log.
   */
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
    // The log was restored from an older copy that lacks the event.
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
    agenda.of(endpoint).isProven = answer.error === null && at - begunAt < SLOW;
    const { status, error, restsFor } = answer;
    if (error === null) return { delivery, changedIdx, at, status, error, nextAt: undefined };
    if (restsFor !== undefined) agenda.of(endpoint).rests = { until: at + restsFor, changedIdx };
    const next = nextTry({ tries: delivery.tries + 1, firstAt: delivery.first_at, now: at, restsFor }, random());
    // If the receiver is gone, the event is kept in case the webhook is enabled again.
    return { delivery, changedIdx, at, status, error, nextAt: error === GONE ? (next ?? at) : next };
  };

  /** The consequence of failures for the webhook. It is disabled only after its owners were told. */
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

  /** Whether the webhook is unchanged. */
  const isStill = async ({ org, id, changed_idx }: Endpoint["webhook"]): Promise<boolean> => {
    const row = await tables
      .selectFrom("webhook")
      .select("changed_idx")
      .where("org", "=", org)
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.changed_idx === changed_idx;
  };

  /** Sends deliveries until one fails, or the receiver is slow. */
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
        task.isOver ||= !agenda.of(endpoint).isProven;
        hasTaken ||= outcome.error === null;
        (isFailure(outcome) ? failures : outcomes).push(outcome);
      }
    };
    // Wait for all, even if one rejects: the outcomes of the others must be stored.
    const ends = await Promise.allSettled(Array.from({ length: places }, one));
    const last = failures.pop();
    if (last !== undefined) {
      // If there was also a success, store it first, so that the failing time starts at the failure.
      const progress = hasTaken ? { ...endpoint.progress, ...GOOD } : endpoint.progress;
      const judged = consequence({ ...endpoint, progress }, [...failures, last]).catch((error: unknown) => {
        logger.error({ err: error }, "what a webhook's failures come to is not known");
        return {};
      });
      const follows = await Promise.race([judged, task.letGo.promise]);
      // Read `outcomes` only now: meanwhile a look may have replaced the list.
      outcomes.push(...failures, ending.signal.aborted ? last : { ...last, ...follows });
    }
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  const begin = (endpoint: Endpoint, due: readonly DeliveryRow[], places: number): void => {
    const { id } = endpoint.webhook;
    const known = agenda.of(endpoint);
    const task: Task = {
      endpoint,
      places,
      isProven: known.isProven,
      isOver: false,
      letGo: Promise.withResolvers(),
    };
    busy.set(id, task);
    known.begunAs = ++tasks;
    const done = finish(id, deliver(task, due));
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };
  const finish = async (id: string, delivered: Promise<void>): Promise<void> => {
    await delivered.catch((error: unknown) => logger.error({ err: error }, "deliveries failed"));
    ended.push(id);
    agenda.ring();
  };

  /** Stores the outcomes of deliveries, and wakes their organizations. */
  const settleEnded = async (): Promise<void> => {
    const [settled, free] = [outcomes, ended];
    [outcomes, ended] = [[], []];
    try {
      await queue.settle(settled);
    } catch (error) {
      // Keep unsaved outcomes for the next look. Otherwise, the deliveries would be sent again at once.
      [outcomes, ended] = [
        [...settled, ...outcomes],
        [...free, ...ended],
      ];
      throw error;
    }
    metrics.count(settled);
    for (const id of free) {
      agenda.wake(busy.get(id)!.endpoint.webhook.org);
      busy.delete(id);
    }
  };

  /**
   * Takes up new events for the webhooks of one organization. @returns the rows to store, and the rows that already
   * wait.
   */
  const takeUp = async (endpoints: readonly Endpoint[], now: number) => {
    const taken: Taken[] = [];
    const waiting = new Map<string, readonly DeliveryRow[]>();
    const take = queue.createTaker(endpoints[0]!.webhook.org, endpoints, now);
    for (const endpoint of endpoints) {
      const { id } = endpoint.webhook;
      const rows = agenda.of(endpoint).nextAt === Infinity ? [] : await queue.pending(endpoint);
      waiting.set(id, rows);
      const one = await take(endpoint, WINDOW - rows.length);
      if (one !== undefined) taken.push(one);
    }
    return { taken, waiting };
  };

  /** Starts due deliveries. The webhook with the oldest task goes first. */
  const beginDue = (endpoints: readonly Endpoint[], waiting: ReadonlyMap<string, readonly DeliveryRow[]>): void => {
    const now = clock();
    for (const endpoint of endpoints.toSorted((a, b) => agenda.of(a).begunAs - agenda.of(b).begunAs)) {
      const { id, org } = endpoint.webhook;
      const rows = waiting.get(id) ?? [];
      const known = agenda.of(endpoint);
      // A change of the webhook ends the receiver's pause.
      const restsUntil = known.rests?.changedIdx === endpoint.webhook.changed_idx ? known.rests.until : 0;
      known.nextAt = rows.length === 0 ? Infinity : Math.max(rows[0]!.next_at, restsUntil);
      const due = known.nextAt <= now ? rows.filter(({ next_at }) => next_at <= now) : [];
      const places = placesFor({ org, isProven: known.isProven, due: due.length }, [...busy.values()]);
      if (places > 0 && queue.isHeld(endpoint, now) && !ending.signal.aborted) begin(endpoint, due, places);
    }
  };

  /** Looks at some organizations: takes up new events, and starts due deliveries. */
  const lookAt = async (orgs: readonly string[]): Promise<void> => {
    const now = clock();
    const endpoints = await queue.endpoints(
      orgs.filter((org) => !lost.has(org)),
      now,
    );
    const changes = new Map(endpoints.map(({ webhook }) => [webhook.id, webhook.changed_idx]));
    for (const [id, task] of busy) {
      const { org, changed_idx } = task.endpoint.webhook;
      if (orgs.includes(org)) task.isOver ||= changes.get(id) !== changed_idx;
    }
    await agenda.keep(orgs, changes);
    const free = endpoints.filter(({ webhook: { id } }) => !busy.has(id));
    const taken: Taken[] = [];
    const waiting = new Map<string, readonly DeliveryRow[]>();
    const groups = [...Map.groupBy(free, ({ webhook }) => webhook.org).values()];
    for (let at = 0; at < groups.length; at += TOGETHER) {
      // SQLite calls never wait, so yield to requests. Reads within one turn share a snapshot.
      await turn();
      const found = await Promise.all(groups.slice(at, at + TOGETHER).map((own) => takeUp(own, now)));
      for (const one of found) {
        taken.push(...one.taken);
        for (const [id, rows] of one.waiting) waiting.set(id, rows);
      }
    }
    const kept = await queue.keep(taken, now);
    for (const { endpoint, isBehind } of taken) {
      const { id, org } = endpoint.webhook;
      if (isBehind) agenda.wake(org);
      if (kept.has(id)) waiting.set(id, await queue.pending(endpoint));
    }
    beginDue(free, waiting);
  };

  const look = async (): Promise<void> => {
    const hasEnded = ended.length > 0;
    await settleEnded();
    await agenda.survey();
    const orgs = agenda.next({ isBusy: (id) => busy.has(id), hasEnded });
    if (orgs.length === 0) return;
    try {
      await lookAt(orgs);
    } catch (error) {
      for (const org of orgs) agenda.wake(org);
      throw error;
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
      const rest = Math.max(least, restAfter(performance.now() - begunAt));
      await sleep(rest, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      await agenda.rung(ending.signal);
    }
  };
  const running = run();
  return {
    wake: agenda.wake,
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
