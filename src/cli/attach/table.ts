/** The options that name a table and its records. */
import { jsonLines } from "../../attach/jsonLines.ts";
import { tableRecords, type RecordStore, type Records } from "../../attach/records.ts";
import type { RowSource } from "../../attach/source.ts";
import { identityOf } from "../../daemon/config/open.ts";
import { readSecretUrl } from "../../daemon/config/secrets.ts";
import type { Config } from "../../daemon/config/settings.ts";
import { address, urlOf } from "../../daemon/config/values.ts";
import { readAs } from "../options.ts";
import { UsageError } from "../usage.ts";

export type TableValues = { readonly [N in "log" | "table" | "name" | "id" | "columns" | "signer"]?: string };

/** @throws UsageError */
export function readSourceName(positionals: readonly string[], command: string): string {
  const [source, more] = positionals;
  if (source !== undefined && more === undefined) return source;
  throw new UsageError(`${command} takes one source: a file, or the URL of a database`, command);
}

/** Opens a source. @throws UsageError; as the sources do. */
export async function openSource(source: string, values: TableValues, command: string): Promise<RowSource> {
  const { table, id } = values;
  const columns = values.columns?.split(",");
  if (/\.(?:jsonl|ndjson)$/.test(source)) {
    if ((table ?? columns) !== undefined)
      throw new UsageError("a file of JSON lines has no --table or --columns", command);
    return jsonLines({ file: source, id });
  }
  if (table === undefined)
    throw new UsageError(
      `${command} needs --table; the name of a file of JSON lines ends with .jsonl or .ndjson`,
      command,
    );
  if (/^(?:postgres|postgresql|env|file):/.test(source)) {
    const schemes = ["postgres", "postgresql"];
    const given = readAs(urlOf(...schemes), "SOURCE", source, command);
    const place = { config: { folder: process.cwd() }, env: process.env, name: "SOURCE" };
    const connectionString = await readSecretUrl(given, schemes, place);
    const { postgresTable } = await import("../../attach/postgres.ts");
    return postgresTable({ connectionString, table, id, columns });
  }
  const { sqliteTable } = await import("../../attach/sqlite.ts");
  return sqliteTable({ file: source, table, id, columns });
}

/** Returns the log's name and the table's name in records. @throws UsageError */
export function readNames({ log, table, name = table }: TableValues, command: string) {
  if (log === undefined) throw new UsageError(`${command} needs --log`, command);
  if (name === undefined) throw new UsageError(`${command} needs --name for a file of JSON lines`, command);
  return { log, name };
}

/** Returns the records of a table by the address of its service key. @throws UsageError */
export function recordsOf(config: Config, store: RecordStore, values: TableValues, command: string): Records {
  if (values.signer === undefined)
    throw new UsageError(`${command} needs --signer, the service key's address`, command);
  const signer = readAs(address, "--signer", values.signer, command);
  return tableRecords({ store, operator: identityOf(config), ...readNames(values, command), signer });
}
