/** Sends mail: the port, and what is chosen by configuration. */
import type { MailConfig } from "../config/mail.ts";

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Hands a mail over. Rejects where it was not taken, in a few seconds at most. */
  send(mail: Mail): Promise<void>;
  /** Whether mail can be handed over now. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

export async function openMailer(config: MailConfig): Promise<Mailer> {
  if (config.kind === "folder") return (await import("./folder.ts")).openMailFolder(config);
  return (await import("./smtp.ts")).openSmtp(config);
}
