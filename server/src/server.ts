/** The HTTP server: its parts, put together. */
import { randomUUID } from "node:crypto";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { Format } from "typebox/format";
import { fastifyActions } from "anchorlog/http/node";
import { apiKeyRoutes } from "./accounts/apiKeyRoutes.ts";
import { authRoutes } from "./accounts/authRoutes.ts";
import { createAuthenticate } from "./accounts/authenticate.ts";
import { invitationRoutes } from "./accounts/invitationRoutes.ts";
import { memberRoutes } from "./accounts/memberRoutes.ts";
import { organizationRoutes, switchRoutes } from "./accounts/organizationRoutes.ts";
import { openTokens } from "./accounts/tokens.ts";
import { walletRoutes } from "./accounts/walletRoutes.ts";
import { registerAccess } from "./http/access.ts";
import { registerEnvelope } from "./http/envelope.ts";
import { registerJson } from "./http/json.ts";
import type { Limiter } from "./http/limits/limiter.ts";
import { createSigned } from "./http/signed.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { wellKnownRoutes } from "./log/wellKnown.ts";
import { isMailAddress } from "./mail/address.ts";
import { mailboxRoute } from "./mail/mailboxRoute.ts";
import type { Platform } from "./platform.ts";

/** Bytes of a body, but for uploads. */
const MAX_BODY = 1_048_576;
/** Milliseconds that a request may take to arrive. */
const PATIENCE = 30_000;

/**
 * Makes the server of a platform; `listen` starts it, `close` ends it and leaves the platform open.
 *
 * @param parts `onError` is told of what clients are not.
 */
export async function createServer(
  platform: Platform,
  { logger }: { readonly logger: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const { config, anchorlog } = platform;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: MAX_BODY,
    requestTimeout: PATIENCE,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    return503OnClosing: false,
  });
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  // Its own takes line ends within quotes.
  Format.Set("email", isMailAddress);
  const tokens = await openTokens(platform);
  const authenticate = createAuthenticate(platform, tokens);
  const limiter: Limiter = { take: async () => {} };

  registerEnvelope(app);
  registerJson(app);
  registerAccess(app, { authenticate, limiter });
  registerRequestLog(app);
  registerFarewell(app);
  registerHousekeeping(app, platform);

  await app.register(async (scope) => {
    authRoutes(scope, platform, tokens);
    switchRoutes(scope, platform, tokens);
    await mailboxRoute(scope, platform);
  });
  await app.register(async (scope) => wellKnownRoutes(scope, platform));
  await app.register(async (scope) => {
    await scope.register(
      fastifyActions({
        anchorlog,
        authority: config.publicUrl.host,
        maxBodyBytes: MAX_BODY,
        bodyTimeout: PATIENCE,
        onError: (error) => logger.error({ err: error }, "an action failed"),
      }),
    );
    const signed = createSigned(scope, platform);
    walletRoutes(scope, signed, platform);
    apiKeyRoutes(scope, signed, platform);
    organizationRoutes(scope, signed, platform);
    memberRoutes(scope, signed, platform);
    invitationRoutes(scope, signed, platform);
  });
  return app;
}

/** Connections that are answered while the server closes end with that answer: kept open, they would hold it up. */
function registerFarewell(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

/** One line a request: its route as it is written, never its address, query or fields. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, id, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { x_request_id: id, method, route: routeOptions.url ?? "none", status: reply.statusCode, ms },
      "request",
    );
  });
}
