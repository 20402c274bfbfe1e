/** What browsers are told: whose pages may call the API, and what may be done with its answers. */
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Limiter } from "./limits/limiter.ts";

const ALLOWED_HEADERS = [
  "Authorization",
  "x-api-key",
  "Anchorlog-Action",
  "Content-Digest",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
];
const EXPOSED_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
  "Idempotent-Replayed",
  "Anchorlog-State",
  "ETag",
  "Deprecation",
  "Sunset",
  "Location",
];
/** Seconds for which a browser need not ask again whether it may: the most that they keep it. */
const PREFLIGHT_AGE = 7_200;

/** Before access: an answer that a browser may not show is no answer, and a preflight has no credential. */
export async function registerBrowsers(
  app: FastifyInstance,
  { corsOrigins, publicUrl }: Pick<Config, "corsOrigins" | "publicUrl">,
  limiter: Limiter,
): Promise<void> {
  // Almost all that is answered is somebody's; what is everybody's says so itself.
  app.addHook("onRequest", async (_request, reply) => void reply.header("Cache-Control", "no-store"));

  await app.register(helmet, {
    // No answer of the API's is a page; routes that have pages say what theirs need.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: "deny" },
    // Browsers ignore it over http.
    strictTransportSecurity: publicUrl.protocol === "https:",
  });

  const allowed = new Set(corsOrigins);
  const isAllowed = (origin: string | undefined): boolean => origin !== undefined && allowed.has(origin);
  // Preflights count nowhere: one comes before almost every request of a page.
  app.addHook("onRequest", async ({ method, headers, ip }, reply) => {
    if (method !== "OPTIONS" || !isAllowed(headers.origin)) return;
    await limiter.take({ address: ip, group: "strangers" }, 0, reply);
  });
  await app.register(cors, {
    origin: async (origin: string | undefined) => isAllowed(origin),
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_AGE,
    strictPreflight: false,
  });
}
