import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkpointOrigin, privateKeySigner, type DigestSigner } from "anchorlog/action";
import { registerOperator } from "anchorlog/chain";
import { formatTrust, signDescription, signSuccessor, type TrustedOperator } from "anchorlog/verify/bundle";
import { carriedAction } from "anchorlog/http";
import { nodeActions } from "anchorlog/http/node";
import type { Anchorlog, Hex } from "anchorlog";
import { listen } from "../listening.ts";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode, type LocalNode } from "../../scripts/node.ts";
import { ed25519NoteKey } from "anchorlog/tlog";
import { newFolder } from "../folder.ts";
import { keys, openTestOperator, trusted, wallets, type TestOperator } from "../operator.ts";
import { runHere } from "./process.ts";

const WALLET = "a1".repeat(32);
const API_KEY = "curl-hunter2";
const env = { ANCHORLOG_TEST_WALLET: WALLET, ANCHORLOG_TEST_API: API_KEY };
const lower = (address: string) => address.toLowerCase() as Hex;
const stranger = privateKeySigner(`0x${"5e".repeat(32)}`);

type Json = { readonly [name: string]: unknown };
const folder = newFolder();
const at = (name: string) => join(folder, name);
/** The requests that came since the test began. */
const seen: { method: string; path: string; action: string | undefined; apiKey: string | undefined }[] = [];
/** The API's description of itself, and changes to its answers. */
let said: { readonly by: DigestSigner; readonly trust: TrustedOperator; readonly more: Json };
let altered: (answer: Json) => Json;

const test = await openTestOperator(undefined, Date.now);
await writeFile(at("trust.json"), formatTrust(trusted));

let url: string;
beforeEach(async () => {
  seen.length = 0;
  said = { by: keys.receiptKey, trust: trusted, more: {} };
  altered = (answer) => answer;
  url = await serve(test.anchorlog);
});

/** An API behind the package's gate, which names itself by its own address. */
async function serve(anchorlog: Anchorlog): Promise<string> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  const { url, port } = await listen((request, response) => handle(request, response));
  const authority = `127.0.0.1:${port}`;
  const gate = nodeActions({ anchorlog, authority });
  const answer = (response: ServerResponse, status: number, body: object) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const act = async (request: IncomingMessage, response: ServerResponse) => {
    const carried = carriedAction(request, ["HttpRequest"]);
    if (carried.status === "missing") return answer(response, 200, { items: [] });
    if (carried.status !== "new") return answer(response, carried.answer.status, carried.answer.body);
    const outcome = await carried.submit();
    if (outcome.status !== "accepted") return answer(response, outcome.answer.status, outcome.answer.body);
    const body = Buffer.from(carried.body).toString();
    return answer(response, 201, altered({ body, receipt: outcome.accepted.receipt }));
  };
  handle = (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const apiKey = headers["x-api-key"] as string | undefined;
    seen.push({ method, path, action: headers["anchorlog-action"] as string | undefined, apiKey });
    if (path === "/.well-known/anchorlog")
      return void description(authority).then((body) => answer(response, 200, body));
    if (path === "/wallets/me" && apiKey === API_KEY) {
      return answer(response, 200, { organization: { log_name: "a.example" } });
    }
    if (path === "/moved") return void response.writeHead(307, { location: "/templates" }).end();
    return gate(request, response, () => void act(request, response));
  };
  return url;
}

async function description(authority: string): Promise<object> {
  const { by, trust, more } = said;
  const { chainId, registry, operator } = trust;
  const content = {
    domain: { name: "Test platform", version: "1", chainId, verifyingContract: registry },
    operator,
    registry,
    authority,
    receipt_key: lower(by.address),
    trust: JSON.parse(formatTrust(trust)) as object,
    ...more,
  };
  return { ...content, signature: await signDescription(trust, content, by) };
}

const curl = async (path: string, ...args: string[]) => {
  const ran = await runHere(["curl", `${url}${path}`, ...args], env);
  for (const secret of [WALLET, API_KEY]) expect(`${ran.stdout}${ran.stderr}`).not.toContain(secret);
  return ran;
};
const KEY = ["--key", "env:ANCHORLOG_TEST_WALLET"];
const PINNED = () => [...KEY, "--api-key", "env:ANCHORLOG_TEST_API", "--trust", at("trust.json")];
const isSigned = () => seen.some(({ action }) => action !== undefined);

describe("a write", () => {
  it("is signed and answered, and its receipt is checked", async () => {
    const { code, stdout, stderr } = await curl("/templates?x=1", "-d", '{"name":"ticket"}', ...PINNED());
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^HTTP 201 Created\nreceipt: entry 0, accepted 20\S+Z\n$/) as string,
    });
    expect(JSON.parse(stdout)).toMatchObject({ body: '{"name":"ticket"}', receipt: { key: trusted.receiptKey } });
    expect(seen).toMatchObject([
      { method: "GET", path: "/.well-known/anchorlog", apiKey: undefined },
      { method: "GET", path: "/wallets/me", apiKey: API_KEY },
      { method: "POST", path: "/templates?x=1", apiKey: API_KEY },
    ]);
    expect(isSigned()).toBe(true);
  });

  it("takes its body from a file, byte for byte, and its log from the call", async () => {
    await writeFile(at("body"), "[1]\n");
    const given = ["-X", "put", "--data", `@${at("body")}`, "--log", "b.example", "--content-type", "text/plain"];
    const { code, stdout } = await curl("/objects/1", ...given, ...KEY, "--trust", at("trust.json"));
    expect({ code, body: (JSON.parse(stdout) as Json)["body"] }).toEqual({ code: 0, body: "[1]\n" });
    expect(seen.map(({ path }) => path)).not.toContain("/wallets/me");
  });

  it("that is refused prints the answer and exits with 1", async () => {
    const { code, stdout, stderr } = await curl("/templates", "-d", "{}", ...PINNED(), "--log", "c.example");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^HTTP 4\d\d /);
    expect(JSON.parse(stdout)).toHaveProperty("error");
  });

  it.each<[string, (answer: Json) => Json, RegExp]>([
    ["no receipt", ({ body }) => ({ body }), /the receipt does not count: it is missing/],
    [
      "a receipt by another key",
      ({ receipt }) => ({ receipt: { ...(receipt as Json), key: lower(stranger.address) } }),
      /the receipt does not count: it is not signed by/,
    ],
  ])("that is answered with %s prints the answer and exits with 1", async (_, alter, why) => {
    altered = alter;
    const { code, stdout, stderr } = await curl("/templates", "-d", "{}", ...PINNED());
    expect({ code, isShown: stdout !== "" }).toEqual({ code: 1, isShown: true });
    expect(stderr).toMatch(why);
  });

  it("follows no redirect", async () => {
    const { code, stdout } = await curl("/moved", "-d", "{}", ...PINNED());
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(seen.map(({ path }) => path)).not.toContain("/templates");
  });
});

it("a read is sent unsigned", async () => {
  const { code, stdout } = await curl("/templates");
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"items":[]}' });
  expect(seen.map(({ path }) => path)).toEqual(["/templates"]);
});

describe("nothing is signed", () => {
  const other = { ...trusted, operator: lower(wallets[2]!.address) };
  it.each<[string, () => typeof said | Promise<typeof said>, RegExp]>([
    [
      "for an API of another name",
      () => ({ ...said, more: { authority: "api.example" } }),
      /calls itself "api.example"/,
    ],
    [
      "for a description signed by another key",
      () => ({ ...said, by: stranger, trust: { ...trusted, receiptKey: lower(stranger.address) } }),
      /does not lead/,
    ],
    [
      "for a key that is listed before the operator's",
      () => {
        const own = { role: "receipt", key: lower(stranger.address), until: Date.UTC(2100, 0) / 1000 } as const;
        return { ...said, by: stranger, trust: { ...trusted, earlier: [own] } };
      },
      /does not lead/,
    ],
    ["for a changed description", () => ({ ...said, more: { signature: "0x" } }), /is not signed by the receipt key/],
    [
      "for another operator",
      () => ({
        ...said,
        trust: { ...other, noteKey: ed25519NoteKey(checkpointOrigin(other), keys.noteKey.publicKey) },
      }),
      /not of the one that was pinned/,
    ],
    ["for a description that is not one", () => ({ ...said, more: { trust: {} } }), /cannot be read/],
  ])("%s", async (_, make, why) => {
    said = await make();
    const { code, stdout, stderr } = await curl("/templates", "-d", "{}", ...PINNED());
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^nothing was signed: /);
    expect(stderr).toMatch(why);
    expect(seen.map(({ path }) => path)).toEqual(["/.well-known/anchorlog"]);
  });

  it("for a wrong call", async () => {
    const trust = ["--trust", at("trust.json")];
    for (const [args, why] of [
      [["-d", "{}", ...trust], /a POST is signed: give --key/],
      [["-d", "{}", ...KEY], /give --trust FILE, or --rpc URL/],
      [["-d", "{}", ...KEY, ...trust, "--registry", trusted.registry], /--registry needs --rpc/],
      [["-X", "TRACE"], /--request takes/],
      [["-X", "GET", "-d", "{}"], /takes no --data/],
      [["-d", "{}", ...trust, "--key", WALLET], /--key takes env:NAME/],
      [["--api-key", API_KEY], /--api-key takes env:NAME/],
      [["another"], /takes one URL/],
    ] as const) {
      const { code, stdout, stderr } = await curl("/templates", ...args);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(why);
    }
    expect(seen).toEqual([]);
  });

  it("by a development key, unless the API is on this machine", async () => {
    const given = ["-d", "{}", "--key", "development:1", "--log", "a.example", "--trust", at("trust.json")];
    expect(await curl("/templates", ...given)).toMatchObject({ code: 0 });
    seen.length = 0;
    said = { ...said, more: { authority: "api.example" } };
    const { fetch } = globalThis;
    const elsewhere = vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
      const { pathname } = new URL((input as Request).url);
      return fetch(`${url}${pathname}`);
    });
    const ran = await runHere(["curl", "http://api.example/templates", ...given]).finally(() =>
      elsewhere.mockRestore(),
    );
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(/is a publicly known development key/);
    expect(seen.map(({ path }) => path)).toEqual(["/.well-known/anchorlog"]);
  });
});

it("a key that follows the pinned one is accepted by its endorsement", async () => {
  const first = privateKeySigner(`0x${"f1".repeat(32)}`);
  const until = Math.floor(Date.now() / 1000) - 3600;
  const pinned = { ...trusted, receiptKey: lower(first.address) };
  await writeFile(at("earlier.json"), formatTrust(pinned));
  const next = { key: trusted.receiptKey, from: until };
  const endorsement = await signSuccessor(trusted, next, first);
  said = { ...said, trust: { ...trusted, earlier: [{ role: "receipt", key: pinned.receiptKey, until, endorsement }] } };
  const { code } = await curl("/templates", "-d", "{}", ...PINNED().slice(0, -1), at("earlier.json"));
  expect(code).toBe(0);
});

describe("an operator that the registry confirms", () => {
  let node: LocalNode;
  let registered: TestOperator;
  let trust: TrustedOperator;
  beforeAll(async () => {
    node = closing(await startNode());
    const { registry } = await deployLocally({ provider: node.provider });
    const account = developmentAccount(1, LOCAL_CHAIN_ID);
    const id = { chainId: LOCAL_CHAIN_ID, registry, operator: lower(account.address) };
    const names = { name: "Test platform", version: "1" };
    await registerOperator(node.writer(account), id, { ...names, maxAnchorDelay: 3600, ...keys });
    registered = await openTestOperator(undefined, Date.now, { operator: { ...id, ...names } });
    trust = { ...trusted, ...id, noteKey: ed25519NoteKey(checkpointOrigin(id), keys.noteKey.publicKey) };
  });
  const byChain = (rpc: string, ...more: string[]) =>
    curl("/templates", "-d", "{}", ...KEY, "--log", "a.example", "--rpc", rpc, ...more);

  it("gets signed requests, and no other operator does", async () => {
    url = await serve(registered.anchorlog);
    said = { ...said, trust };
    expect(await byChain(node.url, "--registry", trust.registry)).toMatchObject({ code: 0 });
    seen.length = 0;
    const elsewhere = await byChain(node.url, "--registry", wallets[0]!.address);
    expect(elsewhere).toMatchObject({ code: 1, stdout: "" });
    expect(elsewhere.stderr).toMatch(/is not the registry of a release/);
    said = { ...said, by: stranger, trust: { ...trust, receiptKey: lower(stranger.address) } };
    const unknown = await byChain(node.url, "--registry", trust.registry);
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toMatch(/is not a receipt key of/);
    expect(await byChain("http://127.0.0.1:9", "--registry", trust.registry)).toMatchObject({ code: 2, stdout: "" });
    expect(isSigned()).toBe(false);
  });
});
