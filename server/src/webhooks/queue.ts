/** What is to be delivered: progress, which is no business of the log. */
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { PENDING } from "../db/states.ts";
import type { DeliveryRow, ProgressRow, WebhookRow } from "../db/tables.ts";
import { eventOf, wantedEvent } from "./events.ts";
import { rewindTo, type Place } from "./place.ts";
import { LEASE } from "./schedule.ts";
import { GOOD, settle, type Outcome } from "./settle.ts";

/** Deliveries of a webhook that wait at once: its other events wait in the log. */
export const WINDOW = 100;
/** Actions that are looked at in one go. */
const SCANNED = 1_000;
/** A webhook that this process delivers to. */
export type Endpoint = { readonly webhook: WebhookRow; readonly progress: ProgressRow };

export function createQueue({ engine, across }: Pick<Database, "engine" | "across">, deliverer: string) {
  const { tables, accounts } = across;
  /** Where webhooks are by actions that are none of theirs, which is not worth a commit: from where to where. */
  const passed = new Map<string, { readonly from: Place; readonly to: Place }>();
  const placeOf = (progress: ProgressRow): Place => {
    const { from, to } = passed.get(progress.webhook) ?? { from: progress, to: progress };
    return from.idx === progress.idx && from.item === progress.item ? to : progress;
  };

  /** The webhooks that are to be delivered to, by this process. */
  const endpoints = async (now: number): Promise<Endpoint[]> => {
    const webhooks = await tables
      .selectFrom("webhook")
      .selectAll()
      .where("active", "=", 1)
      .where("removed_at", "is", null)
      .execute();
    const known = await progresses(now);
    const fresh = webhooks.filter(({ id }) => !known.has(id)).map(begun);
    for (let at = 0; at < fresh.length; at += SCANNED / 10) {
      const rows = fresh.slice(at, at + SCANNED / 10);
      // Another process may have come first.
      await accounts
        .insertInto("webhook_progress")
        .values(rows)
        .onConflict((conflict) => conflict.column("webhook").doNothing())
        .execute();
    }
    const all = fresh.length === 0 ? known : await progresses(now);
    const found: Endpoint[] = [];
    for (const webhook of webhooks) {
      const progress = all.get(webhook.id);
      if (progress === undefined || (engine === "postgres" && progress.held_by !== deliverer)) continue;
      if (progress.changed_idx !== webhook.changed_idx)
        found.push({ webhook, progress: await renew(webhook, placeOf(progress), now) });
      else if (progress.disabled_at === null) found.push({ webhook, progress });
    }
    return found;
  };

  const progresses = async (now: number): Promise<ReadonlyMap<string, ProgressRow>> => {
    // Over files this process is the only one.
    if (engine === "postgres") {
      await accounts
        .updateTable("webhook_progress")
        .set({ held_by: deliverer, held_until: now + LEASE })
        .where((eb) =>
          eb.or([
            eb("held_until", "<=", now),
            eb.and([eb("held_by", "=", deliverer), eb("held_until", "<=", now + LEASE / 2)]),
          ]),
        )
        .execute();
    }
    const rows = await accounts.selectFrom("webhook_progress").selectAll().execute();
    return new Map(rows.map((row) => [row.webhook, row]));
  };

  /** Whoever changes a webhook begins anew with what waits: a receiver that is mended need not wait. */
  const renew = (webhook: WebhookRow, { idx, item }: Place, now: number): Promise<ProgressRow> =>
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
          // What it was not told of before its change stays so: it may have asked for other events.
          .set({ ...GOOD, idx, item, changed_idx: webhook.changed_idx, disabled_at: null, disabled_for: null })
          .where("webhook", "=", webhook.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      );
    });

  /** What waits for a webhook, as far as it is taken up, the next to be tried first. */
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

  /** Takes up what is new, as far as there is room, and what is to be delivered again. @returns whether more waits now. */
  const take = async ({ webhook, progress }: Endpoint, room: number, now: number): Promise<boolean> => {
    const { id, org } = webhook;
    const asked = await tables
      .selectFrom("webhook_redelivery")
      .selectAll()
      .where("org", "=", org)
      .where("webhook", "=", id)
      .where("idx", ">", progress.redelivered_idx)
      .orderBy("idx")
      .limit(WINDOW)
      .execute();
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
    const scanned =
      room <= 0
        ? []
        : await actions(org)
            .where(sql<boolean>`(idx, item) > (${place.idx}, ${place.item})`)
            .orderBy("idx")
            .orderBy("item")
            .limit(SCANNED)
            .execute();
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
    const last = asked.at(-1)?.idx ?? progress.redelivered_idx;
    const { idx, item } = place;
    if (asked.length === 0 && rows.size === 0 && Math.max(scanned.length, idx - progress.idx) < SCANNED) {
      passed.set(id, { from: progress, to: place });
      return false;
    }
    return accounts.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable("webhook_progress")
        .set({ idx, item, redelivered_idx: last })
        .where("webhook", "=", id)
        // Where this process stood still for longer than its lease, another one has taken them up.
        .where("idx", "=", progress.idx)
        .where("item", "=", progress.item)
        .where("redelivered_idx", "=", progress.redelivered_idx)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || rows.size === 0) return false;
      await db
        .insertInto("webhook_delivery")
        .values([...rows.values()])
        .onConflict((conflict) =>
          conflict
            .columns(["webhook", "idx", "item"])
            // What waits, too: whoever asks for it again need not wait until it is due.
            .doUpdateSet({ state: "pending", tries: 0, first_at: now, next_at: now }),
        )
        .execute();
      return true;
    });
  };

  const actions = (org: string) =>
    tables.selectFrom("action_log").select(["idx", "item", "id", "name"]).where("org", "=", org);

  /** Lets other processes deliver. */
  const release = (): Promise<unknown> =>
    accounts.updateTable("webhook_progress").set({ held_until: 0 }).where("held_by", "=", deliverer).execute();

  /** Whether no other process delivers to it by now. */
  const isHeld = ({ progress }: Endpoint, now: number): boolean => engine === "sqlite" || progress.held_until > now;

  return {
    endpoints,
    isHeld,
    pending,
    take,
    settle: (outcomes: readonly Outcome[]): Promise<void> => settle(accounts, outcomes),
    release,
  };
}

const begun = ({ id, org, idx, changed_idx }: WebhookRow): ProgressRow => ({
  webhook: id,
  org,
  // From its own entry on.
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

type Action = { readonly idx: number; readonly item: number; readonly id: string };

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
