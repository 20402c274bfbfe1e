/** PostgreSQL's row-level security: isolates organizations even if a query lacks its condition. */
import { sql } from "kysely";
import { ServerError } from "../errors.ts";
import type { Database, Reach } from "./database.ts";

/** The connection setting with the organization whose rows are accessible. Without it, none are. */
const WHOSE = "anchorlog.log";

/**
 * Binds a connection to one organization's rows, or to all with `*`. While the log's store runs statements, it sets the
 * log, from which the organization's ID is derived (see accounts/account.ts).
 *
 * @param timeout milliseconds per statement. Set here because poolers reject it as a connection option.
 */
export const bindTo = (org: string, timeout: number): { readonly text: string; readonly values: string[] } => ({
  text: `select set_config('${WHOSE}', $1, false), set_config('statement_timeout', $2, false)`,
  values: [org === "*" ? org : org.replace(/^org_/, "0x"), String(timeout)],
});

/** Enables row-level security for tables with an `org` column, even for their owner. */
export function apart(tables: readonly string[]) {
  const whose = sql`current_setting(${sql.lit(WHOSE)}, true)`;
  return tables.flatMap((name) => {
    const table = sql.table(name);
    return [
      sql`alter table ${table} enable row level security`,
      sql`alter table ${table} force row level security`,
      // In this form, the planner assumes that the condition holds for almost all rows, so plans stay the same as
      // without the policy.
      sql`create policy tenant on ${table}
        using (nullif(${whose} = '*' or org = 'org_' || substr(${whose}, 3, 32), false) is not null)`,
    ];
  });
}

/**
 * Whether the server's role is subject to row-level security. Superusers and roles with BYPASSRLS are not.
 *
 * @param isProduction if true, such a role is an error; otherwise, the result is false.
 * @throws ServerError `not_utf8`, `unfenced_role`, `pooled_transactions`.
 */
export async function assertApart(
  { engine, across, of }: Pick<Database, "engine" | "across" | "of">,
  isProduction: boolean,
): Promise<boolean> {
  if (engine === "sqlite") return true;
  await assertEncoding(across);
  await assertKept(across, of("org_"));
  const role = sql<{ name: string; passes: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`;
  const { name, passes } = (await role.execute(across.tables)).rows[0]!;
  if (!passes || !isProduction) return !passes;
  throw new ServerError("unfenced_role", `NODE_ENV is production, and row-level security does not hold for ${name}`, {
    fix: "connect as a role of the server's own that owns its database: no superuser, and without BYPASSRLS",
  });
}

async function assertEncoding(across: Reach): Promise<void> {
  const encoding = sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`;
  const found = (await encoding.execute(across.tables)).rows[0]!.encoding;
  if (found === "UTF8") return;
  throw new ServerError("not_utf8", `the database has the encoding ${found}, which lacks characters`, {
    fix: "make another one: CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0",
  });
}

/** If a pooler lost the setting, queries would find no rows, and files would seem unused and be deleted. */
async function assertKept(across: Reach, other: Reach): Promise<void> {
  const whose = sql<{ whose: string }>`select current_setting(${sql.lit(WHOSE)}, true) as whose`;
  await across.tables.connection().execute(async (held) => {
    await other.tables.connection().execute((second) => whose.execute(second));
    if ((await whose.execute(held)).rows[0]!.whose === "*") return;
    throw new ServerError("pooled_transactions", "connections to PostgreSQL share their settings", {
      fix: "let the pooler use session mode, not transaction mode",
    });
  });
}
