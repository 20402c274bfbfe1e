/** Identifies the caller of each request and checks its permissions, before any handler runs. */
import type { IncomingMessage } from "node:http";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../foundation/caller.ts";
import type { Permission } from "../foundation/roles.ts";
import { isUnavailable } from "../foundation/db/unavailable.ts";
import { ServerError } from "../foundation/errors.ts";
import type { Field } from "./documentParts.ts";
import { forbidden } from "./errors.ts";
import type { Forwarding } from "./forwarding/forward.ts";
import { addressOf } from "./limits/address.ts";
import { RateLimitError, type Counted, type Limiter } from "./limits/limiter.ts";
import { isStrange, type Group } from "../foundation/limitGroups.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Permission that a caller needs. `caller` admits every caller; `public` admits requests without a credential. */
    readonly access?: "public" | "caller" | Permission;
    /** The rate limits that the route counts under. */
    readonly group?: Group | "none";
    /** Further error statuses of the route, beside those that follow from this configuration. */
    readonly errors?: readonly number[];
    /** Permission that the signing wallet needs. Undefined if requests of this route are not signed. */
    readonly signer?: "anyone" | "sender" | Permission;
    /** Whether only accounts may call the route. API keys are then rejected, even for a retry. */
    readonly needsAccount?: boolean;
    /** Whether the body itself may be a signed action. */
    readonly isTyped?: boolean;
    /** Request header fields that the route reads. */
    readonly fields?: readonly Field[];
    /** Whether the route may append an ask signed by the server. Only the process that writes the log can do this. */
    readonly asks?: true;
    /** The number of actions in a body; 1 by default. */
    readonly counts?: (body: unknown) => number;
  }
  interface FastifyRequest {
    /** Undefined only on public routes. */
    caller: Caller | undefined;
    /** The limits that the request's actions still have to be counted under. */
    uncounted: Counted | undefined;
  }
}

/** Bytes of a body that count as one action. */
const BYTES_AN_ACTION = 4_096;

export type Authenticate = (request: Pick<IncomingMessage, "headers" | "rawHeaders">) => Promise<Caller>;

type Access = { readonly authenticate: Authenticate; readonly limiter: Limiter; readonly forwarding: Forwarding };

/**
 * Authenticates each request, applies the rate limits, checks permissions, and forwards requests for logs written by
 * another process, in this order. Requests without a valid credential count by address. Requests to the bus are
 * counted, and their permissions checked, by the process that executes them.
 */
export function registerAccess(app: FastifyInstance, access: Access): void {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("uncounted", undefined);
  app.addHook("onRoute", ({ method, url, config = {} }) => {
    // Routes in the group `none` skip authentication, so they must be public.
    if (config.group !== "none" || config.access === "public") return;
    throw new ServerError("bad_route", `${String(method)} ${url} has no group of limits, and is not public`, {
      fix: "give it a group of limits",
    });
  });
  app.addHook("onRequest", async (request, reply) => admit(access, request, reply));
  // Most requests need no further count. For them, these hooks make no promise.
  app.addHook("preValidation", (request, reply, done) =>
    request.uncounted === undefined ? done() : countActions(access, request, reply),
  );
  app.addHook("onSend", (request, reply, _payload, done) =>
    request.uncounted === undefined && reply.statusCode !== 503 ? done() : countRejected(access, request, reply),
  );
}

async function admit(access: Access, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { authenticate, limiter, forwarding } = access;
  const { config } = request.routeOptions;
  if (config.group === "none") return undefined;
  // No endpoint handles OPTIONS. Preflights from allowed origins are answered before; all others get 404.
  const isPublic = config.access === "public" || request.is404 || request.method === "OPTIONS";
  const found =
    request.disbelieved ?? (isPublic ? undefined : await authenticate(request.raw).catch((error: Error) => error));
  if (isUnavailable(found)) {
    // The organization is unknown while the database is unavailable, so the request does not count.
    await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
    throw found;
  }
  const caller = found instanceof Error ? undefined : found;
  const counted = countedOf(request, caller);
  if (counted.group === "bus" && forwarding.isShared) {
    // Set the limit headers in case the other process does not answer.
    await limiter.look(counted, reply);
    const place = await forwarding.find(request, caller);
    if (place !== undefined) {
      request.caller = caller;
      try {
        return await forwarding.send(request, reply, place, false);
      } catch (error) {
        // The other process may not have counted the request.
        await limiter.take(counted, 1, reply).catch(() => {});
        throw error;
      }
    }
  }
  // The process that received a forwarded request may have counted it.
  if (request.forwarded?.isCounted !== true) await count(access, request, reply, counted);
  if (found instanceof Error) throw found;
  request.caller = caller;
  if (caller !== undefined) assertPermitted(caller, config);
  const place = await forwarding.find(request, caller);
  return place && forwarding.send(request, reply, place, true);
}

/** A caller without a role in the organization must not use up the organization's limits. */
function countedOf(request: FastifyRequest, caller: Caller | undefined): Counted {
  const group = (request.routeOptions.config.group as Group | undefined) ?? "reads";
  const from = addressOf(request);
  return caller === undefined || caller.permissions.size === 0
    ? { address: from, group: isStrange(group) ? group : "strangers" }
    : { organization: caller.organization, group, from };
}

async function count(
  { limiter, forwarding }: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  counted: Counted,
): Promise<void> {
  const isBus = counted.group === "bus";
  if (request.routeOptions.config.counts === undefined || "address" in counted)
    return limiter.take(counted, isBus ? weightOf(request) : 1, reply);
  // The number of actions is not yet known. If the limit is used up, reject the request before reading its body. On the
  // bus, `admit` has already done so if the log may have another writer.
  if (!isBus || !forwarding.isShared) await limiter.look(counted, reply);
  request.uncounted = counted;
}

/** @throws ApiError 403 */
function assertPermitted(caller: Caller, { access = "caller", needsAccount, signer }: FastifyContextConfig): void {
  if (access !== "caller" && access !== "public" && !caller.permissions.has(access))
    throw forbidden("not_permitted", `this needs the permission ${access}`, "permission");
  if (needsAccount === true) accountOf(caller);
  if (signer === "sender") assertMaySend(caller);
}

async function countActions({ limiter }: Access, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { uncounted } = request;
  if (uncounted === undefined) return;
  const actions = Math.max(request.routeOptions.config.counts!(request.body), weightOf(request));
  await limiter.take(uncounted, actions, reply).catch((error: unknown) => {
    if (error instanceof RateLimitError) request.uncounted = undefined;
    throw error;
  });
  request.uncounted = undefined;
}

/** A request that was rejected before its actions were known counts by its size. */
async function countRejected({ limiter }: Access, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { uncounted } = request;
  request.uncounted = undefined;
  if (uncounted !== undefined) await limiter.take(uncounted, weightOf(request), reply).catch(() => {});
  // The rate-limit windows may be in the same unavailable database.
  const isBare = reply.statusCode === 503 && !reply.hasHeader("x-ratelimit-limit");
  if (!isBare || request.routeOptions.config.group === "none") return;
  await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
}

/**
 * The number of actions that a body counts as, by its size. Reading a rejected body also costs time. Without a
 * Content-Length, the route's maximum size counts.
 */
function weightOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const length = isChunked ? bodyLimit : Math.min(Number(headers["content-length"] ?? 0), bodyLimit);
  return Math.max(1, Math.ceil(length / BYTES_AN_ACTION));
}

/** Rejects callers who may not send actions, regardless of the signer. @throws ApiError 403 */
export function assertMaySend({ account, permissions }: Caller): void {
  // A member may act on own objects in any role. Former members may not act here.
  if (permissions.size > 0 && (account !== undefined || permissions.has("act"))) return;
  throw forbidden("not_permitted", "this needs the permission act", "permission");
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error("a public route has no caller");
  return request.caller;
}

/**
 * The account of a caller.
 *
 * @throws ApiError 403 `needs_token` if the caller used an API key.
 */
export function accountOf({ account }: Caller): NonNullable<Caller["account"]> {
  if (account !== undefined) return account;
  throw forbidden("needs_token", "this needs an account: send Authorization: Bearer, no API key", "x-api-key");
}
