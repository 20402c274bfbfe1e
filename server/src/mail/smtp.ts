/** Mail by SMTP. */
import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { MailConfig } from "../config/mail.ts";
import { ServerError } from "../errors.ts";
import type { Mailer } from "./mailer.ts";

/** Mails under way at once. Each has a connection of its own, so that one that hangs holds up no other. */
const MOST_UNDER_WAY = 50;
/** Milliseconds for which it is known whether mail is taken: a look is a sign-in, and mail servers refuse many of them. */
const KNOWN = 30_000;

/** Opens no connection yet: a mail server that is away at the start is one that is away later. */
export function openSmtp({ url, from, timeout }: Omit<Extract<MailConfig, { kind: "smtp" }>, "kind">): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = protocol === "smtps:";
  const isHere = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  const transport = createTransport({
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    // Codes open accounts: they leave this machine encrypted.
    requireTLS: !secure && !isHere,
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const underWay = new Set<Promise<unknown>>();
  let last: { readonly isTaken: Promise<void>; readonly at: number } | undefined;
  const note = (isTaken: Promise<void>): Promise<void> => {
    last = { isTaken, at: performance.now() };
    return isTaken;
  };
  const look = async (): Promise<void> => {
    await transport.verify().catch((error: unknown) => {
      throw failure("no mail can be handed over", error);
    });
  };
  return {
    send: async ({ to, subject, text }) => {
      if (underWay.size >= MOST_UNDER_WAY)
        throw new ServerError("mail_failed", `${MOST_UNDER_WAY} mails are under way`);
      // As an object: what an address says is no list of further ones.
      const mail = { from, to: { name: "", address: to }, subject, text, signal: AbortSignal.timeout(timeout) };
      const sent = transport.sendMail(mail).catch((error: unknown) => {
        throw failure("a mail was not taken", error);
      });
      underWay.add(sent);
      try {
        await sent;
        void note(Promise.resolve());
      } catch (error) {
        last = undefined;
        throw error;
      } finally {
        underWay.delete(sent);
      }
    },
    check: () => (last !== undefined && performance.now() - last.at < KNOWN ? last.isTaken : note(look())),
    close: async () => {
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

/** What nodemailer says of an error, and the system. */
type SendError = { readonly name: string } & Readonly<
  Partial<Record<"code" | "command" | "responseCode", string | number>>
>;

/** What failed, without what the mail server said: that may name the receiver. */
function failure(what: string, error: unknown): ServerError {
  const { name, code, command, responseCode } = error as SendError;
  const why = [code ?? name, command, responseCode].filter((part) => part !== undefined).join(" ");
  return new ServerError("mail_failed", `${what} (${why})`, {
    fix: "see whether SMTP_URL is right, and what the mail server's log says",
  });
}
