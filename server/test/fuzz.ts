/** Requests generated from the server's document: valid, nearly valid, and mangled. Each must get an answer. */
import fc from "fast-check";
import { sql, type Kysely } from "kysely";
import { expect } from "vitest";
import { call, owner, sign, signIn, type Answer, type Client, type TestServer } from "./harness.ts";
import { exchange } from "./raw.ts";
import { RESTLESS, tablesOf } from "./requests.ts";
import { examples, requests, type Asked } from "./requestArbitrary.ts";
import { FORM, formOf } from "./files/files.ts";

const EMAIL = "fuzz@example.com";
/** Milliseconds between two requests, so that no rate limit refuses one. */
const PAUSE = 2_500;
/** The number of requests that one access token is used for. */
const TOKEN_REQUESTS = 200;

/** A valid upload, which random generation rarely produces. */
const UPLOAD: Asked = {
  method: "POST",
  target: "/storage/upload",
  content: formOf("a file"),
  headers: [["content-type", FORM]],
  caller: "owner",
  isSigned: true,
};

/** Sends requests to a server. Returns the number of answers by operation and status. */
export async function fuzz(server: TestServer, runs: number): Promise<Map<string, number>> {
  let client = await owner(server, EMAIL);
  let tokens: { refresh_token: string; access_token?: string } = {
    refresh_token: (await signIn(server, EMAIL)).refresh_token,
  };
  const [made, target] = [await makeKey(server, client), await makeKey(server, client)];
  const key: Client = { ...client, headers: { "x-api-key": made.body.key } };
  const seen = new Map<string, number>();
  let count = 0;
  const property = fc.asyncProperty(requests(server.document, [target.body.id]), async (request) => {
    server.clock.now += PAUSE;
    if (++count % TOKEN_REQUESTS === 0) {
      const { body } = await call<typeof tokens>(server, "POST", "/auth/refresh-token", { body: tokens });
      tokens = { refresh_token: body.refresh_token };
      client = { ...client, headers: { authorization: `Bearer ${body.access_token!}` } };
    }
    const before = await countRows(server);
    const answers = await send(
      server,
      request,
      { nobody: { ...client, headers: {} }, owner: client, key }[request.caller],
    );
    for (const answer of answers) {
      const { status, body } = answer;
      const operation = server.operationOf(request.method, request.target)?.operationId ?? "none";
      seen.set(`${operation} ${status}`, (seen.get(`${operation} ${status}`) ?? 0) + 1);
      if (status === 500) throw new Error(`500: ${server.logged.join("")}`);
      if (status >= 400 && request.method !== "HEAD")
        expect(JSON.stringify(body)).not.toMatch(/SQLITE|at [A-Z]\w+ \(|node_modules/);
    }
    if (!isFramed(request)) expect(answers.length).toBeGreaterThan(0);
    if (answers.every(({ status }) => status >= 400)) expect(await countRows(server)).toEqual(before);
  });
  const first = [UPLOAD, ...examples(server.document, target.body.id)].map((asked): [Asked] => [asked]);
  await fc.assert(property, { numRuns: runs, endOnFailure: runs > 1_000, examples: first });
  return seen;
}

function makeKey(server: TestServer, client: Client) {
  return sign<{ key: string; id: string }>(server, client, "POST", "/api-keys", { body: { name: "fuzz" } });
}

async function send(server: TestServer, asked: Asked, client: Client): Promise<Answer[]> {
  const { method, target, content: bytes, headers, isSigned } = asked;
  if (isSigned) {
    const init = { headers: Object.fromEntries(headers), ...(bytes !== undefined && { content: bytes }) };
    return [await sign(server, client, method, target, init)];
  }
  const body = bytes ?? new Uint8Array(0);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: api.example",
    ...[...Object.entries(client.headers), ...headers].map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
    "Connection: close",
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const answers = await exchange(server.url, Buffer.concat([head, body]), {
    isHead: method === "HEAD",
    end: isFramed(asked) ? "at once" : "never",
  });
  // Bytes that are not HTTP belong to no operation.
  for (const answer of answers) if (!isUnreadable(answer)) server.holds(method, target, answer);
  return answers;
}

/** Whether the request has its own length field, so that the server may wait for bytes that never come. */
function isFramed({ headers }: Asked): boolean {
  return headers.some(([name]) => name === "content-length" || name === "transfer-encoding");
}

function isUnreadable({ status, body }: Answer): boolean {
  const { error } = body as { error?: { details?: { field: string }[] } };
  return [408, 431].includes(status) || (status === 400 && error?.details?.[0]?.field === "document");
}

/** Counts the rows of each table. */
export async function countRows({ parts: { database } }: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, db] of [
    ["platform", database.across.tables as unknown as Kysely<Record<string, object>>],
    ["accounts", database.across.accounts as unknown as Kysely<Record<string, object>>],
  ] as const) {
    const tables = (await tablesOf(db)).filter((table) => !RESTLESS.test(table));
    const each = tables.map((table) => sql`select ${table} as name, count(*) as count from ${sql.table(table)}`);
    const { rows } = await sql<{ name: string; count: number }>`${sql.join(each, sql` union all `)}`.execute(db);
    for (const { name: table, count } of rows) counts[`${name} ${table}`] = count;
  }
  return counts;
}

/** Bytes that are not a request after a valid one: the request gets an answer, and the connection is closed. */
export async function fuzzConnections(server: TestServer, runs: number): Promise<void> {
  const request = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
  const pieces = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 64 }),
    fc
      .constantFrom(
        "GET / HTTP/9.9\r\n\r\n",
        "GET /wallets HTTP/1.1\r\n\r\n",
        "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\n\r\n\r\n",
        "POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /wallets HTTP/1.1\nHost: a\n\n",
        "GET /wallets HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET /wallets HTTP/1.1\r\nHost: a\r\nA\0: b\r\n\r\n",
        `GET /wallets HTTP/1.1\r\n${"a: b\r\n".repeat(5_000)}\r\n`,
        request,
      )
      .map((said) => new Uint8Array(Buffer.from(said, "latin1"))),
  );
  const property = fc.asyncProperty(fc.boolean(), fc.array(pieces, { maxLength: 3 }), async (isLed, parts) => {
    server.clock.now += PAUSE;
    const before = await countRows(server);
    const bytes = Buffer.concat([...(isLed ? [Buffer.from(request)] : []), ...parts]);
    const answers = await exchange(server.url, bytes, { end: isLed ? "after an answer" : "at once" });
    if (isLed) expect(answers.length).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      expect(status).toBeLessThan(500);
      if (status >= 400) expect(body).toMatchObject({ error: { code: status }, x_request_id: expect.any(String) });
    }
    expect(await countRows(server)).toEqual(before);
    expect((await call(server, "GET", "/openapi.json")).status).toBe(200);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: runs > 1_000 });
}
