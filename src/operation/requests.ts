/** What may be asked of a process that operates, beside how it does. */
import type { IncomingMessage } from "node:http";
import { AnchorlogError } from "../errors.ts";
import { errorFields } from "./log.ts";
import type { Answer, Route } from "./server.ts";

/** By its path, something that a process does when it is asked to: what it came to. */
export type Requests = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Answers `POST`s of this machine's own programs: nobody is asked who he is, so nobody else is heard.
 *
 * @param onError is told what went wrong by a fault of this program.
 */
export function requestRoute(requests: Requests, onError: (error: unknown) => void): Route {
  return async (request, path) => {
    const work = Object.hasOwn(requests, path) ? requests[path] : undefined;
    if (work === undefined) return undefined;
    if (request.method !== "POST") return refusal(405, "post_only", `${path} takes POST`);
    if (!isOwn(request)) return refusal(403, "not_here", "this is for programs of this machine alone");
    try {
      return { status: 200, body: await work() };
    } catch (error) {
      if (!(error instanceof AnchorlogError)) onError(error);
      return { status: 503, body: { error: errorFields(error) } };
    }
  };
}

function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } };
}

/** What a browser adds to what a page sends, and a proxy to what it passes on. */
const FOREIGN = ["origin", "forwarded", "x-forwarded-for", "x-real-ip", "via"];

function isOwn({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = "", localAddress } = socket;
  const isHere = remoteAddress === localAddress || /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  return isHere && FOREIGN.every((name) => headers[name] === undefined);
}
