/** Mails the owners of an organization that a receiver does not answer. */
import { emailsOf } from "../accounts/members.ts";
import { rolesWith } from "../foundation/roles.ts";
import { rowsOf } from "../foundation/db/rows.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { WebhookRow } from "../foundation/db/tables.ts";
import { iso } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { disabledFrom } from "./schedule.ts";

/** The state to report: the webhook will be disabled, or is disabled. */
export type News = {
  readonly failingSince: number;
  /** Warnings that were mailed before this one. */
  readonly told: number;
  readonly at: number;
  readonly disabledFor?: "gone" | "failing";
};

/** Owners mailed at most. */
const MOST = 20;

/**
 * Mails each owner separately, so that one refused mail does not stop the others.
 *
 * @param ending stops further mails.
 * @param onRefused receives the reason if a mail was refused.
 * @returns whether at least one owner was mailed, or there are no owners to mail.
 */
export async function tellOwners(
  { database, mailer, config }: Pick<Parts, "database" | "mailer" | "config">,
  { org, id, name }: WebhookRow,
  { failingSince, told, at, disabledFor }: News,
  { ending, onRefused }: { readonly ending: AbortSignal; readonly onRefused: (error: unknown) => void },
): Promise<boolean> {
  const owners = await rowsOf(database, "wallet", org)
    .select("account")
    .where("state", "=", ACTIVE)
    .where("role", "in", rolesWith("manage"))
    .where("account", "is not", null)
    .limit(MOST)
    .execute();
  const emails = await emailsOf(database.of(org).accounts, owners);
  const { origin } = config.publicUrl;
  const what =
    disabledFor === undefined
      ? `has taken nothing since ${iso(failingSince)}. It will be disabled if that does not change until ${iso(disabledFrom({ failingSince, told: told + 1 }, at))}.`
      : disabledFor === "gone"
        ? "was disabled: its receiver answered 410 Gone."
        : `was disabled: its receiver has taken nothing since ${iso(failingSince)}.`;
  const text = `The webhook ${JSON.stringify(name)} (${id}) ${what}

What its tries came to is at ${origin}/webhooks/${id}/deliveries. Its events are kept. Once the receiver works again:

  PUT ${origin}/webhooks/${id}

has what waits delivered at once. POST ${origin}/webhooks/${id}/redeliveries has what failed delivered again.
`;
  const subject = disabledFor === undefined ? "A webhook does not answer" : "A webhook was disabled";
  ending.throwIfAborted();
  const mails = [...emails.values()].map((to) => mailer.send({ to, subject, text, by: org, isAsked: true }));
  const ends = await Promise.allSettled(mails);
  for (const end of ends) if (end.status === "rejected") onRefused(end.reason);
  return ends.length === 0 || ends.some(({ status }) => status === "fulfilled");
}
