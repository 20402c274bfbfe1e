/** Who asks, by which credential, and whether they may: what comes before every handler. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../accounts/caller.ts";
import type { Permission } from "../accounts/roles.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { ServerError } from "../errors.ts";
import type { Field } from "./documentParts.ts";
import { forbidden } from "./errors.ts";
import type { Forwarding } from "./forwarding/forward.ts";
import { addressOf } from "./limits/address.ts";
import { RateLimitError, type Counted, type Limiter } from "./limits/limiter.ts";
import { isStrange, type Group } from "./limits/groups.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whom it answers: anybody, or callers with a permission. Callers of any kind where it is `caller`. */
    readonly access?: "public" | "caller" | Permission;
    /** Under which limits it counts. */
    readonly group?: Group | "none";
    /** Statuses of errors that it can answer with, beside those that follow from the rest. */
    readonly errors?: readonly number[];
    /** What the wallet that signs it must be allowed. Undefined where nothing is signed. */
    readonly signer?: "anyone" | "sender" | Permission;
    /** Whether it is for accounts alone: then no API key gets an answer, not even to a retry. */
    readonly needsAccount?: boolean;
    /** Whether its body may be a signed action itself. */
    readonly isTyped?: boolean;
    /** Fields of requests that it looks at. */
    readonly fields?: readonly Field[];
    /** Whether it may ask the log in the server's own name, as the process alone can that writes it. */
    readonly asks?: true;
    /** How many a body counts for; one by default. */
    readonly counts?: (body: unknown) => number;
  }
  interface FastifyRequest {
    /** Undefined on public routes only. */
    caller: Caller | undefined;
    /** Where its actions are still to be counted. */
    uncounted: Counted | undefined;
  }
}

/** Bytes of a body that count as one action. */
const BYTES_AN_ACTION = 4_096;

export type Authenticate = (request: Pick<IncomingMessage, "headers" | "rawHeaders">) => Promise<Caller>;

/**
 * Authenticates each request, counts it, refuses what is over a limit or not permitted, and forwards what another process
 * writes, in this order. Who has no valid credential counts by address. What is on the bus is counted, and permitted,
 * where it is done.
 */
export function registerAccess(
  app: FastifyInstance,
  { authenticate, limiter, forwarding }: { authenticate: Authenticate; limiter: Limiter; forwarding: Forwarding },
): void {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("uncounted", undefined);
  app.addHook("onRoute", ({ method, url, config = {} }) => {
    // What is not counted is not authenticated either.
    if (config.group !== "none" || config.access === "public") return;
    throw new ServerError("bad_route", `${String(method)} ${url} counts nowhere, and is not for everybody`, {
      fix: "give it a group of limits",
    });
  });
  app.addHook("onRequest", async (request, reply): Promise<FastifyReply | undefined> => {
    const { access = "caller", group = "reads", counts, needsAccount, signer } = request.routeOptions.config;
    if (group === "none") return undefined;
    // No endpoint has OPTIONS: what is no preflight of a page that may call is not found.
    const isPublic = access === "public" || request.is404 || request.method === "OPTIONS";
    const found =
      request.disbelieved ?? (isPublic ? undefined : await authenticate(request.raw).catch((error: Error) => error));
    if (isUnavailable(found)) {
      // Whose it is cannot be told now: it counts nowhere.
      await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
      throw found;
    }
    const caller = found instanceof Error ? undefined : found;
    // Who has no role in an organization any more takes nothing of its limits.
    const counted: Counted =
      caller === undefined || caller.permissions.size === 0
        ? { address: addressOf(request), group: isStrange(group) ? group : "strangers" }
        : { organization: caller.organization, group, from: addressOf(request) };
    if (counted.group === "bus") {
      // For an answer that does not come from there, and for those that nobody counts there.
      await limiter.look(counted, reply);
      const place = await forwarding.find(request, caller);
      if (place !== undefined) {
        request.caller = caller;
        try {
          return await forwarding.send(request, reply, place, false);
        } catch (error) {
          // Nobody there may have counted it.
          await limiter.take(counted, 1, reply).catch(() => {});
          throw error;
        }
      }
    }
    if (request.forwarded?.isCounted === true) {
      // Where it came in.
    } else if (counts === undefined || "address" in counted) {
      await limiter.take(counted, counted.group === "bus" ? weightOf(request) : 1, reply);
    } else {
      // How many they are is not known yet. Where there is room for none, no body is taken: on the bus that is seen.
      if (counted.group !== "bus") await limiter.look(counted, reply);
      request.uncounted = counted;
    }
    if (found instanceof Error) throw found;
    request.caller = caller;
    const needsNone = caller === undefined || access === "caller" || access === "public";
    if (!needsNone && !caller.permissions.has(access))
      throw forbidden("not_permitted", `this needs the permission ${access}`, "permission");
    if (needsAccount === true && caller !== undefined) accountOf(caller);
    if (signer === "sender" && caller !== undefined) assertMaySend(caller);
    const place = await forwarding.find(request, caller);
    return place && forwarding.send(request, reply, place, true);
  });
  app.addHook("preValidation", async (request, reply) => {
    const { uncounted } = request;
    if (uncounted === undefined) return;
    const count = Math.max(request.routeOptions.config.counts!(request.body), weightOf(request));
    await limiter.take(uncounted, count, reply).catch((error: unknown) => {
      if (error instanceof RateLimitError) request.uncounted = undefined;
      throw error;
    });
    request.uncounted = undefined;
  });
  // A request that was refused before its actions were known counts by its bytes.
  app.addHook("onSend", async (request, reply) => {
    const { uncounted } = request;
    request.uncounted = undefined;
    if (uncounted !== undefined) await limiter.take(uncounted, weightOf(request), reply).catch(() => {});
    // The windows may be in the database that is away.
    const isBare = reply.statusCode === 503 && !reply.hasHeader("x-ratelimit-limit");
    if (!isBare || request.routeOptions.config.group === "none") return;
    await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
  });
}

/**
 * How many actions a body counts as, by its bytes: reading one that is refused costs as well. Without a Content-Length it
 * counts as the largest that its route takes.
 */
function weightOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const length = isChunked ? bodyLimit : Math.min(Number(headers["content-length"] ?? 0), bodyLimit);
  return Math.max(1, Math.ceil(length / BYTES_AN_ACTION));
}

/** Refuses who may send no action, whoever signs it. @throws ApiError 403 */
export function assertMaySend({ account, permissions }: Caller): void {
  // A member owns objects in whichever role; who has none any more acts on nothing here.
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
 * @throws ApiError 403 `needs_token` where it is an API key.
 */
export function accountOf({ account }: Caller): NonNullable<Caller["account"]> {
  if (account !== undefined) return account;
  throw forbidden("needs_token", "this needs an account: send Authorization: Bearer, no API key", "x-api-key");
}
