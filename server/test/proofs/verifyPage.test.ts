import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import fastify from "fastify";
import { formatProof } from "anchorlog/proof";
import { beforeAll, describe, expect, it } from "vitest";
import { forgedPurchase } from "../../../test/proof/forge.ts";
import { BUILT, buildKeys, buildPage } from "../../../scripts/page.ts";
import { verifyPage } from "../../src/proofs/verifyPage.ts";
import { browse, chromium } from "../browser.ts";
import { call, sign, startServer, type TestServer } from "../harness.ts";
import { violationsOf } from "../looks.ts";
import { founder } from "../people.ts";
import { mint, type Minted } from "./minted.ts";
import { chooseFile, fill, textOf, verdictOf } from "./visitor.ts";

let server: TestServer;
let minted: Minted;
beforeAll(async () => {
  server = await startServer();
  minted = await mint(server);
});

const page = (path = "/verify", headers = {}) => call<string>(server, "GET", path, { headers });
const policyOf = ({ headers }: { headers: Headers }): string => headers.get("content-security-policy")!;

describe("the verification page", () => {
  it("is built from the current sources: else run npm run build", async () => {
    expect(readFileSync(BUILT, "utf8") === (await buildPage())).toBe(true);
  });

  it("has at most 75 kB compressed, and 60 kB without zero-knowledge proofs", async () => {
    const sent = async (html: Promise<string>) => gzipSync(await html, { level: 9 }).length;
    expect(await sent(buildPage())).toBeLessThan(75_000);
    expect(await sent(buildPage(/\/proof\/(verify|document)\.ts/))).toBeLessThan(60_000);
  });

  it("may run only its own script and style, and connect to any node", async () => {
    const answer = await page(`/verify/${minted.id}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const hashed = (tag: string): string => {
      const [, content] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(answer.body)!;
      return `${tag}-src 'sha256-${createHash("sha256").update(content!).digest("base64")}'`;
    };
    expect(policyOf(answer).split("; ")).toEqual([
      "default-src 'none'",
      hashed("script"),
      "connect-src http: https:",
      "trusted-types 'none'",
      hashed("style"),
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "frame-ancestors 'none'",
    ]);
    // The policy also applies to a copy that is saved as a file.
    expect(answer.body).toContain(`content="${policyOf(answer).replace("; frame-ancestors 'none'", "")}"`);
    expect(answer.body.replace(/<script>.*<\/script>/s, "")).not.toMatch(
      /src="|<(?!a )[^>]*href="(?!data:,")|style=| on\w+="/,
    );
  });

  it("is the same for every action, valid or not", async () => {
    const [one, none] = [await page(`/verify/${minted.id}`), await page()];
    expect(one.body).toBe(none.body);
    expect(await page("/verify/act_1")).toMatchObject({ status: 200, body: none.body });
    expect((await page(`/verify/${minted.id}/more`)).status).toBe(404);
  });

  it("is revalidated by its ETag, and compressed for clients that accept it", async () => {
    const first = await page();
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await page("/verify", { "if-none-match": first.headers.get("etag")! });
    expect([again.status, again.body]).toEqual([304, ""]);
    expect((await page("/verify", { "if-none-match": '"other"' })).status).toBe(200);
    const raw = async (encoding: string) => {
      const [answer] = (await once(
        get(`${server.url}/verify`, { headers: { "accept-encoding": encoding } }),
        "response",
      )) as [IncomingMessage];
      const { "content-encoding": coding, etag } = answer.headers;
      return { coding, etag, body: await buffer(answer) };
    };
    const [packed, refused, plain] = [await raw("br, gzip"), await raw("gzip;q=0"), await raw("")];
    expect([packed.coding, refused.coding, plain.coding]).toEqual(["gzip", undefined, undefined]);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.etag).not.toBe(plain.etag);
  });

  it("proposes the operator's node, or the local chain's, and escapes its URL", async () => {
    const proposed = async (given: Parameters<typeof verifyPage>[1]) => {
      const app = fastify();
      verifyPage(app, given);
      return /<html lang="en" data-node="([^"]*)"/.exec((await app.inject("/verify")).body)![1];
    };
    const operator = { chainId: 1, registry: `0x${"aa".repeat(20)}`, operator: `0x${"bb".repeat(20)}` } as const;
    const publicUrl = new URL("https://api.example");
    const publicRpcUrl = new URL('https://node.example/?a="><script>&b=1');
    const rpc = "http://127.0.0.1:8545";
    expect(await proposed({ config: { publicRpcUrl, publicUrl }, operator, rpc })).toBe(
      "https://node.example/?a=%22%3E%3Cscript%3E&amp;b=1",
    );
    expect(await proposed({ config: { publicRpcUrl: undefined, publicUrl }, operator, rpc })).toBe(rpc);
    expect(await proposed({ config: { publicRpcUrl: undefined, publicUrl }, operator })).toBe("");
  });

  it("links to the pages for audits and disclosures, which have the keys", async () => {
    const [verify, moved, prove] = [await page(), await page("/prove"), await page("/prove/")];
    expect(new URL(moved.headers.get("location")!, server.url).pathname).toBe("/prove/");
    const { publicUrl } = server.parts.config;
    expect(verify.body).toContain(`<a href="${new URL("/prove/", publicUrl).href}"`);
    expect(prove.body).toContain(`<a href="${new URL("/verify", publicUrl).href}"`);
    const audit = await page("/audit");
    expect(verify.body).toContain(`<a href="${new URL("/audit", publicUrl).href}"`);
    expect(audit.body).toContain(`<a href="${new URL("/verify", publicUrl).href}"`);
    expect(policyOf(audit)).toMatch(/^default-src 'none'; .*trusted-types thread report; .*frame-ancestors 'none'$/);
    expect(policyOf(prove)).toMatch(
      /^default-src 'none'; connect-src 'self'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; worker-src blob:; .*frame-ancestors 'none'$/,
    );
    const keys = await fetch(`${server.url}/prove/disclosure.keys.gz`);
    expect(keys.headers.get("content-encoding")).toBeNull();
    expect(Buffer.from(await keys.arrayBuffer()).equals(Buffer.from(await buildKeys()))).toBe(true);
    const etag = keys.headers.get("etag")!;
    expect((await fetch(keys.url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("must be built, or the server does not start", () => {
    const missing = (name: string) => fileURLToPath(new URL(`missing/${name}`, import.meta.url));
    expect(() => verifyPage(fastify(), server.parts, missing)).toThrow(/verify\.html is not built: run: npm run build/);
  });
});

describe.skipIf(chromium === undefined)("the verification page in a browser", () => {
  it("verifies a link and files at both widths, and sends requests only to its own server", async () => {
    const { id, headers, link, bundle, trust, note } = minted;
    await browse(`${server.url}/verify/${id}#${link}`, 1_280, async (page) => {
      const text = () => textOf(page, "body");
      await expect.poll(() => verdictOf(page)).toMatch(/^not known Nobody was asked/i);
      const { operator } = server.parts.operator;
      expect(await text()).toContain(`The operator of this proof is ${operator}`);
      expect(await text()).toContain("It runs api.example, whose page this is.");
      expect(await text()).toMatch(
        /The action, if this proof is valid Mint of ticket-12 to 0x[0-9a-f]{40} objectId string ticket-12/,
      );

      // A zero-knowledge proof that anybody can make under the development key is computed in JavaScript.
      await chooseFile(page, formatProof(forgedPurchase(server.parts.operator, `0x${"b5".repeat(20)}`)));
      await expect.poll(text).toMatch(/It holds for this claim, under this release's key/);
      await chooseFile(page, bundle);
      await expect.poll(text).toContain("Mint of ticket-12");
      await chooseFile(page, trust);
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Promised/i);
      // The payload is shown as text, and none of its characters reverses the text around it.
      expect(await text()).toContain(String.raw`{"seat":"<b>12</b>","row":"\u{202e}C"}`);
      await chooseFile(page, note);
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Included/i);
      await page.evaluate(`document.getElementById("make-link").click()`);
      expect(await page.evaluate("document.getElementById('link').value")).toBe(`${server.url}/verify/${id}#${link}`);
      expect(await page.evaluate("document.querySelector('#disclose:not([hidden]) a').href")).toBe(
        `${new URL("/prove/", server.parts.config.publicUrl).href}#${link}`,
      );

      expect(await violationsOf(page)).toEqual([]);
      for (const width of [1_280, 320]) {
        await page.resize(width);
        expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
          0,
        );
      }

      // One hexadecimal digit of the receipt is changed.
      const at = bundle.indexOf('"signature"', bundle.indexOf('"receipt"')) + 20;
      await chooseFile(page, bundle.slice(0, at) + (bundle[at] === "0" ? "1" : "0") + bundle.slice(at + 1));
      await expect.poll(() => verdictOf(page)).toMatch(/^invalid Not a proof.*invalid, receipt_mismatch: /i);
      expect(await text()).not.toMatch(/ticket-12|What was checked|Ask a node/);

      await page.evaluate(`location.hash = ${JSON.stringify(link.slice(0, -9))}`);
      await expect.poll(() => verdictOf(page)).toMatch(/^invalid Not a proof.*malformed: /i);
      await page.evaluate("location.hash = '%3Cb%3E'");
      await expect.poll(() => verdictOf(page)).toMatch(/^no verdict This cannot be used/i);
      await chooseFile(page, "x".repeat((1 << 22) + 1));
      await expect.poll(() => verdictOf(page)).toMatch(/4194305 bytes/);

      expect(page.errors).toEqual([]);

      await fill(page, "credential", headers["authorization"]!.replace("Bearer ", ""));
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Included/i);
      expect(await page.evaluate("document.getElementById('credential').value")).toBe("");
      expect(await page.evaluate("location.href")).not.toContain("eyJ");
      const log = `${server.url}/ebus/action-logs/${id}`;
      expect(page.requests).toEqual([`${server.url}/verify/${id}`, `${log}/proof`, log]);
      await fill(page, "credential", "alk_1");
      await expect.poll(() => verdictOf(page)).toMatch(/^no verdict This cannot be used The server gave no proof: /i);
    });
  });

  it("shows what a signed request did if it can be read, and says that nothing proves it", async () => {
    const bob = await founder(server, "bob@example.com");
    const { body: template } = await sign<{ id: string }>(server, bob, "POST", "/templates", {
      body: { name: "seat" },
    });
    const to = `0x${"b0".repeat(20)}`;
    const properties = {};
    await sign(server, bob, "POST", "/objects", { body: { template_id: template.id, id: "seat-12", properties } });
    const transfer = { body: { action: { transfer: { id: "seat-12", to } } } };
    const { status } = await sign(server, bob, "POST", "/ebus/execute", transfer);
    expect(status).toBe(200);
    await server.parts.anchorlog.closeBatches();
    await server.parts.anchorlog.checkpoint();
    const { headers } = bob;
    const logs = await call<{ items: { id: string }[] }>(server, "GET", "/ebus/action-logs", { headers });
    const [{ id }] = logs.body.items as [{ id: string }];
    await browse(`${server.url}/verify/${id}`, 390, async (page) => {
      await fill(page, "credential", bob.headers["authorization"]!.replace("Bearer ", ""));
      const details = () => textOf(page, "#details");
      await expect.poll(details).toContain(`Transfer of seat-12 to ${to}`);
      expect(await details()).toContain("The server of this page says what the request did. Nothing proves it");
      expect(await violationsOf(page)).toEqual([]);
      expect(page.errors).toEqual([]);
    });
  });
});
