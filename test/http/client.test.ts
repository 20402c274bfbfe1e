import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TypedDataDefinition } from "viem";
import { AnchorlogError, logId, verifyAction, hashDomain, type Hex } from "anchorlog";
import {
  answerRefusal,
  createActionPost,
  createActionSigner,
  createSignedFetch,
  readAction,
  readReceived,
  targetOf,
  walletAccount,
  type WalletProvider,
} from "anchorlog/http";
import { nodeActions } from "anchorlog/http/node";
import { NOW, operator, types, wallets } from "../operator.ts";
import { domain } from "./servers.ts";

const account = wallets[0]!;
const actor = account.address.toLowerCase() as Hex;
const log = logId(operator, "a.example");
const signing = { account, domain, log, clock: () => NOW };
const rules = { kinds: types.kinds, domainSeparator: hashDomain(domain), hasLog: (id: Hex) => id === log };
const NONCE = "77194726158210796949047323339125271902179989777093709359638389338608753093290" as const;

/** A browser wallet: it gets JSON, and nothing but JSON. */
function wallet(change: (signature: Hex) => unknown = (s) => s): WalletProvider & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    request: async ({ method, params: [address, json] }) => {
      asked.push({ method, address, json });
      return change(await account.signTypedData(JSON.parse(json) as TypedDataDefinition));
    },
  };
}

/** The request that a fetch would send. */
async function taken(send: (fetch: (request: Request) => Promise<Response>) => Promise<Response>): Promise<Request> {
  let request: Request | undefined;
  await send(async (r) => {
    request = r;
    return new Response();
  });
  return request!;
}
const signed = (init: RequestInit, options: Partial<Parameters<typeof createSignedFetch>[0]> = {}): Promise<Request> =>
  taken((fetch) => createSignedFetch({ ...signing, ...options, fetch })("http://server.example/a?b", init));

const judge = async (request: Request): Promise<string> => {
  const read = await readAction(request);
  if (read.status === "refused") return read.code;
  const verdict = verifyAction(read.action, rules);
  return verdict.verdict === "valid" ? "valid" : verdict.code;
};

describe("a browser wallet", () => {
  it("is asked for exactly this", async () => {
    const provider = wallet();
    const options = { ...signing, account: walletAccount(provider, account.address), types };
    const payload = { objectId: "42", to: actor, price: "7", salt: `0x${"5a".repeat(32)}` } as const;
    const action = await createActionSigner(options)("Transfer", payload, { nonce: NONCE });
    expect(provider.asked).toEqual([
      {
        method: "eth_signTypedData_v4",
        address: account.address,
        json:
          `{"domain":{"name":"Test platform","version":"1","chainId":31337,"verifyingContract":"${operator.registry}"},` +
          `"primaryType":"Transfer","types":{"EIP712Domain":[{"name":"name","type":"string"},` +
          `{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},` +
          `{"name":"verifyingContract","type":"address"}],"Transfer":[{"name":"log","type":"bytes32"},` +
          `{"name":"actor","type":"address"},{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint64"},` +
          `{"name":"payload","type":"TransferPayload"}],"TransferPayload":[{"name":"objectId","type":"string"},` +
          `{"name":"to","type":"address"},{"name":"price","type":"uint256"},{"name":"salt","type":"bytes32"}]},` +
          `"message":{"log":"${log}","actor":"${actor}","nonce":"${NONCE}","deadline":"${NOW / 1000 + 300}",` +
          `"payload":{"objectId":"42","to":"${actor}","price":"7","salt":"0x${"5a".repeat(32)}"}}}`,
      },
    ]);
    expect(verifyAction(action, rules)).toMatchObject({ verdict: "valid" });
  });

  it("signs requests", async () => {
    const provider = wallet();
    const request = await signed({ method: "POST", body: "x" }, { account: walletAccount(provider, account.address) });
    expect(await judge(request)).toBe("valid");
    expect(provider.asked).toHaveLength(1);
    const { json } = provider.asked[0] as { json: string };
    expect(JSON.parse(json)).toMatchObject({
      primaryType: "HttpRequest",
      message: { payload: { method: "POST", target: "/a?b", contentType: "text/plain;charset=UTF-8" } },
    });
  });

  it("may end its signature with 0 or 1, and write capitals", async () => {
    const old = (signature: Hex): Hex =>
      `0x${signature.slice(2, -2).toUpperCase()}${signature.endsWith("1b") ? "00" : "01"}`;
    for (const body of ["a", "b", "c", "d"]) {
      const request = await signed({ method: "POST", body }, { account: walletAccount(wallet(old), actor) });
      expect(await judge(request)).toBe("valid");
    }
  });

  it("that answers nonsense, or refuses, lets nothing be sent", async () => {
    for (const answer of [null, "0x", "no", 7]) {
      const account = walletAccount(
        wallet(() => answer),
        actor,
      );
      await expect(signed({ method: "POST" }, { account })).rejects.toMatchObject({ code: "bad_wallet_answer" });
    }
    const denial = Object.assign(new Error("User denied"), { code: 4001 });
    const account = walletAccount({ request: () => Promise.reject(denial) }, actor);
    await expect(signed({ method: "POST" }, { account })).rejects.toBe(denial);
  });
});

describe("a signed fetch", () => {
  it("sends what it signed, with the digest of the content", async () => {
    const request = await signed({ method: "POST", body: '{"hello": "world"}', headers: { "X-Own": "kept" } });
    // RFC 9530's own example of this content.
    expect(request.headers.get("content-digest")).toBe("sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:");
    expect(request.headers.get("x-own")).toBe("kept");
    expect(request.redirect).toBe("error");
    expect(await judge(request)).toBe("valid");
  });

  it("leaves requests that change nothing unsigned", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect((await signed({ method })).headers.has("anchorlog-action")).toBe(false);
    }
  });

  it("takes a Request as well, and streams", async () => {
    const stream = new Blob(["a", "b"]).stream();
    const init = { method: "PUT", body: stream, duplex: "half" } as RequestInit;
    const request = await taken((fetch) =>
      createSignedFetch({ ...signing, fetch })(new Request("http://user.example/p?", init)),
    );
    expect(request.url).toBe("http://user.example/p");
    expect(await judge(request)).toBe("valid");
  });

  it("has a nonce of 256 random bits for each request, unless it repeats one", async () => {
    const nonceOf = async (repeat?: { nonce: `${bigint}` }): Promise<unknown> => {
      const request = await taken((fetch) =>
        createSignedFetch({ ...signing, fetch })("http://server.example/", { method: "POST" }, repeat),
      );
      const read = await readAction(request);
      return read.status === "read" && (read.action.message as { nonce: string }).nonce;
    };
    const nonces = await Promise.all(Array.from({ length: 16 }, () => nonceOf()));
    expect(new Set(nonces).size).toBe(16);
    expect(nonces.some((nonce) => BigInt(nonce as string) > 2n ** 250n)).toBe(true);
    expect(await nonceOf({ nonce: NONCE })).toBe(NONCE);
  });

  it("refuses to sign a coded content", async () => {
    const init = { method: "POST", body: "x", headers: { "Content-Encoding": "gzip" } };
    await expect(signed(init)).rejects.toMatchObject({ code: "content_coded" });
  });

  it("checks the domain before the first signature, and again until it is right", async () => {
    let answers = 0;
    const checkDomain = async (): Promise<void> => {
      if (++answers < 3) throw new AnchorlogError("domain_mismatch", "another domain");
    };
    const provider = wallet();
    const signedFetch = createSignedFetch({
      ...signing,
      account: walletAccount(provider, actor),
      checkDomain,
      fetch: async () => new Response(),
    });
    const send = (): Promise<Response> => signedFetch("http://server.example/", { method: "POST" });
    await expect(send()).rejects.toMatchObject({ code: "domain_mismatch" });
    await expect(send()).rejects.toMatchObject({ code: "domain_mismatch" });
    expect(provider.asked).toHaveLength(0);
    await send();
    await send();
    expect(answers).toBe(3);
    expect(provider.asked).toHaveLength(2);
  });

  it("knows the operator's kinds only", async () => {
    const post = createActionPost({ ...signing, types });
    await expect(post("http://server.example", "Veto" as "Vote", { yes: true })).rejects.toMatchObject({
      code: "unknown_kind",
    });
    await expect(post("http://server.example", "Vote", { yes: "true" as unknown as boolean })).rejects.toThrow(/yes/);
  });
});

describe("the target of a URL", () => {
  it("is what follows its authority, without the fragment", () => {
    const targets: [string, string][] = [
      ["http://h", "/"],
      ["https://user:p%2Fw@h:8443/a/b?c#d", "/a/b?c"],
      ["http://h/?#", "/?"],
      ["http://h?x=1", "/?x=1"],
      ["http://[::1]:80//a", "//a"],
      ["http://h/a#/b?c", "/a"],
    ];
    for (const [url, target] of targets) expect(targetOf(url)).toBe(target);
  });

  it("may be told by whoever knows it better", async () => {
    const request = await signed({ method: "POST" });
    const moved = new Request("http://inside.example/mount/a?b", request);
    expect(await judge(moved.clone())).toBe("signature_mismatch");
    const read = await readAction(moved, { target: "/a?b" });
    expect(read.status === "read" && verifyAction(read.action, rules).verdict).toBe("valid");
  });

  it("is refused where it is not ASCII in origin-form, as are methods and types that are no such", async () => {
    const request = await signed({ method: "POST" });
    const received = { method: "POST", target: "/a?b", headers: request.headers, body: new Uint8Array() };
    expect(readReceived(received)).toMatchObject({ status: "read", carriage: "header" });
    for (const target of ["", "*", "a", "http://h/a", "/a b", "/a#b", "/ü", "/a\u0000", "/a\n"]) {
      expect(readReceived({ ...received, target }), target).toMatchObject({ code: "malformed" });
    }
    for (const method of ["", "PO ST", "POST\n", "PÖST"]) {
      expect(readReceived({ ...received, method }), method).toMatchObject({ code: "malformed" });
    }
    const headers = [...request.headers, ["Content-Type", "text/plain\u00e4"]] as [string, string][];
    expect(readReceived({ ...received, headers })).toMatchObject({ code: "malformed" });
    expect(readReceived({ ...received, body: new Uint8Array(9) }, { maxBodyBytes: 8 })).toMatchObject({
      code: "body_too_large",
    });
  });
});

describe("an answer to a refusal", () => {
  const answer = (code: string, message = "why"): string => {
    const { status, retryable, body } = answerRefusal({ code, message });
    return `${status} ${retryable} ${body.error.details[0]!.field}`;
  };

  it("has the status and field of its code", () => {
    expect(answer("malformed", "message.payload.to: expected")).toBe("400 false message.payload.to");
    expect(answer("unknown_member", "Anchorlog-Action.x: is not a member here")).toBe("400 false Anchorlog-Action.x");
    expect(answer("malformed", "document: not JSON")).toBe("400 false document");
    expect(answer("repeated_header", "Content-Type is there twice")).toBe("400 false Content-Type");
    expect(answer("unknown_kind")).toBe("400 false primaryType");
    expect(answer("missing_action")).toBe("401 false Anchorlog-Action");
    for (const code of ["malformed", "non_canonical", "mismatch", "rejected"]) {
      expect(answer(`signature_${code}`)).toBe("401 false signature");
    }
    expect(answer("deadline_passed")).toBe("401 false message.deadline");
    expect(answer("deadline_too_far")).toBe("400 false message.deadline");
    expect(answer("unknown_log")).toBe("404 false message.log");
    expect(answer("nonce_used")).toBe("409 false message.nonce");
    expect(answer("body_too_large")).toBe("413 false body");
    expect(answer("content_coded")).toBe("415 false Content-Encoding");
    expect(answer("constructor")).toBe("400 false document");
  });

  it("to one that is none says to try again", () => {
    const silent = { code: "chain_unavailable", message: "no answer" };
    for (const refusal of [
      { ...silent, verdict: "indeterminate" },
      { ...silent, status: "indeterminate" },
    ]) {
      expect(answerRefusal(refusal, { requestId: "r1" })).toEqual({
        status: 503,
        retryable: true,
        body: {
          error: { code: 503, message: "no answer", details: [{ field: "signature", reason: "chain_unavailable" }] },
          x_request_id: "r1",
        },
      });
    }
  });
});

describe("an adapter", () => {
  const received = { method: "POST", url: "/objects", rawHeaders: [], readableDidRead: true };

  it("does not wait for a body that somebody else has read", async () => {
    const error = await new Promise((resolve) => {
      nodeActions()(received as unknown as IncomingMessage, {} as ServerResponse, resolve);
    });
    expect(error).toMatchObject({ code: "body_already_read" });
  });
});

describe("nodeActions", () => {
  let server: Server;
  let url: string;
  let errors: unknown[];
  const asked: string[] = [];
  let verdict: "valid" | "indeterminate";
  beforeAll(async () => {
    errors = [];
    const gate = nodeActions({
      isRequired: ({ target }) => {
        asked.push(target);
        return target.startsWith("/objects");
      },
      verify: async () =>
        verdict === "valid" ? { verdict } : { verdict, code: "chain_unavailable", message: "no answer" },
    });
    server = createServer((request, response) => {
      gate(request, response, (error) => {
        if (error !== undefined) errors.push(error);
        response.end(typeof (request as { body?: unknown }).body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("leaves the bodies of requests that need no action alone", async () => {
    const response = await fetch(`${url}/auth/login`, { method: "POST", body: "{}" });
    expect(await response.text()).toBe("undefined");
    expect((await fetch(`${url}/objects`)).status).toBe(401);
  });

  it("asks whoever verifies, and passes on that it is not known yet", async () => {
    const signedFetch = createSignedFetch(signing);
    verdict = "indeterminate";
    expect((await signedFetch(`${url}/auth/login`, { method: "POST" })).status).toBe(503);
    verdict = "valid";
    expect((await signedFetch(`${url}/auth/login`, { method: "POST" })).status).toBe(200);
  });

  it("gives up on a request whose sender left", async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write("POST /objects/left HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc");
    await expect.poll(() => asked).toContain("/objects/left");
    socket.destroy();
    await expect.poll(() => errors.length).toBe(1);
  });

  it("does not follow redirects", async () => {
    const redirecting = createServer((_, response) => response.writeHead(307, { location: `${url}/auth` }).end());
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    const from = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/objects`;
    await expect(createSignedFetch(signing)(from, { method: "POST" })).rejects.toThrow(TypeError);
    redirecting.close();
  });
});
