import type { IncomingMessage, ServerResponse } from "node:http";
import multipart from "@fastify/multipart";
import express from "express";
import express4 from "express4";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import multer from "multer";
import { beforeAll, describe, expect, it } from "vitest";
import { createSignedFetch, type ActionAccount } from "anchorlog/http";
import { fastifyActions, nodeActions } from "anchorlog/http/node";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { listen } from "../listening.ts";
import { closing } from "../ends.ts";
import { keys, NOW, operator, settings, wallets, type types } from "../operator.ts";
import { rawOf, sendRaw, type Server } from "./servers.ts";

const authority = "api.example";

let anchorlog: Anchorlog<(typeof types)["definitions"]>;
let servers: Record<string, Server>;
beforeAll(async () => {
  const opening = openAnchorlog({
    ...settings,
    store: await openSqliteStore(":memory:"),
    clock: () => NOW,
    wallets: {
      chainId: operator.chainId,
      ask: async () => ({ verdict: "valid", block: { number: 7, hash: `0x${"4b".repeat(32)}` } }),
    },
  });
  anchorlog = closing(await opening);
  const gate = { anchorlog, authority };
  servers = {
    "Express 4": await listen(app4(gate)),
    "Express 5": await listen(app5(gate)),
    Fastify: await fastify(gate),
  };
});

type Gate = Parameters<typeof nodeActions>[0];
type App = (request: IncomingMessage, response: ServerResponse) => void;

/** The same routes in both versions of Express, whose types differ. */
function routes(app: express.Express, { json, text, raw }: typeof express, gate: Gate): App {
  app.use(nodeActions(gate));
  app.post("/json", json(), (request, response) => void response.json({ parsed: request.body as unknown }));
  app.post(
    "/text",
    text({ type: "*/*" }),
    (request, response) => void response.json({ parsed: request.body as unknown }),
  );
  app.post("/raw", raw({ type: "*/*", limit: "2mb" }), (request, response) => {
    response.json({ parsed: Buffer.isBuffer(request.body) ? request.body.length : request.body });
  });
  app.post("/upload", multer().any(), (request, response) => {
    const files = (request.files as Express.Multer.File[]).map(({ fieldname, originalname, buffer }) => [
      fieldname,
      originalname,
      buffer.length,
    ]);
    response.json({ parsed: { files, fields: { ...request.body } } });
  });
  app.post("/late", (request, response) => {
    setTimeout(() => {
      let length = 0;
      request
        .on("data", (chunk: Buffer) => (length += chunk.length))
        .on("end", () => response.json({ parsed: length }));
    }, 20);
  });
  return app;
}
const app4 = (gate: Gate): App => routes(express4(), express4, gate);
const app5 = (gate: Gate): App => routes(express(), express, gate);

async function fastify(gate: Gate): Promise<Server & { app: FastifyInstance }> {
  const app = Fastify();
  await app.register(fastifyActions(gate));
  await app.register(multipart);
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
  const parsing = (read: (body: unknown) => unknown) => async (request: FastifyRequest) => ({
    parsed: read(request.body),
  });
  const lengthOf = (body: unknown): unknown => (body as Buffer | undefined)?.length;
  app.post(
    "/json",
    parsing((body) => body),
  );
  app.post("/text", parsing(String));
  app.post("/raw", parsing(lengthOf));
  app.post("/late", parsing(lengthOf));
  app.post("/upload", (request) => uploaded(request));
  return { app, url: await closing(app).listen({ host: "127.0.0.1", port: 0 }) };
}

async function uploaded(request: FastifyRequest): Promise<unknown> {
  const files: unknown[] = [];
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === "file") files.push([part.fieldname, part.filename, (await part.toBuffer()).length]);
    else fields[part.fieldname] = part.value;
  }
  return { parsed: { files, fields } };
}

const signedFetch = (
  url: string,
  send?: (request: Request) => Promise<Response>,
  account: ActionAccount = wallets[0]!,
): ReturnType<typeof createSignedFetch> =>
  createSignedFetch({
    account,
    operator,
    log: "a.example",
    receiptKey: keys.receiptKey.address,
    readReceipt: "later",
    authority,
    origins: [new URL(url).origin],
    clock: () => NOW,
    ...(send === undefined ? {} : { fetch: send }),
  });

function form(size: number): FormData {
  const form = new FormData();
  form.set("title", "Ünïcode");
  form.set("file", new Blob([new Uint8Array(size).fill(7)], { type: "image/png" }), "a.png");
  return form;
}

describe.each(["Express 4", "Express 5", "Fastify"])("behind the gate of %s", (name) => {
  const post = async (path: string, init: RequestInit): Promise<unknown> => {
    const { url } = servers[name]!;
    const response = await signedFetch(url)(url + path, { method: "POST", ...init });
    const text = await response.text();
    return response.status === 200 ? (JSON.parse(text) as { parsed?: unknown }).parsed : `${response.status} ${text}`;
  };

  it("small and large signed uploads arrive", async () => {
    for (const size of [0, 10, 70_000, 900_000]) {
      const parsed = { files: [["file", "a.png", size]], fields: { title: "Ünïcode" } };
      expect(await post("/upload", { body: form(size) }), `${size} bytes`).toEqual(parsed);
    }
  });

  it("parsers get what was sent", async () => {
    const headers = { "content-type": "application/json" };
    expect(await post("/json", { headers, body: '{"a":[1,"ü"]}' })).toEqual({ a: [1, "ü"] });
    expect(await post("/text", { body: "text" })).toBe("text");
    for (const size of [1, 65_536, 65_537, 1_048_576]) {
      const body = new Uint8Array(size);
      expect(await post("/raw", { headers: { "content-type": "application/x" }, body })).toBe(size);
    }
    expect(await post("/late", { headers: { "content-type": "application/x" }, body: new Uint8Array(200_000) })).toBe(
      200_000,
    );
  });

  it("a contract wallet's long signature is removed from the content", async () => {
    const { url } = servers[name]!;
    const signature: Hex = `0x${"7d".repeat(9_000)}`;
    const wallet = { address: `0x${"6c".repeat(20)}`, signTypedData: async () => signature } as const;
    const post = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await signedFetch(url, undefined, wallet)(url + path, { method: "POST", ...init });
      return ((await response.json()) as { parsed?: unknown }).parsed;
    };
    const headers = { "content-type": "application/json" };
    expect(await post("/json", { headers, body: '{"a":[1,"ü"]}' })).toEqual({ a: [1, "ü"] });
    expect(await post("/upload", { body: form(70_000) })).toMatchObject({ files: [["file", "a.png", 70_000]] });
  });

  it("bodies in chunks and empty bodies end", async () => {
    const { url } = servers[name]!;
    const take = async (path: string, init: RequestInit) => {
      let raw: Awaited<ReturnType<typeof rawOf>> | undefined;
      await signedFetch(url, async (request) => {
        raw = await rawOf(request);
        return new Response();
      })(url + path, { method: "POST", ...init });
      return raw!;
    };
    const type = { headers: { "content-type": "application/x" } };
    for (const [size, chunks] of [
      [100, 100],
      [300_000, 7],
      [0, 1],
    ] as const) {
      const raw = await take("/raw", { ...type, body: new Uint8Array(size) });
      const { status, body } = await sendRaw(url, { ...raw, chunks });
      expect([status, body.parsed ?? 0], `${size} bytes in ${chunks}`).toEqual([
        200,
        size === 0 ? expect.anything() : size,
      ]);
    }
    const upload = await take("/upload", { body: form(100_000) });
    const { body } = await sendRaw(url, { ...upload, chunks: 9 });
    expect(body.parsed).toMatchObject({ files: [["file", "a.png", 100_000]] });
  });
});

it("signed uploads arrive with Fastify's inject", async () => {
  const { app } = servers["Fastify"] as Awaited<ReturnType<typeof fastify>>;
  let answer: unknown;
  await signedFetch("http://api.example", async (request) => {
    const { method, headers, body, target } = await rawOf(request);
    const response = await app.inject({
      method: method as "POST",
      url: target,
      headers: Object.fromEntries(headers),
      payload: body,
    });
    answer = response.json();
    return new Response();
  })("http://api.example/upload", { method: "POST", body: form(10_000) });
  expect(answer).toMatchObject({ parsed: { files: [["file", "a.png", 10_000]] } });
});
