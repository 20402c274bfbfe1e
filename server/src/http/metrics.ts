/** GET /metrics, in Prometheus format. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Type } from "typebox";
import { formatMetrics } from "anchorlog";
import type { Parts } from "../foundation/parts.ts";
import { isSame } from "../foundation/secrets.ts";
import { ApiError } from "./errors.ts";

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Metrics of the process, shared by all servers in it. */
const process = new Registry();
collectDefaultMetrics({ register: process });

/**
 * Metrics of requests by route pattern, of the process and of the log. No metric identifies an organization or content.
 *
 * @param others registries of other parts of this server.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { config: { metricsSecret, operator }, anchorlog, storage }: Pick<Parts, "config" | "anchorlog" | "storage">,
  others: readonly Registry[],
): void {
  const requests = new Registry();
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds from a request's arrival to the end of its answer, by route, method and status.",
    labelNames: ["method", "route", "status"] as const,
    buckets: BUCKETS,
    registers: [requests],
  });
  const lost: Gauge = new Gauge({
    name: "storage_lost_files",
    help: "Files that were requested since the process began, and are gone from the storage.",
    registers: [requests],
    collect: () => lost.set(storage.lost()),
  });
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    duration.observe({ method, route: routeOptions.url ?? "none", status: statusCode }, elapsedTime / 1_000);
    done();
  });
  if (operator.kind === "configured" && metricsSecret === undefined)
    app.addHook("onListen", () => {
      app.log.warn("anybody can read GET /metrics: set METRICS_SECRET, or keep it from strangers at the proxy");
    });
  const register = Registry.merge([process, requests, ...others]);
  const isAllowed = (authorization = ""): boolean =>
    metricsSecret === undefined || isSame(authorization, `Bearer ${metricsSecret}`);
  app.get(
    "/metrics",
    {
      config: { access: "public", group: "none", errors: [401] },
      schema: {
        summary: "Metrics for Prometheus",
        description:
          "Metrics of requests, the process, the log, its anchors, webhooks and files. If the operator has set `METRICS_SECRET`, send it as a bearer token.",
        tags: ["Operations"],
        produces: ["text/plain"],
        response: { 200: Type.String() },
      },
    },
    async ({ headers }, reply) => {
      if (isAllowed(headers.authorization)) {
        const [here, log] = await Promise.all([register.metrics(), anchorlog.status()]);
        return reply.type(register.contentType).send(here + formatMetrics(log));
      }
      throw new ApiError(401, "no_credential", "this needs Authorization: Bearer, with the token for metrics", {
        field: "Authorization",
        headers: { "WWW-Authenticate": "Bearer" },
      });
    },
  );
}
