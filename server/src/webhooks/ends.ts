/**
 * Repairs webhook progress after a log was restored from an older copy: new entries reuse indexes already delivered.
 */
import { logId } from "anchorlog/action";
import type { Parts } from "../foundation/parts.ts";
import { ITEMS } from "../objects/positions.ts";

/**
 * Sets progress back to the end of each log. Call it before anything is written: later, the old end is unknown.
 *
 * @returns the number of webhooks that were set back.
 */
export async function returnToEnds({
  database: {
    across: { accounts },
  },
  store,
  operator,
}: Pick<Parts, "database" | "store" | "operator">): Promise<number> {
  const rows = await accounts
    .selectFrom("webhook_progress")
    .innerJoin("organization", "organization.id", "webhook_progress.org")
    .select(["webhook", "idx", "item", "redelivered_idx", "changed_idx", "log"])
    .execute();
  const ends = new Map<string, number>();
  let beyond = 0;
  for (const { webhook, idx, item, redelivered_idx, changed_idx, log } of rows) {
    let end = ends.get(log);
    if (end === undefined) ends.set(log, (end = (await store.head(logId(operator, log))).size - 1));
    if (Math.max(idx, redelivered_idx, changed_idx) <= end) continue;
    beyond++;
    const place = idx > end ? { idx: end, item: ITEMS } : { idx, item };
    await accounts.transaction().execute(async (db) => {
      await db.deleteFrom("webhook_delivery").where("webhook", "=", webhook).where("idx", ">", end).execute();
      await db
        .updateTable("webhook_progress")
        // No entry has the index -1, so the webhook counts as changed.
        .set({ ...place, redelivered_idx: Math.min(redelivered_idx, end), changed_idx: -1 })
        .where("webhook", "=", webhook)
        .execute();
    });
  }
  return beyond;
}
