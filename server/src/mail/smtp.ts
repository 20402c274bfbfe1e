/** Mail by SMTP. */
import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";

/** Milliseconds for each step of handing a mail over. */
const PATIENCE = 10_000;

export function openSmtp({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // As an object: what an address says is no list of further ones.
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    isReady: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: async () => transport.close(),
  };
}
