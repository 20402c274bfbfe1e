import { describe, expect, it } from "vitest";
import type { TypedDataDefinition } from "viem";
import { AnchorlogError, logId, objectKeyOf, verifyAction, hashDomain, type Hex, type SignedAction } from "anchorlog";
import {
  checkAuthority,
  createActionPost,
  createActionSigner,
  createSignedFetch,
  targetOf,
  walletAccount,
  type WalletProvider,
} from "anchorlog/http";
import { listen } from "../listening.ts";
import { keys, NOW, operator, types, wallets } from "../operator.ts";
import { readReceived } from "./reading.ts";
import { domain } from "./servers.ts";
import { until } from "../until.ts";

const account = wallets[0]!;
const actor = account.address.toLowerCase() as Hex;
const log = logId(operator, "a.example");
const API = { authority: "api.example", origins: ["http://server.example", "http://user.example"] };
const receiptKey = keys.receiptKey.address;
const later = { receiptKey, readReceipt: "later" } as const;
const signing = { ...API, ...later, account, operator, log: "a.example", clock: () => NOW };
const rules = { kinds: types.kinds, domainSeparator: hashDomain(domain), hasLog: (id: Hex) => id === log };
const NONCE = "77194726158210796949047323339125271902179989777093709359638389338608753093290" as const;
const SALT = `0x${"5a".repeat(32)}` as const;

/** A browser wallet: it gets only JSON. */
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

const read = async (request: Request, target = targetOf(request.url)): Promise<ReturnType<typeof readReceived>> => {
  const { method, headers } = request;
  return readReceived({ method, target, headers, body: new Uint8Array(await request.arrayBuffer()) }, API);
};

const judge = async (request: Request, target?: string): Promise<string> => {
  const action = await read(request, target);
  if ("code" in action) return action.code;
  const verdict = verifyAction(action, rules);
  return verdict.verdict === "valid" ? "valid" : verdict.code;
};

describe("a browser wallet", () => {
  it("gets exactly this question", async () => {
    const provider = wallet();
    const options = { ...signing, account: walletAccount(provider, account.address), types };
    const payload = { objectId: "42", to: actor, price: "7", salt: SALT } as const;
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

  it("signs an Ask, even if the operator does not declare that kind", async () => {
    const provider = wallet();
    const options = { ...signing, account: walletAccount(provider, account.address), types };
    const objectKey = objectKeyOf(types.kinds.get("Transfer")!, { objectId: "42", to: actor, price: "7", salt: SALT });
    const action = await createActionSigner(options)("Ask", { objectKey });
    expect(verifyAction(action, rules)).toMatchObject({ verdict: "valid" });
    const { json } = provider.asked[0] as { json: string };
    expect(JSON.parse(json)).toMatchObject({
      primaryType: "Ask",
      types: { AskPayload: [{ name: "objectKey", type: "bytes32" }] },
      message: { payload: { objectKey } },
    });
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

  it.each<[string, (signature: Hex) => string]>([
    ["capitals and a v of 0 or 1", (s) => `0x${s.slice(2, -2).toUpperCase()}${s.endsWith("1b") ? "00" : "01"}`],
    ["no 0x", (s) => s.slice(2)],
    ["a v of one digit", (s) => `${s.slice(0, -2)}${s.endsWith("1b") ? "0" : "1"}`],
    ["no 0x and a v of one digit", (s) => `${s.slice(2, -2)}${s.endsWith("1b") ? "0" : "1"}`],
  ])("may return its signature with %s", async (_, written) => {
    for (const body of ["a", "b", "c", "d"]) {
      const request = await signed({ method: "POST", body }, { account: walletAccount(wallet(written), actor) });
      expect(await judge(request)).toBe("valid");
    }
  });

  it("that refuses or returns nonsense prevents the request", async () => {
    for (const answer of [null, "", "0x", "no", 7, `0x${"1".repeat(131)}`]) {
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
  it("sends what it signed, with the content's digest", async () => {
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

  it("also accepts a Request and a stream", async () => {
    const stream = new Blob(["a", "b"]).stream();
    const init = { method: "PUT", body: stream, duplex: "half" } as RequestInit;
    const request = await taken((fetch) =>
      createSignedFetch({ ...signing, fetch })(new Request("http://user.example/p?", init)),
    );
    expect(request.url).toBe("http://user.example/p");
    expect(await judge(request)).toBe("valid");
  });

  it("signs only for the API's origins: it does not ask the wallet for any other", async () => {
    const provider = wallet();
    const options = { ...signing, account: walletAccount(provider, actor), fetch: async () => new Response() };
    for (const origins of [undefined, ["https://api.example"]]) {
      const { origins: _, ...rest } = options;
      const client = origins === undefined ? rest : { ...rest, origins };
      for (const url of [
        "https://evil.example/a",
        "http://api.example/a",
        "https://api.example:8443/a",
        "https://api.example.evil.example/a",
        "https://evil.example/https://api.example/",
      ]) {
        const foreign = { code: "foreign_origin", message: expect.stringContaining("the option origins") as string };
        await expect(createSignedFetch(client)(url, { method: "POST" }), url).rejects.toMatchObject(foreign);
        await expect(createActionPost({ ...client, types })(url, "Vote", { yes: true })).rejects.toMatchObject(foreign);
      }
    }
    expect(provider.asked).toHaveLength(0);
    await createSignedFetch({ ...options, origins: ["https://api.example"] })("https://API.example:443/a", {
      method: "POST",
    });
    expect(provider.asked).toHaveLength(1);
  });

  it("refuses an authority or origin in the wrong form", () => {
    const authorities = [
      "",
      "API.example",
      "api.example:443",
      "api.example/",
      "https://api.example",
      "a b",
      "u@h",
      "ü",
    ];
    for (const authority of authorities) {
      expect(() => createSignedFetch({ ...signing, authority }), authority).toThrow(
        expect.objectContaining({ code: "bad_authority" }),
      );
    }
    expect(() => checkAuthority("https://api.example:8443/v1")).toThrow('the host of its URL: "api.example:8443"');
    for (const authority of ["api.example:8443", "[::1]:80", "127.0.0.1", "xn--tda.example"]) {
      expect(checkAuthority(authority)).toBe(authority);
    }
    for (const origin of ["api.example", "https://api.example/", "https://API.example", "null", "*", ""]) {
      expect(() => createSignedFetch({ ...signing, origins: [origin] }), origin).toThrow(
        expect.objectContaining({ code: "bad_origin" }),
      );
    }
  });

  it("uses a random nonce of 256 bits for each request, unless it repeats one", async () => {
    const nonceOf = async (repeat?: { nonce: `${bigint}` }): Promise<unknown> => {
      const request = await taken((fetch) =>
        createSignedFetch({ ...signing, fetch })("http://server.example/", { method: "POST" }, repeat),
      );
      return ((await read(request)) as unknown as SignedAction).message.nonce;
    };
    const nonces = await Promise.all(Array.from({ length: 16 }, () => nonceOf()));
    expect(new Set(nonces).size).toBe(16);
    expect(nonces.some((nonce) => BigInt(nonce as string) > 2n ** 250n)).toBe(true);
    expect(await nonceOf({ nonce: NONCE })).toBe(NONCE);
  });

  it("refuses to sign content with a content coding", async () => {
    const init = { method: "POST", body: "x", headers: { "Content-Encoding": "gzip" } };
    await expect(signed(init)).rejects.toMatchObject({ code: "content_coded" });
  });

  it("checks the domain before the first signature, and again until it matches", async () => {
    let answers = 0;
    const checkDomain = async (): Promise<boolean> => {
      if (++answers < 3) throw new AnchorlogError("domain_mismatch", "another domain");
      return true;
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

  it("does not wait for the wallet after its caller aborts, and asks it no more", async () => {
    let asked = 0;
    const silent = {
      ...account,
      signTypedData: () => {
        asked++;
        return new Promise<never>(() => {});
      },
    };
    const client = { ...signing, account: silent, fetch: () => Promise.reject(new Error("it was sent")) };
    const calls = [
      (signal: AbortSignal) => createSignedFetch(client)("http://server.example/a", { method: "POST", signal }),
      (signal: AbortSignal) =>
        createActionPost({ ...client, types })("http://server.example/a", "Vote", { yes: true }, { signal }),
    ];
    for (const call of calls) {
      asked = 0;
      const end = new AbortController();
      const [error] = await Promise.all([
        call(end.signal).catch((caught: unknown) => caught),
        until(() => expect(asked).toBe(1)).then(() => end.abort(new Error("enough"))),
      ]);
      expect(error).toMatchObject({ message: "enough" });
      await expect(call(end.signal)).rejects.toThrow("enough");
      expect(asked).toBe(1);
    }
  });

  it("does not follow redirects", async () => {
    const { url } = await listen((_, response) => response.writeHead(307, { location: "/auth" }).end());
    const [from, origins] = [`${url}/objects`, [url]];
    await expect(createSignedFetch({ ...signing, origins })(from, { method: "POST" })).rejects.toThrow(TypeError);
    const post = createActionPost({ ...signing, origins, types });
    await expect(post(from, "Vote", { yes: true }, { redirect: "follow" })).rejects.toThrow(TypeError);
  });

  it("names the option that is missing, and a payload that is not one", async () => {
    const good = { account, operator, log: "acme", types };
    for (const name of ["account", "operator", "types"] as const) {
      expect(() => createActionSigner({ ...good, [name]: undefined })).toThrow(
        `the option ${name} does not fit: undefined`,
      );
    }
    const getAddress = async () => account.address;
    // A contract wallet's account of viem has this method, too.
    await createActionSigner({ ...good, account: { ...account, getAddress } as typeof account })("Vote", { yes: true });
    const signTypedData = async (_domain: object, _types: object, _value: object) => account.address;
    expect(() => createActionSigner({ ...good, account: { ...account, getAddress, signTypedData } as never })).toThrow(
      "the option account does not fit: an object\nTo fix it: give walletAccount(window.ethereum, address)",
    );
    for (const repeat of [null, NONCE, [NONCE], { nonces: NONCE }, { dedline: "1" }, () => NONCE]) {
      const signed = createActionSigner(good)("Vote", { yes: true }, repeat as never);
      await expect(signed).rejects.toThrow(
        /^the option repeat does not fit: .*\nTo fix it: give \{ nonce, deadline \}/,
      );
    }
    expect(() => createActionSigner(undefined as never)).toThrow(/not undefined/);
    expect(() => walletAccount(undefined as never, account.address)).toThrow(/the option provider .*undefined/);
    const misspelt = { ...good, checkDomian: () => true } as typeof good;
    expect(() => createActionSigner(misspelt)).toThrow(/no option checkDomian/);
    const { name: _, ...nameless } = operator;
    expect(() => createActionSigner({ ...good, operator: nameless as never })).toThrow(/name, version or chainId/);
    await expect(createActionSigner(good)("Vote", undefined as never)).rejects.toThrow(
      /message\.payload: expected an object/,
    );
  });

  it("signs no new action if the one to be repeated stands in the place of `init`", async () => {
    const wallet = { ...account, signTypedData: () => Promise.reject(new Error("it was signed")) };
    const post = createActionPost({ ...signing, account: wallet, types });
    for (const repeat of [{ message: {}, signature: "0x" }, { nonce: "1" }]) {
      await expect(post("http://server.example", "Vote", { yes: true }, repeat as RequestInit)).rejects.toMatchObject({
        code: "bad_option",
        message: expect.stringMatching(/as the argument after init$/) as string,
      });
    }
  });

  it("refuses kinds that the operator does not declare", async () => {
    const post = createActionPost({ ...signing, types });
    await expect(post("http://server.example", "Veto" as "Vote", { yes: true })).rejects.toMatchObject({
      code: "unknown_kind",
    });
    await expect(post("http://server.example", "Vote", { yes: "true" as unknown as boolean })).rejects.toMatchObject({
      code: "malformed",
      path: "message.payload.yes",
    });
  });
});

describe("the target of a URL", () => {
  it("is everything after the authority, without the fragment", () => {
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

  it("may be given by the server if a proxy changed it", async () => {
    const request = await signed({ method: "POST" });
    const moved = new Request("http://inside.example/mount/a?b", request);
    expect(await judge(moved.clone())).toBe("signature_mismatch");
    expect(await judge(moved, "/a?b")).toBe("valid");
  });

  it("is refused if it is not in origin form, as are invalid methods and types", async () => {
    const request = await signed({ method: "POST" });
    const received = { method: "POST", target: "/a?b", headers: request.headers, body: new Uint8Array() };
    expect(readReceived(received, API)).toMatchObject({ primaryType: "HttpRequest" });
    for (const target of ["", "*", "a", "http://h/a", "/a b", "/a#b", "/ü", "/a\u0000", "/a\n"]) {
      expect(readReceived({ ...received, target }, API), target).toMatchObject({ code: "malformed" });
    }
    for (const method of ["", "PO ST", "POST\n", "PÖST"]) {
      expect(readReceived({ ...received, method }, API), method).toMatchObject({ code: "malformed" });
    }
    const headers = [...request.headers, ["Content-Type", "text/plain\u00e4"]] as [string, string][];
    expect(readReceived({ ...received, headers }, API)).toMatchObject({ code: "malformed" });
  });
});
