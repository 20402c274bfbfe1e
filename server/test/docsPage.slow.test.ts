import { describe, expect, it } from "vitest";
import { browse, chromium } from "./browser.ts";
import { startServer } from "./harness.ts";

describe.skipIf(chromium === undefined)("in a browser, which CHROMIUM_PATH names where it is not on the PATH", () => {
  it("shows each operation, and asks nobody else", async () => {
    const server = await startServer();
    await browse(`${server.url}/docs`, 1_280, async (page) => {
      // An operation is put on the page once it is in the window: here, all are.
      await page.resize(1_280, 100_000);
      const summaries = Object.values(server.document.paths).flatMap((path) =>
        Object.values(path).map(({ summary }) => summary),
      );
      const missing = async (): Promise<string[]> => {
        const shown = await page.evaluate<string[]>(
          "[...document.querySelectorAll('section')].map(({ innerText }) => innerText)",
        );
        return summaries.filter((summary) => !shown.some((text) => text.includes(summary)));
      };
      await expect.poll(missing).toEqual([]);
      expect(await page.evaluate("document.body.innerText")).toContain("signed by that very address");
      expect(new Set(page.requests.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
      expect(page.errors).toEqual([]);
    });
    await server.close();
  });
});
