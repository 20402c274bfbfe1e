/** The header of a forwarded request: data about its client, with a MAC by the server's secret. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Secrets } from "../../foundation/secrets.ts";
import { ApiError } from "../errors.ts";

export const MARK = "anchorlog-forwarded";

export type Mark = {
  /** The request's ID, the same in the answer and in all logs. */
  readonly id: string;
  /** The client's address. Empty if the client has disconnected. */
  readonly address: string;
  /** Whether the request was counted under its rate limits. */
  readonly isCounted: boolean;
};

/** Milliseconds for which a mark is valid, before and after its time. It also limits how far two clocks may differ. */
const WINDOW = 60_000;

/**
 * Header fields covered by the MAC: credentials and the signed action. Through the action, a signed body is covered as
 * well.
 */
const COVERED = [
  "anchorlog-action",
  "authorization",
  "content-digest",
  "content-type",
  "idempotency-key",
  "if-match",
  "x-api-key",
];

/** `rawHeaders` has alternating names and values. */
type Marked = Pick<IncomingMessage, "method" | "url" | "rawHeaders">;
type Received = Marked & Pick<IncomingMessage, "headers">;

/** The MAC binds the mark to method, target and fields, so that it is invalid on any other request. */
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

/** The content and time of a request's mark, or undefined if the mark is invalid. */
function verified(secrets: Pick<Secrets, "mac">, request: Received): (Mark & { readonly time: number }) | undefined {
  const text = String(request.headers[MARK]);
  const parts = /^(([0-9]+);([0-9a-f-]{36});([01]);([^;]*));([0-9a-f]{64})$/.exec(text);
  if (parts === null) return undefined;
  const [, said = "", time, id = "", counted, address = "", mac = ""] = parts;
  if (!timingSafeEqual(Buffer.from(mac, "hex"), sign(secrets, request, said))) return undefined;
  return { time: Number(time), id, isCounted: counted === "1", address: decodeURIComponent(address) };
}

/** The ID of a request that another process forwarded. */
export function requestIdOf(secrets: Pick<Secrets, "mac">, request: Received): string | undefined {
  return request.headers[MARK] === undefined ? undefined : verified(secrets, request)?.id;
}

/**
 * Reads the mark of a request. Returns undefined if the request came from a client.
 *
 * @throws ApiError 400 if the mark is forged, 503 if the clocks of the two processes differ too much.
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
    throw new ApiError(503, "clocks_apart", "the clocks of two processes of the server differ: send it again later", {
      headers: { "Retry-After": "5" },
      cause: new Error("the clock of a forwarding process differs by more than 60 s: set both clocks"),
    });
  }
  return mark;
}
