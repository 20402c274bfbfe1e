import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { hashCheckpoint, checkpointTypedData } from "anchorlog/batch";
import { openAnchorlog, toHex, type Hex } from "anchorlog";
import { rpcSigner } from "anchorlog/action/signers";
import { startAnvil, type Anvil } from "../../dispute/anvil.ts";
import { keys, NOW, openTestOperator, operator, signAction, wallets, type TestOperator } from "../../operator.ts";
import { startServer, type Answer, type Asked } from "./server.ts";

const LIMITS = { timeout: 600_000, patience: 600_000 };
const key = privateKeyToAccount(`0x${"b2".repeat(32)}`);

type Question = { method: string; params: [Hex, Parameters<typeof key.signTypedData>[0]]; id: number };
const read = ({ body }: Asked) => JSON.parse(body) as Question;
/** An honest signer's answer. */
const sign = async (asked: Asked) => ({
  body: { jsonrpc: "2.0", id: read(asked).id, result: await key.signTypedData(read(asked).params[1]) },
});

describe("a JSON-RPC signer", () => {
  let test: TestOperator;
  let answer: (asked: Asked) => Answer | Promise<Answer> = sign;
  let server: Awaited<ReturnType<typeof startServer>>;
  let nonce = 0;
  beforeAll(async () => {
    test = await openTestOperator();
    server = await startServer((asked) => answer(asked));
  });
  const open = (limits = LIMITS, url = server.url) =>
    openAnchorlog({
      ...test.options,
      keys: { ...keys, receiptKey: rpcSigner({ url, address: key.address, ...limits }) },
      onError: () => {},
    });
  const actions = (count: number) =>
    Promise.all(Array.from({ length: count }, () => signAction(wallets[0]!, "a.example", nonce++)));

  it("gets the typed statement, and signs as any other signer does", async () => {
    const anchorlog = await open();
    server.asked.length = 0;
    const [action] = await actions(1);
    const answered = await anchorlog.submit(action!);
    expect(answered).toMatchObject({ status: "accepted" });
    const [{ method, params }] = server.asked.map(read) as [Question];
    expect(method).toBe("eth_signTypedData_v4");
    expect(params[0]).toBe(key.address.toLowerCase());
    expect(params[1]).toMatchObject({
      primaryType: "Receipt",
      domain: { name: "anchorlog", version: "1", chainId: 31_337, verifyingContract: operator.registry },
      message: { index: "0", acceptedAt: String(NOW) },
    });
    // ECDSA is deterministic here (RFC 6979): what a key in memory gives.
    expect(answered).toEqual({ ...(await test.anchorlog.submit(action!)), status: "accepted" });
  });

  it("signs several at a time, and at most as many as configured", async () => {
    const waiting = new Set<Asked>();
    let most = 0;
    const receiptKey = rpcSigner({ url: server.url, address: key.address, concurrency: 4, ...LIMITS });
    const anchorlog = await openAnchorlog({ ...test.options, keys: { ...keys, receiptKey } });
    const many = await actions(40);
    let left = many.length;
    let full = Promise.withResolvers<void>();
    answer = async (asked) => {
      most = Math.max(most, waiting.add(asked).size);
      // The server answers only when the most parallel requests, or all that are left, have arrived.
      if (waiting.size === Math.min(4, left)) {
        full.resolve();
        full = Promise.withResolvers();
        left -= waiting.size;
        waiting.clear();
      } else await full.promise;
      return sign(asked);
    };
    const halves = await Promise.all([anchorlog.submitMany(many.slice(0, 20)), anchorlog.submitMany(many.slice(20))]);
    answer = sign;
    expect(halves.flat().map(({ status }) => status)).toEqual(many.map(() => "accepted"));
    expect(most).toBe(4);
    // The receipts are in the order of the actions.
    expect(halves.flat()).toEqual((await test.anchorlog.submitMany(many)).map((it) => ({ ...it, status: "accepted" })));
  });

  it("that fails for one action signs the other receipts, and a retry gets the missing one", async () => {
    const anchorlog = await open();
    let count = 0;
    answer = (asked) =>
      ++count === 3 ? { body: { jsonrpc: "2.0", id: 1, error: { code: -32_000, message: "no" } } } : sign(asked);
    const many = await actions(8);
    const answers = await anchorlog.submitMany(many);
    answer = sign;
    expect(answers.filter(({ status }) => status === "accepted")).toHaveLength(7);
    const failed = answers.findIndex(({ status }) => status === "indeterminate");
    expect(answers[failed]).toMatchObject({ code: "receipt_unavailable", retryable: true });
    expect(await anchorlog.submit(many[failed]!)).toMatchObject({
      status: "retry",
      index: expect.any(Number) as number,
    });
  });

  it.each([
    ["503", { status: 503, body: "busy" } as const],
    ["429", { status: 429, body: "slowly" } as const],
    ["a broken connection", "hang up" as const],
  ])("is asked again after %s", async (_, trouble) => {
    const anchorlog = await open();
    let count = 0;
    answer = (asked) => (++count <= 2 ? trouble : sign(asked));
    expect(await anchorlog.submit((await actions(1))[0]!)).toMatchObject({ status: "accepted" });
    expect(count).toBe(3);
    answer = sign;
  });

  it("that is silent times out once, and not for each of many actions", async () => {
    const anchorlog = await open({ timeout: 300, patience: 0 });
    answer = () => "say nothing";
    server.asked.length = 0;
    const answers = await anchorlog.submitMany(await actions(60));
    answer = sign;
    expect(answers.every((it) => "code" in it && it.code === "receipt_unavailable")).toBe(true);
    expect(server.asked.length).toBeLessThan(40);
  });

  it.each([
    [
      "the signature of another key",
      async (asked: Asked) => {
        const other = privateKeyToAccount(`0x${"b9".repeat(32)}`);
        return { body: { result: await other.signTypedData(read(asked).params[1]) } };
      },
      "bad_signature",
    ],
    ["an error", () => ({ body: { error: { code: -32_001, message: "account is locked" } } }), "signer_failed"],
    ["no JSON", () => ({ body: "<html>" }), "signer_failed"],
    ["null", () => ({ body: "null" }), "signer_failed"],
    ["a redirect", () => ({ status: 302, body: "" }), "signer_failed"],
    ["more than anybody asked for", () => ({ body: "x".repeat(1 << 17) }), "signer_failed"],
  ])("that answers %s keeps the operator from opening, which says whose key it is", async (_, lie, code) => {
    answer = lie;
    const failure: unknown = await open({ ...LIMITS, patience: 0 }, server.url.replace("//", "//user:hunter2@")).catch(
      (error: unknown) => error,
    );
    answer = sign;
    expect(failure).toMatchObject({ code, details: { key: "receiptKey" } });
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|127\.0\.0\.1/);
    expect((failure as Error).message).not.toMatch(/hunter2|127\.0\.0\.1/);
  });

  it("has the first 200 characters of its error quoted", async () => {
    answer = () => ({ body: { error: { code: -1, message: `${"a".repeat(200)}b` } } });
    const failure: unknown = await open({ ...LIMITS, patience: 0 }).catch((error: unknown) => error);
    answer = sign;
    expect((failure as Error).message).toContain(`${"a".repeat(200)} (-1)`);
  });

  it("sends a user, a password and a token in headers", async () => {
    server.asked.length = 0;
    const url = server.url.replace("//", "//user:p%40ss@");
    const headers = { "x-token": "t" };
    const signer = rpcSigner({ url, address: key.address, headers, ...LIMITS });
    const checkpoint = { size: 1, root: new Uint8Array(32) };
    await signer.sign({
      hash: toHex(hashCheckpoint(operator, checkpoint)),
      typedData: checkpointTypedData(operator, checkpoint),
    });
    expect(server.asked[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("user:p@ss").toString("base64")}`,
      "x-token": "t",
    });
  });

  it("refuses wrong options", async () => {
    const { address } = key;
    for (const url of ["signer.example", "ftp://signer.example", "http://u:%zz@signer.example", undefined]) {
      expect(() => rpcSigner({ url: url as string, address })).toThrow(expect.objectContaining({ code: "bad_option" }));
    }
    for (const wrong of [{ timeout: 0 }, { patience: -1 }, { concurrency: 0 }, { concurrency: 1.5 }]) {
      expect(() => rpcSigner({ url: server.url, address, ...wrong })).toThrow(
        expect.objectContaining({
          code: "bad_option",
          message: expect.stringMatching(/ is an? (integer|number) /) as string,
        }),
      );
    }
    expect(() => rpcSigner({ url: server.url, address: "0x12" })).toThrow(
      expect.objectContaining({ code: "bad_address" }),
    );
    const bare = rpcSigner({ url: server.url, address }).sign({ hash: `0x${"11".repeat(32)}` });
    await expect(bare).rejects.toMatchObject({ code: "signer_failed" });
  });
});

describe("an anvil node as the signer", () => {
  let anvil: Anvil;
  let test: TestOperator;
  beforeAll(async () => {
    anvil = await startAnvil(NOW / 1000);
    test = await openTestOperator();
  });

  it("signs receipts and checkpoints as keys in memory do", async () => {
    const accounts = await anvil.client.request({ method: "eth_accounts" } as never);
    const [anchorKey, receiptKey] = (accounts as Hex[]).map((address) =>
      rpcSigner({ url: anvil.url, address, ...LIMITS }),
    ) as [ReturnType<typeof rpcSigner>, ReturnType<typeof rpcSigner>];
    const anchorlog = await openAnchorlog({ ...test.options, keys: { ...keys, anchorKey, receiptKey } });
    const many = await Promise.all([0, 1, 2].map((nonce) => signAction(wallets[0]!, "a.example", nonce)));
    const answers = await anchorlog.submitMany(many);
    expect(answers.map(({ status }) => status)).toEqual(["accepted", "accepted", "accepted"]);
    // The second of the publicly known development accounts.
    const known = privateKeySigner("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
    expect(receiptKey.address).toBe(known.address);
    const inMemory = await openAnchorlog({ ...test.options, keys: { ...keys, receiptKey: known } });
    expect(await inMemory.submitMany(many)).toEqual(answers.map((it) => ({ ...it, status: "retry" })));
    await anchorlog.closeBatches();
    expect((await anchorlog.checkpoint()).size).toBe(1);
  });
});
