/** Limits the number of pieces of an arriving request, and handles bodies that are answered before their end. */
import { IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";

/**
 * Pieces that a body may arrive in: a fixed number, and one more for each 512 bytes of the route's limit. The smallest
 * segment that TCP must support carries 536 bytes.
 */
const PIECES = 64;
const BYTES_A_PIECE = 512;
/**
 * Bytes and milliseconds for which a connection is still read after its last answer, so that its client receives the
 * answer.
 */
const LINGER_BYTES = 1_048_576;
const LINGER = 30_000;
/**
 * Bytes below which a read is small. After each small read, the connection rests for so many milliseconds longer than
 * after the one before. After an answer there are at most 77 small reads.
 */
const SMALL_READ = 4_096;
const REST = 10;
/** Small reads of a request before its connection rests: a client may send each line of its header separately. */
const PROMPT_READS = 32;
/** Longest rest within a request. A header, which may take 30 s, has at most 116 small reads. */
const LONGEST_REST = 500;

/** Requests whose bodies arrived in too many pieces. */
const chopped = new WeakSet<IncomingMessage>();

/** Returns the error for a body in too many pieces, or `undefined`. */
export function choppedError(raw: IncomingMessage): ApiError | undefined {
  if (!chopped.has(raw)) return undefined;
  const message = "the body came in too many pieces: send it with a Content-Length, in larger ones";
  return new ApiError(400, "too_many_pieces", message, { field: "body" });
}

/**
 * Limits the cost of small pieces: Node needs as long for a piece of one byte as for one of 16 KiB. If a request is
 * answered before its body has arrived, its connection is closed.
 */
export function registerArriving(app: FastifyInstance): void {
  boundReads(app.server);
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
    const isChopped = chopped.has(raw);
    if (!hasBody(raw) || (raw.complete && !isChopped)) return done();
    // If the body came in one piece with the header, it has been read after this turn.
    setImmediate(() => {
      if ((!raw.complete || isChopped) && !raw.socket.destroyed) {
        reply.header("connection", "close");
        // Node calls this after the answer is written. By default, it would reset a connection with unread bytes, and
        // the client could lose the answer.
        raw.socket.destroySoon = () => linger(raw.socket, lingering);
      }
      done();
    });
  });
  app.addHook("preClose", async () => lingering.forEach((socket) => socket.destroy()));
}

/** Whether a request brings content. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function boundPieces(raw: IncomingMessage, most: number): void {
  let pieces = 0;
  let resume: (() => void) | undefined;
  raw.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (++pieces <= most) return IncomingMessage.prototype.push.call(raw, chunk, encoding);
    if (chunk === null) resume?.();
    if (!chopped.has(raw)) {
      chopped.add(raw);
      resume = stop(raw);
      if (raw.listenerCount("error") > 0) raw.emit("error", choppedError(raw));
    }
    return false;
  };
}

/**
 * Members of Node's socket that its types lack. The parser calls its member `kOnBody` for each piece of a body, and
 * `kOnExecute` after each read.
 */
type Received = Socket & {
  readonly _handle?: { readStart(): void; readStop(): void } | null;
  readonly parser?: {
    [callback: number]: unknown;
    readonly constructor: { readonly kOnBody: number; readonly kOnExecute: number };
  } | null;
};

/** A socket without a handle is closed. */
const handleOf = ({ _handle: handle }: Received) => handle;

/**
 * Limits the cost of a header, or of a body, that arrives byte by byte. After many small reads, the connection rests
 * after each one, and the system gathers the next bytes.
 */
function boundReads(server: Server): void {
  const reads = new WeakMap<Socket, number>();
  // A header is complete.
  server.on("request", ({ socket }) => reads.delete(socket));
  server.on("connection", (socket: Received) => {
    const { parser } = socket;
    if (!parser) return;
    const { kOnExecute } = parser.constructor;
    // Node sets it for each connection.
    const onExecute = parser[kOnExecute] as (bytes: unknown) => void;
    parser[kOnExecute] = (bytes: unknown): void => {
      onExecute(bytes);
      // After bytes that are not HTTP, it is an error.
      if (typeof bytes !== "number" || bytes >= SMALL_READ) return;
      const count = (reads.get(socket) ?? 0) + 1;
      reads.set(socket, count);
      if (count <= PROMPT_READS) return;
      handleOf(socket)?.readStop();
      const resume = (): void => {
        // Node itself pauses a connection that does not read its answers.
        if (!socket.isPaused()) handleOf(socket)?.readStart();
      };
      setTimeout(resume, Math.min(REST * (count - PROMPT_READS), LONGEST_REST)).unref();
    };
  });
}

/**
 * Stops reading a connection, and discards the pieces that have been read: up to 10,000 in a read of 64 KiB. The
 * returned function makes the parser pass on the pieces of other bodies.
 */
function stop(raw: IncomingMessage): (() => void) | undefined {
  const { parser } = raw.socket as Received;
  handleOf(raw.socket)?.readStop();
  // A reader of the body would start it again.
  Object.assign(raw, { _read: () => {} });
  if (!parser) return undefined;
  const { kOnBody } = parser.constructor;
  const onBody = parser[kOnBody];
  parser[kOnBody] = undefined;
  const resume = (): void => void (parser[kOnBody] = onBody);
  // Node uses the parser again for another connection.
  raw.socket.once("close", resume);
  return resume;
}

/** Closes the sending side of a connection, and discards incoming bytes for a while. */
function linger(socket: Socket, lingering: Set<Socket>): void {
  let [bytes, reads] = [0, 0];
  lingering.add(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once("close", () => {
    clearTimeout(timer);
    lingering.delete(socket);
  });
  socket.end();
  // Node's own listener resumes reading if a full buffer had stopped it. Afterwards, bytes are no longer parsed.
  socket.resume();
  setImmediate(() => {
    socket.removeAllListeners("data");
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LINGER_BYTES) socket.destroy();
      if (chunk.length >= SMALL_READ) return;
      // Small pieces that arrive during the rest are one read. `pause` would read on into the socket's buffer.
      handleOf(socket)?.readStop();
      setTimeout(() => handleOf(socket)?.readStart(), REST * ++reads).unref();
    });
    handleOf(socket)?.readStart();
  });
}
