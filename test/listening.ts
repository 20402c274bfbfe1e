import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { closing } from "./ends.ts";

export type Listening = {
  readonly url: string;
  readonly port: number;
  readonly hangUp: () => void;
  close: () => Promise<void>;
};

/** Listens on a free port of this machine. The server and its connections end with the test or file. */
export async function listenHere(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => void sockets.add(socket.once("close", () => sockets.delete(socket))));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const own = (server.address() as AddressInfo).port;
  const hangUp = (): void => sockets.forEach((socket) => void socket.destroy());
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    hangUp();
    await closed;
  };
  return closing({ url: `http://127.0.0.1:${own}`, port: own, hangUp, close });
}

/**
 * The same with a server that answers by `handle`. It keeps idle connections open: on a busy machine, a server may
 * otherwise close one on which a request was just sent.
 */
export const listen = (handle: (...args: Parameters<RequestListener>) => unknown): Promise<Listening> =>
  listenHere(createServer({ keepAliveTimeout: 0 }, (request, response) => void handle(request, response)));
