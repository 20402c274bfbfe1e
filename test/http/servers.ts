import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import express from "express";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { logId, type Anchorlog, type Domain, type Hex, type Submission } from "anchorlog";
import { carriedAction, formatActionHeader, webActions, type GateOptions, type RefusalAnswer } from "anchorlog/http";
import { fastifyActions, nodeActions } from "anchorlog/http/node";
import { closing } from "../ends.ts";
import { listen } from "../listening.ts";
import { NOW, operator, wallets } from "../operator.ts";

/** The test operator's domain. */
export const domain: Domain = {
  name: operator.name,
  version: operator.version,
  chainId: operator.chainId,
  verifyingContract: operator.registry,
};

/** The field of an action that nobody signed. */
export const MADE_UP = formatActionHeader({
  log: logId(operator, "a.example"),
  actor: wallets[0]!.address.toLowerCase() as Hex,
  nonce: "1",
  deadline: `${BigInt(NOW / 1000 + 60)}`,
  signature: `0x${"33".repeat(64)}1b`,
});

/** The kinds of actions that a route accepts. Every other route accepts signed requests. */
export const ROUTES: Readonly<Record<string, readonly string[]>> = {
  "/transfers": ["Transfer"],
  "/votes": ["Vote"],
  "/asks": ["Ask"],
  "/ebus/execute": ["Transfer", "Vote"],
};
const kindsOf = (path: string): readonly string[] => ROUTES[path] ?? ["HttpRequest"];

/** A server on a free port of this machine that submits the action of each request. */
export type Server = { readonly url: string };

/** A server's answer: the submission of the action, or the reason why the request has no action. */
export type Answer = {
  carriage?: string | null;
  primaryType?: string;
  payload?: Record<string, unknown>;
  submission?: Submission;
  /** Present only in a retry. */
  status?: string;
  /** The body, in hex. */
  bytes?: string;
  /** The body as a parser behind the gate read it. */
  parsed?: unknown;
  error?: RefusalAnswer["body"]["error"];
  x_request_id?: string;
};
type Reply = { status: number; body: Answer };
type Start = (options: GateOptions) => Promise<Server>;

const starts = {
  "node:http": (options) => {
    const gates = gatesOf((kinds) => nodeActions({ ...options, kinds }));
    return listen((request, response) => {
      const { pathname } = new URL(request.url!, "http://server.example");
      gates(pathname)(request, response, () => void serve(request, response));
    });
  },

  express: (options) => {
    const app = express();
    // A route of its own kinds has its own gate, before that for all others.
    for (const [path, kinds] of Object.entries(ROUTES)) {
      app.post(path, nodeActions({ ...options, kinds }), (request, response) => void serve(request, response));
    }
    const gate = nodeActions(options);
    // When mounted, `url` is not the signed one; and a second gate has nothing left to judge.
    app.use("/objects", gate, gate);
    app.use(gate);
    app.use(express.json());
    app.use((request, response) => void serve(request, response, request.body));
    return listen(app);
  },

  fastify: async (options) => {
    const app = Fastify();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { status, body } = await handle(request, new URL(request.originalUrl, "http://server.example").pathname);
      const parsed = Buffer.isBuffer(request.body) ? request.body.toString("hex") : request.body;
      return reply.code(status).send({ ...body, parsed });
    };
    for (const [path, kinds] of Object.entries(ROUTES)) {
      await app.register(async (scope) => {
        await scope.register(fastifyActions({ ...options, kinds }));
        scope.post(path, handler);
      });
    }
    await app.register(async (scope) => {
      await scope.register(fastifyActions(options));
      scope.all("/*", handler);
    });
    return { url: await closing(app).listen({ host: "127.0.0.1", port: 0 }) };
  },

  "web standard": (options) => {
    const gates = gatesOf((kinds) => webActions({ ...options, kinds }));
    return listen(async (request, response) => {
      const passed = await gates(new URL(request.url!, "http://server.example").pathname)(
        behindProxy(webRequest(request)),
      );
      if (passed instanceof Request) return write(response, await handle(passed, new URL(passed.url).pathname));
      return write(response, { status: passed.status, body: (await passed.json()) as Answer });
    });
  },
} satisfies Record<string, Start>;

function gatesOf<G>(make: (kinds: readonly string[]) => G): (path: string) => G {
  const gates = new Map(Object.entries(ROUTES).map(([path, kinds]) => [path, make(kinds)]));
  const other = make(["HttpRequest"]);
  return (path) => gates.get(path) ?? other;
}

/** Next.js passes its handlers a proxy of the request. */
const behindProxy = (request: Request): Request =>
  new Proxy(request, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

/** The request as servers with web-standard requests make it: repeated fields are joined, and the body is a stream. */
function webRequest(request: IncomingMessage): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    headers.append(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
  }
  const init = { method: request.method!, headers };
  const url = `http://server.example${request.url}`;
  if (request.method === "GET") return new Request(url, init);
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
  return new Request(url, { ...init, body, duplex: "half" });
}

export const SERVERS = Object.keys(starts) as (keyof typeof starts)[];

export async function startServer(
  kind: keyof typeof starts,
  anchorlog: Anchorlog,
  options: Omit<GateOptions, "anchorlog">,
): Promise<Server> {
  return starts[kind]({ ...options, anchorlog });
}

/** The handler of every route: submits, and answers with the result. */
async function handle(request: object, path: string): Promise<Reply> {
  const carried = carriedAction(request, kindsOf(path));
  if (carried.status === "missing") return { status: 200, body: { carriage: null } };
  if (carried.status !== "new") return carried.answer;
  const { action, carriage, body } = carried;
  const outcome = await carried.submit();
  if (outcome.status !== "accepted") return outcome.answer;
  const bytes = Buffer.from(body).toString("hex");
  const { primaryType, message } = action;
  return {
    status: 201,
    body: { carriage, primaryType, payload: message.payload, submission: outcome.accepted, bytes },
  };
}

async function serve(
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  parsed?: unknown,
): Promise<void> {
  const { pathname } = new URL(request.originalUrl ?? request.url!, "http://server.example");
  const { status, body } = await handle(request, pathname);
  write(response, { status, body: parsed === undefined ? body : { ...body, parsed } });
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
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
  /** Sent in this number of chunks, without a Content-Length. */
  chunks?: number;
  /** The value of the field Host, if it is not the server's own address. */
  host?: string;
};

/** Sends exactly this request. Only its length is added. */
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

/** The request that a `fetch` would send, recorded instead. */
export async function rawOf(request: Request): Promise<RawRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    headers: [...request.headers].map(([name, value]) => [name, value]),
    body: Buffer.from(await request.arrayBuffer()),
  };
}
