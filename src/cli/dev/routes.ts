/** The routes of `anchorlog dev` for actions and bundles. A platform's API would have its own. */
import { attempt } from "../../base/attempt.ts";
import type { IncomingMessage } from "node:http";
import { answerRefusal } from "../../http/answer.ts";
import { answerProof } from "../../http/proof.ts";
import type { Anchorlog } from "../../operator/open.ts";
import type { StatusResponse, Route } from "../../daemon/server.ts";

const MAX_BODY = 1 << 20;

export function devRoutes(anchorlog: Anchorlog): Route {
  const ofBundles = bundleRoute(anchorlog);
  return async (request, path) => {
    if (path === "/actions" && request.method === "POST") return act(anchorlog, request);
    return ofBundles(request, path);
  };
}

/** The route of bundles alone. */
export function bundleRoute(anchorlog: Anchorlog): Route {
  return async (request, path) => {
    const [, log, index] = /^\/bundles\/([a-z0-9.-]+)\/([0-9]+)$/.exec(path) ?? [];
    if (log === undefined || request.method !== "GET") return undefined;
    return answerProof(anchorlog, { log, index: index! });
  };
}

async function act(anchorlog: Anchorlog, request: IncomingMessage): Promise<StatusResponse> {
  const body = await readJson(request);
  if (body === undefined) return { status: 400, body: { error: "a signed action as JSON is expected" } };
  const [answer] = await anchorlog.submitMany([body]);
  if ("receipt" in answer!) return { status: answer.status === "accepted" ? 201 : 200, body: answer };
  const { status, body: refusal } = answerRefusal(answer!);
  return { status, body: refusal };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY) return undefined;
    parts.push(part);
  }
  return attempt(() => JSON.parse(Buffer.concat(parts).toString("utf8")) as unknown);
}
