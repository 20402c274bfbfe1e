/** Stores the outcomes of tries, and the resulting state of webhooks. */
import type { Reach } from "../foundation/db/database.ts";
import { PENDING } from "../foundation/db/states.ts";
import type { DeliveryRow } from "../foundation/db/tables.ts";

type Accounts = Reach["accounts"];

/** After this many milliseconds of failures, the first success makes all waiting deliveries due at once. */
const OUTAGE = 300_000;
/** The state of a webhook after a success. */
export const GOOD = { failing_since: null, told: 0, told_at: null } as const;

/** The error of a delivery whose event disappeared from the log. Nothing was sent. */
export const NO_EVENT = "no_event";

export type SettledTry = {
  readonly delivery: DeliveryRow;
  /** The webhook's version at the time of the try. The outcome does not count for later versions. */
  readonly changedIdx: number;
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Undefined if this was the last try. */
  readonly nextAt: number | undefined;
  readonly told?: number;
  readonly disabledFor?: "gone" | "failing";
};

/** Whether the receiver failed. */
export const isFailure = ({ error }: Pick<SettledTry, "error">): boolean => error !== null && error !== NO_EVENT;

/** Stores outcomes in one transaction. */
export async function settle(accounts: Accounts, outcomes: readonly SettledTry[]): Promise<void> {
  if (outcomes.length === 0) return;
  await accounts.transaction().execute(async (db) => {
    for (const outcome of outcomes) {
      // If the webhook was changed since the failure, ignore the failure: its retries have restarted.
      if (isFailure(outcome) && !(await settleFailure(db, outcome))) continue;
      await settleDelivery(db, outcome);
      if (outcome.error === null) await settleSuccess(db, outcome);
    }
  });
}

async function settleDelivery(db: Accounts, { delivery, at, status, error, nextAt }: SettledTry): Promise<void> {
  const { webhook, idx, item, tries } = delivery;
  const state = error === null ? "delivered" : nextAt === undefined ? "failed" : "pending";
  await db
    .updateTable("webhook_delivery")
    .set({ state, tries: tries + 1, tried_at: at, status, error, ...(nextAt !== undefined && { next_at: nextAt }) })
    .where("webhook", "=", webhook)
    .where("idx", "=", idx)
    .where("item", "=", item)
    // If this process stalled, another process may have delivered it.
    .where("state", "=", PENDING)
    .execute();
}

async function settleSuccess(db: Accounts, { delivery: { webhook }, changedIdx, at }: SettledTry): Promise<void> {
  const row = await db
    .selectFrom("webhook_progress")
    .select("failing_since")
    .where("webhook", "=", webhook)
    .where("changed_idx", "=", changedIdx)
    .executeTakeFirst();
  const since = row?.failing_since ?? null;
  if (since === null) return;
  await db.updateTable("webhook_progress").set(GOOD).where("webhook", "=", webhook).execute();
  if (at - since < OUTAGE) return;
  await db
    .updateTable("webhook_delivery")
    .set({ next_at: at })
    .where("webhook", "=", webhook)
    .where("state", "=", PENDING)
    .execute();
}

/** @returns whether the webhook is unchanged since the try. */
async function settleFailure(
  db: Accounts,
  { delivery: { webhook }, changedIdx, at, told, disabledFor }: SettledTry,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_progress")
    .set((eb) => ({
      failing_since: eb.fn.coalesce("failing_since", eb.val(at)),
      ...(told !== undefined && { told, told_at: at }),
      ...(disabledFor !== undefined && { disabled_at: at, disabled_for: disabledFor }),
    }))
    .where("webhook", "=", webhook)
    .where("changed_idx", "=", changedIdx)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
