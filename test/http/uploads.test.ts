import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import Fastify from "fastify";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logId, type Hex } from "anchorlog";
import { createSignedFetch, sentAction } from "anchorlog/http";
import {
  carriedAction,
  carriedUpload,
  fastifyUploads,
  nodeActions,
  nodeUploads,
  type UploadOptions,
} from "anchorlog/http/node";
import { mountSmall } from "../smallDisk.ts";
import { listen } from "../listening.ts";
import { closing, atEnd } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, openTestOperator, operator, wallets, type TestOperator } from "../operator.ts";
import { MADE_UP, rawOf, sendRaw, type Answer, type RawRequest } from "./servers.ts";
import { isSlowSuite } from "../slow.ts";

const authority = "api.example";
const log = logId(operator, "a.example");
const account = wallets[0]!;
const TYPE = "multipart/form-data; boundary=x";

let test: TestOperator;
let parent: string;
/** The folders where contents arrive, and where they stay. */
let folder: string;
let kept: string;
let errors: unknown[];
let reached: number;

beforeAll(async () => void (test = await openTestOperator()));
beforeEach(async () => {
  parent = newFolder();
  [folder, kept] = [join(parent, "uploads"), parent];
  [errors, reached] = [[], 0];
});

/** The handler of a route for files: keeps the file, submits, and answers with the result. */
async function take(request: object): Promise<{ status: number; body: object }> {
  reached++;
  const carried = carriedUpload(request);
  if (carried.status !== "new") return carried.answer;
  const { file } = carried;
  await file.keep(join(kept, file.digest));
  const outcome = await carried.submit();
  if (outcome.status !== "accepted") return outcome.answer;
  return { status: 201, body: { submission: outcome.accepted, file } };
}

const optionsOf = (options: Partial<UploadOptions>): UploadOptions => ({
  anchorlog: test.anchorlog,
  authority,
  folder,
  onError: (error) => errors.push(error),
  ...options,
});

const starts = {
  "node:http": async (options: Partial<UploadOptions>, handle: typeof take) => {
    const gate = nodeUploads(optionsOf(options));
    return listen((request, response) => {
      gate(request, response, () => {
        void handle(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)));
      });
    });
  },
  express: async (options: Partial<UploadOptions>, handle: typeof take) => {
    const app = express();
    app.post("/files", nodeUploads(optionsOf(options)), (request, response) => {
      void handle(request).then(({ status, body }) => response.status(status).json(body));
    });
    return listen(app);
  },
  fastify: async (options: Partial<UploadOptions>, handle: typeof take) => {
    const app = Fastify();
    await app.register(async (scope) => {
      await scope.register(fastifyUploads(optionsOf(options)));
      scope.post("/files", async (request, reply) => {
        const { status, body } = await handle(request);
        return reply.code(status).send(body);
      });
    });
    return { url: await closing(app).listen({ host: "127.0.0.1", port: 0 }) };
  },
};

async function start(
  kind: keyof typeof starts,
  options: Partial<UploadOptions> = {},
  handle: typeof take = take,
): Promise<string> {
  return `${(await starts[kind](options, handle)).url}/files`;
}

const signing = { account, operator, log: "a.example", authority, clock: () => NOW } as const;
const signedFetch = (url: string): ReturnType<typeof createSignedFetch> =>
  createSignedFetch({
    ...signing,
    origins: [new URL(url).origin],
    receiptKey: keys.receiptKey.address,
    readReceipt: "later",
  });
const send = (url: string, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  signedFetch(url)(url, { method: "POST", headers: { "content-type": TYPE }, body });

/** A signed request as it goes onto the wire. */
async function sign(url: string, body: Uint8Array<ArrayBuffer>): Promise<RawRequest> {
  let raw: RawRequest | undefined;
  const fetch = async (input: unknown, init?: object): Promise<Response> => {
    raw = await rawOf(new Request(input as Request, init));
    return Response.json({}, { status: 400 });
  };
  await createSignedFetch({
    ...signing,
    fetch,
    origins: [new URL(url).origin],
    receiptKey: keys.receiptKey.address,
    readReceipt: "later",
  })(url, { method: "POST", headers: { "content-type": TYPE }, body }).catch(() => undefined);
  return raw!;
}
const said = ({ status, body }: { status: number; body: Answer }): string =>
  `${status} ${body.error?.details[0]?.reason ?? body.submission?.status ?? body.status}`;
const reasonOf = async (response: Response): Promise<string> =>
  said({ status: response.status, body: (await response.json()) as Answer });
let contents = 0;
/** Each time others. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.alloc(length, `content ${contents++}, `));
const sha256 = (bytes: Uint8Array): Hex => `0x${createHash("sha256").update(bytes).digest("hex")}`;
const sizeOf = async (): Promise<number> => (await test.options.store.head(log)).size;
const untilEmpty = () => expect.poll(() => readdir(folder)).toEqual([]);

describe.each(Object.keys(starts) as (keyof typeof starts)[])("%s", (kind) => {
  it("receives content into a file, and removes it unless the handler keeps it", async () => {
    const url = await start(kind);
    for (const length of [0, 1, 70_000, 1_000_000]) {
      const content = bytesOf(length);
      const response = await send(url, content);
      expect(response.status).toBe(201);
      const { file } = (await response.json()) as { file: { size: number; digest: Hex } };
      expect(file).toMatchObject({ size: length, digest: sha256(content) });
      expect(new Uint8Array(await readFile(join(kept, file.digest)))).toEqual(content);
      const entries = await sizeOf();
      const again = await signedFetch(url)(
        url,
        { method: "POST", headers: { "content-type": TYPE }, body: content },
        sentAction(response),
      );
      expect(await reasonOf(again)).toBe("200 retry");
      expect(await sizeOf()).toBe(entries);
    }
    expect(reached).toBe(8);
    await untilEmpty();
    const passive = await start(kind, {}, async (request) => ({
      status: 200,
      body: { there: existsSync((carriedUpload(request) as { file: { path: string } }).file.path) },
    }));
    expect(await (await send(passive, bytesOf(10))).json()).toEqual({ there: true });
    await untilEmpty();
    expect(errors).toEqual([]);
  });

  it("refuses content that differs from the signed one, and removes it", async () => {
    const url = await start(kind, { maxBodyBytes: 100_000 });
    const hasty = await start(kind, { maxBodyBytes: 100_000, bodyTimeout: 500 });
    const entries = await sizeOf();
    const raw = await sign(url, bytesOf(70_000));
    const without = (name: string): RawRequest["headers"] =>
      raw.headers.filter(([found]) => found.toLowerCase() !== name);
    const flipped = Buffer.from(raw.body);
    flipped[69_999]! ^= 1;
    for (const [what, request, expected] of [
      ["a flipped bit", { ...raw, body: flipped }, "400 digest_mismatch"],
      ["a byte less", { ...raw, body: raw.body.subarray(1), chunks: 3 }, "400 digest_mismatch"],
      [
        "another digest that is wrong",
        {
          ...raw,
          headers: raw.headers.map(([name, value]): [string, string] =>
            name.toLowerCase() === "content-digest" ? [name, `${value}, sha-512=:${"A".repeat(86)}==:`] : [name, value],
          ),
        },
        "400 digest_mismatch",
      ],
      ["no digest", { ...raw, headers: without("content-digest") }, "400 digest_missing"],
      ["no signature", { ...raw, headers: without("anchorlog-action") }, "401 missing_action"],
      ["one that is too long", { ...raw, body: Buffer.alloc(100_001) }, "413 body_too_large"],
      ["one that is too long, in chunks", { ...raw, body: Buffer.alloc(100_001), chunks: 4 }, "413 body_too_large"],
    ] as const) {
      expect(said(await sendRaw(url, request)), what).toBe(expected);
    }
    const connectTo = (to: string) => connect(Number(new URL(to).port), "127.0.0.1");
    const head = ["POST /files HTTP/1.1", "Host: a", ...raw.headers.map((field) => field.join(": "))];
    const half = `${[...head, "Content-Length: 70000"].join("\r\n")}\r\n\r\n`;
    const slow = connectTo(hasty);
    slow.write(half);
    slow.write(raw.body.subarray(0, 30_000));
    expect(String(await once(slow, "data"))).toContain("408");
    slow.destroy();
    const leaving = connectTo(url).on("error", () => undefined);
    leaving.write(half);
    leaving.write(raw.body.subarray(0, 30_000));
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    leaving.destroy();
    await untilEmpty();
    expect([await sizeOf(), reached, errors]).toEqual([entries, 0, []]);
    // None of these requests used the nonce.
    expect(said(await sendRaw(url, raw))).toBe("201 accepted");
  });
});

it("receives contents over HTTP/2", async () => {
  const app = Fastify({ http2: true });
  await app.register(fastifyUploads(optionsOf({})));
  app.post("/files", async (request, reply) => {
    const { status, body } = await take(request);
    return reply.code(status).send(body);
  });
  const url = await closing(app).listen({ host: "127.0.0.1", port: 0 });
  const client = connectHttp2(url);
  atEnd(() => client.destroy());
  for (const length of [0, 1_000, 1_000_000]) {
    const { headers, body } = await sign(`${url}/files`, bytesOf(length));
    const stream = client.request({ ":method": "POST", ":path": "/files", ...Object.fromEntries(headers) });
    stream.end(body);
    const [answer] = (await once(stream, "response")) as [{ ":status": number }];
    expect(answer[":status"], `${length} bytes`).toBe(201);
    stream.close();
  }
  await untilEmpty();
});

it("leaves nothing for later parsers to parse", async () => {
  const app = express();
  app.use(nodeUploads(optionsOf({})), express.json({ type: () => true }));
  app.post("/files", (request, response) => {
    void take(request).then(({ status }) => response.status(status).json({ parsed: request.body as unknown }));
  });
  const server = await listen(app);
  const response = await send(`${server.url}/files`, bytesOf(1_000));
  expect([response.status, await response.json()]).toEqual([201, { parsed: {} }]);
});

it("judges the signature before it reads the content", async () => {
  const url = await start("express");
  const statusOf = async (...fields: string[]): Promise<string> => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`${["POST /files HTTP/1.1", "Host: a", "Content-Length: 20000000", ...fields].join("\r\n")}\r\n\r\n`);
    const [text] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return String(text);
  };
  const digest = `Content-Digest: sha-256=:${"A".repeat(43)}=:`;
  expect(await statusOf(`Anchorlog-Action: ${MADE_UP}`, digest)).toContain("signature_mismatch");
  const asked = await statusOf(`Anchorlog-Action: ${MADE_UP}`);
  expect(asked).toContain("digest_missing");
  expect(asked).toMatch(/^Want-Content-Digest: sha-256=10\r$/im);
  const long = MADE_UP.replace(/signature=:.*:/, "signature=3000");
  expect(await statusOf(`Anchorlog-Action: ${long}`, digest)).toContain("signature_not_in_head");
  expect(await readdir(folder)).toEqual([]);
});

it("removes the file of a pipelined request whose sender leaves before its turn", async () => {
  let answered = 0;
  const gate = nodeUploads(optionsOf({}));
  const server = await listen((request, response) => {
    if (request.url === "/waits") return;
    gate(request, response, () => {
      response.end("{}");
      answered++;
    });
  });
  const { headers, body } = await sign(`${server.url}/files`, bytesOf(1_000));
  const head = ["POST /files HTTP/1.1", "Host: a", ...headers.map((field) => field.join(": ")), "Content-Length: 1000"];
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  await expect.poll(() => answered).toBe(1);
  expect(await readdir(folder)).toHaveLength(1);
  socket.destroy();
  await untilEmpty();
});

it("limits the size of all files together, and frees their space afterwards", async () => {
  const hold = Promise.withResolvers<void>();
  const url = await start("fastify", { maxBodyBytes: 100_000, maxFolderBytes: 100_000 }, async (request) => {
    await hold.promise;
    return take(request);
  });
  const first = send(url, bytesOf(80_000));
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  const second = await send(url, bytesOf(80_000));
  expect(second.headers.get("retry-after")).toBe("1");
  expect(await reasonOf(second)).toBe("503 too_busy");
  hold.resolve();
  expect(await reasonOf(await first)).toBe("201 accepted");
  expect(await reasonOf(await send(url, bytesOf(80_000)))).toBe("201 accepted");
});

it.runIf(isSlowSuite)("keeps no content in memory", async () => {
  const url = await start("node:http");
  const raws = await Promise.all(Array.from({ length: 4 }, () => sign(url, bytesOf(20_000_000))));
  const used = (): number => process.memoryUsage().arrayBuffers;
  const before = used();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), 5);
  const { hostname, port } = new URL(url);
  /** Sends no faster than the server reads. */
  const sendSlowly = async ({ headers, body }: RawRequest): Promise<string> => {
    const socket = connect(Number(port), hostname);
    const head = ["POST /files HTTP/1.1", "Host: a", ...headers.map((field) => field.join(": "))];
    socket.write(`${[...head, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n`);
    const answer = once(socket, "data");
    for (let from = 0; from < body.length; from += 65_536) {
      if (!socket.write(body.subarray(from, from + 65_536))) await once(socket, "drain");
    }
    const [text] = (await answer) as [Buffer];
    socket.destroy();
    return String(text).slice(9, 12);
  };
  expect(await Promise.all(raws.map(sendSlowly))).toEqual(raws.map(() => "201"));
  clearInterval(timer);
  expect(most - before).toBeLessThan(40_000_000);
});

it("asks for a retry if the disk is full, and accepts it once there is room", async (context) => {
  const disk = mountSmall("size=1m,nr_inodes=3");
  if (disk === "") context.skip();
  [folder, kept] = [disk, disk];
  const url = await start("node:http");
  await writeFile(join(disk, "filler"), bytesOf(900_000));
  const raw = await sign(url, bytesOf(400_000));
  const full = await sendRaw(url, raw);
  expect(said(full)).toBe("503 store_full");
  expect(JSON.stringify(full.body)).not.toContain(disk);
  expect(errors).toMatchObject([{ code: "ENOSPC" }]);
  expect(await readdir(disk)).toEqual(["filler"]);
  await writeFile(join(disk, "filler"), "");
  await writeFile(join(disk, "last of the names"), "");
  expect(said(await sendRaw(url, raw))).toBe("503 store_full");
  expect(errors).toHaveLength(2);
  await rm(join(disk, "filler"));
  expect(said(await sendRaw(url, raw))).toBe("201 accepted");
});

it("removes only files that a killed process left", async () => {
  await start("node:http");
  const name = "0b1c7c5e-6f39-4a47-9d0a-54c1b9d7a001.upload";
  const young = name.replace("001", "002");
  for (const file of [name, young, "mine.upload"]) await writeFile(join(folder, file), "left");
  for (const file of [name, "mine.upload"]) await utimes(join(folder, file), 1, 1);
  await start("node:http");
  await expect.poll(() => readdir(folder)).toEqual([young, "mine.upload"]);
});

const elsewhere = ["/dev/shm", "cache"].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);

it.skipIf(elsewhere === undefined)("keeps a file on another file system", async () => {
  kept = await mkdtemp(join(elsewhere!, "anchorlog-uploads-"));
  atEnd(() => rm(kept, { recursive: true }));
  const url = await start("express");
  const content = bytesOf(100_000);
  expect(await reasonOf(await send(url, content))).toBe("201 accepted");
  expect(new Uint8Array(await readFile(join(kept, sha256(content))))).toEqual(content);
  expect(await readdir(kept)).toHaveLength(1);
  await untilEmpty();
});

it("refuses invalid options, and requests to the wrong function", async () => {
  const file = join(parent, "file");
  await writeFile(file, "");
  for (const place of [file, "", undefined as unknown as string]) {
    expect(() => nodeUploads(optionsOf({ folder: place }))).toThrow(/the gate cannot write to its folder/);
  }
  expect(() => nodeUploads(optionsOf({ maxFolderBytes: 100 }))).toThrow(
    /maxFolderBytes, 100, is below its maxBodyBytes/,
  );
  for (const option of [{ kinds: ["Vote"] }, { maxUnjudgedBytes: 1 }]) {
    expect(() => nodeUploads({ ...optionsOf({}), ...option })).toThrow(
      /the gate has no option (kinds|maxUnjudgedBytes)/,
    );
  }
  expect(() => nodeUploads(optionsOf({ maxFolderBytes: 0 }))).toThrow(/the gate's maxFolderBytes is 0/);
  const codes: unknown[] = [];
  const ask = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      codes.push((error as { code: string }).code);
    }
  };
  const uploads = await start("express", {}, async (request) => {
    ask(() => carriedAction(request, ["HttpRequest"]));
    return { status: 200, body: {} };
  });
  await send(uploads, bytesOf(10));
  const gate = nodeActions({ anchorlog: test.anchorlog, authority });
  const actions = await listen((request, response) =>
    gate(request, response, () => {
      ask(() => carriedUpload(request));
      response.end("{}");
    }),
  );
  await send(`${actions.url}/files`, bytesOf(10));
  expect(codes).toEqual(["bad_kinds", "bad_kinds"]);
});
