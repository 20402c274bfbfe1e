/** Descriptions of tables, from which both the types of rows and the statements that create the tables are made. */
import {
  sql,
  type ColumnDefinitionBuilder,
  type CreateIndexBuilder,
  type CreateTableBuilder,
  type RawBuilder,
  type SchemaModule,
} from "kysely";

type Rest = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
/** A column, and in TypeScript the type `T` of its values. */
export type Column<T> = {
  readonly type: "text" | "bigint" | "integer" | "bytes";
  readonly rest: Rest;
  readonly of?: T;
};
type Columns = Readonly<Record<string, Column<unknown>>>;

type Index<Name extends string = string> = {
  readonly name: string;
  readonly columns: readonly Name[];
  readonly unique?: boolean;
  readonly where?: RawBuilder<boolean>;
};

export type Table<C extends Columns = Columns> = {
  readonly key: readonly string[];
  readonly columns: C;
  readonly indexes: readonly Index[];
};

export type RowOf<T> =
  T extends Table<infer C> ? { -readonly [N in keyof C]: C[N] extends Column<infer V> ? V : never } : never;
/** The rows of tables, by the tables' names. */
export type RowsOf<T> = { [N in keyof T]: RowOf<T[N]> };

/** @param key the columns of the primary key. */
export const table = <C extends Columns>(
  key: readonly (keyof C & string)[],
  columns: C,
  indexes: readonly Index<keyof C & string>[] = [],
): Table<C> => ({ key, columns, indexes });

const column = <T>(type: Column<T>["type"], rest: Rest = (c) => c.notNull()): Column<T> => ({ type, rest });
/** A text that is one of the values of a type. */
export const textOf = <T extends string>(): Column<T> => column<T>("text");
export const text = column<string>("text");
export const uniqueText = column<string>("text", (c) => c.notNull().unique());
/** A text that is a key of another table. @param of `table.column`. */
export const textFrom = (of: string): Column<string> => column<string>("text", (c) => c.notNull().references(of));
export const big = column<number>("bigint");
export const small = column<number>("integer");
export const flag = column<0 | 1>("integer");
export const bytes = column<Uint8Array>("bytes");
export const orNull = <T>({ type }: Column<T>): Column<T | null> => ({ type, rest: (c) => c });

/** The statements that create tables. @param blob the type for bytes. */
export function create(
  schema: SchemaModule,
  tables: Readonly<Record<string, Table>>,
  blob: "blob" | "bytea",
): (CreateTableBuilder<string, string> | CreateIndexBuilder)[] {
  return Object.entries(tables).flatMap(([name, { key, columns, indexes }]) => {
    let made: CreateTableBuilder<string, string> = schema
      .createTable(name)
      .addPrimaryKeyConstraint(`${name}_key`, key as never);
    for (const [of, { type, rest }] of Object.entries(columns)) {
      made = made.addColumn(of, type === "bytes" ? (blob as "bytea") : type, rest);
    }
    // All columns belong to the key, so that SQLite needs no rows beside it.
    if (blob === "blob" && key.length === Object.keys(columns).length) made = made.modifyEnd(sql`without rowid`);
    return [made, ...indexes.map((index) => createIndex(schema, name, index))];
  });
}

function createIndex(schema: SchemaModule, of: string, { name, columns, unique, where }: Index) {
  const plain = schema
    .createIndex(name)
    .on(of)
    .columns([...columns]);
  const made = unique === true ? plain.unique() : plain;
  return where === undefined ? made : made.where(where as never);
}
