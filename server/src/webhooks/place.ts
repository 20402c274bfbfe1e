/** Finds the position of a time among an organization's actions. */
import type { Reach } from "../db/database.ts";
import { ITEMS } from "../platform/shapes.ts";

/** The position of the last action already passed. */
export type Place = { readonly idx: number; readonly item: number };

/**
 * The position before the first action at or after `since`, at most `from`. Times never decrease from entry to entry,
 * so a binary search finds it in about twenty queries.
 */
export async function rewindTo(
  tables: Reach["tables"],
  { org, since, from }: { readonly org: string; readonly since: number; readonly from: Place },
): Promise<Place> {
  let [low, high] = [0, from.idx + 1];
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
  // `low` is the first index to deliver. All items of the entry before are passed.
  const place = { idx: low - 1, item: ITEMS };
  return low > from.idx ? from : place;
}
