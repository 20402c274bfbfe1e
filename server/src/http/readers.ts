/** Closes connections whose clients do not read their answers. Each one holds memory and a file descriptor. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The minimum reading rate in bytes per second, and the period in milliseconds over which it is measured. */
const LEAST = 1_024;
export const PERIOD = 30_000;
/** Milliseconds between two checks. */
const EVERY = 5_000;

/** Internal counters of a socket: bytes passed to the system's queue, and bytes still in it. */
type Queued = Socket & { readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null };

/**
 * Watches a server's connections.
 *
 * @returns a function that checks all connections and closes those that read too slowly. @param now in milliseconds
 *   from any origin.
 */
export function watchReaders(server: Server): (now: number) => void {
  const open = new Set<Queued>();
  /** Bytes sent by each connection at the start of its period. */
  const begun = new WeakMap<Queued, { readonly at: number; readonly sent: number }>();
  server.on("connection", (socket: Queued) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return (now) => {
    for (const socket of open) {
      const { _handle: handle } = socket;
      // Nothing is queued, so the client is not slow: the application has not written.
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

/** Uses one timer for all connections, so that requests cost nothing. */
export function registerReaders(app: FastifyInstance): void {
  const look = watchReaders(app.server);
  const timer = setInterval(() => look(performance.now()), EVERY).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
