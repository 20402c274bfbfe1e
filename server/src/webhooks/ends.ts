/** A log that an older copy took the place of: what it gets from now on has indexes that were told of already. */
import { logId } from "anchorlog/action";
import type { Parts } from "../parts.ts";
import { ITEMS } from "../platform/shapes.ts";

/**
 * Sets webhooks back to the ends of their logs. To be called before anything is written: by then, nobody knows any more.
 *
 * @returns how many were beyond.
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
        // No entry has changed it last: whichever it is, it is another one.
        .set({ ...place, redelivered_idx: Math.min(redelivered_idx, end), changed_idx: -1 })
        .where("webhook", "=", webhook)
        .execute();
    });
  }
  return beyond;
}
