/** Updates the index from the log. Each organization has a cursor into its actions. */
import { setImmediate as turn } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "../foundation/db/database.ts";
import type { IndexTables, Tables } from "../foundation/db/tables.ts";
import { ITEMS } from "../objects/positions.ts";
import { repeating } from "../foundation/db/fixed.ts";
import { objectOf } from "../objects/view.ts";
import { factsOf, termOf } from "./facts.ts";

/** Actions per commit. */
export const CHUNK = 500;
/** Rows per statement, and the row counts that statements are compiled for. */
const ROWS = 200;
const SIZES = [1, 5, 50, ROWS, CHUNK];

/** The index's position in an organization's actions, and whether more actions follow. */
export type Progress = {
  readonly place: number | undefined;
  readonly actions: number;
  readonly isBehind: boolean;
  /** Another process is indexing this organization. */
  readonly isHeld?: boolean;
};

/** Indexes an organization's next actions in one commit. If several processes try, only one of them does the work. */
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
    // Skip a row locked by another process, which may have stalled. With SQLite, there is only one process.
    if (engine === "postgres" && cursor !== undefined && (await ofIt.forUpdate().skipLocked().execute()).length === 0)
      return "held";
    // Move the cursor first: another process with the same actions waits here, and then finds the work done.
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
  // Another process may have done the work. This one does not know how far it came, so it reports that it is behind.
  if (outcome !== "done") return { place: cursor?.place, actions: 0, isBehind: true, isHeld: outcome === "held" };
  return { place, actions: actions.length, isBehind: actions.length === CHUNK };
}

/** Updates the index for the current state of objects. */
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
  // Write in the order of the index, so that neighbouring rows are written together.
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

/** Repeats the last item up to one of a few sizes, so that few queries need compiling. */
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

/** The names of objects' templates by ID. All versions of a template have the same name. */
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

/** An organization, and the position of its newest action. */
export type Newest = { readonly org: string; readonly place: number };

/**
 * Organizations with an ID above `after`, in order. Each costs one or two index reads, regardless of its number of
 * actions.
 */
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

/** The index's position for each of these organizations. */
export async function placesOf(
  { across: { index } }: Pick<Database, "across">,
  orgs: readonly string[],
): Promise<Map<string, number>> {
  if (orgs.length === 0) return new Map();
  const cursors = index.selectFrom("search_cursor").select(["org", "place"]).where("org", "in", orgs);
  return new Map((await cursors.execute()).map(({ org, place }) => [org, place]));
}

/** Empties the index, so that everything is indexed again. Other processes may be indexing meanwhile. */
export async function clear({ across: { index }, engine }: Pick<Database, "across" | "engine">): Promise<void> {
  const names = ["search_cursor", "search_term", "search_object"] as const;
  const tables = names.map((name) => sql.table(name));
  if (engine === "postgres") return void (await sql`truncate ${sql.join(tables)}`.execute(index));
  await index.transaction().execute(async (commit) => {
    for (const name of names) await commit.deleteFrom(name).execute();
  });
}

/**
 * Empties an index that was built from another log. This happens after a restore from a backup.
 *
 * @returns whether the index was emptied.
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
