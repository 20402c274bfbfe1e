/** The traces that a refused request must not leave. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { TestServer } from "../harness.ts";

/** All committed rows of a server over SQLite, by table. */
export function tracesOf({ parts }: TestServer): Record<string, unknown> {
  const db = new DatabaseSync(join(parts.config.folder, "log.sqlite"), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables
    .map(({ name }) => String(name))
    .filter((name) => !/^(batch|checkpoint)/.test(name))
    .map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
}
