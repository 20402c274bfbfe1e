/** Brings the index up to the log: it follows each organization's actions by a cursor of its own. */
import { setImmediate as turn } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "../db/database.ts";
import type { IndexTables, Tables } from "../db/tables.ts";
import { ITEMS } from "../platform/shapes.ts";
import { repeating } from "../db/fixed.ts";
import { objectOf } from "../platform/view.ts";
import { factsOf, termOf } from "./facts.ts";

/** Actions that are followed in one commit. */
export const CHUNK = 50;
/** Rows that one statement writes, and the numbers of them that statements are compiled for. */
const ROWS = 200;
const SIZES = [1, 5, CHUNK, ROWS];

/** How far the index has come: the place of the last action, and whether there are more. */
export type Progress = {
  readonly place: number | undefined;
  readonly actions: number;
  readonly isBehind: boolean;
  /** Another process follows now. */
  readonly isHeld?: boolean;
};

/** Follows an organization's actions by one commit. What others follow at the same time is followed once. */
export async function followSome(
  database: Pick<Database, "engine" | "of" | "builder">,
  org: string,
): Promise<Progress> {
  const { engine, of } = database;
  const { tables, index } = of(org);
  const cursor = await index.selectFrom("search_cursor").selectAll().where("org", "=", org).executeTakeFirst();
  const from = cursor?.place ?? -1;
  const actions = await tables
    .selectFrom("action_log")
    .select(["idx", "item", "id", "object"])
    .where("org", "=", org)
    .where(sql<boolean>`(idx, item) > (${Math.floor(from / ITEMS)}, ${from < 0 ? -1 : from % ITEMS})`)
    .orderBy("idx")
    .orderBy("item")
    .limit(CHUNK)
    .execute();
  const last = actions.at(-1);
  if (last === undefined) return { place: cursor?.place, actions: 0, isBehind: false };
  const place = last.idx * ITEMS + last.item;
  const outcome = await index.transaction().execute(async (commit) => {
    const ofIt = commit.selectFrom("search_cursor").select("place").where("org", "=", org);
    // A process that stands still in the middle is not waited for. Over SQLite there is one.
    if (engine === "postgres" && cursor !== undefined && (await ofIt.forUpdate().skipLocked().execute()).length === 0)
      return "held";
    // First: whoever else is about to follow the same waits here, and then finds that it is done.
    const moved = { place, action: last.id };
    const took =
      cursor === undefined
        ? await commit
            .insertInto("search_cursor")
            .values({ org, ...moved })
            .onConflict((is) => is.doNothing())
            .returning("org")
            .execute()
        : await commit
            .updateTable("search_cursor")
            .set(moved)
            .where("org", "=", org)
            .where("place", "=", cursor.place)
            .returning("org")
            .execute();
    if (took.length === 0) return "done by another";
    const ids = [...new Set(actions.map(({ object }) => object))].map((id) => ({ org, id }));
    await keep(commit, tables, queriesOf(database), ids);
    return "done";
  });
  // Of another's work it is not known how far it led.
  if (outcome !== "done") return { place: cursor?.place, actions: 0, isBehind: true, isHeld: outcome === "held" };
  return { place, actions: actions.length, isBehind: actions.length === CHUNK };
}

/** Has the index say of objects what they are now. */
async function keep(
  commit: Transaction<IndexTables>,
  tables: Kysely<Tables>,
  queries: Queries,
  ids: readonly Named[],
): Promise<void> {
  const { rows } = await tables.executeQuery(queries.objects(repeatLast(ids)));
  const names = await namesOf(tables, ids[0]!.org, rows);
  const there = await commit.executeQuery(queries.kept(repeatLast(ids)));
  const before = new Map(there.rows.map(({ id, terms }) => [id, new Set(JSON.parse(terms) as string[])]));
  const gone: Placed[] = [];
  const come: Placed[] = [];
  const objects: IndexTables["search_object"][] = [];
  for (const row of rows) {
    const { org, id } = row;
    const place = row.created_idx * ITEMS + row.created_item;
    const facts = factsOf({ ...objectOf(row), templateName: names.get(row.template)! });
    const terms = new Set(facts.map((fact) => termOf(org, fact).toString("base64")));
    const known = before.get(id) ?? new Set();
    gone.push(...placed(known.difference(terms), place));
    come.push(...placed(terms.difference(known), place));
    objects.push({ org, id, place, terms: JSON.stringify([...terms]) });
  }
  for (const [i, one] of gone.entries()) {
    if (i % ROWS === 0) await turn();
    await commit.executeQuery(queries.drop([one]));
  }
  // What is next to each other in the index is written together.
  come.sort((a, b) => Buffer.compare(a.term, b.term));
  for (const some of chunksOf(come)) {
    await turn();
    await commit.executeQuery(queries.put(repeatLast(some)));
  }
  for (const some of chunksOf(objects)) await commit.executeQuery(queries.keep(some));
}

type Named = { readonly org: string; readonly id: string };
type Placed = { readonly term: Uint8Array; readonly place: number };
const placed = (terms: Iterable<string>, place: number): Placed[] =>
  Array.from(terms, (term) => ({ term: Buffer.from(term, "base64"), place }));

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS) }, (_, i) => all.slice(i * ROWS, (i + 1) * ROWS));
}

/** As many as one of few numbers, so that few queries are compiled: the last one is there several times. */
function repeatLast<T>(items: readonly T[]): T[] {
  const length = SIZES.find((size) => size >= items.length)!;
  return Array.from({ length }, (_, i) => items[Math.min(i, items.length - 1)]!);
}

type Queries = ReturnType<typeof compileQueries>;
const compiled = new WeakMap<Database["builder"], Queries>();

function queriesOf({ builder }: Pick<Database, "builder">): Queries {
  let queries = compiled.get(builder);
  if (queries === undefined) compiled.set(builder, (queries = compileQueries(builder.withTables<IndexTables>())));
  return queries;
}

function compileQueries(builder: Kysely<Tables & IndexTables>) {
  const ofAll = (ids: readonly Named[]) => ({ org: ids[0]!.org, all: ids.map(({ id }) => id) });
  return {
    objects: repeating((ids: readonly Named[]) => {
      const { org, all } = ofAll(ids);
      return builder.selectFrom("object").selectAll().where("org", "=", org).where("id", "in", all);
    }),
    kept: repeating((ids: readonly Named[]) => {
      const { org, all } = ofAll(ids);
      return builder.selectFrom("search_object").select(["id", "terms"]).where("org", "=", org).where("id", "in", all);
    }),
    drop: repeating(([one]: readonly Placed[]) =>
      builder.deleteFrom("search_term").where("term", "=", one!.term).where("place", "=", one!.place),
    ),
    put: repeating((rows: readonly Placed[]) =>
      builder
        .insertInto("search_term")
        .values(rows.map(({ term, place }) => ({ term, place })))
        .onConflict((is) => is.doNothing()),
    ),
    keep: repeating((rows: readonly IndexTables["search_object"][]) =>
      builder
        .insertInto("search_object")
        .values(rows.map(({ org, id, place, terms }) => ({ org, id, place, terms })))
        .onConflict((is) => is.columns(["org", "id"]).doUpdateSet((eb) => ({ terms: eb.ref("excluded.terms") }))),
    ),
  };
}

/** The names of objects' templates, by their identifiers: one stays the same in all versions. */
export async function namesOf(
  tables: Kysely<Tables>,
  org: string,
  objects: readonly { readonly template: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(objects.map(({ template }) => template))];
  if (ids.length === 0) return new Map();
  const rows = await tables
    .selectFrom("template")
    .select(["id", "name"])
    .where("org", "=", org)
    .where("id", "in", ids)
    .where("version", "=", 1)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An organization, and the place of its newest action. */
export type Newest = { readonly org: string; readonly place: number };

/** Organizations in the order of their identifiers, some behind one: of each a look or two, however many actions it has. */
export async function newestActions(
  { across: { tables } }: Pick<Database, "across">,
  after: string,
  limit: number,
): Promise<Newest[]> {
  const { rows } = await sql<Newest>`
    with recursive acting(org) as (
      select min(org) from action_log where org > ${after}
      union all
      select (select min(org) from action_log where action_log.org > acting.org) from acting where acting.org is not null
    )
    select org, (
      select idx * ${sql.lit(ITEMS)} + item from action_log where action_log.org = acting.org
      order by idx desc, item desc limit 1
    ) as place
    from acting where org is not null limit ${limit}`.execute(tables);
  return rows;
}

/** How far the index of each of these organizations has come. */
export async function placesOf(
  { across: { index } }: Pick<Database, "across">,
  orgs: readonly string[],
): Promise<Map<string, number>> {
  if (orgs.length === 0) return new Map();
  const cursors = index.selectFrom("search_cursor").select(["org", "place"]).where("org", "in", orgs);
  return new Map((await cursors.execute()).map(({ org, place }) => [org, place]));
}

/** Empties the index, whoever follows meanwhile: everything is followed anew. */
export async function clear({ across: { index }, engine }: Pick<Database, "across" | "engine">): Promise<void> {
  const names = ["search_cursor", "search_term", "search_object"] as const;
  const tables = names.map((name) => sql.table(name));
  if (engine === "postgres") return void (await sql`truncate ${sql.join(tables)}`.execute(index));
  await index.transaction().execute(async (commit) => {
    for (const name of names) await commit.deleteFrom(name).execute();
  });
}

/**
 * Empties an index that has followed another log than there is: one that was put back from a backup.
 *
 * @returns whether it was so.
 */
export async function clearForeign(database: Pick<Database, "across" | "engine">): Promise<boolean> {
  const { tables, index } = database.across;
  let after = "";
  for (;;) {
    const cursors = await index
      .selectFrom("search_cursor")
      .selectAll()
      .where("org", ">", after)
      .orderBy("org")
      .limit(CHUNK)
      .execute();
    for (const { org, place, action } of cursors) {
      const there = await tables
        .selectFrom("action_log")
        .select(["idx", "item"])
        .where("org", "=", org)
        .where("id", "=", action)
        .executeTakeFirst();
      if (there !== undefined && there.idx * ITEMS + there.item === place) continue;
      await clear(database);
      return true;
    }
    if (cursors.length < CHUNK) return false;
    after = cursors.at(-1)!.org;
  }
}
