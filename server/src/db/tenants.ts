/** Row-level security of PostgreSQL: organizations are apart also where a query forgets whose rows it is about. */
import { sql } from "kysely";
import { ServerError } from "../errors.ts";
import type { Database } from "./database.ts";

/**
 * Whose rows may be seen and changed: what the connection was bound to (see postgres.ts), or, where the log's store runs
 * statements with an entry, the organization of that log. `*` is everybody's. Nothing at all is nobody's.
 */
const WHOSE = sql`
create or replace function platform_org() returns text language sql stable as $$
  select case coalesce(current_setting('anchorlog.log', true), '')
    when '' then current_setting('platform.org', true)
    when '*' then '*'
    else 'org_' || substr(current_setting('anchorlog.log', true), 3, 32)
  end
$$`;

/** Holds tables to it that are led by an organization's identifier, also against the role that owns them. */
export function apart(tables: readonly string[]) {
  const policies = tables.flatMap((name) => {
    const table = sql.table(name);
    return [
      sql`alter table ${table} enable row level security`,
      sql`alter table ${table} force row level security`,
      // Asked once a statement, not once a row.
      sql`create policy tenant on ${table} using ((select platform_org()) = any (array[org, '*']))`,
    ];
  });
  return [WHOSE, ...policies];
}

/**
 * Whether the server's role is held to it: superusers are not, nor are those with BYPASSRLS.
 *
 * @param isProduction refuses such a role, where otherwise it is only told.
 * @throws ServerError `unfenced_role`.
 */
export async function assertApart({ engine, across }: Database, isProduction: boolean): Promise<boolean> {
  if (engine === "sqlite") return true;
  const role = sql<{ name: string; passes: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`;
  const { name, passes } = (await role.execute(across.tables)).rows[0]!;
  if (!passes || !isProduction) return !passes;
  throw new ServerError("unfenced_role", `NODE_ENV is production, and row-level security does not hold for ${name}`, {
    fix: "connect as a role of the server's own that owns its database: no superuser, and without BYPASSRLS",
  });
}
