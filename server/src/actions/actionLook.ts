/** Looks for actions, newest first, each time with a bounded amount of work. */
import type { Reach } from "../foundation/db/database.ts";
import type { ActionRow } from "../foundation/db/tables.ts";
import { countReachable, MOST_COUNTED, type Look, type Range } from "../http/cursors.ts";
import { entryAndItem, positionOf } from "../objects/positions.ts";
import { firstSince } from "../objects/since.ts";

/**
 * Columns with an index each, from the one whose values the fewest actions share. A query uses the index of the first
 * column that it has a condition for.
 */
const EQUAL = ["object", "actor", "template", "kind"] as const;
/** Actions found by that index that one page compares with the other conditions. */
export const MOST_LOOKED_AT = 1_000;

export type Conditions = {
  readonly equal: { readonly [Column in (typeof EQUAL)[number]]: string | undefined };
  /** Accepted then or later, and before; Unix milliseconds. */
  readonly since: number | undefined;
  readonly before: number | undefined;
};

/** The actions of an organization that meet all conditions. */
export async function lookAmong(
  tables: Reach["tables"],
  org: string,
  { equal, since, before }: Conditions,
  show: (row: ActionRow) => object,
): Promise<{ look: (range: Range) => Promise<Look>; count: () => Promise<number> }> {
  const [followed, ...others] = EQUAL.filter((column) => equal[column] !== undefined);
  const ofOrg = tables.selectFrom("action_log").where("org", "=", org);
  let all = ofOrg;
  if (followed !== undefined) all = all.where(followed, "=", equal[followed]!);
  if (since !== undefined || before !== undefined) {
    const newest = await ofOrg.select("idx").orderBy("idx", "desc").limit(1).executeTakeFirst();
    const end = newest === undefined ? 0 : newest.idx + 1;
    if (since !== undefined) all = all.where("idx", ">=", await firstSince(tables, { org, since, end }));
    if (before !== undefined) all = all.where("idx", "<", await firstSince(tables, { org, since: before, end }));
  }
  const descending = all.orderBy("idx", "desc").orderBy("item", "desc");
  const below = (place: number) =>
    descending.where((at) => at(at.refTuple("idx", "item"), "<", at.tuple(...entryAndItem(place))));
  const found = (rows: readonly ActionRow[]) => rows.map((row) => ({ at: positionOf(row), item: show(row) }));
  if (others.length === 0) {
    return {
      look: async ({ before: place, limit, offset }) => ({
        found: found(
          await below(place)
            .selectAll()
            .limit(limit)
            .offset(offset ?? 0)
            .execute(),
        ),
      }),
      count: () => countReachable(tables, all),
    };
  }

  const held = async (place: number, most: number) => {
    const rows = await below(place)
      .select(["id", "idx", "item", ...EQUAL])
      .limit(most)
      .execute();
    const matching = rows.filter((row) => others.every((column) => row[column] === equal[column]));
    return { matching, last: rows.length === most ? rows.at(-1) : undefined };
  };
  return {
    look: async ({ before: place, limit, offset }) => {
      const { matching, last } = await held(place, offset === undefined ? MOST_LOOKED_AT : MOST_COUNTED);
      const ids = matching.slice(offset, (offset ?? 0) + limit).map(({ id }) => id);
      const rows = ids.length === 0 ? [] : await ofOrg.selectAll().where("id", "in", ids).execute();
      rows.sort((a, b) => positionOf(b) - positionOf(a));
      return { found: found(rows), ...(last !== undefined && { stoppedAt: positionOf(last) }) };
    },
    count: async () => (await held(Number.MAX_SAFE_INTEGER, MOST_COUNTED)).matching.length,
  };
}
