import { sha256 } from "@noble/hashes/sha2.js";
import { getAddress, serializeCompactSignature, signatureToCompactSignature, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { ANYBODY } from "anchorlog/action";
import { encodeEntry, decodeEntry, type Entry } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { checkReceipt, signReceipt, type Receipt, type SentAction } from "anchorlog/log/receipt";
import { AnchorlogError, fromHex, openAnchorlog, privateKeySigner, toHex, type Hex } from "anchorlog";
import {
  ACTION_HEADER,
  createActionPost,
  createActionSigner,
  createSignedFetch,
  parseActionHeader,
  sentAction,
  targetOf,
  type ActionAccount,
  type Repeat,
} from "anchorlog/http";
import { atEnd, closing } from "../ends.ts";
import { takeSignature } from "../../src/http/header.ts";
import { keys, NOW, operator, settings, types, wallets } from "../operator.ts";

const API = { authority: "api.example" };
const URL = "https://api.example/objects/42";
const account = wallets[0]!;
const capitals = (address: string): Hex => `0x${address.slice(2).toUpperCase()}`;
const WALLET = `0x${"6c".repeat(20)}` as const;
const DAY = 86_400_000;

let now = NOW;
const clock = (): number => now;
const asked: Hex[] = [];
const anchorlog = await openAnchorlog({
  ...settings,
  store: await openSqliteStore(":memory:"),
  logs: ["a.example", "b.example"],
  clock,
  wallets: {
    chainId: operator.chainId,
    ask: async ({ signature }) => {
      asked.push(signature);
      return { verdict: "valid", block: { number: 7, hash: `0x${"4b".repeat(32)}` } };
    },
  },
});
closing(anchorlog);

type Answered = { status: string; receipt: Receipt };
type Lie = (answer: Answered) => unknown;

/** The parts of a request, read as protocol/3-log §5 says. */
async function receive(request: Request): Promise<{ action: unknown; content: Uint8Array }> {
  const body = new Uint8Array(await request.arrayBuffer());
  const field = request.headers.get(ACTION_HEADER);
  const type = request.headers.get("content-type") ?? "";
  if (field === null) return { action: JSON.parse(Buffer.from(body).toString()), content: body };
  const { signature: _, ...envelope } = parseActionHeader(field);
  const { signature, content } = takeSignature(parseActionHeader(field), body);
  const contentDigest = toHex(sha256(content));
  const payload = { ...API, method: request.method, target: targetOf(request.url), contentType: type, contentDigest };
  return { action: { primaryType: "HttpRequest", message: { ...envelope, payload }, signature }, content };
}

/** A server that accepts every request and answers with what a test chooses. */
const server =
  (lie: Lie = (answer) => answer, status = 200) =>
  async (request: Request): Promise<Response> => {
    const { action } = await receive(request);
    const [answer] = await anchorlog.submitMany([action]);
    if (!("receipt" in answer!)) throw new Error(JSON.stringify(answer));
    const body = await lie(answer);
    return body instanceof Response ? body : Response.json(body, { status });
  };

const options = (lie?: Lie, status?: number) => ({
  ...API,
  account: account as ActionAccount,
  operator,
  log: "a.example",
  receiptKey: keys.receiptKey.address,
  clock,
  fetch: server(lie, status),
});
const init = { method: "PUT", body: "content" };

/** The code with which a signed fetch and a post of a typed action reject; both `ok` if they resolve. */
async function outcomes(lie: Lie, more: object = {}, repeat?: Repeat): Promise<string> {
  const codeOf = async (promise: Promise<unknown>): Promise<string> => {
    try {
      await promise;
      return "ok";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const client = { ...options(lie), ...more };
  const byFetch = await codeOf(createSignedFetch(client)(URL, init, repeat));
  const byPost = await codeOf(createActionPost({ ...client, types })(URL, "Vote", { yes: true }, {}, repeat));
  expect(byPost).toBe(byFetch);
  return byFetch;
}

/** An answer with an entry of the server's choice, which its receipt key signs. */
const withEntry =
  (change: Partial<Entry>, key = keys.receiptKey): Lie =>
  async ({ receipt, ...answer }) => {
    const entry = encodeEntry({ ...decodeEntry(fromHex(receipt.entry)), ...change });
    return { ...answer, receipt: await signReceipt(operator, entry, key) };
  };

describe("a client and the receipt in an answer", () => {
  it("accepts an honest operator's receipt, with any other content of the answer", async () => {
    expect(await outcomes((answer) => answer)).toBe("ok");
    expect(await outcomes(({ receipt }) => ({ id: 42, receipt }))).toBe("ok");
    expect(await outcomes((answer) => answer, { receiptKey: capitals(keys.receiptKey.address) })).toBe("ok");
    const upper = { ...operator, registry: capitals(operator.registry), operator: capitals(operator.operator) };
    expect(await outcomes((answer) => answer, { operator: upper })).toBe("ok");
    const response = await createSignedFetch(options())(URL, init);
    expect(await response.json()).toMatchObject({ status: "accepted", log: "a.example" });
  });

  it("distinguishes a missing receipt from a malformed one", async () => {
    const lies: Lie[] = [
      () => ({ status: "accepted" }),
      () => ({ status: "accepted", receipt: null }),
      () => null,
      () => new Response(null, { status: 204 }),
      () => new Response("<p>Thanks!</p>", { headers: { "content-type": "text/html" } }),
      () => new Response("{", { headers: { "content-type": "application/json" } }),
      ({ receipt }) => Response.json({ padding: " ".repeat(1_100_000), receipt }),
    ];
    for (const lie of lies) expect(await outcomes(lie), String(lie)).toBe("no_receipt");
    const malformed: Lie[] = [
      () => ({ receipt: "yes" }),
      ({ receipt }) => ({ receipt: { ...receipt, more: 1 } }),
      ({ receipt: { entry, key } }) => ({ receipt: { entry, key } }),
      ({ receipt }) => ({ receipt: { ...receipt, entry: receipt.entry.slice(0, -2) } }),
      ({ receipt }) => ({ receipt: { ...receipt, entry: receipt.entry.replace("0x01", "0x03") } }),
      ({ receipt }) => ({ receipt: { ...receipt, key: capitals(receipt.key) } }),
    ];
    for (const lie of malformed) expect(await outcomes(lie), String(lie)).toBe("receipt_malformed");
  });

  it("refuses a receipt for another action", async () => {
    const other = new Uint8Array(32).fill(7);
    const lies: [string, Partial<Entry>][] = [
      ["log", { log: other }],
      ["actor", { actor: other.subarray(12) }],
      ["nonce", { nonce: other }],
      ["digest", { digest: other }],
      ["signatureHash", { signatureHash: other }],
      ["scheme", { scheme: 1, verifiedBlock: 9 }],
      ["prev", { index: 0, prev: other, prior: undefined }],
    ];
    for (const [member, change] of lies) expect(await outcomes(withEntry(change)), member).toBe("entry_mismatch");
    const { receipt } = (await (await createSignedFetch(options())(URL, init)).json()) as Answered;
    expect(await outcomes(() => ({ receipt }))).toBe("entry_mismatch");
  });

  it("refuses a receipt that names another object or holder", async () => {
    const [objectKey, prior] = [new Uint8Array(32).fill(7), undefined];
    const objects: Partial<Entry>[] = [
      { part: 1, objectKey, prior, holder: ANYBODY },
      { part: 2, objectKey, prior, holder: ANYBODY },
    ];
    for (const change of objects) expect(await outcomes(withEntry(change))).toBe("object_mismatch");
    const payload = { objectId: "seat 7", holder: account.address.toLowerCase() as Hex };
    const post = (change: Partial<Entry>) =>
      createActionPost({ ...options(withEntry(change)), types })(URL, "Hand", payload);
    await expect(post({ holder: ANYBODY })).rejects.toMatchObject({ code: "object_mismatch" });
  });

  it("refuses a receipt with another signer", async () => {
    const stranger = privateKeySigner(`0x${"d7".repeat(32)}`);
    expect(await outcomes(withEntry({}, stranger))).toBe("receipt_key_mismatch");
    const lie: Lie = async ({ receipt }) => {
      const forged = await signReceipt(operator, fromHex(receipt.entry), stranger);
      return { receipt: { ...forged, key: receipt.key } };
    };
    expect(await outcomes(lie)).toBe("receipt_mismatch");
    const elsewhere: Lie = async ({ receipt }) => ({
      receipt: await signReceipt({ ...operator, chainId: 1 }, fromHex(receipt.entry), keys.receiptKey),
    });
    expect(await outcomes(elsewhere)).toBe("receipt_mismatch");
  });

  it("looks for the receipt only in the documented members", async () => {
    expect(await outcomes(({ receipt, ...rest }) => ({ ...rest, x_receipt: receipt }))).toBe("ok");
    expect(await outcomes(({ receipt, ...rest }) => ({ ...rest, promise: receipt }))).toBe("no_receipt");
    for (const answer of [null, "receipt", [], 1]) expect(await outcomes(() => answer)).toBe("no_receipt");
  });

  it("refuses a receipt whose key nobody confirmed as the operator's", async () => {
    const keysAsked: unknown[] = [];
    const asking = (answer: unknown) => ({
      receiptKey: (...question: unknown[]) => {
        keysAsked.push(question);
        return answer as boolean;
      },
    });
    expect(await outcomes((answer) => answer, asking(Promise.resolve(true)))).toBe("ok");
    expect(keysAsked).toContainEqual([keys.receiptKey.address.toLowerCase(), NOW]);
    for (const answer of [false, undefined, "true", {}]) {
      expect(await outcomes((answered) => answered, asking(answer))).toBe("receipt_key_mismatch");
    }
  });

  it("refuses a receipt whose date differs from its arrival, even of a retry", async () => {
    for (const acceptedAt of [NOW - 300_001, NOW - DAY, 0]) {
      expect(await outcomes(withEntry({ acceptedAt })), String(acceptedAt)).toBe("receipt_misdated");
      const retry: Lie = async (answer) => ({
        ...((await withEntry({ acceptedAt })(answer)) as object),
        status: "retry",
      });
      expect(await outcomes(retry), String(acceptedAt)).toBe("receipt_misdated");
    }
    const misdated = createSignedFetch(options(withEntry({ acceptedAt: NOW - DAY })))(URL, init);
    await expect(misdated).rejects.toThrow(/To fix it: compare this machine's clock with the right time/);
    const patient = { deadlineAfter: 86_400 };
    for (const acceptedAt of [NOW + 300_001, NOW + DAY]) {
      expect(await outcomes(withEntry({ acceptedAt }), patient), String(acceptedAt)).toBe("receipt_misdated");
    }
    for (const acceptedAt of [NOW - 300_000, NOW + 300_000]) {
      expect(await outcomes(withEntry({ acceptedAt }), patient), String(acceptedAt)).toBe("ok");
    }
  });

  it("refuses a receipt that is later than the action's deadline", async () => {
    const soon = { deadlineAfter: 60 };
    expect(await outcomes(withEntry({ acceptedAt: NOW + 60_999 }), soon)).toBe("ok");
    expect(await outcomes(withEntry({ acceptedAt: NOW + 61_000 }), soon)).toBe("deadline_passed");
  });

  it("keeps a refused receipt as evidence", async () => {
    const error: object = await createSignedFetch(options(withEntry({ acceptedAt: 0 })))(URL, init).then(
      () => ({}),
      (e: object) => e,
    );
    const { receipt } = (error as { details: { receipt: Receipt } }).details;
    expect(decodeEntry(fromHex(receipt.entry)).acceptedAt).toBe(0);
    expect(sentAction(error)?.message.payload).toMatchObject({ target: "/objects/42", authority: "api.example" });
  });

  it("expects no receipt in a refusal", async () => {
    const response = await createSignedFetch(options(() => ({ error: {} }), 409))(URL, init);
    expect(response.status).toBe(409);
  });
});

describe("the sent action", () => {
  it("can be sent again hours later without the wallet, and the first receipt is still valid", async () => {
    let signatures = 0;
    const counting: ActionAccount = {
      address: account.address,
      signTypedData: async (data) => {
        signatures++;
        return account.signTypedData(data);
      },
    };
    const outage = createSignedFetch({ ...options(() => new Response(null, { status: 503 })), account: counting });
    const sent = sentAction(await outage(URL, init))!;
    const stored = JSON.parse(JSON.stringify(sent)) as SentAction;
    now += 2 * 3_600_000;
    atEnd(() => (now = NOW));
    const signedFetch = createSignedFetch({ ...options(), account: counting });
    const response = await signedFetch(URL, init, stored);
    expect(await response.json()).toMatchObject({ status: "retry" });
    expect(signatures).toBe(1);
    await expect(signedFetch(URL, { ...init, body: "other" }, stored)).rejects.toMatchObject({
      code: "other_action",
    });
    const broken = createSignedFetch({ ...options(), fetch: () => Promise.reject(new TypeError("fetch failed")) });
    const error = await broken(URL, init).catch((e: unknown) => e);
    expect(sentAction(error as object)).toMatchObject({ signedAt: now });
  });

  it("is reported by a separate error object for each caller, even if all fail for one reason", async () => {
    const none = { ...options(), account: privateKeyToAccount(`0x${"c9".repeat(32)}`) };
    const failed = new TypeError("fetch failed", { cause: new Error("no route") });
    const refused = new AnchorlogError("no_receipt", "none", { fix: "ask", details: { receipt: 7 } });
    const aborted = AbortSignal.abort().reason as DOMException;
    for (const reason of [failed, refused, aborted, "enough", { why: "enough" }]) {
      const fail = async (): Promise<never> => {
        throw reason;
      };
      const signedFetch = createSignedFetch({ ...none, fetch: fail });
      const errors = await Promise.all([1, 2, 3].map(() => signedFetch(URL, init).catch((error: unknown) => error)));
      expect(new Set(errors.map((error) => sentAction(error as object)?.message.nonce))).toHaveProperty("size", 3);
      if (typeof reason === "object") expect(sentAction(reason)).toBe(undefined);
      const [error] = errors as [Error];
      if (!(reason instanceof Error)) {
        expect(error).toMatchObject({ name: "Error", cause: reason });
        continue;
      }
      const { name, message, stack } = reason;
      expect({ name: error.name, message: error.message, stack: error.stack }).toEqual({ name, message, stack });
      expect(error).toBeInstanceOf(reason.constructor);
      expect(error.cause).toBe(Object.hasOwn(reason, "cause") ? reason.cause : reason);
      expect(Object.entries(error)).toEqual(Object.entries(reason));
    }
  });

  it("can be checked with a receipt that arrives in another way", async () => {
    let receipt: Receipt | undefined;
    const lie: Lie = (answer) => {
      ({ receipt } = answer);
      return { accepted: true };
    };
    const response = await createSignedFetch({ ...options(lie), readReceipt: "later" })(URL, init);
    const rules = { operator, receiptKey: keys.receiptKey.address, clock };
    expect(await checkReceipt(receipt, sentAction(response)!, rules)).toEqual(receipt);

    const found = { readReceipt: async (answer: Response) => ((await answer.json()) as { its: unknown }).its };
    expect(await outcomes(({ receipt: its }) => ({ its }), found)).toBe("ok");

    const action = await createActionSigner({ ...options(), types })("Vote", { yes: true });
    const [answer] = await anchorlog.submitMany([action]);
    const own = (answer as Answered).receipt;
    expect(await checkReceipt(own, sentAction(action)!, rules)).toEqual(own);
    await expect(checkReceipt(receipt, sentAction(action)!, rules)).rejects.toMatchObject({ code: "entry_mismatch" });
  });
});

describe("a signature before the content", () => {
  it("is not read from a body that is too short for it", () => {
    const header = { log: `0x${"11".repeat(32)}`, actor: WALLET, nonce: "7", deadline: "1767603660" } as const;
    const cut = (bytes: number) => () => takeSignature({ ...header, signature: 2_049 }, new Uint8Array(bytes));
    expect(cut(2_048)).toThrow(/2048 bytes, fewer than the 2049 of the signature/);
    expect(cut(2_049)().content).toHaveLength(0);
  });
});

describe("a signing client", () => {
  it("signs only if checkDomain returns exactly true", async () => {
    let signatures = 0;
    const counting: ActionAccount = {
      address: account.address,
      signTypedData: async (data) => {
        signatures++;
        return account.signTypedData(data);
      },
    };
    for (const answer of [false, undefined, null, 1, "true", {}]) {
      const checkDomain = (async () => answer) as () => Promise<boolean>;
      expect(await outcomes((a) => a, { account: counting, checkDomain }), JSON.stringify(answer)).toBe(
        "domain_unchecked",
      );
      expect(await outcomes((a) => a, { account: counting, checkDomain: () => answer })).toBe("domain_unchecked");
    }
    expect(signatures).toBe(0);
    const domains: unknown[] = [];
    const checkDomain = (domain: unknown): boolean => domains.push(domain) > 0;
    expect(await outcomes((a) => a, { account: counting, checkDomain })).toBe("ok");
    expect(domains[0]).toEqual({
      name: operator.name,
      version: operator.version,
      chainId: operator.chainId,
      verifyingContract: operator.registry,
    });
  });

  it("accepts addresses in any case, and sends them in lower case", async () => {
    const signer: ActionAccount = { ...options().account, address: capitals(account.address) };
    const sign = createActionSigner({ ...options(), account: signer, types });
    const payload = {
      objectId: "1",
      to: getAddress(wallets[1]!.address),
      price: "7",
      salt: `0x${"00".repeat(32)}`,
    } as const;
    const action = await sign("Transfer", payload);
    expect(action.message).toMatchObject({
      actor: account.address.toLowerCase(),
      payload: { to: wallets[1]!.address.toLowerCase() },
    });
    expect(await anchorlog.submitMany([action])).toMatchObject([{ status: "accepted" }]);
    // Input from the network is still read strictly.
    const strict = { ...action, message: { ...action.message, payload } };
    expect(await anchorlog.submitMany([strict])).toMatchObject([{ status: "refused", code: "non_canonical" }]);
  });

  it("refuses an invalid configuration", () => {
    const bad: [object, string][] = [
      [{ receiptKey: "0x12" }, "bad_address"],
      [{ receiptKey: undefined }, "bad_address"],
      [{ account: { ...account, address: "0x" } }, "bad_address"],
      [{ operator: { ...operator, registry: operator.registry.slice(2) } }, "bad_address"],
      [{ operator: { ...operator, name: "" } }, "bad_domain"],
      [{ operator: { ...operator, chainId: 0 } }, "bad_domain"],
      [{ log: `0x${"11".repeat(32)}:` }, "bad_log_name"],
    ];
    for (const [part, code] of bad) {
      expect(() => createSignedFetch({ ...options(), ...part }), code).toThrow(expect.objectContaining({ code }));
    }
  });

  it("converts the 64-byte signatures of some wallets", async () => {
    const compact: ActionAccount = {
      address: account.address,
      signTypedData: async (data) =>
        serializeCompactSignature(signatureToCompactSignature(parseSignature(await account.signTypedData(data)))),
    };
    for (let i = 0; i < 4; i++) expect(await outcomes((answer) => answer, { account: compact })).toBe("ok");
  });

  it("leaves a contract wallet's signature unchanged, at any length", async () => {
    // An approved hash of a Safe ends with 1, and is not an ECDSA signature.
    for (const signature of [`0x${"00".repeat(64)}01`, `0x${"7d".repeat(64)}`, `0x${"7d".repeat(65)}`] as Hex[]) {
      const wallet: ActionAccount = { address: WALLET, signTypedData: async () => signature };
      expect(await outcomes((answer) => answer, { account: wallet })).toBe("ok");
      expect(asked.slice(-2)).toEqual([signature, signature]);
    }
  });

  it("sends a long signature of a contract wallet before the content instead of in a header", async () => {
    for (const bytes of [2_048, 2_049, 16_384]) {
      const signature = toHex(new Uint8Array(bytes).fill(0x7d));
      const wallet: ActionAccount = { address: WALLET, signTypedData: async () => signature };
      for (const body of ["content", undefined, new Uint8Array(70_000)]) {
        let fields = 0;
        const fetch = async (request: Request): Promise<Response> => {
          fields = [...request.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
          const { content } = await receive(request.clone());
          expect(Buffer.from(content)).toEqual(Buffer.from(await new Response(body).arrayBuffer()));
          return server()(request);
        };
        const signedFetch = createSignedFetch({ ...options(), account: wallet, fetch });
        await signedFetch(URL, body === undefined ? { method: "DELETE" } : { method: "POST", body });
        expect(asked.at(-1)).toBe(signature);
        expect(fields).toBeLessThan(4_096);
      }
    }
  });

  it("cannot pass a wallet's signature to another request", async () => {
    const impostor = privateKeyToAccount(`0x${"c9".repeat(32)}`);
    const sent = sentAction(await createSignedFetch(options())(URL, init))!;
    const other = createSignedFetch({ ...options(), account: impostor });
    await expect(other(URL, init, sent)).rejects.toMatchObject({ code: "other_action" });
  });
});
