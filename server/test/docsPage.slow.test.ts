import { describe, expect, it } from "vitest";
import { browse, chromium } from "./browser.ts";
import { startServer } from "./harness.ts";

describe.skipIf(chromium === undefined)(
  "the page of the API's documentation in a browser (CHROMIUM_PATH or PATH)",
  () => {
    it("shows each operation, and sends requests only to its own server", async () => {
      const server = await startServer();
      await browse(`${server.url}/docs`, 1_280, async (page) => {
        const read = () => page.evaluate<string>("document.body.innerText");
        await expect.poll(read).toContain("Open Group - API keys");
        await page.evaluate(
          `document.querySelectorAll("nav button, aside button").forEach((one) => one.innerText.startsWith("Open Group") && one.click())`,
        );
        await expect.poll(read).toMatch(/\/auth\/otp[^]*\/api-keys\/\{id\}/);
        // Each operation is rendered when the page is scrolled to it.
        await page.evaluate(`(async () => {
        for (let at = 0; at < document.documentElement.scrollHeight; at += 800) {
          scrollTo(0, at);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
      })()`);
        expect(await read()).toContain("signed by the wallet itself");
        for (const width of [1_280, 390]) {
          await page.resize(width);
          const [scrolled, shown] = await page.evaluate<number[]>(
            "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)",
          );
          expect(scrolled).toBe(shown);
        }
        expect(new Set(page.requests.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
        expect(page.errors).toEqual([]);
      });
    });
  },
);
