/** What a process says of a request that it forwards: by whom it came, and that its word is to be taken. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Secrets } from "../../secrets.ts";
import { ApiError } from "../errors.ts";

export const MARK = "anchorlog-forwarded";

export type Mark = {
  /** The client's request, as its answer and all logs name it. */
  readonly id: string;
  /** The client's address; empty where its connection was gone. */
  readonly address: string;
  /** Whether it was counted under its limits. */
  readonly isCounted: boolean;
};

/** Milliseconds that a mark is good for, and that the clocks of two processes may be apart. */
const WINDOW = 60_000;

/** Fields by which a request is what it is: who sends it, what was signed, and with it a content that is signed there. */
const COVERED = [
  "anchorlog-action",
  "authorization",
  "content-digest",
  "content-type",
  "idempotency-key",
  "if-match",
  "x-api-key",
];

/** `rawHeaders`: names and values by turns. */
type Marked = Pick<IncomingMessage, "method" | "url" | "rawHeaders">;
type Received = Marked & Pick<IncomingMessage, "headers">;

/** Bound to method, target and fields: on another request it is worth nothing. */
function sign(secrets: Pick<Secrets, "mac">, { method = "", url = "", rawHeaders }: Marked, said: string): Buffer {
  const values = COVERED.flatMap((name) =>
    rawHeaders.flatMap((field, i) => (i % 2 === 0 && field.toLowerCase() === name ? [name, rawHeaders[i + 1]!] : [])),
  );
  return secrets.mac("forwarded request", method, url, said, ...values);
}

export function formatMark(
  secrets: Pick<Secrets, "mac">,
  request: Marked,
  { id, address, isCounted }: Mark,
  now: number,
): string {
  const said = [now, id, isCounted ? 1 : 0, encodeURIComponent(address)].join(";");
  return `${said};${sign(secrets, request, said).toString("hex")}`;
}

/** What the mark of a request says, and when; undefined where it has none that is good. */
function verified(secrets: Pick<Secrets, "mac">, request: Received): (Mark & { readonly time: number }) | undefined {
  const text = String(request.headers[MARK]);
  const parts = /^(([0-9]+);([0-9a-f-]{36});([01]);([^;]*));([0-9a-f]{64})$/.exec(text);
  if (parts === null) return undefined;
  const [, said = "", time, id = "", counted, address = "", mac = ""] = parts;
  if (!timingSafeEqual(Buffer.from(mac, "hex"), sign(secrets, request, said))) return undefined;
  return { time: Number(time), id, isCounted: counted === "1", address: decodeURIComponent(address) };
}

/** By which name a request goes already, that another process forwarded. */
export function requestIdOf(secrets: Pick<Secrets, "mac">, request: Received): string | undefined {
  return request.headers[MARK] === undefined ? undefined : verified(secrets, request)?.id;
}

/**
 * Reads the mark of a request; undefined where it came from a client.
 *
 * @throws ApiError 400 where it is no process of this server that made it, 503 where their clocks are apart.
 */
export function readMark(secrets: Pick<Secrets, "mac">, request: Received, now: number): Mark | undefined {
  if (request.headers[MARK] === undefined) return undefined;
  const mark = verified(secrets, request);
  if (mark === undefined) {
    throw new ApiError(400, "forged_mark", "Anchorlog-Forwarded is for the server's own processes: leave it out", {
      field: "Anchorlog-Forwarded",
    });
  }
  if (Math.abs(now - mark.time) > WINDOW) {
    throw new ApiError(503, "clocks_apart", "two processes of the server tell another time: send it again later", {
      headers: { "Retry-After": "5" },
      cause: new Error("a process that forwards tells a time over 60 s from here: set the clocks of both"),
    });
  }
  return mark;
}
