/** The status server of an operator or a watchtower: /livez, /readyz, /metrics and /status. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toJson } from "../base/jsonable.ts";
import { METRICS_TYPE } from "../base/prometheus.ts";
import { AnchorlogError } from "../base/errors.ts";

/** An answer: JSON, or plain text. */
export type StatusResponse = { readonly status: number; readonly body: unknown; readonly type?: string };
/** Answers requests to further paths; undefined for other paths. */
export type Route = (request: IncomingMessage, path: string) => Promise<StatusResponse | undefined>;

/** The content of the status pages. */
export type Pages = {
  /** Whether the process works without help. If not, it should be restarted. */
  readonly isAlive: () => Promise<boolean>;
  /** The part that makes the process unusable, with a reason code; undefined if it is usable. */
  readonly obstacle: () => Promise<{ readonly field: string; readonly reason: string } | undefined>;
  /** Returns the metrics in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  readonly status: () => Promise<object>;
};

export type Server = { readonly url: string; close(): Promise<void> };

/**
 * Serves the status pages. They contain no secrets.
 *
 * @param onError called if a page cannot be made.
 * @throws AnchorlogError `port_in_use`, `cannot_listen`.
 */
export async function serveStatus(options: {
  readonly host: string;
  readonly port: number;
  readonly pages: Pages;
  readonly route?: Route;
  readonly onError: (error: unknown) => void;
}): Promise<Server> {
  const { host, port, onError } = options;
  const server = createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown): StatusResponse => {
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

async function answer(request: IncomingMessage, { pages, route }: Options): Promise<StatusResponse> {
  const path = pathOf(request.url ?? "/");
  const further = await route?.(request, path);
  if (further !== undefined) return further;
  if (!Object.hasOwn(PATHS, path)) return { status: 404, body: { error: "not_found", paths: Object.keys(PATHS) } };
  if (request.method !== "GET" && request.method !== "HEAD") return { status: 405, body: { error: "get_only" } };
  return PATHS[path]!(pages);
}

/** The path of a request's target, which is a whole URL or a path, even one that begins with //. */
function pathOf(target: string): string {
  return URL.canParse(target) ? new URL(target).pathname : target.replace(/[?#][^]*$/, "");
}

const PATHS: Readonly<Record<string, (pages: Pages) => Promise<StatusResponse>>> = {
  "/livez": async ({ isAlive }) =>
    (await isAlive()) ? { status: 200, body: { status: "alive" } } : unavailable("not alive", "store", "unavailable"),
  "/readyz": async ({ obstacle }) => {
    const found = await obstacle();
    if (found === undefined) return { status: 200, body: { status: "ready" } };
    return unavailable("not ready", found.field, found.reason);
  },
  "/metrics": async ({ metrics }) => ({ status: 200, body: await metrics(), type: METRICS_TYPE }),
  "/status": async ({ status }) => ({ status: 200, body: await status() }),
};

/** Makes a 503 answer, in the error envelope of protocol/3-log §5. */
function unavailable(message: string, field: string, reason: string): StatusResponse {
  return { status: 503, body: { error: { code: 503, message, details: [{ field, reason }] } } };
}

function send(response: ServerResponse, { status, body, type }: StatusResponse): void {
  const text = typeof body === "string" ? body : `${JSON.stringify(toJson(body))}\n`;
  const headers = { "content-type": type ?? "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(text);
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): AnchorlogError {
  if (cause.code === "EADDRINUSE") {
    return new AnchorlogError("port_in_use", `port ${port} of ${host} is in use`, {
      fix: "end what listens there, or set another http.port (ANCHORLOG_HTTP_PORT)",
      cause,
    });
  }
  return new AnchorlogError("cannot_listen", `${host}, port ${port}, cannot be listened at: ${cause.code}`, {
    fix: "give an address of this machine, and a port that this user may use",
    cause,
  });
}
