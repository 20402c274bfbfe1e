/** Sends events to webhooks while the server runs, and retries failed deliveries. */
import { randomUUID } from "node:crypto";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { DeliveryRow } from "../foundation/db/tables.ts";
import type { Parts } from "../foundation/parts.ts";
import { Agenda } from "./agenda.ts";
import type { Delivering } from "./delivering.ts";
import { Queue, WINDOW, type Endpoint, type Taken } from "./queue.ts";
import { restAfter } from "./schedule.ts";
import { createSender, PATIENCE } from "./send.ts";
import { Taker } from "./taking.ts";
import { beginDue } from "./tasks.ts";

/** Milliseconds until the next look after a look that failed, at least. */
const AFTER_FAILURE = 5_000;
/** Organizations read in parallel. */
const TOGETHER = 20;

export type DelivererOptions = Pick<Delivering, "metrics" | "logger"> &
  Partial<Pick<Delivering, "random">> & {
    /** Milliseconds that a receiver may take. */
    readonly patience?: number;
  };

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
  const { database, clock, config } = parts;
  const queue = new Queue(database, randomUUID());
  const delivering: Delivering = {
    parts,
    queue,
    agenda: new Agenda(parts, queue),
    sender: createSender({ allow: config.webhookAllow, patience, clock }),
    metrics,
    logger,
    random,
    ending: new AbortController(),
    busy: new Map(),
    underWay: new Set(),
    lost: new Set(),
    outcomes: [],
    ended: [],
    tasks: 0,
  };
  const running = run(delivering);
  return { wake: (org) => delivering.agenda.wake(org), close: () => end(delivering, running) };
}

/** Looks until the end: when an organization is woken, and at intervals. */
async function run(delivering: Delivering): Promise<void> {
  const { agenda, ending, metrics, logger } = delivering;
  while (!ending.signal.aborted) {
    const begunAt = performance.now();
    const least = await look(delivering).then(
      () => 0,
      (error: unknown) => {
        metrics.failed();
        if (!ending.signal.aborted) logger.error({ err: error }, "due deliveries could not be read");
        return AFTER_FAILURE;
      },
    );
    const rest = Math.max(least, restAfter(performance.now() - begunAt));
    await sleep(rest, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    await agenda.rung(ending.signal);
  }
}

async function end(delivering: Delivering, running: Promise<void>): Promise<void> {
  const { parts, queue, sender, ending, busy, underWay, logger } = delivering;
  ending.abort();
  await running;
  for (const { letGo } of busy.values()) letGo.resolve({});
  await Promise.all(underWay);
  await sender.close();
  await queue
    .settle(delivering.outcomes)
    .catch((error: unknown) => logger.error({ err: error }, "the outcomes of deliveries were not stored"));
  if (parts.database.engine === "postgres") await queue.release().catch(() => {});
}

async function look(delivering: Delivering): Promise<void> {
  const { agenda, busy } = delivering;
  const hasEnded = delivering.ended.length > 0;
  await settleEnded(delivering);
  await agenda.survey();
  const orgs = agenda.next({ isBusy: (id) => busy.has(id), hasEnded });
  if (orgs.length === 0) return;
  try {
    await lookAt(delivering, orgs);
  } catch (error) {
    for (const org of orgs) agenda.wake(org);
    throw error;
  }
}

/** Stores the outcomes of deliveries, and wakes their organizations. */
async function settleEnded(delivering: Delivering): Promise<void> {
  const { queue, metrics, agenda, busy } = delivering;
  const { outcomes, ended } = delivering;
  [delivering.outcomes, delivering.ended] = [[], []];
  try {
    await queue.settle(outcomes);
  } catch (error) {
    // Keep unsaved outcomes for the next look. Otherwise, the deliveries would be sent again at once.
    delivering.outcomes = [...outcomes, ...delivering.outcomes];
    delivering.ended = [...ended, ...delivering.ended];
    throw error;
  }
  metrics.count(outcomes);
  for (const id of ended) {
    agenda.wake(busy.get(id)!.endpoint.webhook.org);
    busy.delete(id);
  }
}

/** Looks at some organizations: takes up new events, and starts due deliveries. */
async function lookAt(delivering: Delivering, orgs: readonly string[]): Promise<void> {
  const { parts, queue, agenda, busy, lost } = delivering;
  const now = parts.clock();
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
    const found = await Promise.all(groups.slice(at, at + TOGETHER).map((own) => takeUp(delivering, own, now)));
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
  beginDue(delivering, free, waiting);
}

/**
 * Takes up new events for the webhooks of one organization. @returns the rows to store, and the rows that already wait.
 */
async function takeUp({ parts, queue, agenda }: Delivering, endpoints: readonly Endpoint[], now: number) {
  const taken: Taken[] = [];
  const waiting = new Map<string, readonly DeliveryRow[]>();
  const taker = new Taker(parts.database.across.tables, queue, endpoints, now);
  for (const endpoint of endpoints) {
    const { id } = endpoint.webhook;
    const rows = agenda.of(endpoint).nextAt === Infinity ? [] : await queue.pending(endpoint);
    waiting.set(id, rows);
    const one = await taker.take(endpoint, WINDOW - rows.length);
    if (one !== undefined) taken.push(one);
  }
  return { taken, waiting };
}
