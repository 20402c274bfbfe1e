/** A real mail server, which keeps the mails that it receives. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { closing } from "../../../../test/ends.ts";

export type Received = { readonly from: unknown; readonly to: string[]; readonly text: string; readonly user: unknown };
export type MailServer = { readonly port: number; readonly received: Received[]; close(): Promise<void> };

export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, { envelope, user }, done) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const from = envelope.mailFrom && envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, text: Buffer.concat(chunks).toString(), user });
        done();
      })();
    },
    ...options,
  });
  // One of the cases is a client that disconnects without QUIT.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return closing({ port: (server.server.address() as AddressInfo).port, received, close });
}
