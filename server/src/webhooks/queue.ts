/** The queue of deliveries and each webhook's progress. Neither is part of the log. */
import { sql } from "kysely";
import type { Database } from "../foundation/db/database.ts";
import { PENDING } from "../foundation/db/states.ts";
import type { DeliveryRow, ProgressRow, Tables, WebhookRow } from "../foundation/db/tables.ts";
import { eventOf, wantedEvent } from "./events.ts";
import { rewindTo, type LogPosition } from "./place.ts";
import { LEASE } from "./schedule.ts";
import { GOOD, settle, type SettledTry } from "./settle.ts";

/** Waiting deliveries of a webhook at most. Later events stay in the log until there is room. */
export const WINDOW = 100;
/** Actions read per query. */
const SCANNED = 1_000;
/** A webhook that this process delivers to. */
export type Endpoint = { readonly webhook: WebhookRow; readonly progress: ProgressRow };

export type Queue = ReturnType<typeof createQueue>;

export function createQueue({ engine, across }: Pick<Database, "engine" | "across">, deliverer: string) {
  const { tables, accounts } = across;
  /** Positions of webhooks after actions that they did not subscribe to. They are not worth a commit. */
  const passed = new Map<string, { readonly from: LogPosition; readonly to: LogPosition }>();
  const placeOf = (progress: ProgressRow): LogPosition => {
    const { from, to } = passed.get(progress.webhook) ?? { from: progress, to: progress };
    return from.idx === progress.idx && from.item === progress.item ? to : progress;
  };

  /**
   * The webhooks of some organizations that this process delivers to. It also takes webhooks that no process holds.
   *
   * @param orgs at most about a hundred.
   */
  const endpoints = async (orgs: readonly string[], now: number): Promise<Endpoint[]> => {
    const webhooks = await activeIn(tables).selectAll().where("org", "in", orgs).execute();
    if (webhooks.length === 0) return [];
    let known = await progressOf(orgs);
    const fresh = webhooks.filter(({ id }) => !known.has(id)).map(begun);
    for (let at = 0; at < fresh.length; at += SCANNED / 10) {
      const rows = fresh.slice(at, at + SCANNED / 10);
      // Another process may have inserted the row.
      await accounts
        .insertInto("webhook_progress")
        .values(rows)
        .onConflict((conflict) => conflict.column("webhook").doNothing())
        .execute();
    }
    const isFree = engine === "postgres" && [...known.values()].some(({ held_until }) => held_until <= now);
    if (isFree || (engine === "postgres" && fresh.length > 0)) await hold(now, orgs);
    if (isFree || fresh.length > 0) known = await progressOf(orgs);
    const found: Endpoint[] = [];
    for (const webhook of webhooks) {
      const progress = known.get(webhook.id);
      if (progress === undefined || (engine === "postgres" && progress.held_by !== deliverer)) continue;
      if (progress.changed_idx !== webhook.changed_idx)
        found.push({ webhook, progress: await renew(webhook, placeOf(progress), now) });
      else if (progress.disabled_at === null) found.push({ webhook, progress });
    }
    return found;
  };

  const progressOf = async (orgs: readonly string[]): Promise<ReadonlyMap<string, ProgressRow>> => {
    const rows = await accounts.selectFrom("webhook_progress").selectAll().where("org", "in", orgs).execute();
    return new Map(rows.map((row) => [row.webhook, row]));
  };

  /** Takes expired leases, and extends this process's own leases after half of their time. */
  const hold = (now: number, orgs?: readonly string[]): Promise<unknown> =>
    accounts
      .updateTable("webhook_progress")
      .set({ held_by: deliverer, held_until: now + LEASE })
      .where((eb) =>
        eb.or([
          eb("held_until", "<=", now),
          eb.and([eb("held_by", "=", deliverer), eb("held_until", "<=", now + LEASE / 2)]),
        ]),
      )
      .$if(orgs !== undefined, (query) => query.where("org", "in", orgs!))
      .execute();

  /** The log names of organizations. */
  const logNames = (orgs: readonly string[]): Promise<{ id: string; log: string }[]> =>
    accounts.selectFrom("organization").select(["id", "log"]).where("id", "in", orgs).execute();

  /** Takes over webhooks with expired leases. @returns their organizations. */
  const takeOver = async (now: number): Promise<string[]> => {
    const free = accounts
      .updateTable("webhook_progress")
      .set({ held_by: deliverer, held_until: now + LEASE })
      .where("held_until", "<=", now);
    return (await free.returning("org").execute()).map(({ org }) => org);
  };

  /** Extends this process's leases. @returns the organizations with webhooks that it may deliver to. */
  const survey = async (now: number): Promise<ReadonlySet<string>> => {
    if (engine === "postgres") await hold(now);
    const webhooks = await activeIn(tables).select(["id", "org"]).execute();
    // With SQLite, there is only one process.
    if (engine === "sqlite") return new Set(webhooks.map(({ org }) => org));
    const rows = await accounts.selectFrom("webhook_progress").select(["webhook", "held_by"]).execute();
    const holders = new Map(rows.map(({ webhook, held_by }) => [webhook, held_by]));
    const isOwn = ({ id }: { readonly id: string }): boolean => (holders.get(id) ?? deliverer) === deliverer;
    return new Set(webhooks.filter(isOwn).map(({ org }) => org));
  };

  /** Restarts the retries of a changed webhook: its receiver may be repaired. */
  const renew = (webhook: WebhookRow, { idx, item }: LogPosition, now: number): Promise<ProgressRow> =>
    accounts.transaction().execute(async (db) => {
      await db
        .updateTable("webhook_delivery")
        .set({ tries: 0, first_at: now, next_at: now })
        .where("webhook", "=", webhook.id)
        .where("state", "=", PENDING)
        .execute();
      return (
        db
          .updateTable("webhook_progress")
          // Events from before the change that it was not subscribed to stay undelivered.
          .set({ ...GOOD, idx, item, changed_idx: webhook.changed_idx, disabled_at: null, disabled_for: null })
          .where("webhook", "=", webhook.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      );
    });

  /** The waiting deliveries of a webhook, earliest next try first. */
  const pending = ({ webhook }: Endpoint): Promise<DeliveryRow[]> =>
    accounts
      .selectFrom("webhook_delivery")
      .selectAll()
      .where("webhook", "=", webhook.id)
      .where("state", "=", PENDING)
      .orderBy("next_at")
      .orderBy("idx")
      .orderBy("item")
      .limit(WINDOW)
      .execute();

  /** Actions after a position. */
  const behind = (org: string, place: LogPosition): Promise<ScannedAction[]> =>
    actions(org)
      .where(sql<boolean>`(idx, item) > (${place.idx}, ${place.item})`)
      .orderBy("idx")
      .orderBy("item")
      .limit(SCANNED)
      .execute();

  /** Takes up events for the webhooks of one organization. They share the rows that are read. */
  const createTaker = (org: string, endpoints: readonly Endpoint[], now: number): Taker => {
    let redeliveries: Promise<Tables["webhook_redelivery"][]> | undefined;
    const scans = new Map<string, Promise<ScannedAction[]>>();
    const scan = (place: LogPosition): Promise<ScannedAction[]> => {
      const key = `${place.idx} ${place.item}`;
      if (!scans.has(key)) scans.set(key, behind(org, place));
      return scans.get(key)!;
    };
    return async (endpoint, room) => {
      const { webhook, progress } = endpoint;
      redeliveries ??= tables
        .selectFrom("webhook_redelivery")
        .selectAll()
        .where("org", "=", org)
        .where((eb) =>
          eb.or(
            endpoints.map(({ webhook: { id }, progress: { redelivered_idx } }) =>
              eb.and([eb("webhook", "=", id), eb("idx", ">", redelivered_idx)]),
            ),
          ),
        )
        .orderBy("idx")
        .limit(SCANNED)
        .execute();
      const all = await redeliveries;
      const asked = all
        .filter(({ webhook: id, idx }) => id === webhook.id && idx > progress.redelivered_idx)
        .slice(0, WINDOW);
      let place = placeOf(progress);
      const rows = new Map<string, DeliveryRow>();
      const queue = (action: Action, event: string): void =>
        void rows.set(action.id, queued(webhook, action, { event, now }));
      for (const { action, since } of asked) {
        if (since !== null) place = await rewindTo(tables, { org, since, from: place });
        const one = action === null ? undefined : await actions(org).where("id", "=", action).executeTakeFirst();
        if (one !== undefined) queue(one, eventOf(one.name));
      }
      const wanted = JSON.parse(webhook.events) as string[];
      const scanned = room <= 0 ? [] : await scan(place);
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
        passed.set(webhook.id, { from: progress, to: place });
        return undefined;
      }
      return { endpoint, idx, item, redelivered, rows: [...rows.values()], isBehind };
    };
  };

  /** Stores what webhooks take up in one commit. @returns the webhooks with new deliveries. */
  const keep = async (all: readonly Taken[], now: number): Promise<ReadonlySet<string>> => {
    const kept = new Set<string>();
    if (all.length === 0) return kept;
    await accounts.transaction().execute(async (db) => {
      for (const { endpoint, idx, item, redelivered, rows } of all) {
        const { webhook, progress } = endpoint;
        const { numUpdatedRows } = await db
          .updateTable("webhook_progress")
          .set({ idx, item, redelivered_idx: redelivered })
          .where("webhook", "=", webhook.id)
          // If this process stalled for longer than its lease, another process has already taken them up.
          .where("idx", "=", progress.idx)
          .where("item", "=", progress.item)
          .where("redelivered_idx", "=", progress.redelivered_idx)
          .executeTakeFirst();
        if (numUpdatedRows === 0n || rows.length === 0) continue;
        await db
          .insertInto("webhook_delivery")
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(["webhook", "idx", "item"])
              // A requested redelivery is due at once, even if the delivery is still waiting.
              .doUpdateSet({ state: "pending", tries: 0, first_at: now, next_at: now }),
          )
          .execute();
        kept.add(webhook.id);
      }
    });
    return kept;
  };

  const actions = (org: string) =>
    tables.selectFrom("action_log").select(["idx", "item", "id", "name"]).where("org", "=", org);

  /** Releases this process's leases. */
  const release = (): Promise<unknown> =>
    accounts.updateTable("webhook_progress").set({ held_until: 0 }).where("held_by", "=", deliverer).execute();

  /** Whether this process still holds the lease. */
  const isHeld = ({ progress }: Endpoint, now: number): boolean => engine === "sqlite" || progress.held_until > now;

  return {
    endpoints,
    logNames,
    survey,
    takeOver,
    isHeld,
    pending,
    createTaker,
    keep,
    settle: (outcomes: readonly SettledTry[]): Promise<void> => settle(accounts, outcomes),
    release,
  };
}

const begun = ({ id, org, idx, changed_idx }: WebhookRow): ProgressRow => ({
  webhook: id,
  org,
  // Events begin after the webhook's own entry.
  idx,
  item: 0,
  redelivered_idx: idx,
  changed_idx,
  ...GOOD,
  disabled_at: null,
  disabled_for: null,
  held_by: null,
  held_until: 0,
});

const activeIn = (tables: Database["across"]["tables"]) =>
  tables.selectFrom("webhook").where("active", "=", 1).where("removed_at", "is", null);

type Action = { readonly idx: number; readonly item: number; readonly id: string };
type ScannedAction = Action & { readonly name: string };

/** New deliveries of a webhook, before they are stored. */
export type Taken = LogPosition & {
  readonly endpoint: Endpoint;
  readonly redelivered: number;
  readonly rows: readonly DeliveryRow[];
  /** Whether more events remain to be taken up. */
  readonly isBehind: boolean;
};
/** @param room how many more deliveries may wait. @returns undefined if there is nothing to store. */
type Taker = (endpoint: Endpoint, room: number) => Promise<Taken | undefined>;

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
