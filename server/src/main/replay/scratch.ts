/** An empty, private database to replay actions in. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Statement } from "anchorlog/log";
import type { Place } from "../../http/signed.ts";
import { ServerError } from "../../foundation/errors.ts";
import { migrate } from "../../foundation/db/migrate.ts";
import { TABLES } from "../../foundation/db/migrations.ts";
import { kyselyOver } from "../../foundation/db/sqlite.ts";
import type { Tables } from "../../foundation/db/tables.ts";
import type { Reach } from "../../foundation/db/database.ts";

export type Scratch = {
  readonly tables: Reach["tables"];
  /** Runs the statements of an entry, all or none. @throws ServerError `not_replayed` */
  apply(statements: readonly Statement[], place: Place & { readonly hash: Uint8Array }): void;
  close(): void;
};

/** @param path of a new file; in memory if undefined. */
export async function openScratch(path = ":memory:"): Promise<Scratch> {
  const db = new DatabaseSync(path);
  // Durability is not needed: the replay can be repeated.
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  const tables = kyselyOver<Tables>(db);
  const prepared = new Map<string, ReturnType<typeof db.prepare>>();
  const run = ({ sql, parameters = [], expect }: Statement, place?: Place & { readonly hash: Uint8Array }): void => {
    let compiled = prepared.get(sql);
    if (compiled === undefined) prepared.set(sql, (compiled = db.prepare(sql)));
    const values = parameters.map((value) =>
      typeof value === "object" && value !== null && "entry" in value ? place![value.entry] : value,
    ) as SQLInputValue[];
    const isQuery = compiled.columns().length > 0;
    const count = isQuery ? compiled.all(...values).length : Number(compiled.run(...values).changes);
    if (expect === undefined || count === expect) return;
    throw new ServerError("not_replayed", `a statement must affect ${expect} rows, and affected ${count}`);
  };
  await migrate(tables, async (statements) => statements.forEach((one) => run(one)), {
    table: "tables_version",
    migrations: TABLES,
    engine: "sqlite",
  });
  return {
    tables,
    apply: (statements, place) => {
      db.exec("BEGIN");
      try {
        statements.forEach((one) => run(one, place));
        db.exec("COMMIT");
      } catch (cause) {
        db.exec("ROLLBACK");
        throw cause instanceof ServerError
          ? cause
          : new ServerError("not_replayed", (cause as Error).message, { cause });
      }
    },
    close: () => db.close(),
  };
}
