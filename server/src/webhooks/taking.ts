/** Takes up events: reads an organization's actions for its webhooks, and makes their deliveries. */
import { sql } from "kysely";
import type { Database } from "../foundation/db/database.ts";
import type { DeliveryRow, Tables, WebhookRow } from "../foundation/db/tables.ts";
import { eventOf, wantedEvent } from "./events.ts";
import { rewindTo, type LogPosition } from "./place.ts";
import { SCANNED, WINDOW, type Endpoint, type Queue, type Taken } from "./queue.ts";

type Action = { readonly idx: number; readonly item: number; readonly id: string };
type ScannedAction = Action & { readonly name: string };
type Redelivery = Tables["webhook_redelivery"];

/** Takes up events for the webhooks of one organization. They share the rows that are read. */
export class Taker {
  readonly #tables: Database["across"]["tables"];
  readonly #queue: Pick<Queue, "placeOf" | "pass">;
  readonly #endpoints: readonly Endpoint[];
  readonly #org: string;
  readonly #now: number;
  /** The redeliveries that were requested for any of the webhooks. */
  #redeliveries: Promise<Redelivery[]> | undefined;
  /** Actions after a place. */
  readonly #scans = new Map<string, Promise<ScannedAction[]>>();

  /** @param endpoints webhooks of one organization. */
  constructor(
    tables: Database["across"]["tables"],
    queue: Pick<Queue, "placeOf" | "pass">,
    endpoints: readonly Endpoint[],
    now: number,
  ) {
    this.#tables = tables;
    this.#queue = queue;
    this.#endpoints = endpoints;
    this.#org = endpoints[0]!.webhook.org;
    this.#now = now;
  }

  /** @param room how many more deliveries may wait. @returns undefined if there is nothing to store. */
  async take(endpoint: Endpoint, room: number): Promise<Taken | undefined> {
    const { webhook, progress } = endpoint;
    const all = await (this.#redeliveries ??= this.#requested());
    const asked = all
      .filter(({ webhook: id, idx }) => id === webhook.id && idx > progress.redelivered_idx)
      .slice(0, WINDOW);
    const rows = new Map<string, DeliveryRow>();
    const queue = (action: Action, event: string): void =>
      void rows.set(action.id, queued(webhook, action, { event, now: this.#now }));
    let place = await this.#redeliver(asked, this.#queue.placeOf(progress), queue);
    const wanted = JSON.parse(webhook.events) as string[];
    const scanned = room <= 0 ? [] : await this.#scan(place);
    let left = room;
    for (const row of scanned) {
      if (left === 0) break;
      const event = wantedEvent(wanted, row.name);
      if (event !== undefined) {
        queue(row, event);
        left--;
      }
      place = row;
    }
    const isBehind = asked.length === WINDOW || all.length === SCANNED || (scanned.length === SCANNED && left > 0);
    const redelivered = asked.at(-1)?.idx ?? progress.redelivered_idx;
    const { idx, item } = place;
    if (asked.length === 0 && rows.size === 0 && Math.max(scanned.length, idx - progress.idx) < SCANNED) {
      this.#queue.pass(progress, place);
      return undefined;
    }
    return { endpoint, idx, item, redelivered, rows: [...rows.values()], isBehind };
  }

  #requested(): Promise<Redelivery[]> {
    return this.#tables
      .selectFrom("webhook_redelivery")
      .selectAll()
      .where("org", "=", this.#org)
      .where((eb) =>
        eb.or(
          this.#endpoints.map(({ webhook: { id }, progress: { redelivered_idx } }) =>
            eb.and([eb("webhook", "=", id), eb("idx", ">", redelivered_idx)]),
          ),
        ),
      )
      .orderBy("idx")
      .limit(SCANNED)
      .execute();
  }

  /** Queues the actions that are to be delivered again. @returns the place to go on from, maybe an earlier one. */
  async #redeliver(
    asked: readonly Redelivery[],
    from: LogPosition,
    queue: (action: Action, event: string) => void,
  ): Promise<LogPosition> {
    let place = from;
    for (const { action, since } of asked) {
      if (since !== null) place = await rewindTo(this.#tables, { org: this.#org, since, from: place });
      const one = action === null ? undefined : await this.#actions().where("id", "=", action).executeTakeFirst();
      if (one !== undefined) queue(one, eventOf(one.name));
    }
    return place;
  }

  #scan(place: LogPosition): Promise<ScannedAction[]> {
    const key = `${place.idx} ${place.item}`;
    let scan = this.#scans.get(key);
    if (scan === undefined) {
      scan = this.#actions()
        .where(sql<boolean>`(idx, item) > (${place.idx}, ${place.item})`)
        .orderBy("idx")
        .orderBy("item")
        .limit(SCANNED)
        .execute();
      this.#scans.set(key, scan);
    }
    return scan;
  }

  #actions() {
    return this.#tables.selectFrom("action_log").select(["idx", "item", "id", "name"]).where("org", "=", this.#org);
  }
}

const queued = (
  { id, org }: WebhookRow,
  { idx, item, id: action }: Action,
  { event, now }: { readonly event: string; readonly now: number },
): DeliveryRow => ({
  webhook: id,
  idx,
  item,
  org,
  action,
  event,
  state: "pending",
  tries: 0,
  first_at: now,
  next_at: now,
  tried_at: null,
  status: null,
  error: null,
});
