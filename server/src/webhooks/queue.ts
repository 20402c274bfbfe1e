/** The queue of deliveries and each webhook's progress. Neither is part of the log. */
import type { Database } from "../foundation/db/database.ts";
import { PENDING } from "../foundation/db/states.ts";
import type { DeliveryRow, ProgressRow, WebhookRow } from "../foundation/db/tables.ts";
import type { LogPosition } from "./place.ts";
import { LEASE } from "./schedule.ts";
import { GOOD, settle, type SettledTry } from "./settle.ts";

/** Waiting deliveries of a webhook at most. Later events stay in the log until there is room. */
export const WINDOW = 100;
/** Rows read or written per query. */
export const SCANNED = 1_000;
/** A webhook that this process delivers to. */
export type Endpoint = { readonly webhook: WebhookRow; readonly progress: ProgressRow };

/** The deliveries of all webhooks, and the leases of one process on webhooks. */
export class Queue {
  readonly #engine: Database["engine"];
  readonly #tables: Database["across"]["tables"];
  readonly #accounts: Database["across"]["accounts"];
  /** Names this process in its leases. */
  readonly #deliverer: string;
  /** Positions of webhooks after actions that they did not subscribe to. They are not worth a commit. */
  readonly #passed = new Map<string, { readonly from: LogPosition; readonly to: LogPosition }>();

  constructor({ engine, across }: Pick<Database, "engine" | "across">, deliverer: string) {
    this.#engine = engine;
    this.#tables = across.tables;
    this.#accounts = across.accounts;
    this.#deliverer = deliverer;
  }

  /**
   * The webhooks of some organizations that this process delivers to. It also takes webhooks that no process holds.
   *
   * @param orgs at most about a hundred.
   */
  async endpoints(orgs: readonly string[], now: number): Promise<Endpoint[]> {
    const webhooks = await activeIn(this.#tables).selectAll().where("org", "in", orgs).execute();
    if (webhooks.length === 0) return [];
    let known = await this.#progressOf(orgs);
    const fresh = webhooks.filter(({ id }) => !known.has(id)).map(begun);
    for (let at = 0; at < fresh.length; at += SCANNED / 10) {
      const rows = fresh.slice(at, at + SCANNED / 10);
      // Another process may have inserted the row.
      await this.#accounts
        .insertInto("webhook_progress")
        .values(rows)
        .onConflict((conflict) => conflict.column("webhook").doNothing())
        .execute();
    }
    const isFree = this.#engine === "postgres" && [...known.values()].some(({ held_until }) => held_until <= now);
    if (isFree || (this.#engine === "postgres" && fresh.length > 0)) await this.#hold(now, orgs);
    if (isFree || fresh.length > 0) known = await this.#progressOf(orgs);
    const found: Endpoint[] = [];
    for (const webhook of webhooks) {
      const progress = known.get(webhook.id);
      if (progress === undefined || (this.#engine === "postgres" && progress.held_by !== this.#deliverer)) continue;
      if (progress.changed_idx !== webhook.changed_idx)
        found.push({ webhook, progress: await this.#renew(webhook, this.placeOf(progress), now) });
      else if (progress.disabled_at === null) found.push({ webhook, progress });
    }
    return found;
  }

  async #progressOf(orgs: readonly string[]): Promise<ReadonlyMap<string, ProgressRow>> {
    const rows = await this.#accounts.selectFrom("webhook_progress").selectAll().where("org", "in", orgs).execute();
    return new Map(rows.map((row) => [row.webhook, row]));
  }

  /** Takes expired leases, and extends this process's own leases after half of their time. */
  #hold(now: number, orgs?: readonly string[]): Promise<unknown> {
    return this.#accounts
      .updateTable("webhook_progress")
      .set({ held_by: this.#deliverer, held_until: now + LEASE })
      .where((eb) =>
        eb.or([
          eb("held_until", "<=", now),
          eb.and([eb("held_by", "=", this.#deliverer), eb("held_until", "<=", now + LEASE / 2)]),
        ]),
      )
      .$if(orgs !== undefined, (query) => query.where("org", "in", orgs!))
      .execute();
  }

  logNames(orgs: readonly string[]): Promise<{ id: string; log: string }[]> {
    return this.#accounts.selectFrom("organization").select(["id", "log"]).where("id", "in", orgs).execute();
  }

  /** Takes over webhooks with expired leases. @returns their organizations. */
  async takeOver(now: number): Promise<string[]> {
    const free = this.#accounts
      .updateTable("webhook_progress")
      .set({ held_by: this.#deliverer, held_until: now + LEASE })
      .where("held_until", "<=", now);
    return (await free.returning("org").execute()).map(({ org }) => org);
  }

  /** Extends this process's leases. @returns the organizations with webhooks that it may deliver to. */
  async survey(now: number): Promise<ReadonlySet<string>> {
    if (this.#engine === "postgres") await this.#hold(now);
    const webhooks = await activeIn(this.#tables).select(["id", "org"]).execute();
    // With SQLite, there is only one process.
    if (this.#engine === "sqlite") return new Set(webhooks.map(({ org }) => org));
    const rows = await this.#accounts.selectFrom("webhook_progress").select(["webhook", "held_by"]).execute();
    const holders = new Map(rows.map(({ webhook, held_by }) => [webhook, held_by]));
    const isOwn = ({ id }: { readonly id: string }): boolean =>
      (holders.get(id) ?? this.#deliverer) === this.#deliverer;
    return new Set(webhooks.filter(isOwn).map(({ org }) => org));
  }

  /** Restarts the retries of a changed webhook: its receiver may be repaired. */
  #renew(webhook: WebhookRow, { idx, item }: LogPosition, now: number): Promise<ProgressRow> {
    return this.#accounts.transaction().execute(async (db) => {
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
  }

  /** The waiting deliveries of a webhook, earliest next try first. */
  pending({ webhook }: Endpoint): Promise<DeliveryRow[]> {
    return this.#accounts
      .selectFrom("webhook_delivery")
      .selectAll()
      .where("webhook", "=", webhook.id)
      .where("state", "=", PENDING)
      .orderBy("next_at")
      .orderBy("idx")
      .orderBy("item")
      .limit(WINDOW)
      .execute();
  }

  /** Stores what webhooks take up in one commit. @returns the webhooks with new deliveries. */
  async keep(all: readonly Taken[], now: number): Promise<ReadonlySet<string>> {
    const kept = new Set<string>();
    if (all.length === 0) return kept;
    await this.#accounts.transaction().execute(async (db) => {
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
  }

  release(): Promise<unknown> {
    return this.#accounts
      .updateTable("webhook_progress")
      .set({ held_until: 0 })
      .where("held_by", "=", this.#deliverer)
      .execute();
  }

  /** Whether this process still holds the lease. */
  isHeld({ progress }: Endpoint, now: number): boolean {
    return this.#engine === "sqlite" || progress.held_until > now;
  }

  /** Returns a webhook's place in the log. Its row may have an older place. */
  placeOf(progress: ProgressRow): LogPosition {
    const { from, to } = this.#passed.get(progress.webhook) ?? { from: progress, to: progress };
    return from.idx === progress.idx && from.item === progress.item ? to : progress;
  }

  /** Remembers that a webhook wants no action up to a place. */
  pass(progress: ProgressRow, to: LogPosition): void {
    this.#passed.set(progress.webhook, { from: progress, to });
  }

  settle(outcomes: readonly SettledTry[]): Promise<void> {
    return settle(this.#accounts, outcomes);
  }
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

/** New deliveries of a webhook, before they are stored. */
export type Taken = LogPosition & {
  readonly endpoint: Endpoint;
  readonly redelivered: number;
  readonly rows: readonly DeliveryRow[];
  /** Whether more events remain to be taken up. */
  readonly isBehind: boolean;
};
