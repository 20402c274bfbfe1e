/** Bodies while they arrive: in how many pieces, and what becomes of one that is answered before its end. */
import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";

/** Pieces that a body may arrive in: so many, and one more for so many bytes that its route takes. */
const PIECES = 256;
const BYTES_A_PIECE = 256;
/** Bytes and milliseconds for which a connection is read after its last answer, so that its client gets to read that. */
const LINGER_BYTES = 1_048_576;
const LINGER = 30_000;

/** Requests whose bodies came in too many pieces. */
const chopped = new WeakSet<IncomingMessage>();

/** Returns why a body is not read to its end, or `undefined`. */
export function choppedError(raw: IncomingMessage): ApiError | undefined {
  if (!chopped.has(raw)) return undefined;
  const message = "the body came in too many pieces: send it with a Content-Length, in larger ones";
  return new ApiError(400, "too_many_pieces", message, { field: "body" });
}

/**
 * Bounds what a body costs by how it arrives. A piece of one byte takes Node as long as one of 16 KiB, so a body in too
 * many is refused. A request that is answered before its body has arrived is the last of its connection.
 */
export function registerArriving(app: FastifyInstance): void {
  const lingering = new Set<Socket>();
  app.addHook("onRequest", ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw)) boundPieces(raw, PIECES + routeOptions.bodyLimit / BYTES_A_PIECE);
    done();
  });
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const error = choppedError(request.raw);
    if (error === undefined) done(null, payload);
    else done(error as never);
  });
  app.addHook("onSend", ({ raw }, reply, _payload, done) => {
    if (raw.complete || !hasBody(raw)) return done();
    // A body that came in one piece with its head is read by then.
    setImmediate(() => {
      if (!raw.complete && !raw.socket.destroyed) {
        reply.header("connection", "close");
        // Node calls this once the answer is written. By itself, it would reset a connection that has unread bytes.
        raw.socket.destroySoon = () => linger(raw.socket, lingering);
      }
      done();
    });
  });
  app.addHook("preClose", async () => lingering.forEach((socket) => socket.destroy()));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function boundPieces(raw: IncomingMessage, most: number): void {
  let pieces = 0;
  raw.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (++pieces <= most) return IncomingMessage.prototype.push.call(raw, chunk, encoding);
    if (!chopped.has(raw)) {
      chopped.add(raw);
      if (raw.listenerCount("error") > 0) raw.emit("error", choppedError(raw));
    }
    return false;
  };
}

/** Ends a connection's own side, and lets the rest go by unread for a while. */
function linger(socket: Socket, lingering: Set<Socket>): void {
  let bytes = 0;
  lingering.add(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once("close", () => {
    clearTimeout(timer);
    lingering.delete(socket);
  });
  socket.end();
  // Node's own listener restarts the reading that a full buffer has stopped. Then nothing parses the bytes any more.
  socket.resume();
  setImmediate(() => {
    socket.removeAllListeners("data");
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LINGER_BYTES) socket.destroy();
    });
  });
}
