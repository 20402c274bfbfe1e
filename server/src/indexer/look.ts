/** Searches the index, newest objects first. The work per search is bounded. */
import { setImmediate as turn } from "node:timers/promises";
import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from "kysely";
import type { IndexTables, ObjectRow } from "../foundation/db/tables.ts";
import { countOf, type Look } from "../http/cursors.ts";
import type { Parts } from "../foundation/parts.ts";
import { shownRow } from "../actions/objectRoutes.ts";
import { objectOf } from "../objects/view.ts";
import { ALL, factsOf, meets, spanOf, valuesOf, WORDS, type Condition, type Span } from "./facts.ts";
import { namesOf } from "./follow.ts";

/** Positions in the index, and objects, read per search. */
const MOST_PLACES = 1_000;
const MOST_OBJECTS = 500;
/** Positions in all ranges of a search that are sorted at most. */
const MOST_IN_RANGE = 5_000;
/** Characters of properties read per search. */
const MOST_READ = 1 << 20;
/** Objects per query. */
const CHUNK = 50;

type IndexRow = {
  readonly place: number;
  /** Null if the place lacks one of the exact terms. */
  readonly id: string | null;
};
type Range = { readonly before: number; readonly limit: number };

/**
 * The objects of an organization that meet all conditions. Each is checked against its current state. If the work
 * exceeds its bound, the result has the position to continue from.
 */
export async function look(
  { database }: Pick<Parts, "database">,
  org: string,
  conditions: readonly Condition[],
  { before, limit }: Range,
): Promise<Look> {
  const { tables, index } = database.of(org);
  const { places, isAll } = await placesOf(index, org, conditions, before);
  const found: { at: number; item: object }[] = [];
  const describe = conditions.some(({ field }) => field === WORDS) ? factsOf : valuesOf;
  let [seen, read] = [0, 0];
  const left = places.filter((one): one is IndexRow & { id: string } => one.id !== null);
  while (seen < left.length && seen < MOST_OBJECTS && read < MOST_READ && found.length < limit) {
    await turn();
    const chunk = left.slice(seen, seen + CHUNK);
    const ids = chunk.map(({ id }) => id);
    const rows = await tables.selectFrom("object").selectAll().where("org", "=", org).where("id", "in", ids).execute();
    const names = await namesOf(tables, org, rows);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isFound = (row: ObjectRow): boolean => {
      const facts = describe({ ...objectOf(row), templateName: names.get(row.template)! });
      return conditions.every((condition) => meets(facts, condition));
    };
    for (const { place, id } of chunk) {
      const row = byId.get(id);
      if (row !== undefined && isFound(row)) found.push({ at: place, item: shownRow(row) });
    }
    seen += chunk.length;
    for (const { properties } of rows) read += properties.length;
  }
  if (found.length >= limit) return { found: found.slice(0, limit) };
  if (seen < left.length) return { found, stoppedAt: left[seen - 1]!.place };
  return isAll ? { found } : { found, stoppedAt: places.at(-1)!.place };
}

/**
 * The newest positions that may meet all conditions. They are found by the equality conditions. If too many objects
 * meet those, the narrowest range is used. A range with too many positions to sort is checked on the objects instead.
 */
export async function placesOf(
  index: Kysely<IndexTables>,
  org: string,
  conditions: readonly Condition[],
  before: number,
): Promise<{ places: readonly IndexRow[]; isAll: boolean }> {
  const spans = conditions.map((condition) => spanOf(org, condition));
  const points = spans.filter(isPoint);
  const ranges = spans.filter((span) => !isPoint(span));
  const read = async (driver: RawBuilder<{ place: number }>) => {
    const places = await index
      .selectFrom(driver.as("driver"))
      .select((eb) => [
        "driver.place",
        eb
          .case()
          .when(hasAll(eb as never, points))
          .then(objectAt(eb as never, org))
          .end()
          .as("id"),
      ])
      .orderBy("driver.place", "desc")
      .execute();
    return { places, isAll: places.length < MOST_PLACES };
  };
  const byPoints =
    points.length > 0 ? await read(points.length > 1 ? leap(points, before) : inOrder(points[0]!, before)) : undefined;
  if (byPoints?.isAll === true) return byPoints;
  const range = await narrowest(index, ranges);
  if (range !== undefined) return read(inOrder(range, before));
  return byPoints ?? read(inOrder(spanOf(org, { ...ALL, is: "=" }), before));
}

/**
 * Finds positions that all terms have. The oldest of the terms' newest positions is the next candidate, since no newer
 * position can have all terms. This skips long runs of positions that only frequent terms have.
 */
function leap(terms: readonly Span[], before: number): RawBuilder<{ place: number }> {
  const next = (below: RawBuilder<unknown>) => {
    const newest = terms.map(
      ({ from }) =>
        sql`
        select coalesce(
          (select place from search_term where term = ${from} and place < ${below} order by place desc limit 1), -1
        ) as place`,
    );
    return sql`(select min(newest.place) from (${sql.join(newest, sql` union all `)}) as newest)`;
  };
  // The recursion counts its steps itself. An outer limit would apply only after sorting all rows.
  return sql`(
    with recursive leap(place, steps) as (
      select ${next(sql`${before}`)}, 1
      union all
      select ${next(sql.ref("leap.place"))}, leap.steps + 1 from leap
        where leap.place >= 0 and leap.steps < ${sql.lit(MOST_PLACES)}
    ) select place from leap where place >= 0
  )`;
}

/** The positions of one span, newest first. A single term has sorted positions; a range must be read in full. */
function inOrder(span: Span, before: number): RawBuilder<{ place: number }> {
  const { from, to } = span;
  return sql`(
    select distinct place from search_term
    where ${isPoint(span) ? sql`term = ${from}` : sql`term between ${from} and ${to}`} and place < ${before}
    order by place desc limit ${sql.lit(MOST_PLACES)}
  )`;
}

/** The range with the fewest positions; undefined if all ranges have too many to sort. */
async function narrowest(index: Kysely<IndexTables>, ranges: readonly Span[]): Promise<Span | undefined> {
  const most = Math.floor(MOST_IN_RANGE / Math.max(1, ranges.length));
  const counted = [];
  for (const range of ranges) {
    const all = index.selectFrom("search_term").where("term", ">=", range.from).where("term", "<=", range.to);
    const some = all.select("place").limit(most + 1);
    counted.push({ range, count: await countOf(index.selectFrom(some.as("some"))) });
  }
  const [fewest] = counted.toSorted((a, b) => a.count - b.count);
  return fewest !== undefined && fewest.count <= most ? fewest.range : undefined;
}

type Driven = ExpressionBuilder<IndexTables & { driver: { place: number } }, "driver">;

const hasAll = (eb: Driven, points: readonly Span[]) =>
  eb.and(
    points.map(({ from }) =>
      eb.exists(
        eb
          .selectFrom("search_term")
          .select(sql.lit(1).as("one"))
          .where("term", "=", from)
          .whereRef("search_term.place", "=", "driver.place"),
      ),
    ),
  );

const objectAt = (eb: Driven, org: string) =>
  eb
    .selectFrom("search_object")
    .select("id")
    .where("org", "=", org)
    .whereRef("search_object.place", "=", "driver.place");

const isPoint = ({ from, to }: Span): boolean => from.equals(to);
