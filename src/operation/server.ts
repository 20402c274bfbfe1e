/** The port of a process that operates: /health, /metrics and /status. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { concernsOf } from "../operator/concerns.ts";
import { formatMetrics } from "../operator/metrics.ts";
import type { OperatorStatus } from "../operator/status.ts";

/** An answer: JSON, or text as it is. */
export type Answer = { readonly status: number; readonly body: unknown; readonly type?: string };
/** Answers requests to further paths; undefined where it knows none such. */
export type Route = (request: IncomingMessage, path: string) => Promise<Answer | undefined>;

export type Server = { readonly url: string; close(): Promise<void> };

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Serves an operator's status. Nothing secret is in it.
 *
 * @param onError is told where the status cannot be had.
 * @throws AnchorlogError `port_in_use`, `cannot_listen`.
 */
export async function serveStatus(options: {
  readonly host: string;
  readonly port: number;
  readonly status: () => Promise<OperatorStatus>;
  readonly route?: Route;
  readonly onError: (error: unknown) => void;
}): Promise<Server> {
  const { host, port, onError } = options;
  const server = createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown): Answer => {
        onError(error);
        return { status: 500, body: { error: "internal_error" } };
      })
      .then((given) => send(response, given))
      .catch(onError);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)));
    server.listen(port, host, resolve);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Options = Parameters<typeof serveStatus>[0];

async function answer(request: IncomingMessage, { status, route, onError }: Options): Promise<Answer> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const further = await route?.(request, path);
  if (further !== undefined) return further;
  if (!PATHS.has(path)) return { status: 404, body: { error: "not_found", paths: [...PATHS] } };
  if (request.method !== "GET" && request.method !== "HEAD") return { status: 405, body: { error: "get_only" } };
  const now = await status().catch((error: unknown) => {
    onError(error);
    return undefined;
  });
  if (path === "/metrics") return { status: 200, body: formatMetrics(now), type: METRICS_TYPE };
  if (now === undefined) return { status: 503, body: { healthy: false, concerns: [UNKNOWN] } };
  const concerns = concernsOf(now);
  const healthy = concerns.length === 0;
  if (path === "/health") return { status: healthy ? 200 : 503, body: { healthy, concerns } };
  return { status: 200, body: { healthy, concerns, status: now } };
}

const PATHS = new Set(["/health", "/metrics", "/status"]);
const UNKNOWN = { code: "unknown", message: "the operator cannot say how it does" };

function send(response: ServerResponse, { status, body, type }: Answer): void {
  const text = typeof body === "string" ? body : `${JSON.stringify(toJson(body))}\n`;
  const headers = { "content-type": type ?? "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(text);
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): AnchorlogError {
  if (cause.code === "EADDRINUSE") {
    return new AnchorlogError("port_in_use", `port ${port} of ${host} is in use`, {
      fix: "end what listens there, or give another port",
      cause,
    });
  }
  return new AnchorlogError("cannot_listen", `${host}, port ${port}, cannot be listened at: ${cause.code}`, {
    fix: "give an address of this machine, and a port that this user may use",
    cause,
  });
}
