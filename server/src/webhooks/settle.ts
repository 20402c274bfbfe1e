/** What came of tries, kept with what follows from it for the webhook. */
import type { Reach } from "../db/database.ts";
import { PENDING } from "../db/states.ts";
import type { DeliveryRow } from "../db/tables.ts";

type Accounts = Reach["accounts"];

/** Milliseconds without a success, after which the first one has all that waits tried at once. */
const OUTAGE = 300_000;
/** Of a webhook whose receiver took the last that it was sent. */
export const GOOD = { failing_since: null, told: 0, told_at: null } as const;

/** What a delivery is called whose event is in no log by now: its receiver was sent nothing. */
export const NO_EVENT = "no_event";

/** What came of a try, and what follows. */
export type Outcome = {
  readonly delivery: DeliveryRow;
  /** Of the webhook as it was then: what an earlier one came to says nothing of this one. */
  readonly changedIdx: number;
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Undefined where it is not tried again. */
  readonly nextAt: number | undefined;
  readonly told?: number;
  readonly disabledFor?: "gone" | "failing";
};

/** Whether it was the receiver's. */
export const isFailure = ({ error }: Pick<Outcome, "error">): boolean => error !== null && error !== NO_EVENT;

/** Keeps what came of tries, all at once. */
export async function settle(accounts: Accounts, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await accounts.transaction().execute(async (db) => {
    for (const outcome of outcomes) {
      // What a webhook was before it was changed says nothing of its new day of tries.
      if (isFailure(outcome) && !(await settleFailure(db, outcome))) continue;
      await settleDelivery(db, outcome);
      if (outcome.error === null) await settleSuccess(db, outcome);
    }
  });
}

async function settleDelivery(db: Accounts, { delivery, at, status, error, nextAt }: Outcome): Promise<void> {
  const { webhook, idx, item, tries } = delivery;
  const state = error === null ? "delivered" : nextAt === undefined ? "failed" : "pending";
  await db
    .updateTable("webhook_delivery")
    .set({ state, tries: tries + 1, tried_at: at, status, error, ...(nextAt !== undefined && { next_at: nextAt }) })
    .where("webhook", "=", webhook)
    .where("idx", "=", idx)
    .where("item", "=", item)
    // Another process may have had it delivered, where this one stood still.
    .where("state", "=", PENDING)
    .execute();
}

async function settleSuccess(db: Accounts, { delivery: { webhook }, changedIdx, at }: Outcome): Promise<void> {
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

/** @returns whether the webhook is as it was then. */
async function settleFailure(
  db: Accounts,
  { delivery: { webhook }, changedIdx, at, told, disabledFor }: Outcome,
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
