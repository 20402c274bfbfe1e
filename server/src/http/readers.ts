/** Closes connections whose clients do not read what they asked for: each holds memory, and a file. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Bytes a second that a client reads at least, in each period of so many milliseconds. */
const LEAST = 1_024;
export const PERIOD = 30_000;
/** Milliseconds from one look to the next. */
const EVERY = 5_000;

/** What `net` knows of a connection besides: bytes that were given to the system's queue, and those that are still in it. */
type Queued = Socket & { readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null };

/**
 * Watches a server's connections.
 *
 * @returns a look at all of them: closes those that read too little. @param now in milliseconds, of any beginning.
 */
export function watchReaders(server: Server): (now: number) => void {
  const open = new Set<Queued>();
  /** Where connections with something unread were when their period began. */
  const begun = new WeakMap<Queued, { readonly at: number; readonly sent: number }>();
  server.on("connection", (socket: Queued) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return (now) => {
    for (const socket of open) {
      const { _handle: handle } = socket;
      // What waits for the application is not the client's.
      if (!handle || (handle.writeQueueSize === 0 && socket.writableLength === 0)) {
        begun.delete(socket);
        continue;
      }
      const sent = handle.bytesWritten - handle.writeQueueSize;
      const last = begun.get(socket);
      if (last !== undefined && now - last.at < PERIOD) continue;
      if (last !== undefined && sent - last.sent < (LEAST * (now - last.at)) / 1_000) socket.destroy();
      else begun.set(socket, { at: now, sent });
    }
  };
}

/** One timer for all connections, so that a request costs nothing. */
export function registerReaders(app: FastifyInstance): void {
  const look = watchReaders(app.server);
  const timer = setInterval(() => look(performance.now()), EVERY).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
