/** Sends mail by SMTP. */
import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { MailConfig } from "../config/mail.ts";
import { ServerError } from "../errors.ts";
import type { Mailer } from "./mailer.ts";
import { Places, receivingDomain } from "./places.ts";

/** Milliseconds to cache whether the mail server accepts mail. A check signs in, and mail servers limit sign-ins. */
const KNOWN = 30_000;

/** Prevents automatic replies (RFC 3834, section 5). */
const HEADERS = { "Auto-Submitted": "auto-generated" };

type SmtpConfig = Omit<Extract<MailConfig, { kind: "smtp" }>, "kind">;

/** Connects only when needed, so the server can start while the mail server is down. */
export function openSmtp({ url, from, name, timeout }: SmtpConfig, places: Places = new Places()): Mailer {
  const transport = createTransport(transportOf({ url, name, timeout }));
  const underWay = new Set<Promise<unknown>>();
  let last: { readonly isTaken: Promise<void>; readonly at: number } | undefined;
  const note = (isTaken: Promise<void>): Promise<void> => {
    last = { isTaken, at: performance.now() };
    return isTaken;
  };
  const look = async (): Promise<void> => {
    await transport.verify().catch((error: unknown) => {
      throw failure("the mail server cannot be used", error);
    });
  };
  return {
    send: async ({ to, subject, text, by }) => {
      const leave = await places.take({ requester: by, domain: receivingDomain(to) }, timeout);
      // Passed as an object, so that the text cannot name further addresses.
      const mail = { from, to: { name: "", address: to }, subject, text, headers: HEADERS };
      const sent = transport.sendMail({ ...mail, signal: AbortSignal.timeout(timeout) }).catch((error: unknown) => {
        throw failure("the mail server did not accept a mail", error, to);
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
        leave();
      }
    },
    check: () => (last !== undefined && performance.now() - last.at < KNOWN ? last.isTaken : note(look())),
    close: async () => {
      places.close();
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

/** How to reach the mail server. */
function transportOf({ url, name, timeout }: Omit<SmtpConfig, "from">) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = protocol === "smtps:";
  const isHere = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  return {
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    name,
    // Mails carry sign-in codes, so they must be encrypted unless the mail server is on this machine.
    requireTLS: !secure && !isHere,
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Errors of Nodemailer, and of the system. */
type SendError = { readonly name: string } & Readonly<
  Partial<Record<"code" | "command" | "responseCode", string | number> & { response: string }>
>;

/** Remedies by the rejected SMTP command. Without a command, no connection was made. */
const REMEDIES: readonly (readonly [command: RegExp, fix: string])[] = [
  [/^(EHLO|HELO)/, "set MAIL_NAME to a name that the mail server accepts: this host's own in DNS"],
  [/^AUTH/, "see whether user and password in SMTP_URL are right, percent-encoded"],
  [/^MAIL FROM/, "see whether the mail server may send for MAIL_FROM"],
  [/^(RCPT TO|DATA)/, "see what the mail server's log says: SMTP_URL led to it"],
];
const UNREACHED = "see whether SMTP_URL is right, and what the mail server's log says";

/** Describes the failed SMTP command and the mail server's answer, without the receiver. */
function failure(what: string, error: unknown, to = ""): ServerError {
  const { name, code, command, responseCode, response } = error as SendError;
  const why = [code ?? name, command, responseCode].filter((part) => part !== undefined).join(" ");
  const said = response === undefined ? "" : `: ${discreet(response, to)}`;
  const fix = REMEDIES.find(([pattern]) => pattern.test(String(command ?? "")))?.[1] ?? UNREACHED;
  return new ServerError("mail_failed", `${what} (${why})${said}`, { fix });
}

/** Characters of a mail server's answer to log. */
const MOST_SAID = 200;

/** A mail server's answer on one line. Mail addresses, IP addresses, codes and the receiver's name are removed. */
function discreet(response: string, to: string): string {
  const local = to.slice(0, Math.max(0, to.lastIndexOf("@")));
  const line = response.slice(0, 4 * MOST_SAID).replaceAll(/[^\x20-\x7e]+/g, " ");
  const named =
    local === ""
      ? line
      : line.replaceAll(new RegExp(`(?<![\\w])${local.replaceAll(/[^\w]/g, "\\$&")}(?![\\w])`, "gi"), "…");
  return named
    .replaceAll(/[^\s<>"'()]+@[^\s<>"'():;,]+/g, "…")
    .replaceAll(/\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b|[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*|\b[0-9]{6,}\b/gi, "…")
    .slice(0, MOST_SAID)
    .trim();
}
