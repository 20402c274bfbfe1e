import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { closing } from "../../../test/ends.ts";
import { registerAccess } from "../../src/http/access.ts";
import { registerArriving } from "../../src/http/arriving.ts";
import { registerEnvelope } from "../../src/http/envelope.ts";
import { registerJson } from "../../src/http/json.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { call, owner, sign, startServer, type Answer, type Refused } from "../harness.ts";
import { exchange, openWire } from "../raw.ts";

const wide = { minute: 10_000, second: 10_000 };
const server = await startServer(
  {},
  { groups: { ...GROUPS, auth: wide, strangers: wide, writes: wide, bus: { second: 100 } } },
);
const ada = await owner(server, "ada@example.com");
const body = { name: "reader", permissions: ["read"] };
const reader = { "x-api-key": (await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body })).body.key };

const reasonOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as Refused).error.details[0]!.reason}`;
/** JSON with `length` bytes. */
const ofBytes = (length: number) => JSON.stringify({ a: "x".repeat(length - 8) });

describe("a request body", () => {
  it.each([
    ["/auth/otp", 4_096],
    ["/auth/login", 4_096],
    ["/auth/refresh-token", 4_096],
    ["/auth/logout", 4_096],
    ["/ebus/prepare", 65_536],
    ["/ebus/execute", 65_536],
    ["/objects", 65_536],
    ["/ebus/actions/batch", 1_048_576],
  ])("of %s has at most %i bytes", async (path, most) => {
    server.clock.now += 1_000;
    const { headers } = ada;
    const post = (content: string) => call(server, "POST", path, { headers, content });
    expect(reasonOf(await post(ofBytes(most)))).not.toMatch(/^413/);
    server.clock.now += 1_000;
    const refused = await post(ofBytes(most + 1));
    expect(reasonOf(refused)).toBe("413 body_too_large");
    const { message } = (refused.body as Refused).error;
    expect(message).toBe(`the body is longer than ${most} bytes, with any signature in it`);
    if (path.startsWith("/auth")) return;
    // The gate has the same limit.
    server.clock.now += 1_000;
    expect(reasonOf(await sign(server, ada, "POST", path, { content: ofBytes(most + 1) }))).toBe("413 body_too_large");
  });

  it("has at most one JSON value for each 16 bytes of its limit", async () => {
    const post = (path: string, values: number) =>
      call(server, "POST", path, { headers: ada.headers, content: JSON.stringify({ a: Array(values).fill(0) }) });
    expect(reasonOf(await post("/auth/otp", 255))).toBe("400 unknown_member");
    expect(reasonOf(await post("/auth/otp", 256))).toBe("400 too_many_values");
    expect(reasonOf(await post("/ebus/prepare", 4_095))).toBe("400 unknown_member");
    expect(reasonOf(await post("/ebus/prepare", 4_096))).toBe("400 too_many_values");
  });

  it("in many chunks of one byte is refused, and its connection closed", async () => {
    const head =
      "POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    const pieces = (count: number) => Buffer.from(`${head}${"1\r\n \r\n".repeat(count)}0\r\n\r\n`);
    const few = await exchange(server.url, pieces(70), { end: "after an answer" });
    expect(few.map(reasonOf)).toEqual(["400 malformed"]);
    const many = await exchange(server.url, pieces(3_000), { end: "after an answer" });
    expect(many.map(reasonOf)).toEqual(["400 too_many_pieces"]);
    expect(many[0]!.headers.get("connection")).toBe("close");
    server.holds("POST", "/auth/otp", many[0]!);
    // Node reuses the connection's parser.
    for (let i = 0; i < 3; i++) {
      expect(reasonOf(await call(server, "POST", "/auth/otp", { content: ofBytes(100) }))).toBe("400 unknown_member");
    }
  });

  it("on the event bus counts as one action for each 4 KiB, refused or not", async () => {
    server.clock.now += 1_000;
    const left = async (path: string, content: string) => {
      const { headers } = await call(server, "POST", path, { headers: ada.headers, content });
      return Number(headers.get("x-ratelimit-remaining"));
    };
    expect(await left("/ebus/execute", ofBytes(4_096))).toBe(99);
    expect(await left("/ebus/execute", ofBytes(60_000))).toBe(99 - 15);
    expect(await left("/ebus/actions/batch", ofBytes(200_000))).toBe(99 - 15 - 49);
    server.clock.now += 1_000;
    // Its length is not known in advance, so it counts as the longest body.
    const { port } = new URL(server.url);
    const fields = `Host: a\r\nAuthorization: ${ada.headers["authorization"]!}\r\nContent-Type: application/json`;
    const said = `POST /ebus/execute HTTP/1.1\r\n${fields}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    const [answer] = await exchange(`http://127.0.0.1:${port}`, Buffer.from(said), { end: "after an answer" });
    expect(answer!.headers.get("x-ratelimit-remaining")).toBe(String(100 - 16));
  });

  it("on the event bus is not read for a key without the permission to act", async () => {
    server.clock.now += 1_000;
    const head = `POST /ebus/execute HTTP/1.1\r\nHost: a\r\nx-api-key: ${reader["x-api-key"]}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    const [answer] = await exchange(server.url, Buffer.from(head), { end: "after an answer" });
    expect(reasonOf(answer!)).toBe("403 not_permitted");
  });
});

describe("an answer before the end of the body", () => {
  const head = (length: number) =>
    `POST /ebus/execute HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  it("reaches a client that is still sending, and closes the connection", async () => {
    const { socket, answers } = openWire(server.url);
    socket.write(head(1_000_000));
    // The client reads nothing until it has sent everything.
    socket.pause();
    for (let sent = 0; sent < 1_000_000; sent += 100_000) {
      await new Promise((resolve) => socket.write(Buffer.alloc(100_000), resolve));
    }
    socket.resume();
    socket.once("end", () => socket.end());
    const [answer, ...more] = await answers;
    expect([reasonOf(answer!), answer!.headers.get("connection"), more]).toEqual(["401 no_credential", "close", []]);
  });

  it("stops an endless body", async () => {
    const { port } = new URL(server.url);
    const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
    socket.on("error", () => {}).resume();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(head(1_000_000_000));
    const more = (): void => {
      if (!socket.destroyed) socket.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
    await closed;
    expect(socket.bytesWritten).toBeLessThan(100_000_000);
  });

  it("keeps the connection if the whole body has arrived", async () => {
    const post = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${more}\r\n{}`;
    const said = ["/ebus/execute", "/nowhere", "/auth/login"].map((path) => post(path, "")).join("");
    const answers = await exchange(server.url, Buffer.from(said + post("/auth/otp", "Connection: close\r\n")), {
      end: "never",
    });
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 400]);
  });
});

describe("the work that small chunks cause", () => {
  /** A server that counts the pieces that Node hands it, and the reads of a connection after its answer. */
  const counting = async () => {
    const counts = { pieces: 0, reads: 0 };
    const bodies: unknown[] = [];
    const app = fastify({ bodyLimit: 4_096 });
    registerArriving(app);
    registerEnvelope(app);
    registerJson(app);
    app.addHook("onRequest", ({ raw }, _reply, done) => {
      const push = raw.push.bind(raw);
      raw.push = (chunk, encoding) => {
        counts.pieces++;
        return push(chunk, encoding);
      };
      done();
    });
    app.server.on("connection", (socket) => {
      const emit = socket.emit.bind(socket);
      socket.emit = (event: string, ...args: unknown[]) => {
        if (event === "data") counts.reads++;
        return emit(event, ...args);
      };
    });
    app.post("/", async ({ body }) => {
      bodies.push(body);
      return "";
    });
    return { counts, bodies, url: await closing(app).listen() };
  };
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

  it("is bounded if one read has thousands of them", async () => {
    const { counts, bodies, url } = await counting();
    const pieces = `${head}Transfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(8_000)}0\r\n\r\n`;
    const next = `${head}Content-Length: 2\r\n\r\n{}`;
    const answers = await exchange(url, Buffer.from(pieces + next), { end: "after an answer" });
    expect(answers.map(reasonOf)).toEqual(["400 too_many_pieces"]);
    // The pieces of the next body are not discarded.
    expect(bodies).toEqual([{}]);
    // 64 pieces, one more for each 512 bytes of the limit, the first piece too many and the end, then two of the next
    // body.
    expect(counts.pieces).toBeLessThanOrEqual(64 + 8 + 2 + 2);
  });

  it("is bounded after the answer, even if the client keeps sending", async () => {
    const { counts, url } = await counting();
    const { port } = new URL(url);
    const socket = connect({ port: Number(port), allowHalfOpen: true, noDelay: true });
    socket.on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    // The body is refused because of its stated length, before it arrives.
    socket.write(`${head}Content-Length: 1000000\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString("latin1")).toMatch(/^HTTP\/1.1 413 /);
    for (let i = 0; i < 2_000; i++) {
      socket.write(" ");
      await new Promise(setImmediate);
    }
    socket.end();
    await closed;
    // It rests for 10 ms longer after each small read, and closes the connection after 30 s.
    expect(counts.reads).toBeLessThanOrEqual(77);
  });
});

describe("a request that arrives byte by byte", () => {
  /** A server that counts the reads of its connections, and a function that sends bytes separately. */
  const counting = async () => {
    let reads = 0;
    const app = fastify({ http: { headersTimeout: 0 } });
    registerArriving(app);
    app.server.on("connection", ({ parser }: Socket & { parser: Parser }) => {
      const { kOnExecute } = parser.constructor;
      const onExecute = parser[kOnExecute]!;
      parser[kOnExecute] = (bytes) => {
        reads++;
        onExecute(bytes);
      };
    });
    app.post("/", async ({ headers, body }) => ({ field: headers["x-field"], body }));
    const url = await closing(app).listen();
    const sendSeparately = async (said: string): Promise<[Answer[], number]> => {
      const { socket, answers } = openWire(url);
      socket.setNoDelay(true).once("data", () => socket.end());
      for (const byte of Buffer.from(said)) {
        await new Promise((resolve) => socket.write(Uint8Array.of(byte), resolve));
        await new Promise(setImmediate);
      }
      return [await answers, reads];
    };
    return sendSeparately;
  };
  type Parser = { [callback: number]: (bytes: unknown) => void; readonly constructor: { readonly kOnExecute: number } };
  const head = (fields: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${fields}\r\n\r\n`;

  it.each([
    ["its header", (text: string) => `${head(`X-Field: ${text}\r\nContent-Length: 2`)}{}`],
    [
      "the extension of a chunk",
      (text: string) => `${head("X-Field: x\r\nTransfer-Encoding: chunked")}2;${text}\r\n{}\r\n0\r\n\r\n`,
    ],
  ])("costs few reads, and is answered: %s", async (_name, saidWith) => {
    const sendSeparately = await counting();
    const [[answer], reads] = await sendSeparately(saidWith("x".repeat(2_000)));
    expect(answer).toMatchObject({ status: 200, body: { field: expect.stringMatching(/^x+$/), body: {} } });
    // Without the limit there would be 2,000 reads. The connection pauses after each read except the first 32.
    expect(reads).toBeLessThan(400);
  });
});

it("answers have the rate-limit headers even if the windows cannot be read", async () => {
  const app = fastify();
  registerEnvelope(app);
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  registerAccess(app, {
    authenticate: async () =>
      ({ organization: { id: "org" }, permissions: new Set(["read"]), account: { id: "a" } }) as never,
    forwarding: { isShared: false, find: async () => undefined, send: () => Promise.reject(new Error("nowhere")) },
    limiter: {
      take: async (counted, _count, reply) => {
        if ("organization" in counted) throw away;
        reply.headers({ "X-RateLimit-Limit": "300" });
      },
      look: async () => {},
    },
  });
  app.get("/keys", { config: { access: "read", group: "reads" } }, async () => "");
  const { statusCode, headers } = await app.inject("/keys");
  expect([statusCode, headers["x-ratelimit-limit"]]).toEqual([503, "300"]);
  await app.close();
});
