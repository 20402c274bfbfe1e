/** Sends mail: the port, and what is chosen by configuration. */
import type { MailConfig } from "../config/mail.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The requester that the mail counts for: a stranger's network (`requesterOf`), or an organization. */
  readonly by: string;
  /** Whether the receiver asked for it, or is a member whom it concerns. */
  readonly isAsked: boolean;
};

export type Mailer = {
  /** Hands a mail over. Rejects where it was not taken, in a few seconds at most. */
  send(mail: Mail): Promise<void>;
  /** Rejects where mail cannot be handed over now, as it is known: it may be asked often. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export async function openMailer(config: MailConfig): Promise<Mailer> {
  if (config.kind === "folder") return (await import("./folder.ts")).openMailFolder(config);
  return (await import("./smtp.ts")).openSmtp(config);
}
