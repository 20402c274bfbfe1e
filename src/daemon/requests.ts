/** Requests to an operator's process that make it do something. */
import type { IncomingMessage } from "node:http";
import { AnchorlogError } from "../base/errors.ts";
import { errorFields } from "./log.ts";
import type { StatusResponse, Route } from "./server.ts";

/** Actions by path. Each returns the body of the answer. */
export type Requests = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Answers `POST`s from programs on this machine. There is no authentication, so all others are refused.
 *
 * @param onError called with errors that are a fault of this program.
 */
export function requestRoute(requests: Requests, onError: (error: unknown) => void): Route {
  return async (request, path) => {
    const work = Object.hasOwn(requests, path) ? requests[path] : undefined;
    if (work === undefined) return undefined;
    if (request.method !== "POST") return refusal(405, "post_only", `${path} takes POST`);
    if (!isOwn(request)) return refusal(403, "not_here", "only programs on this machine may request this");
    try {
      return { status: 200, body: await work() };
    } catch (error) {
      if (!(error instanceof AnchorlogError)) onError(error);
      return { status: 503, body: { error: errorFields(error) } };
    }
  };
}

function refusal(status: number, code: string, message: string): StatusResponse {
  return { status, body: { error: { code, message } } };
}

/** Headers that a browser adds to a page's requests, or a proxy to forwarded ones. */
const FOREIGN = ["origin", "forwarded", "x-forwarded-for", "x-real-ip", "via"];

function isOwn({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = "", localAddress } = socket;
  const isHere = remoteAddress === localAddress || /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  return isHere && FOREIGN.every((name) => headers[name] === undefined);
}
