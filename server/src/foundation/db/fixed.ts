/** Queries that are compiled once. Values that differ per use are placeholders. */
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Statement } from "anchorlog/log";
import type { Demand } from "./database.ts";

/** A placeholder for a value. `of` is the index of the item, if the query is about several. */
type Placeholder = { readonly given: PropertyKey; readonly of?: number };
const isPlace = (value: unknown): value is Placeholder =>
  typeof value === "object" && value !== null && "given" in value;

type Fill<Values> = (values: Values) => readonly unknown[];

/** Compiles a query. @param make builds it. Reading a member of its argument yields a placeholder. */
function compile<Values extends object, Row>(
  make: (values: Values) => Compilable<Row>,
): { readonly compiled: CompiledQuery<Row>; readonly fill: Fill<Values> } {
  const places = new Proxy({}, { get: (_, given): Placeholder => ({ given }) });
  const compiled = make(places as Values).compile();
  const { parameters } = compiled;
  const fill: Fill<Values> = (values) =>
    parameters.map((value) => (isPlace(value) ? values[value.given as keyof Values] : value));
  return { compiled, fill };
}

/**
 * A query about several items, compiled once for each number of items.
 *
 * @param make builds it. Reading a member of an item yields a placeholder.
 */
export function repeating<Item extends object, Row>(
  make: (items: readonly Item[]) => Compilable<Row>,
): (items: readonly Item[]) => CompiledQuery<Row> {
  const known = new Map<number, CompiledQuery<Row>>();
  return (items) => {
    let compiled = known.get(items.length);
    if (compiled === undefined) {
      const places = items.map((_, of) => new Proxy({}, { get: (_, given): Placeholder => ({ given, of }) }) as Item);
      known.set(items.length, (compiled = make(places).compile()));
    }
    const parameters = compiled.parameters.map((value) =>
      isPlace(value) ? items[value.of!]![value.given as keyof Item] : value,
    );
    return { ...compiled, parameters };
  };
}

/** Runs a read query. Callers may share the returned rows. */
export type Reader = <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>;
type Queried = Pick<Kysely<never>, "executeQuery">;

/** Readers of databases that are not queried through Kysely. */
const readers = new WeakMap<Queried, Reader>();

/** Makes compiled read queries of a database run through a reader. */
export function readBy(db: Queried, reader: Reader): void {
  readers.set(db, reader);
}

/**
 * A read query.
 *
 * @param within selects the database by the values.
 */
export function reading<Values extends object, Row>(
  within: (values: Values) => Queried,
  make: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<readonly Row[]> {
  const { compiled, fill } = compile(make);
  const { query: node, queryId, sql } = compiled;
  return (values) => {
    // Spreading `compiled` would take ten times as long.
    const [db, query] = [within(values), { query: node, queryId, sql, parameters: fill(values) }];
    const reader = readers.get(db);
    return reader === undefined ? db.executeQuery<Row>(query).then(({ rows }) => rows) : reader(query);
  };
}

/** A statement that commits with an entry. */
export function writing<Values extends object>(
  make: (values: Values) => Compilable,
): (values: Values, demand?: Demand) => Statement {
  const { compiled, fill } = compile(make);
  return (values, demand) => ({
    sql: compiled.sql,
    parameters: fill(values) as NonNullable<Statement["parameters"]>,
    ...demand,
  });
}
