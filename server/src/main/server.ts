/** Assembles the HTTP server from its parts. */
import { randomUUID } from "node:crypto";
import { maxHeaderSize } from "node:http";
import { join } from "node:path";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { Format } from "typebox/format";
import { fastifyActions, fastifyUploads } from "anchorlog/http/node";
import { adminRoutes } from "./admin/adminRoutes.ts";
import { authRoutes } from "../accounts/authRoutes.ts";
import { Authenticator } from "../accounts/authenticate.ts";
import { registerKeyUse } from "../accounts/keyUse.ts";
import { switchRoutes } from "../accounts/organizationRoutes.ts";
import { createSigners } from "../accounts/signer.ts";
import { openTokens, type Tokens } from "../accounts/tokens.ts";
import { registerAccess } from "../http/access.ts";
import { registerArriving } from "../http/arriving.ts";
import { ACTION_BODY, MAX_BODY } from "../http/bodies.ts";
import { registerBrowsers } from "../http/browsers.ts";
import { docsPage } from "../http/docsPage.ts";
import { registerDocument } from "../http/document.ts";
import { reasonsPage } from "../http/reasonsPage.ts";
import { registerEnvelope } from "../http/envelope.ts";
import { registerForwarding } from "../http/forwarding/forward.ts";
import { requestIdOf } from "../http/forwarding/mark.ts";
import { checksOf, healthRoutes } from "../http/health.ts";
import { isState } from "../http/errors.ts";
import { registerJson } from "../http/json.ts";
import { GROUPS, type Groups } from "../foundation/limitGroups.ts";
import { boundFoundings } from "../http/limits/foundings.ts";
import type { Ledger } from "../http/limits/ledger.ts";
import type { Limiter } from "../http/limits/limiter.ts";
import { memoryLedger } from "../http/limits/memory.ts";
import { sharedLedger } from "../http/limits/shared.ts";
import { ownWhileAway } from "../http/limits/whileAway.ts";
import { WindowLimiter } from "../http/limits/windows.ts";
import { answerBroken, registerMalformed, rerouteMalformed } from "../http/malformed.ts";
import { metricsRoutes } from "../http/metrics.ts";
import { isName } from "../http/names.ts";
import { createTrust, registerProxies } from "../http/proxies.ts";
import { MAX_DELAY, registerPressure } from "../http/pressure.ts";
import { registerReaders } from "../http/readers.ts";
import { registerSigned } from "../http/registerSigned.ts";
import { createSigning } from "../http/signed.ts";
import { verifyPage } from "../proofs/verifyPage.ts";
import { prepareRoutes } from "../actions/prepareRoutes.ts";
import { registerRoutes } from "./routes.ts";
import { View } from "../objects/view.ts";
import { checkpointRoutes } from "../proofs/checkpointRoutes.ts";
import { tileRoutes } from "../proofs/tileRoutes.ts";
import { v2Routes } from "../http/v2.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { compileSerializer } from "../http/serialize.ts";
import { compileValidator } from "../http/validate.ts";
import { indexerRoutes } from "../indexer/indexerRoutes.ts";
import { registerIndexer, type IndexerOptions } from "../indexer/indexer.ts";
import { wellKnownRoutes } from "../log/wellKnown.ts";
import { withCommits } from "../log/commits.ts";
import { isMailAddress } from "../foundation/mail/address.ts";
import { boundMails } from "../accounts/boundMails.ts";
import { mailboxRoute } from "./mailboxRoute.ts";
import type { Parts } from "../foundation/parts.ts";
import { MAX_FORM } from "../files/upload.ts";
import { uploadRoutes } from "../files/uploadRoutes.ts";
import { startDeliverer, type Deliverer, type DelivererOptions } from "../webhooks/deliver.ts";
import { returnToEnds } from "../webhooks/ends.ts";
import { createDeliveryMetrics } from "../webhooks/metrics.ts";
import { webhookTestRoute } from "../webhooks/testRoute.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Milliseconds in which a request must arrive, by default. */
const PATIENCE = 30_000;
/** Milliseconds between checks for late requests. */
const LOOKS = 1_000;
/** Milliseconds for work under way, before this process releases its logs. */
const GRACE = 1_000;
export type ServerParts = {
  readonly logger: FastifyBaseLogger;
  readonly drain?: () => Promise<unknown>;
  readonly groups?: Groups;
  readonly limitsBy?: () => number;
  readonly maxDelay?: number;
  readonly patience?: number;
  readonly indexing?: IndexerOptions | undefined;
  readonly webhooks?: Omit<DelivererOptions, "logger" | "metrics">;
};

/**
 * Creates the server of a platform. `listen` starts it. `close` ends it, and leaves the platform's parts open.
 *
 * @param options `drain` runs on `close`, after the server is reported as not ready and before it stops listening;
 *   `groups` are the rate limits, by default as specified; `limitsBy` is their clock with PostgreSQL, by default the
 *   database's, which all processes share; `maxDelay` is the event loop's delay in milliseconds from which requests are
 *   rejected; `patience` is the time in milliseconds in which a request must arrive; `indexing` configures the index;
 *   `webhooks` configures delivery.
 */
export async function createServer(
  given: Parts,
  {
    logger,
    drain = async () => {},
    groups = GROUPS,
    limitsBy,
    maxDelay = MAX_DELAY,
    patience = PATIENCE,
    indexing = {},
    webhooks = {},
  }: ServerParts,
): Promise<FastifyInstance> {
  const newLedger = ledgersOf(given, limitsBy);
  const mailer = boundMails(given.mailer, given.config.mailsPerMinute, { minute: newLedger(), day: newLedger() });
  const { parts, onCommit } = withCommits({ ...given, mailer });
  const { config, secrets } = parts;
  const countFounding = boundFoundings(newLedger(), secrets, config.organizationsPerHour);
  const limiter = limiterOf(parts, groups, limitsBy);
  const isTrusted = createTrust(config.trustedProxies);
  const app = createApp(parts, { logger, limiter, patience, isTrusted });
  const tokens = await openTokens(parts);
  await registerHooks(app, parts, { tokens, limiter, maxDelay, isTrusted });
  const deliveries = registerDeliverer(app, parts, { ...webhooks, onCommit });
  await registerDocument(app, config);
  docsPage(app);
  reasonsPage(app);
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
  await app.register(async (scope) => prepareRoutes(scope, parts, new View(parts.database)));
  await app.register(async (scope) => webhookTestRoute(scope, parts));
  await registerActions(app, parts, { logger, patience });
  return app;
}

type AppParts = Required<Pick<ServerParts, "logger" | "patience">> & {
  readonly limiter: Limiter;
  readonly isTrusted: ReturnType<typeof createTrust>;
};

function createApp({ config, secrets }: Parts, { logger, limiter, patience, isTrusted }: AppParts): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "x_request_id" }),
    genReqId: (raw) => requestIdOf(secrets, raw) ?? randomUUID(),
    requestIdHeader: false,
    bodyLimit: ACTION_BODY,
    requestTimeout: patience,
    // The timeout would also apply to the shutdown, which the server's caller already limits.
    pluginTimeout: 0,
    // An id of any length gets the answer for an id that does not exist. Node limits the length of the whole path.
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: config.trustedProxies.length === 0 ? false : isTrusted,
    return503OnClosing: false,
    // A missing Host gets an error of our own. By default, Node allows a minute for the headers and more for the body,
    // and checks every 30 seconds.
    http: { requireHostHeader: false, headersTimeout: patience, connectionsCheckingInterval: LOOKS },
    frameworkErrors: (_error, request, reply) => rerouteMalformed(app, request, reply),
    clientErrorHandler: (error, socket) => void answerBroken(limiter, error, socket),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  // The library's own check allows line ends within quotes.
  Format.Set("email", isMailAddress);
  Format.Set("name", isName);
  return app;
}

/** Registers what each request passes through, in this order, and the background work. */
async function registerHooks(
  app: FastifyInstance,
  parts: Parts,
  {
    tokens,
    limiter,
    maxDelay,
    isTrusted,
  }: Pick<AppParts, "limiter" | "isTrusted"> & {
    readonly tokens: Tokens;
    readonly maxDelay: number;
  },
): Promise<void> {
  const { config } = parts;
  const authenticator = new Authenticator(parts, tokens);
  registerArriving(app);
  registerEnvelope(app);
  const forwarding = registerForwarding(app, parts);
  registerProxies(app, config, isTrusted);
  registerJson(app);
  await registerBrowsers(app, config, limiter);
  await registerPressure(app, limiter, maxDelay);
  registerAccess(app, { authenticate: (request) => authenticator.callerOf(request), limiter, forwarding });
  registerMalformed(app, limiter);
  registerRequestLog(app);
  registerFarewell(app);
  registerReaders(app);
  app.addHook("onListen", () => {
    const warn = (err: unknown) =>
      app.log.warn({ err }, "the mail server does not accept mail, so no user can sign in");
    void parts.mailer.check().catch(warn);
  });
  registerKeyUse(app, parts);
  registerHousekeeping(app, parts);
}

/** Registers the routes that take signed actions: uploads in a scope of their own, since they take files. */
async function registerActions(
  app: FastifyInstance,
  parts: Parts,
  { logger, patience }: Pick<AppParts, "logger" | "patience">,
): Promise<void> {
  const { config, anchorlog } = parts;
  const signing = createSigning(parts, createSigners(parts));
  const onError = (error: unknown): void =>
    logger[isState(error) ? "debug" : "error"]({ err: error }, "an action failed");
  const gate = { anchorlog, authority: config.publicUrl.host, bodyTimeout: patience, onError };
  await app.register(async (scope) => {
    const folder = join(config.folder, "uploads");
    await scope.register(fastifyUploads({ ...gate, folder, maxBodyBytes: MAX_FORM }));
    uploadRoutes(registerSigned(scope, signing), parts);
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
    registerRoutes(scope, registerSigned(scope, signing, typedRoutes), parts);
  });
}

/** Returns a factory of ledgers for scarce resources. With PostgreSQL, all processes share their counts. */
function ledgersOf({ clock, database }: Parts, limitsBy?: () => number): () => Ledger {
  if (database.engine === "sqlite") return () => memoryLedger(clock);
  const shared = sharedLedger(database.across.accounts, limitsBy);
  return () => ownWhileAway(shared, memoryLedger(clock), clock);
}

/** Makes the rate limiter. With SQLite there is only one process, so its own ledger also serves as the shared one. */
function limiterOf({ clock, database, secrets }: Parts, groups: Groups, limitsBy?: () => number): Limiter {
  const own = memoryLedger(clock);
  if (database.engine === "sqlite") return new WindowLimiter({ own, shared: own, secrets, groups });
  const shared = sharedLedger(database.across.accounts, limitsBy);
  return new WindowLimiter({ own, shared, strangers: ownWhileAway(shared, own, clock), secrets, groups });
}

/** Closes connections with their next answer during shutdown. Open connections would delay it. */
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

/** Releases the logs after the drain, so that slow requests do not block other processes. */
function registerHandover(app: FastifyInstance, { store }: Parts): void {
  app.addHook("preClose", async () => {
    setTimeout(() => void store.giveUp?.().catch(() => {}), GRACE).unref();
  });
}

/** Delivers webhooks while the server runs. @returns the metrics of deliveries. */
function registerDeliverer(
  app: FastifyInstance,
  parts: Parts,
  { onCommit, ...options }: NonNullable<ServerParts["webhooks"]> & Pick<ReturnType<typeof withCommits>, "onCommit">,
): Registry {
  const metrics = createDeliveryMetrics(parts.database.across);
  let deliverer: Deliverer | undefined;
  app.addHook("onReady", async () => {
    if ((await returnToEnds(parts)) > 0)
      app.log.warn("webhooks belonged to another log: they continue at the end of this one");
    deliverer = startDeliverer(parts, { logger: app.log, metrics, ...options });
  });
  onCommit((org) => deliverer?.wake(org));
  app.addHook("onClose", async () => deliverer?.close());
  return metrics.registry;
}

/**
 * Logs one line per request with the route pattern. The client's address, the query and the header fields are never
 * logged.
 */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url ?? "none", status: reply.statusCode, ms }, "request");
    done();
  });
}
