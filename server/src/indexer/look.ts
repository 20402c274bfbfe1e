/** Answers questions of the index, newest first, each with a bounded amount of work. */
import { setImmediate as turn } from "node:timers/promises";
import { sql, type ExpressionBuilder, type Kysely } from "kysely";
import type { IndexTables, ObjectRow } from "../db/tables.ts";
import { countOf, type Look } from "../http/cursors.ts";
import type { Parts } from "../parts.ts";
import { shownRow } from "../bus/objectRoutes.ts";
import { objectOf } from "../platform/view.ts";
import { ALL, factsOf, meets, spanOf, valuesOf, WORDS, type Condition, type Span } from "./facts.ts";
import { namesOf } from "./follow.ts";

/** Places in the index, and objects, that a question looks at. */
export const MOST_PLACES = 1_000;
export const MOST_OBJECTS = 500;
/** Characters of their properties. */
export const MOST_READ = 1 << 20;
/** Objects that are read at once. */
const CHUNK = 50;

type Place = { readonly place: number; /** Null where the index has more against it. */ readonly id: string | null };
type Range = { readonly before: number; readonly limit: number };

/**
 * The objects of an organization that meet all conditions. They are held against what they are now. Where the work that a
 * question may cost does not lead to the end, it says where to go on.
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
  const left = places.filter((one): one is Place & { id: string } => one.id !== null);
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
 * The newest places that may meet all conditions, by the one that fewest meet. Where it is a range that more meet than are
 * looked at, it is left to the objects themselves.
 */
async function placesOf(
  index: Kysely<IndexTables>,
  org: string,
  conditions: readonly Condition[],
  before: number,
): Promise<{ places: readonly Place[]; isAll: boolean }> {
  const spans = [{ ...ALL, is: "=" } as const, ...conditions].map((condition) => spanOf(org, condition));
  const all = index.selectFrom("search_term");
  const within = ({ from, to }: Span) => all.where("term", ">=", from).where("term", "<=", to);
  const older = (span: Span) =>
    (isPoint(span) ? all.where("term", "=", span.from) : within(span)).where("place", "<", before);
  const counted = [];
  for (const span of spans) {
    // A range has its places in no order: all of them count.
    const some = (isPoint(span) ? older(span) : within(span)).select("place").limit(MOST_PLACES + 1);
    counted.push({ span, count: await countOf(index.selectFrom(some.as("some"))) });
  }
  const points = spans.filter(isPoint);
  const fewest = counted.toSorted((a, b) => a.count - b.count)[0]!;
  const isSmall = fewest.count <= MOST_PLACES;
  const driver = isSmall ? fewest.span : points.at(-1)!;
  const others = points.filter((span) => span !== driver);
  const hasAll = (eb: ExpressionBuilder<IndexTables & { driver: { place: number } }, "driver">) =>
    eb.and(
      others.map(({ from }) =>
        eb.exists(
          eb
            .selectFrom("search_term")
            .select(sql.lit(1).as("one"))
            .where("term", "=", from)
            .whereRef("search_term.place", "=", "driver.place"),
        ),
      ),
    );
  const places = await index
    .selectFrom(older(driver).select("place").distinct().orderBy("place", "desc").limit(MOST_PLACES).as("driver"))
    .select((eb) => [
      "driver.place",
      eb
        .case()
        .when(hasAll(eb as never))
        .then(
          eb
            .selectFrom("search_object")
            .select("id")
            .where("org", "=", org)
            .whereRef("search_object.place", "=", "driver.place"),
        )
        .end()
        .as("id"),
    ])
    .orderBy("driver.place", "desc")
    .execute();
  return { places, isAll: isSmall || places.length < MOST_PLACES };
}

const isPoint = ({ from, to }: Span): boolean => from.equals(to);
