/** A plain balancer in front of several processes: round robin, without a second try. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Balancer = { readonly url: string; close(): Promise<void> };

/** @param targets the current origins behind it. */
export async function startBalancer(targets: () => readonly string[]): Promise<Balancer> {
  let turn = 0;
  const relay = (from: IncomingMessage, to: ServerResponse): void => {
    const all = targets();
    const { method, headers, url } = from;
    const onward = request(new URL(url!, all[turn++ % all.length]), { method, headers, agent: false });
    onward.on("response", (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to).on("error", () => {});
      answer.on("error", () => to.destroy());
    });
    // If an early answer is already being sent, ignore the error. Otherwise end the connection, since an answer of the
    // balancer would not be in the document.
    onward.on("error", () => void (to.headersSent || to.destroy()));
    from.on("error", () => onward.destroy()).pipe(onward);
  };
  const server = createServer({ keepAliveTimeout: 0 }, relay).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
