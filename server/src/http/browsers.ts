/** Headers for browsers: CORS, caching and content security. */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { Config } from "../foundation/config.ts";
import { headers, parameters, securitySchemes } from "./documentParts.ts";
import { addressOf } from "./limits/address.ts";
import type { Limiter } from "./limits/limiter.ts";

/** Request fields that pages may send: credentials, fields of signed content, trace context, and all documented ones. */
const ALLOWED_HEADERS = [
  "Authorization",
  ...[securitySchemes.apiKey, securitySchemes.signature].map(({ name }) => name),
  "Content-Digest",
  "Content-Type",
  "traceparent",
  "tracestate",
  ...Object.values(parameters).map(({ name }) => name),
];
/** Response fields that pages may read: those that all operations share, and those of single operations. */
const EXPOSED_HEADERS = [
  ...Object.keys(headers),
  "Accept-Ranges",
  "Allow",
  "Anchorlog-State",
  "Content-Disposition",
  "Repr-Digest",
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
  app.addHook("onRequest", (request, reply, done) =>
    request.method === "OPTIONS" && isAllowed(request.headers.origin)
      ? limiter.take({ address: addressOf(request), group: "strangers" }, 0, reply)
      : done(),
  );
  await app.register(cors, {
    origin: (origin, done) => done(null, isAllowed(origin)),
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_AGE,
    strictPreflight: false,
  });
}
