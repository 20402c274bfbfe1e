import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import Fastify from "fastify";
import {
  hashDomain,
  logId,
  verifyAction,
  type Anchorlog,
  type Domain,
  type Hex,
  type SignedAction,
  type Submission,
} from "anchorlog";
import { answerRefusal, readAction, type CarriedAction, type GateOptions, type RefusalAnswer } from "anchorlog/http";
import { carriedAction, fastifyActions, nodeActions } from "anchorlog/http/node";
import { operator, types } from "../operator.ts";

/** The test operator's domain. */
export const domain: Domain = {
  name: operator.name,
  version: operator.version,
  chainId: operator.chainId,
  verifyingContract: operator.registry,
};
const logs = new Set(["a.example", "b.example"].map((name) => logId(operator, name)));
const rules = { kinds: types.kinds, domainSeparator: hashDomain(domain), hasLog: (id: Hex) => logs.has(id) };

/** A server on a free port of this machine that submits whatever action a request carries. */
export type Server = { readonly url: string; close(): Promise<void> };

/** What a server says: of the action that came, or of why there is none. */
export type Answer = {
  carriage?: string | null;
  primaryType?: string;
  payload?: Record<string, unknown>;
  submission?: Submission;
  /** The body, in hex. */
  bytes?: string;
  /** Fastify's own reading of the body. */
  parsed?: unknown;
  error?: RefusalAnswer["body"]["error"];
  x_request_id?: string;
};
type Reply = { status: number; body: Answer };
type Start = (anchorlog: Anchorlog, options: GateOptions) => Promise<Server>;

const starts = {
  "node:http": (anchorlog, options) => {
    const gate = nodeActions(options);
    return listen((request, response) => {
      gate(request, response, (error) => {
        if (error === undefined) void serve(anchorlog, request, response);
        else response.writeHead(500).end();
      });
    });
  },

  express: (anchorlog, options) => {
    const app = express();
    // Mounted, `url` is not what was sent.
    const gate = nodeActions(options);
    app.use("/objects", gate);
    app.use((request, response, next) => {
      if (request.originalUrl.startsWith("/objects")) next();
      else gate(request, response, next);
    });
    app.use(express.json());
    app.use((request, response) => void serve(anchorlog, request, response));
    return listen(app);
  },

  fastify: async (anchorlog, options) => {
    const app = Fastify();
    // Judged before Fastify parses anything; the others leave it to their handlers.
    await app.register(fastifyActions({ verify: (action) => verifyAction(action, rules), ...options }));
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    app.all("/*", async (request, reply) => {
      const { status, body } = await handle(anchorlog, carriedAction(request));
      const parsed = Buffer.isBuffer(request.body) ? request.body.toString("hex") : request.body;
      return reply.code(status).send({ ...body, parsed });
    });
    return { url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
  },

  "web standard": (anchorlog, options) =>
    listen(async (request, response) => {
      if (request.method === "GET") return serve(anchorlog, request, response);
      const headers = new Headers();
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        headers.append(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
      }
      const init = { method: request.method!, headers, body: await allOf(request) };
      const read = await readAction(new Request(`http://server.example${request.url}`, init), options);
      return write(response, read.status === "refused" ? answerRefusal(read) : await handle(anchorlog, read));
    }),
} satisfies Record<string, Start>;

export const SERVERS = Object.keys(starts) as (keyof typeof starts)[];

export async function startServer(
  kind: keyof typeof starts,
  anchorlog: Anchorlog,
  options: GateOptions,
): Promise<Server> {
  return starts[kind](anchorlog, options);
}

/** What every route does: submit, and say what came. */
async function handle(anchorlog: Anchorlog, carried: CarriedAction | undefined): Promise<Reply> {
  if (carried === undefined) return { status: 200, body: { carriage: null } };
  const { action, carriage, body } = carried;
  const submission = await anchorlog.submit(action as SignedAction<never>);
  if (submission.status === "refused" || submission.status === "indeterminate") return answerRefusal(submission);
  const { primaryType, message } = action as { primaryType: string; message: { payload: Record<string, unknown> } };
  const bytes = Buffer.from(body).toString("hex");
  return { status: 201, body: { carriage, primaryType, payload: message.payload, submission, bytes } };
}

async function serve(anchorlog: Anchorlog, request: object, response: ServerResponse): Promise<void> {
  write(response, await handle(anchorlog, carriedAction(request)));
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<Server> {
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function allOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A request exactly as it goes onto the wire. */
export type RawRequest = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  /** In as many chunks, without a Content-Length. */
  chunks?: number;
  /** What the field Host says, if not the server's own address. */
  host?: string;
};

/** Sends a request as it is: nothing normalised, nothing added but the length. */
export async function sendRaw(
  url: string,
  { method, target, headers, body, chunks, host }: RawRequest,
): Promise<{ status: number; body: Answer }> {
  const { hostname, port, host: own } = new URL(url);
  const framing = chunks === undefined ? ["Content-Length", String(body.length)] : ["Transfer-Encoding", "chunked"];
  const wire = ["Host", host ?? own, ...framing, ...headers.flat()];
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path: target, headers: wire }, (response) => {
      allOf(response).then(
        (text) => resolve({ status: response.statusCode!, body: JSON.parse(text.toString() || "{}") as Answer }),
        reject,
      );
    });
    request.on("error", reject);
    const step = Math.ceil(body.length / (chunks ?? 1)) || 1;
    for (let at = 0; at < body.length; at += step) request.write(body.subarray(at, at + step));
    request.end();
  });
}

/** What a `fetch` would send, taken down instead. */
export async function rawOf(request: Request): Promise<RawRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    headers: [...request.headers].map(([name, value]) => [name, value]),
    body: Buffer.from(await request.arrayBuffer()),
  };
}
