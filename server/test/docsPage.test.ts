import { beforeAll, describe, expect, it } from "vitest";
import { browse, chromium } from "./browser.ts";
import { call, startServer, type TestServer } from "./harness.ts";
import { isSlowSuite } from "../../test/slow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

it("the page of the API's documentation has a policy for its own scripts and server only", async () => {
  const [first, second] = [await call<string>(server, "GET", "/docs"), await call(server, "GET", "/docs")];
  const policy = first.headers.get("content-security-policy")!;
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-([A-Za-z0-9+/]{22}==)';/);
  expect(policy).not.toContain("http");
  expect(policy).not.toContain("script-src 'unsafe");
  expect(policy).not.toBe(second.headers.get("content-security-policy"));
  expect(first.body).not.toMatch(/(src|href)="(https?:)?\/\//);
});

it("the API's root address redirects to the page", async () => {
  const { status, headers } = await call(server, "GET", "/?q=1");
  expect([status, headers.get("location")]).toEqual([302, "/docs"]);
  expect((await call(server, "POST", "/")).status).toBe(405);
});

describe.skipIf(chromium === undefined)("the page in a browser (CHROMIUM_PATH or PATH)", () => {
  // docsPage.slow.test.ts checks each operation of the page.
  it.runIf(isSlowSuite)(
    "opens only the first group, fits both widths, and sends requests only to its own server",
    async () => {
      await browse(`${server.url}/docs`, 1_280, async (page) => {
        const read = () => page.evaluate<string>("document.body.innerText");
        await expect.poll(read).toMatch(/Get new tokens for a refresh token[^]*Open Group - API keys/);
        expect((await read()).match(/Close Group - .*/g)).toEqual(["Close Group - Signing in"]);
        for (const width of [1_280, 390]) {
          await page.resize(width);
          const [inner, scrolled, shown] = await page.evaluate<number[]>(
            "(({ scrollWidth, clientWidth }) => [innerWidth, scrollWidth, clientWidth])(document.documentElement)",
          );
          expect([inner, scrolled]).toEqual([width, shown]);
        }
        expect(new Set(page.requests.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
        expect(page.errors).toEqual([]);
      });
    },
  );
});
