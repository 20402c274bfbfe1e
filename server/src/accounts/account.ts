import { randomBytes } from "node:crypto";
import { logId, type OperatorId } from "anchorlog/action";
import type { Parts } from "../parts.ts";

/** What an organization is called, by its log: in the database the one follows from the other (see db/tenants.ts). */
const organizationOf = (operator: OperatorId, log: string): string => `org_${logId(operator, log).slice(2, 34)}`;

/** The account of an address, and the organization that it signs in to: the first login makes both, and a log. */
export async function accountOf(
  { database, anchorlog, operator, clock }: Pick<Parts, "database" | "anchorlog" | "operator" | "clock">,
  email: string,
): Promise<{ account: string; org: string }> {
  const { accounts } = database.across;
  const find = () =>
    accounts
      .selectFrom("account")
      .innerJoin("organization", "organization.founder", "account.id")
      .select(["account.id as account", "organization.id as org", "log"])
      .where("email", "=", email)
      .orderBy("organization.created_at")
      .orderBy("organization.id")
      .executeTakeFirst();
  const make = () =>
    accounts.transaction().execute(async (db) => {
      const account = `acc_${randomBytes(16).toString("hex")}`;
      const log = `org-${randomBytes(16).toString("hex")}`;
      const now = clock();
      // Of two first logins at once, the second waits here, and then finds what the first made.
      const made = await db
        .insertInto("account")
        .values({ id: account, email, created_at: now })
        .onConflict((conflict) => conflict.column("email").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made === undefined) return;
      const name = email.slice(0, email.lastIndexOf("@"));
      const row = { id: organizationOf(operator, log), name, log, founder: account, limits: null, created_at: now };
      await db.insertInto("organization").values(row).execute();
    });
  let found = await find();
  if (found === undefined) {
    await make();
    found = (await find())!;
  }
  // At each login: one that was killed before this point left rows without a log. What is there already stays as it is.
  await anchorlog.addLog(found.log);
  return found;
}
