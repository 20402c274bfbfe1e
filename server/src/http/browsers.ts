/** Headers for browsers: CORS, caching and content security. */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { addressOf } from "./limits/address.ts";
import type { Limiter } from "./limits/limiter.ts";

const ALLOWED_HEADERS = [
  "Authorization",
  "x-api-key",
  "Anchorlog-Action",
  "Content-Digest",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "If-Range",
  "Range",
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
  "Content-Disposition",
  "Content-Range",
  "Repr-Digest",
  "Deprecation",
  "Sunset",
  "Link",
  "Location",
  // Clients use this header to detect that a token must be renewed.
  "WWW-Authenticate",
];
/** The security headers that Helmet sets, for answers that are not pages. Routes with pages override them. */
const HEADERS = {
  // Most answers are private. Public routes set their own caching.
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
};
const HTTPS_ONLY = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };
/** Seconds for which browsers may cache a preflight. Browsers accept no more than this. */
const PREFLIGHT_AGE = 7_200;

/** Register before access: preflights have no credential, and error answers need CORS headers as well. */
export async function registerBrowsers(
  app: FastifyInstance,
  { corsOrigins, publicUrl }: Pick<Config, "corsOrigins" | "publicUrl">,
  limiter: Limiter,
): Promise<void> {
  // Browsers ignore it over http.
  const all = publicUrl.protocol === "https:" ? { ...HEADERS, ...HTTPS_ONLY } : HEADERS;
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(all);
    done();
  });

  const allowed = new Set(corsOrigins);
  const isAllowed = (origin: string | undefined): boolean => origin !== undefined && allowed.has(origin);
  // Preflights do not count: browsers send one before almost every request.
  app.addHook("onRequest", async (request, reply) => {
    const { method, headers } = request;
    if (method !== "OPTIONS" || !isAllowed(headers.origin)) return;
    await limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply);
  });
  await app.register(cors, {
    origin: (origin, done) => done(null, isAllowed(origin)),
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_AGE,
    strictPreflight: false,
  });
}
