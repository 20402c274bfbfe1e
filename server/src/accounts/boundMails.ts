/** Limits the number of mails: in all, per requester, and to a mailbox that did not request them. */
import { mailboxOf } from "./oneTimeCodes.ts";
import { ServerError } from "../foundation/errors.ts";
import type { Ledger, Window } from "../http/limits/ledger.ts";
import type { Mail, Mailer } from "../foundation/mail/mailer.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Daily mails to a mailbox that did not request them: from one requester, and from all. */
const UNASKED = { requester: 5, all: 20 };

type Bound = { readonly what: string; readonly ledger: Ledger; readonly key: string; readonly window: Window };

/**
 * Wraps a mailer, and rejects mails over a limit.
 *
 * @param perMinute mails of all requesters. One requester may send a tenth of them.
 * @param ledgers store the counts per minute and per day.
 * @returns a mailer whose `send` throws ServerError `too_many_mails`.
 */
export function boundMails(
  mailer: Mailer,
  perMinute: number,
  ledgers: { readonly minute: Ledger; readonly day: Ledger },
): Mailer {
  const boundsOf = ({ to, by, isAsked }: Mail): Bound[] => {
    const minute = (what: string, key: string, limit: number): Bound => {
      return { what, key, ledger: ledgers.minute, window: { length: MINUTE, limit } };
    };
    const day = (what: string, key: string, limit: number): Bound => {
      return { what, key, ledger: ledgers.day, window: { length: DAY, limit } };
    };
    const mailbox = mailboxOf(to);
    return [
      ...(isAsked
        ? []
        : [
            day("one requester to a mailbox that asked for no mail", `mails of ${by} to ${mailbox}`, UNASKED.requester),
            day("all requesters to a mailbox that asked for no mail", `mails to ${mailbox}`, UNASKED.all),
          ]),
      minute("one requester", `mails of ${by}`, Math.ceil(perMinute / 10)),
      minute("all", "mails", perMinute),
    ];
  };
  return {
    ...mailer,
    send: async (mail) => {
      for (const { what, ledger, key, window } of boundsOf(mail)) {
        if ((await ledger.count(key, [window], 1, false)).wait === 0) continue;
        const span = window.length === DAY ? "day" : "minute";
        throw new ServerError("too_many_mails", `mails of ${what}: ${window.limit} were sent in a ${span}`, {
          fix: "see who asks for them; MAILS_PER_MINUTE bounds all mails",
        });
      }
      await mailer.send(mail);
    },
  };
}
