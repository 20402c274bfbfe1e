import { beforeAll, describe, expect, it } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { fromHex, logId, type Hex } from "anchorlog";
import {
  ACTION_HEADER,
  createActionPost,
  createSignedFetch,
  formatActionHeader,
  parseActionHeader,
} from "anchorlog/http";
import { keys, NOW, openTestOperator, operator, types, wallets } from "../operator.ts";
import { rawOf, sendRaw, SERVERS, startServer, type Answer, type RawRequest, type Server } from "./servers.ts";

const account = wallets[0]!;
const AUTHORITY = "api.example";
const find = ({ receipt, submission }: { receipt?: unknown; submission?: { receipt?: unknown } }): unknown =>
  receipt ?? submission?.receipt;
const readReceipt = async (answer: Response): Promise<unknown> =>
  find((await answer.json()) as { receipt?: unknown; submission?: { receipt?: unknown } });
const signing = {
  account,
  operator,
  log: "a.example",
  clock: () => NOW,
  authority: AUTHORITY,
  receiptKey: keys.receiptKey.address,
  readReceipt,
};
const lower = (address: string): Hex => address.toLowerCase() as Hex;

const test = await openTestOperator();

/** A signed request, recorded before it is sent. */
async function sign(url: string, init: RequestInit): Promise<RawRequest> {
  let raw: RawRequest | undefined;
  const take = createSignedFetch({
    ...signing,
    origins: [new URL(url).origin],
    readReceipt: "later",
    fetch: async (request) => {
      raw = await rawOf(request);
      return new Response();
    },
  });
  await take(url, init);
  return raw!;
}

const JSON_BODY = '{"name":"Ünïcode ☃","n":[1,2,3]}';
const jsonInit = (method: string): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON_BODY,
});
const header = (raw: RawRequest, name: string): string => raw.headers.find(([n]) => n === name.toLowerCase())![1];
const withHeader = (raw: RawRequest, name: string, value: string | undefined): RawRequest => ({
  ...raw,
  headers: [
    ...raw.headers.filter(([n]) => n !== name.toLowerCase()),
    ...(value === undefined ? [] : ([[name.toLowerCase(), value]] as [string, string][])),
  ],
});

describe.each(SERVERS)("HTTP carriage to %s", (kind) => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(kind, test.anchorlog, {
      authority: AUTHORITY,
      requestId: () => "request-7",
      maxBodyBytes: 300_000,
    });
  });
  const code = async (raw: RawRequest): Promise<string> => {
    const { status, body } = await sendRaw(server.url, raw);
    return `${status} ${body.error?.details[0]?.reason ?? body.submission?.status ?? body.status}`;
  };

  it("accepts signed requests of any method, body and query with a receipt", async () => {
    const signedFetch = createSignedFetch({ ...signing, origins: [server.url] });
    const bodies: [string, NonNullable<RequestInit["body"]> | undefined][] = [
      ["POST", JSON_BODY],
      ["PUT", new Uint8Array([0, 255, 13, 10, 0])],
      ["PATCH", "text, of its own type"],
      ["DELETE", undefined],
      ["POST", ""],
      ["POST", new URLSearchParams({ a: "1 2", b: "&" })],
      ["POST", new Blob([new Uint8Array(200_000).fill(7)], { type: "application/octet-stream" })],
    ];
    const form = new FormData();
    form.set("file", new Blob(["content"], { type: "text/csv" }), "a.csv");
    bodies.push(["POST", form]);
    for (const [method, body] of bodies) {
      const init: RequestInit = body === undefined ? { method } : { method, body };
      const response = await signedFetch(`${server.url}/objects/42?q=%7e&&x=a+b&empty=#fragment`, init);
      const answer = (await response.json()) as Answer;
      expect(answer, method).toMatchObject({ carriage: "header", primaryType: "HttpRequest" });
      expect(response.status).toBe(201);
      expect(answer.submission).toMatchObject({ status: "accepted", log: "a.example" });
      expect(answer.payload).toMatchObject({ method, target: "/objects/42?q=%7e&&x=a+b&empty=" });
      if (typeof body === "string") expect(answer.bytes).toBe(Buffer.from(body).toString("hex"));
      // Fastify still parses the signed content.
      if (answer.parsed !== undefined) expect([answer.bytes, body]).toContain(answer.parsed);
    }
  });

  it("accepts a body in chunks like a body in one piece", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    expect(await code({ ...raw, chunks: 5 })).toBe("201 accepted");
    // The same action again is a retry, however it is framed.
    expect(await code(raw)).toBe("200 retry");
  });

  it("accepts typed actions as the body", async () => {
    const post = createActionPost({ ...signing, origins: [server.url], types });
    const payload = {
      objectId: "42",
      to: lower(account.address),
      price: "7" as const,
      salt: `0x${"00".repeat(32)}` as const,
    };
    const response = await post(`${server.url}/ebus/execute`, "Transfer", payload);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ carriage: "body", primaryType: "Transfer", payload });
  });

  it("signs the URL that WHATWG defines: dots resolved, non-ASCII encoded, escapes unchanged", async () => {
    const signedFetch = createSignedFetch({ ...signing, origins: [server.url] });
    const targets: [string, string][] = [
      ["/a/./b/../c", "/a/c"],
      ["/a/%2e%2E/b", "/b"],
      ["/ü b?ß='\"<>`{}|^", "/%C3%BC%20b?%C3%9F=%27%22%3C%3E`{}|^"],
      ["/a%2Fb/%7E?%zz=%", "/a%2Fb/%7E?%zz=%"],
      ["/a\\b", "/a/b"],
      ["//double//slash", "//double//slash"],
      ["/objects?", "/objects"],
      ["/objects?#", "/objects"],
      ["/tab\t\n?x=1", "/tab?x=1"],
    ];
    for (const [written, target] of targets) {
      const response = await signedFetch(server.url + written, { method: "POST", body: "x" });
      const answer = (await response.json()) as Answer;
      expect(answer.payload?.["target"], `${written}: ${JSON.stringify(answer)}`).toBe(target);
    }
  });

  it("refuses a signed request if any part of it was changed", async () => {
    const raw = await sign(`${server.url}/objects/42?limit=10&next=a%2Fb`, jsonInit("PUT"));
    const flipped = Buffer.from(raw.body);
    flipped[3]! ^= 1;
    const parsed = parseActionHeader(header(raw, ACTION_HEADER));
    const signature = parsed.signature as Hex;
    const flip = (hex: Hex, at = 0): Hex => {
      const bytes = Buffer.from(fromHex(hex));
      bytes[at]! ^= 1;
      return `0x${bytes.toString("hex")}`;
    };
    const changed = (part: object): RawRequest =>
      withHeader(raw, ACTION_HEADER, formatActionHeader({ ...parsed, ...part }));
    const noDigest = withHeader(raw, "Content-Digest", undefined);
    const cases: [string, RawRequest, string][] = [
      ["body", { ...raw, body: flipped }, "400 digest_mismatch"],
      ["body and no Content-Digest", { ...noDigest, body: flipped }, "401 signature_mismatch"],
      ["no body", { ...noDigest, body: Buffer.alloc(0) }, "401 signature_mismatch"],
      ["a byte more", { ...noDigest, body: Buffer.concat([raw.body, Buffer.from(" ")]) }, "401 signature_mismatch"],
      ["path", { ...raw, target: raw.target.replace("42", "43") }, "401 signature_mismatch"],
      ["query", { ...raw, target: raw.target.replace("10", "11") }, "401 signature_mismatch"],
      ["order of the query", { ...raw, target: "/objects/42?next=a%2Fb&limit=10" }, "401 signature_mismatch"],
      ["case of an escape", { ...raw, target: raw.target.replace("%2F", "%2f") }, "401 signature_mismatch"],
      ["an escape less", { ...raw, target: raw.target.replace("%2F", "/") }, "401 signature_mismatch"],
      ["no query", { ...raw, target: "/objects/42" }, "401 signature_mismatch"],
      ["method", { ...raw, method: "PATCH" }, "401 signature_mismatch"],
      ["content type", withHeader(raw, "Content-Type", "application/jsonp"), "401 signature_mismatch"],
      ["case of the content type", withHeader(raw, "Content-Type", "application/JSON"), "401 signature_mismatch"],
      ["actor", changed({ actor: flip(parsed.actor) }), "401 signature_mismatch"],
      ["nonce", changed({ nonce: "1" }), "401 signature_mismatch"],
      ["deadline", changed({ deadline: String(BigInt(parsed.deadline) + 1n) }), "401 signature_mismatch"],
      ["log", changed({ log: flip(parsed.log) }), "401 signature_mismatch"],
      ["another log", changed({ log: logId(operator, "b.example") }), "401 signature_mismatch"],
      ["r", changed({ signature: flip(signature, 31) }), "401"],
      ["v", changed({ signature: flip(signature, 64) }), "401"],
      ["shorter signature", changed({ signature: signature.slice(0, -2) }), "401 signature_malformed"],
      ["content coding", { ...raw, headers: [...raw.headers, ["content-encoding", "gzip"]] }, "415 content_coded"],
    ];
    for (const [what, request, expected] of cases) expect(await code(request), what).toContain(expected);
    // The unchanged request is still accepted: no refusal uses its nonce.
    expect(await code(raw)).toBe("201 accepted");
    const nonceUsed = await sign(`${server.url}/objects/43`, jsonInit("PUT"));
    expect(await code(nonceUsed)).toBe("201 accepted");
  });

  it("refuses a request that was signed for another host of the operator, with any Host header", async () => {
    // Staging has production's identity, or relays the requests that it receives.
    const staging = createSignedFetch({
      ...signing,
      authority: "staging.example",
      origins: ["https://staging.example"],
      readReceipt: "later",
      fetch: async (request) => {
        const relayed = await rawOf(request);
        for (const host of [AUTHORITY, "staging.example"]) {
          const { headers } = relayed;
          expect(await code({ ...relayed, headers: [...headers, ["X-Forwarded-Host", host]], host })).toBe(
            "401 signature_mismatch",
          );
        }
        return new Response();
      },
    });
    await staging("https://staging.example/objects/42", { method: "DELETE" });
  });

  it("refuses a header that is not in canonical form, and names the fault", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    const value = header(raw, ACTION_HEADER);
    const cases: [string, string][] = [
      [value.replace("log=", "logs="), "400 unknown_member"],
      [`${value}, extra=1`, "400 unknown_member"],
      [value.replace(/, deadline=\d+/, ""), "400 missing_member"],
      ["", "400 missing_member"],
      [value.replace(/deadline=\d+/, "deadline=1767603900.5"), "400 malformed"],
      [value.replace(/deadline=(\d+)/, "deadline=$1.0"), "400 non_canonical"],
      [value.replace(/deadline=(\d+)/, "deadline=0$1"), "400 non_canonical"],
      [value.replace(/deadline=(\d+)/, 'deadline="$1"'), "400 malformed"],
      [value.replace(/deadline=(\d+)/, "deadline=$1;a=1"), "400 non_canonical"],
      [value.replace(/log=:[^:]*:/, "log=:AAAA:"), "400 malformed"],
      [value.replace(/log=(:[^:]*:)/, "log=($1)"), "400 malformed"],
      [value.replace(/signature=:[^:]*:/, "signature=::"), "400 malformed"],
      [value.replaceAll(", ", ","), "400 non_canonical"],
      [value.split(", ").toReversed().join(", "), "400 non_canonical"],
      [`${value}, ${value.split(", ")[0]!}`, "400 non_canonical"],
      [`${value}, ${value}`, "400 non_canonical"],
      [value.replace("log=:", "log=: "), "400 malformed"],
      [`{"log":1}`, "400 malformed"],
      [`${value}${"a".repeat(8_000)}`, "400"],
    ];
    for (const [changed, expected] of cases) {
      expect(await code(withHeader(raw, ACTION_HEADER, changed)), changed).toContain(expected);
    }
    expect(await code(withHeader(raw, "Content-Digest", "sha-256=abc"))).toBe("400 malformed");
    expect(await code(withHeader(raw, "Content-Digest", "sha-256=:AAAA:"))).toBe("400 malformed");
    expect(await code(withHeader(raw, "Content-Digest", "nonsense=:AAAA:, constructor=:AAAA:"))).toBe("201 accepted");
  });

  it("refuses repeated headers", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    const twice = (name: string, value: string): RawRequest => ({ ...raw, headers: [...raw.headers, [name, value]] });
    // A web-standard Request has already joined repeated fields. The joined value is not canonical, or not signed.
    const joined = kind === "web standard";
    expect(await code(twice(ACTION_HEADER, header(raw, ACTION_HEADER)))).toBe(
      joined ? "400 non_canonical" : "400 repeated_header",
    );
    expect(await code(twice("CONTENT-TYPE", "text/plain"))).toBe(
      joined ? "401 signature_mismatch" : "400 repeated_header",
    );
    expect(await code(twice("Content-Digest", `sha-512=:${"A".repeat(86)}==:`))).toBe("400 digest_mismatch");
  });

  it("refuses a request without an action, unless it changes nothing", async () => {
    const plain = { method: "POST", target: "/objects", headers: [], body: Buffer.from("{}") } satisfies RawRequest;
    expect(await code(plain)).toBe("401 missing_action");
    expect(await code({ ...plain, headers: [["Content-Type", "application/json"]] })).toBe("401 missing_action");
    expect(await code({ ...plain, method: "DELETE", body: Buffer.alloc(0) })).toBe("401 missing_action");
    const { status, body } = await sendRaw(server.url, { ...plain, method: "GET", body: Buffer.alloc(0) });
    expect(`${status} ${JSON.stringify(body.carriage)}`).toBe("200 null");
  });

  it("refuses a body that is not exactly an action", async () => {
    let action: Record<string, unknown> = {};
    const post = createActionPost({
      ...signing,
      origins: ["http://server.example"],
      readReceipt: "later",
      types,
      fetch: async (request) => {
        action = (await request.json()) as typeof action;
        return new Response();
      },
    });
    await post("http://server.example/", "Vote", { yes: true });
    const withBody = (text: string | Buffer, type = "application/json"): RawRequest => ({
      method: "POST",
      target: "/ebus/execute",
      headers: [["Content-Type", type]],
      body: Buffer.from(text),
    });
    const text = JSON.stringify(action);
    expect(await code(withBody(JSON.stringify({ ...action, extra: 1 })))).toBe("400 unknown_member");
    expect(await code(withBody(JSON.stringify({ ...action, signature: undefined })))).toBe("400 missing_member");
    expect(await code(withBody(JSON.stringify({ ...action, primaryType: 7 })))).toBe("400 malformed");
    expect(await code(withBody(text.replace("{", '{"primaryType":"Vote",')))).toBe("400 non_canonical");
    expect(await code(withBody(text.slice(1)))).toBe("400 malformed");
    expect(await code(withBody(Buffer.from([0x22, 0xff, 0x22])))).toBe("400 malformed");
    expect(await code(withBody(`\u{feff}${text}`))).toBe("400 malformed");
    expect(await code(withBody(text, "text/plain"))).toBe("401 missing_action");
    expect(await code(withBody(text.replace("true", "false")))).toBe("401 signature_mismatch");
    expect(await code(withBody(text.replace("Vote", "Veto")))).toBe("400 misplaced_action");
    for (const type of [
      'application/JSON; charset="utf-8"',
      "application/json;profile=a ; version=1;charset=UTF-8;",
      'application/json; a="; charset=latin1"',
    ])
      expect(await code(withBody(text, type)), type).toMatch(/^20[01] /);
    for (const type of [
      "application/json; charset=latin1",
      "application/json; charset=utf-8x",
      "application/json; a=b; charset=utf-16",
      "application/json; charset",
      "application/jsonp",
    ])
      expect(await code(withBody(text, type)), type).toBe("401 missing_action");
  });

  it("refuses a signed request in the body, since nobody made the request that it describes", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    const { signature, ...envelope } = parseActionHeader(header(raw, ACTION_HEADER));
    const contentDigest = `0x${Buffer.from(header(raw, "Content-Digest").slice(9, -1), "base64").toString("hex")}`;
    const payload = {
      authority: AUTHORITY,
      method: "POST",
      target: "/objects",
      contentType: "application/json",
      contentDigest,
    };
    const message = { ...envelope, payload };
    const action = { primaryType: "HttpRequest", message, signature };
    const stolen: RawRequest = {
      method: "POST",
      target: "/ebus/execute",
      headers: [["Content-Type", "application/json"]],
      body: Buffer.from(JSON.stringify(action)),
    };
    expect(await code(stolen)).toBe("400 misplaced_action");
    // It is a valid action, which the operator's own code could submit.
    expect(await test.anchorlog.submitMany([action])).toMatchObject([{ status: "accepted" }]);
  });

  it("stops reading at the size limit", async () => {
    const raw = await sign(`${server.url}/objects`, { method: "POST", body: new Uint8Array(300_001) });
    expect(await code(raw)).toBe("413 body_too_large");
    expect(await code({ ...raw, chunks: 7 })).toBe("413 body_too_large");
    const fits = await sign(`${server.url}/objects`, { method: "POST", body: new Uint8Array(300_000) });
    expect(await code({ ...fits, chunks: 7 })).toBe("201 accepted");
  });

  it("refuses a target that is not in origin form", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    if (kind === "web standard") return;
    expect(await code({ ...raw, target: `${server.url}/objects` })).toBe("400 malformed");
  });

  it("answers in the API's error envelope", async () => {
    const raw = await sign(`${server.url}/objects`, jsonInit("POST"));
    const { body } = await sendRaw(server.url, withHeader(raw, ACTION_HEADER, undefined));
    expect(body).toMatchObject({
      error: {
        code: 401,
        message: expect.stringContaining("Anchorlog-Action") as string,
        details: [{ field: "Anchorlog-Action", reason: "missing_action" }],
      },
      x_request_id: "request-7",
    });
  });

  it("checks deadlines and retries as for any action", async () => {
    const late = createSignedFetch({ ...signing, origins: [server.url], clock: () => NOW - 400_000 });
    expect((await late(`${server.url}/objects`, { method: "POST" })).status).toBe(401);
    const far = createSignedFetch({ ...signing, origins: [server.url], deadlineAfter: 86_401 });
    expect((await far(`${server.url}/objects`, { method: "POST" })).status).toBe(400);
    const signedFetch = createSignedFetch({ ...signing, origins: [server.url] });
    const nonce = `${2n ** 256n - 1n - BigInt(SERVERS.indexOf(kind))}` as const;
    const send = async (path: string) => {
      const response = await signedFetch(`${server.url}${path}`, { method: "POST" }, { nonce });
      const answer = (await response.json()) as Answer;
      return `${response.status} ${answer.submission?.status ?? answer.status ?? answer.error?.details[0]?.reason}`;
    };
    expect(await send("/objects/1")).toBe("201 accepted");
    expect(await send("/objects/1")).toBe("200 retry");
    expect(await send("/objects/2")).toBe("409 nonce_used");
  });
});

describe("anchorlog's action header", () => {
  const signed = {
    log: `0x${"11".repeat(32)}`,
    actor: `0x${"22".repeat(20)}`,
    nonce: "7",
    deadline: "1767603660",
    signature: `0x${"33".repeat(65)}`,
  } as const;

  it("has exactly this text", () => {
    expect(formatActionHeader(signed)).toBe(
      "log=:ERERERERERERERERERERERERERERERERERERERERERE=:, actor=:IiIiIiIiIiIiIiIiIiIiIiIiIiI=:, " +
        "nonce=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAc=:, deadline=1767603660, " +
        `signature=:${"MzMz".repeat(21)}MzM=:`,
    );
    expect(parseActionHeader(formatActionHeader(signed))).toEqual(signed);
  });

  it("holds any nonce, deadlines of 15 digits, and signatures of up to 2,048 bytes", () => {
    for (const part of [{ nonce: `${2n ** 256n - 1n}` }, { nonce: "0" }, { deadline: "999999999999999" }] as const) {
      expect(parseActionHeader(formatActionHeader({ ...signed, ...part }))).toEqual({ ...signed, ...part });
    }
    for (const signature of [`0x${"ab".repeat(2_048)}`, 2_049, 16_384] as (Hex | number)[]) {
      expect(parseActionHeader(formatActionHeader({ ...signed, signature }))).toEqual({ ...signed, signature });
    }
    // A signature that is too long for the field is sent before the content. A shorter one must be in the field.
    for (const signature of [`0x${"ab".repeat(2_049)}`, 2_048, 65, 0, -1, 16_385, 2_049.5] as (Hex | number)[]) {
      expect(() => formatActionHeader({ ...signed, signature }), String(signature).slice(0, 9)).toThrow(RangeError);
    }
    const value = formatActionHeader({ ...signed, signature: 2_049 });
    for (const length of ["2048", "16385", "-2049", "2049.5", `:${"A".repeat(4 * 684)}:`]) {
      expect(() => parseActionHeader(value.replace("2049", length)), length).toThrow(/signature/);
    }
    expect(() => formatActionHeader({ ...signed, nonce: `${2n ** 256n}` })).toThrow(RangeError);
    expect(() => formatActionHeader({ ...signed, deadline: "1000000000000000" })).toThrow(RangeError);
    expect(() => formatActionHeader({ ...signed, log: "0x11" })).toThrow(RangeError);
    expect(() => parseActionHeader("a".repeat(4_097))).toThrow(/longer/);
  });
});

it("refuses a signature by another key than the actor's", async () => {
  const server = await startServer("fastify", test.anchorlog, { authority: AUTHORITY });
  const other = privateKeyToAccount(`0x${"c9".repeat(32)}`);
  const impostor = { address: account.address, signTypedData: other.signTypedData };
  const signedFetch = createSignedFetch({ ...signing, origins: [server.url], account: impostor });
  const response = await signedFetch(`${server.url}/x`, { method: "POST" });
  expect(response.status).toBe(401);
});
