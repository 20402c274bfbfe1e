/** Finds times among an organization's actions. */
import type { Reach } from "../foundation/db/database.ts";

/**
 * The index of the first entry at or after `since`, or `end` if all entries below `end` are older. Times never decrease
 * from entry to entry, so a binary search finds it in about twenty queries.
 */
export async function firstSince(
  tables: Reach["tables"],
  { org, since, end }: { readonly org: string; readonly since: number; readonly end: number },
): Promise<number> {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await tables
      .selectFrom("action_log")
      .select(["idx", "created_at"])
      .where("org", "=", org)
      .where("idx", ">=", middle)
      .orderBy("idx")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined || row.created_at >= since) high = middle;
    else low = row.idx + 1;
  }
  return low;
}
