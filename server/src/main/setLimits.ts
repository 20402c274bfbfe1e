import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";
import { readLimits } from "../foundation/limitGroups.ts";
import { configureOperator, type Configured } from "../log/operator.ts";
import { assertBegun, openTables } from "../log/stores.ts";

/**
 * Shows or sets an organization's own rate limits. A running server applies them at once.
 *
 * @param limits JSON, see `readLimits`; `usual` removes them; undefined changes nothing.
 * @returns the organization's first name, and its own limits, or undefined if the usual ones apply.
 * @throws ServerError `bad_limits`, `no_organization`, `no_log`, `no_accounts`, `no_database`, `no_limits`.
 */
export async function setLimits(
  config: Config,
  organization: string,
  limits: string | undefined,
): Promise<{ readonly name: string; readonly now: string | undefined }> {
  if (limits !== undefined && limits !== "usual") readLimits(organization, limits);
  const configured = await configureOperator(config);
  await assertBegun(configured, config);
  const found = await readOrSet(configured, config, organization, limits).catch((cause: Error) => {
    throw new ServerError("no_limits", `the limits of ${organization} cannot be read or set (${reasonOf(cause)})`, {
      fix: "check that the database exists and is writable, and that the server has run on it",
      cause,
    });
  });
  if (found !== undefined) return { name: found.name, now: found.limits ?? undefined };
  throw new ServerError("no_organization", `organization ${organization} does not exist`, {
    fix: "give its id, from GET /wallets/me or /admin",
  });
}

async function readOrSet(configured: Configured, config: Config, organization: string, limits: string | undefined) {
  const database = await openTables(configured, config);
  try {
    const { accounts } = database.across;
    if (limits !== undefined) {
      const own = limits === "usual" ? null : limits;
      await accounts.updateTable("organization").set({ limits: own }).where("id", "=", organization).execute();
    }
    return await accounts
      .selectFrom("organization")
      .select(["name", "limits"])
      .where("id", "=", organization)
      .executeTakeFirst();
  } finally {
    await database.close();
  }
}

/** If several addresses were tried, the error has only a code. */
const reasonOf = ({ message, code }: Error & { readonly code?: string }): string => message || String(code);
