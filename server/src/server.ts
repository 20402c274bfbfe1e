/** The HTTP server: its parts, put together. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { Format } from "typebox/format";
import { fastifyActions, fastifyUploads } from "anchorlog/http/node";
import { adminRoutes } from "./admin/adminRoutes.ts";
import { authRoutes } from "./accounts/authRoutes.ts";
import { createAuthenticate } from "./accounts/authenticate.ts";
import { switchRoutes } from "./accounts/organizationRoutes.ts";
import { createSigners } from "./accounts/signer.ts";
import { openTokens } from "./accounts/tokens.ts";
import { registerAccess } from "./http/access.ts";
import { registerArriving } from "./http/arriving.ts";
import { ACTION_BODY, MAX_BODY } from "./http/bodies.ts";
import { registerBrowsers } from "./http/browsers.ts";
import { docsPage } from "./http/docsPage.ts";
import { registerDocument } from "./http/document.ts";
import { registerEnvelope } from "./http/envelope.ts";
import { registerForwarding } from "./http/forwarding/forward.ts";
import { requestIdOf } from "./http/forwarding/mark.ts";
import { checksOf, healthRoutes } from "./http/health.ts";
import { isState } from "./http/errors.ts";
import { registerJson } from "./http/json.ts";
import { GROUPS, type Groups } from "./http/limits/groups.ts";
import { boundFoundings } from "./http/limits/foundings.ts";
import type { Ledger } from "./http/limits/ledger.ts";
import type { Limiter } from "./http/limits/limiter.ts";
import { memoryLedger } from "./http/limits/memory.ts";
import { sharedLedger } from "./http/limits/shared.ts";
import { ownWhileAway } from "./http/limits/whileAway.ts";
import { createLimiter } from "./http/limits/windows.ts";
import { answerBroken, registerMalformed, rerouteMalformed } from "./http/malformed.ts";
import { metricsRoutes } from "./http/metrics.ts";
import { isName } from "./http/names.ts";
import { createTrust, registerProxies } from "./http/proxies.ts";
import { MAX_DELAY, registerPressure } from "./http/pressure.ts";
import { registerReaders } from "./http/readers.ts";
import { createSigned } from "./http/signed.ts";
import { verifyPage } from "./proofs/verifyPage.ts";
import { prepareRoutes } from "./bus/prepareRoutes.ts";
import { registerRoutes } from "./routes.ts";
import { createView } from "./platform/view.ts";
import { checkpointRoutes } from "./proofs/checkpointRoutes.ts";
import { tileRoutes } from "./proofs/tileRoutes.ts";
import { v2Routes } from "./http/v2.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { compileValidator } from "./http/validate.ts";
import { indexerRoutes } from "./indexer/indexerRoutes.ts";
import { registerIndexer, type IndexerOptions } from "./indexer/indexer.ts";
import { wellKnownRoutes } from "./log/wellKnown.ts";
import { withCommits } from "./log/commits.ts";
import { isMailAddress } from "./mail/address.ts";
import { boundMails } from "./accounts/boundMails.ts";
import { mailboxRoute } from "./mail/mailboxRoute.ts";
import type { Parts } from "./parts.ts";
import { MAX_FORM } from "./storage/upload.ts";
import { uploadRoutes } from "./storage/uploadRoutes.ts";
import { startDeliverer, type Deliverer, type DelivererOptions } from "./webhooks/deliver.ts";
import { returnToEnds } from "./webhooks/ends.ts";
import { createDeliveryMetrics } from "./webhooks/metrics.ts";
import { webhookTestRoute } from "./webhooks/testRoute.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Milliseconds that a request may take to arrive. */
const PATIENCE = 30_000;
/** Milliseconds from one look at who takes longer to the next. */
const LOOKS = 1_000;
/** Milliseconds for what is under way, before this process gives up its logs to others. */
const GRACE = 1_000;
export type ServerParts = {
  readonly logger: FastifyBaseLogger;
  readonly drain?: () => Promise<unknown>;
  readonly groups?: Groups;
  readonly limitsBy?: () => number;
  readonly maxDelay?: number;
  readonly indexing?: IndexerOptions | undefined;
  readonly webhooks?: Omit<DelivererOptions, "logger" | "metrics">;
};

/**
 * Makes the server of a platform; `listen` starts it, `close` ends it and leaves the platform open.
 *
 * @param options `drain` is waited for by `close`, between being not ready and not listening any more;
 *   `groups` are the rate limits, those of the specification by default, and `limitsBy` their clock
 *   over PostgreSQL, in place of the database's, which is one for all processes;
 *   `maxDelay`, by how many milliseconds the event loop may be late before requests are shed;
 *   `indexing`, how the index follows the log;
 *   `webhooks`, how they are delivered.
 */
export async function createServer(
  given: Parts,
  {
    logger,
    drain = async () => {},
    groups = GROUPS,
    limitsBy,
    maxDelay = MAX_DELAY,
    indexing = {},
    webhooks = {},
  }: ServerParts,
): Promise<FastifyInstance> {
  const newLedger = ledgersOf(given, limitsBy);
  const mailer = boundMails(given.mailer, given.config.mailsPerMinute, { minute: newLedger(), day: newLedger() });
  const { parts, onCommit } = withCommits({ ...given, mailer });
  const { config, anchorlog } = parts;
  const countFounding = boundFoundings(newLedger(), parts.secrets, config.organizationsPerHour);
  const limiter = limiterOf(parts, groups, limitsBy);
  const isTrusted = createTrust(config.trustedProxies);
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "x_request_id" }),
    genReqId: (raw) => requestIdOf(parts.secrets, raw) ?? randomUUID(),
    requestIdHeader: false,
    bodyLimit: ACTION_BODY,
    requestTimeout: PATIENCE,
    // It would cut off what is waited for at the end, too: who starts the server bounds that.
    pluginTimeout: 0,
    trustProxy: config.trustedProxies.length === 0 ? false : isTrusted,
    return503OnClosing: false,
    // Whoever sends no Host is told so. Node lets a head take a minute by itself, and then a body, and looks twice in it.
    http: { requireHostHeader: false, headersTimeout: PATIENCE, connectionsCheckingInterval: LOOKS },
    frameworkErrors: (error, request, reply) => rerouteMalformed(app, error, request, reply),
    clientErrorHandler: (error, socket) => void answerBroken(limiter, error, socket),
  });
  app.setValidatorCompiler(compileValidator);
  // Its own takes line ends within quotes.
  Format.Set("email", isMailAddress);
  Format.Set("name", isName);
  const tokens = await openTokens(parts);
  const authenticate = createAuthenticate(parts, tokens);

  registerArriving(app);
  registerEnvelope(app);
  const forwarding = registerForwarding(app, parts);
  registerProxies(app, config, isTrusted);
  registerJson(app);
  await registerBrowsers(app, config, limiter);
  await registerPressure(app, limiter, maxDelay);
  registerAccess(app, { authenticate, limiter, forwarding });
  registerMalformed(app, limiter);
  registerRequestLog(app);
  registerFarewell(app);
  registerReaders(app);
  app.addHook("onListen", () => {
    void parts.mailer.check().catch((err: unknown) => logger.warn({ err }, "mail is not taken: nobody can sign in"));
  });
  registerHousekeeping(app, parts);
  const deliveries = registerDeliverer(app, parts, { ...webhooks, onCommit });
  await registerDocument(app, config);
  docsPage(app);
  verifyPage(app, parts);
  const indexer = registerIndexer(app, parts, indexing);
  metricsRoutes(app, parts, [indexer.metrics, deliveries]);
  const checks = checksOf(parts);
  healthRoutes(app, checks, drain);
  registerHandover(app, parts);
  adminRoutes(app, parts, checks);

  v2Routes(app, config.v2);
  await app.register(async (scope) => {
    authRoutes(scope, parts, { tokens, countFounding });
    switchRoutes(scope, parts, tokens);
    await mailboxRoute(scope, parts);
  });
  await app.register(async (scope) => {
    wellKnownRoutes(scope, parts);
    checkpointRoutes(scope, parts);
    tileRoutes(scope, parts);
  });
  await app.register(async (scope) => indexerRoutes(scope, parts, indexer));
  await app.register(async (scope) => prepareRoutes(scope, parts, createView(parts.database)));
  await app.register(async (scope) => webhookTestRoute(scope, parts));
  const signers = createSigners(parts);
  const onError = (error: unknown): void =>
    logger[isState(error) ? "debug" : "error"]({ err: error }, "an action failed");
  const gate = { anchorlog, authority: config.publicUrl.host, bodyTimeout: PATIENCE, onError };
  await app.register(async (scope) => {
    const folder = join(config.folder, "uploads");
    await scope.register(fastifyUploads({ ...gate, folder, maxBodyBytes: MAX_FORM }));
    uploadRoutes(createSigned(scope, parts, { signers, typedRoutes: new Set() }), parts);
  });
  await app.register(async (scope) => {
    /** Routes whose bodies may be actions themselves. */
    const typedRoutes = new Set<string>();
    await scope.register(
      fastifyActions({
        ...gate,
        maxBodyBytes: MAX_BODY,
        isRequired: ({ method, route }) => !SAFE.has(method) && !typedRoutes.has(`${method} ${route}`),
      }),
    );
    const signed = createSigned(scope, parts, { signers, typedRoutes });
    registerRoutes(scope, signed, parts);
  });
  return app;
}

/** Returns what makes ledgers for scarce things: over PostgreSQL all processes share them. */
function ledgersOf({ clock, database }: Parts, limitsBy?: () => number): () => Ledger {
  if (database.engine === "sqlite") return () => memoryLedger(clock);
  const shared = sharedLedger(database.across.accounts, limitsBy);
  return () => ownWhileAway(shared, memoryLedger(clock), clock);
}

/** Over SQLite this process is the only one. */
function limiterOf({ clock, database, secrets }: Parts, groups: Groups, limitsBy?: () => number): Limiter {
  const own = memoryLedger(clock);
  if (database.engine === "sqlite") return createLimiter({ own, shared: own, secrets, groups });
  const shared = sharedLedger(database.across.accounts, limitsBy);
  return createLimiter({ own, shared, strangers: ownWhileAway(shared, own, clock), secrets, groups });
}

/** Connections that are answered while the server closes end with that answer: kept open, they would hold it up. */
function registerFarewell(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done();
  });
}

/** Behind the drain: what arrives slowly still, or is not answered, keeps no log from other processes. */
function registerHandover(app: FastifyInstance, { store }: Parts): void {
  app.addHook("preClose", async () => {
    setTimeout(() => void store.giveUp?.().catch(() => {}), GRACE).unref();
  });
}

/** Webhooks are told while the server runs. @returns what becomes of it. */
function registerDeliverer(
  app: FastifyInstance,
  parts: Parts,
  { onCommit, ...options }: NonNullable<ServerParts["webhooks"]> & Pick<ReturnType<typeof withCommits>, "onCommit">,
): Registry {
  const metrics = createDeliveryMetrics(parts.database.across);
  let deliverer: Deliverer | undefined;
  app.addHook("onReady", async () => {
    if ((await returnToEnds(parts)) > 0) app.log.warn("webhooks had been told of another log: they go on at its end");
    deliverer = startDeliverer(parts, { logger: app.log, metrics, ...options });
  });
  onCommit((org) => deliverer?.wake(org));
  app.addHook("onClose", async () => deliverer?.close());
  return metrics.registry;
}

/** One line a request: its route as it is written, never its address, query or fields. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url ?? "none", status: reply.statusCode, ms }, "request");
    done();
  });
}
