/** Invitations: an owner sends one to an address, and the address can then join the organization. */
import { sql } from "kysely";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { rowsOf } from "../foundation/db/rows.ts";
import { OPEN } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { ApiError } from "../http/errors.ts";
import { iso } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { namesOf } from "./organizations.ts";

/** Milliseconds until an invitation expires. */
export const INVITATION_AGE = 14 * 86_400_000;
/** Invitations of an organization to the same address per day. Each one sends a mail. */
const INVITATION_LIMIT = { count: 5, within: 86_400_000 } as const;
/** Milliseconds after which an unfinished mail is tried again, since its process has probably died. */
const TRY_AGE = 60_000;

/** The change that withdraws the open invitation of an address. */
export function withdrawOpen({ builder }: Pick<Database, "builder">, org: string, email: string) {
  return builder
    .updateTable("invitation")
    .set({ state: "withdrawn" })
    .where("org", "=", org)
    .where("email", "=", email)
    .where("state", "=", OPEN);
}

const MANY = {
  code: "too_many_invitations",
  message: `this address was invited ${INVITATION_LIMIT.count} times in a day: invite it later`,
  status: 422,
} as const;

/** @throws ApiError 422 `too_many_invitations`. */
export async function assertFewInvitations(
  { database, clock }: Pick<Parts, "database" | "clock">,
  org: string,
  email: string,
): Promise<void> {
  const { count, within } = INVITATION_LIMIT;
  const oldest = await rowsOf(database, "invitation", org)
    .select("created_at")
    .where("email", "=", email)
    .where("created_at", ">", clock() - within)
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  const until = iso(oldest.created_at + within);
  throw new ApiError(MANY.status, MANY.code, `${MANY.message}, after ${until}`, { field: "email" });
}

/** The same check when the action commits, by the entry's time. It holds for concurrent invitations as well. */
export function fewInvitations({ builder }: Pick<Database, "builder">, org: string, email: string): Statement {
  const { count, within } = INVITATION_LIMIT;
  const oldest = builder
    .selectFrom("invitation")
    .select("id")
    .where("org", "=", org)
    .where("email", "=", email)
    .where("created_at", ">", sql<number>`cast(${ENTRY.acceptedAt} as bigint) - ${within}`)
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(count - 1);
  return statement(oldest, { expect: 0, refusal: MANY });
}

/**
 * Mails an open invitation that was not mailed yet. Rejects if the mail server does not accept it, and a later call
 * tries again.
 */
export async function mailInvitation(parts: Parts, org: string, id: string): Promise<void> {
  const { database, clock, mailer } = parts;
  const { accounts } = database.of(org);
  const now = clock();
  const open = rowsOf(database, "invitation", org).selectAll().where("id", "=", id).where("state", "=", OPEN);
  const invitation = await open.where("expires_at", ">", now).executeTakeFirst();
  if (invitation === undefined) return;
  // Only one of several concurrent calls sends the mail.
  const claimed = await accounts
    .insertInto("invitation_mail")
    .values({ org, invitation: id, tried_at: now, sent_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(["org", "invitation"])
        .doUpdateSet({ tried_at: now })
        .where("invitation_mail.sent_at", "is", null)
        .where("invitation_mail.tried_at", "<=", now - TRY_AGE),
    )
    .returning("invitation")
    .executeTakeFirst();
  if (claimed === undefined) return;
  const mark = (values: { readonly tried_at?: number; readonly sent_at?: number }) =>
    accounts
      .updateTable("invitation_mail")
      .set(values)
      .where("org", "=", org)
      .where("invitation", "=", id)
      .where("sent_at", "is", null)
      .execute();
  try {
    await mailer.send({ to: invitation.email, ...(await mailOf(parts, invitation)), by: org, isAsked: false });
  } catch (error) {
    await mark({ tried_at: 0 });
    throw error;
  }
  await mark({ sent_at: now });
}

async function mailOf({ database, config }: Parts, { org, id, email, role }: Tables["invitation"]) {
  const { host, origin } = config.publicUrl;
  // Strangers do not get text chosen by the inviter, since it could be an advertisement or a link.
  const known = database.of(org).accounts.selectFrom("account").select("id").where("email", "=", email);
  const name = (await known.executeTakeFirst()) && (await namesOf({ database }, [org])).get(org);
  const which = name === undefined ? "an organization" : `the organization "${name}"`;
  const text = `You are invited to be ${role} of ${which} at ${host}.

To accept, sign in at ${origin} by this address, and register a wallet there:

  POST ${origin}/organizations/invitations/${id}/accept

It is valid for 14 days. If you do not want it, nothing needs to be done.
`;
  return { subject: `You are invited to an organization at ${host}`, text };
}

/** The times at which invitations were mailed, by ID. */
export async function mailedAt(
  { of }: Pick<Database, "of">,
  org: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await of(org)
    .accounts.selectFrom("invitation_mail")
    .select(["invitation", "sent_at"])
    .where("org", "=", org)
    .where("invitation", "in", ids)
    .execute();
  return new Map(rows.flatMap(({ invitation, sent_at }) => (sent_at === null ? [] : [[invitation, iso(sent_at)]])));
}
