/** The port for sending mail, and its implementation by configuration. */
import type { MailConfig } from "../config/mail.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The requester that the mail counts for: a stranger's network (`requesterOf`), or an organization. */
  readonly by: string;
  /** Whether the receiver requested it, or is a member affected by it. */
  readonly isAsked: boolean;
};

export type Mailer = {
  /** Hands a mail to the mail server. Rejects within a few seconds if the server does not accept it. */
  send(mail: Mail): Promise<void>;
  /** Rejects if mail cannot be sent now. The result is cached, so it may be called often. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export async function openMailer(config: MailConfig): Promise<Mailer> {
  if (config.kind === "folder") return (await import("./folder.ts")).openMailFolder(config);
  return (await import("./smtp.ts")).openSmtp(config);
}
