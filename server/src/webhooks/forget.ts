/** Deletes old deliveries, and the deliveries of removed webhooks. */
import type { Parts } from "../foundation/parts.ts";

/** Milliseconds for which deliveries are kept. */
const KEPT = 30 * 86_400_000;

/** @returns the number of deleted rows, at most `most`. */
export async function forgetDeliveries(
  { database, clock }: Pick<Parts, "database" | "clock">,
  most: number,
): Promise<number> {
  const { tables, accounts } = database.across;
  const old = accounts
    .selectFrom("webhook_delivery")
    .select(["webhook", "idx", "item"])
    .where("first_at", "<=", clock() - KEPT)
    .where("state", "!=", "pending")
    .limit(most);
  let count = await forget(old);
  const known = await accounts.selectFrom("webhook_progress").select("webhook").orderBy("webhook").execute();
  for (let at = 0; at < known.length && count < most; at += most) {
    const ids = known.slice(at, at + most).map(({ webhook }) => webhook);
    const removed = await tables
      .selectFrom("webhook")
      .select("id")
      .where("id", "in", ids)
      .where("removed_at", "is not", null)
      .execute();
    if (removed.length === 0) continue;
    const gone = removed.map(({ id }) => id);
    const left = accounts
      .selectFrom("webhook_delivery")
      .select(["webhook", "idx", "item"])
      .where("webhook", "in", gone);
    count += await forget(left.limit(most - count));
    if (count < most) await accounts.deleteFrom("webhook_progress").where("webhook", "in", gone).execute();
  }
  return count;

  async function forget(rows: typeof old): Promise<number> {
    const { numDeletedRows } = await accounts
      .deleteFrom("webhook_delivery")
      .where((eb) => eb(eb.refTuple("webhook", "idx", "item"), "in", rows.$asTuple("webhook", "idx", "item")))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
