/** Finds the position of a time among an organization's actions. */
import type { Reach } from "../foundation/db/database.ts";
import { ITEMS } from "../objects/positions.ts";
import { firstSince } from "../objects/since.ts";

/** The position of the last action already passed. */
export type LogPosition = { readonly idx: number; readonly item: number };

/** The position before the first action at or after `since`, at most `from`. */
export async function rewindTo(
  tables: Reach["tables"],
  { org, since, from }: { readonly org: string; readonly since: number; readonly from: LogPosition },
): Promise<LogPosition> {
  const first = await firstSince(tables, { org, since, end: from.idx + 1 });
  // All items of the entry before are passed.
  return first > from.idx ? from : { idx: first - 1, item: ITEMS };
}
