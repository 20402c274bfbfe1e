import { CompiledQuery, sql, type Kysely, type QueryExecutorProvider } from "kysely";
import { AnchorlogError } from "anchorlog";
import type { Statement } from "anchorlog/log";
import { ServerError } from "../errors.ts";
import { statement, type Database } from "./database.ts";
import { beforeStep, PATIENCE, tryStep, type Patience } from "./steps.ts";
import { isUnavailable } from "./unavailable.ts";

type Step = { compile(db: QueryExecutorProvider): CompiledQuery };

/** The database engine, and its SQL type for bytes. */
type Engine = { readonly engine: Database["engine"]; readonly bytes: "blob" | "bytea" };

/** Statements that run once, in order. Untyped, since tables may have changed later. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Migration = (db: Kysely<any>, engine: Engine) => readonly Step[];

export type Run = (statements: readonly Statement[]) => Promise<unknown>;

/**
 * Updates a schema to the newest version. If several processes start at once, one of them runs each step, and the
 * others continue after it.
 *
 * @param run with PostgreSQL, uses a connection that is not one of `db`.
 * @param table the table that stores the schema's version.
 * @param patience how long to wait for tables in use, with PostgreSQL.
 * @throws ServerError `newer_schema` if a newer version of the server has updated the schema; `migration_failed` if a
 *   step fails. A failed step changes nothing.
 */
export async function migrate<T>(
  db: Kysely<T>,
  run: Run,
  {
    table,
    migrations,
    engine,
    patience = PATIENCE,
  }: {
    readonly table: string;
    readonly migrations: readonly Migration[];
    readonly engine: Database["engine"];
    readonly patience?: Patience;
  },
): Promise<void> {
  const before = engine === "sqlite" ? [] : beforeStep(patience);
  const create = db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn("version", "integer", (c) => c.primaryKey());
  await run([...before, statement(create)]);
  const readVersion = async (): Promise<number> => {
    const newest = sql<{ version: number | null }>`select max(version) as version from ${sql.table(table)}`;
    return (await newest.execute(db)).rows[0]?.version ?? 0;
  };
  for (;;) {
    const version = await readVersion();
    if (version > migrations.length) {
      const message = `the database has version ${version} of ${table}, but this server reads versions up to ${migrations.length}`;
      throw new ServerError("newer_schema", message, { fix: "run a newer server" });
    }
    const next = migrations[version];
    if (next === undefined) return;
    const steps = next(db, { bytes: engine === "sqlite" ? "blob" : "bytea", engine }).map((step) =>
      statement({ compile: () => step.compile(db) }),
    );
    const { sql: text, parameters } =
      sql`insert into ${sql.table(table)} (version) values (${version + 1}) on conflict do nothing`.compile(db);
    const take = () => run([...before, { sql: text, parameters: parameters as number[], expect: 1 }, ...steps]);
    const failed = (why: string, fix: string, options: { readonly cause?: unknown } = {}): ServerError =>
      new ServerError("migration_failed", `step ${version + 1} of ${table} failed, and changed nothing: ${why}`, {
        ...options,
        fix: `${fix}, and start again; until then, run the previous release`,
      });
    let holder: string | undefined;
    try {
      if (engine === "sqlite") await take();
      else holder = await tryStep(take, db, patience);
    } catch (cause) {
      if (!isOfStatements(cause)) throw cause;
      // If the version has grown, another process ran the step. Otherwise, the step has failed.
      if ((await readVersion()) > version) continue;
      throw failed(cause instanceof Error ? cause.message : String(cause), "correct what the error names", { cause });
    }
    if (holder !== undefined) throw failed(`it needs a table that is in use, by ${holder}`, "wait for that, or end it");
  }
}

/** Whether the statements failed rather than the database. */
function isOfStatements(error: unknown): boolean {
  return error instanceof AnchorlogError ? error.code.startsWith("effect_") : !isUnavailable(error);
}

export function runIn<T>(db: Kysely<T>): Run {
  return (statements) =>
    db.transaction().execute(async (transaction) => {
      for (const { sql: text, parameters = [], expect } of statements) {
        const { rows, numAffectedRows } = await transaction.executeQuery(CompiledQuery.raw(text, [...parameters]));
        const count = rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0);
        if (expect !== undefined && count !== expect)
          throw Object.assign(new Error(`${count} rows`), { code: "effect_failed" });
      }
    });
}
