/** Where in an organization's actions a time is. */
import type { Reach } from "../db/database.ts";
import { ITEMS } from "../platform/shapes.ts";

/** Of an action, the last that is behind. */
export type Place = { readonly idx: number; readonly item: number };

/**
 * The place before the first action of a time or later; not beyond where it is. Times never go back from entry to entry,
 * so that it is found in some twenty looks, however many actions there are.
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
  // `low` is the first index that counts: all of the one before are behind.
  const place = { idx: low - 1, item: ITEMS };
  return low > from.idx ? from : place;
}
