// The site, built by its command and opened in a real browser.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { listen } from "../listening.ts";
import { browse, chromium, type Page } from "../../server/test/browser.ts";
import { canReadPaper, missingOnPaper, violationsOf } from "../../server/test/looks.ts";
import { exportsOfModules } from "../../site/examples.ts";
import { brokenLinksOf } from "../../site/links.ts";
import { PAGES } from "../../site/map.ts";
import { MODULES } from "../../site/modules.ts";
import { referencePages } from "../../site/reference.ts";
import { ROOT } from "./snippets.ts";

const BUILT = join(ROOT, "site/dist");
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const html = (route: string): string => readFileSync(join(BUILT, `${route}.html`), "utf8");

let origin: string;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, "scripts/bootstrap.mjs"), "site"], { cwd: ROOT });
  ({ url: origin } = await listen(({ url }, response) => {
    const { pathname } = new URL(url!, "http://site.invalid");
    const file = join(BUILT, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    response.writeHead(existsSync(file) ? 200 : 404, { "Content-Type": TYPES[extname(file)] ?? "text/plain" });
    response.end(existsSync(file) ? readFileSync(file) : "");
  }));
});

describe("the built site", () => {
  it("has every page, and no broken link or anchor", () => {
    expect([...PAGES, ...referencePages].filter(({ route }) => !existsSync(join(BUILT, `${route}.html`)))).toEqual([]);
    expect(brokenLinksOf(BUILT)).toEqual([]);
  });

  it("has an anchor for every error code", () => {
    const codes = [...readFileSync(join(ROOT, "docs/ERRORS.md"), "utf8").matchAll(/^- `(\w+)`/gm)];
    expect(codes.length).toBeGreaterThan(200);
    const page = html("errors");
    expect(codes.map(([, code]) => code!).filter((code) => !page.includes(`<li id="${code}">`))).toEqual([]);
    expect(html("reference/anchorlog/attach")).toContain('errors.html#bad_source"');
  });

  it("has every value that a sub-path exports in its reference", async () => {
    const missing = await Promise.all(
      MODULES.map(async ({ name, source }) => {
        const page = html(`reference/${name}`);
        const names = Object.keys((await import(/* @vite-ignore */ join(ROOT, source))) as object);
        return names.filter((one) => !page.includes(`>${one}`)).map((one) => `${name}: ${one}`);
      }),
    );
    expect(missing.flat()).toEqual([]);
  });

  it("shows an example with every value, or leads to one", async () => {
    const missing = (await exportsOfModules()).filter(({ name, page }) => {
      const [item = ""] =
        new RegExp(`<h3[^>]*>(?:Class: )?${name}\\b[^]*?(?=<h[23]\\b|$)`).exec(html(`reference/${page}`)) ?? [];
      return !/<h\d[^>]*>Examples?\b/.test(item);
    });
    expect(missing.map(({ name, page }) => `${page}: ${name}`)).toEqual([]);
  });

  it("names every parameter, even if the source destructures it", () => {
    expect(referencePages.filter(({ route }) => html(route).includes("__namedParameters"))).toEqual([]);
  });

  it("shows the shortest program of a guide with each export that it imports, once a page", () => {
    const page = html("reference/anchorlog/attach");
    expect(page.replaceAll(/<[^>]*>/g, "").split("all that was visible is recorded")).toHaveLength(2);
    expect(page).toMatch(/From <a href="[^"]*guides\/attach\.html"/);
    expect(page).toMatch(/See the <a href="#attachtable"/);
    // Another item's docstring has an example that calls it.
    expect(html("reference/anchorlog/chain")).toMatch(/See the <a href="[^"]*dispute\.html#reportfault"/);
  });

  it("has a drawing on each page of a concept, and loads nothing from another host", () => {
    const concepts = PAGES.filter(({ source, sections }) => source === "docs/CONCEPTS.md" && sections !== undefined);
    expect(concepts).toHaveLength(7);
    for (const { route } of concepts) {
      expect(html(route).match(/class="diagram"[^>]*><svg/g), route).toHaveLength(1);
      expect(html(route)).not.toMatch(/language-mermaid|@import|url\(['"]?http/);
    }
  });
});

/** Opens an address in the page's window, and waits until `condition` holds there. */
async function open(page: Page, route: string, condition = "true"): Promise<void> {
  await page.command("Page.navigate", { url: `${origin}/${route}` });
  await shows(page, `location.pathname === "/${route}" && document.readyState === "complete" && (${condition})`);
}
const shows = (page: Page, condition: string): Promise<void> =>
  expect.poll(() => page.evaluate(condition).catch(() => false), { message: condition }).toBe(true);

describe.skipIf(chromium === undefined)("the site in a browser", () => {
  const KINDS = ["index", "guides/http", "concepts/anchor", "errors", "reference/anchorlog/attach"];

  it.each(KINDS)("is accessible, wide and narrow, light, dark and on paper: %s", async (route) => {
    await browse(`${origin}/${route}.html`, 1_280, async (page) => {
      expect(await violationsOf(page)).toEqual([]);
      // Scripts did not change the text.
      const text = await page.evaluate<string>(`document.querySelector(".vp-doc").textContent`);
      const still = await page.evaluate<string>(`fetch("").then((got) => got.text()).then((html) =>
        new DOMParser().parseFromString(html, "text/html").querySelector(".vp-doc").textContent)`);
      expect(text.replaceAll(/\s+/g, "")).toBe(still.replaceAll(/\s+/g, ""));
      // The link of a heading is an invisible character.
      const missing = canReadPaper ? await missingOnPaper(page, ".vp-doc > div") : [];
      expect(missing.filter((word) => word !== "\u200B")).toEqual([]);
      expect(page.errors).toEqual([]);
      expect(page.requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    });
  });

  it("prints black on white in dark mode", async () => {
    await browse(`${origin}/errors.html`, 1_280, async (page) => {
      await page.command("Emulation.setEmulatedMedia", { media: "print" });
      await page.evaluate("document.documentElement.classList.add('dark')");
      for (const text of [".vp-doc p", ".vp-doc h1"]) {
        const color = `getComputedStyle(document.querySelector("${text}")).color`;
        expect(await page.evaluate(color), text).toBe("rgb(0, 0, 0)");
      }
    });
  });

  it("finds a term without requests to another host", async () => {
    await browse(`${origin}/index.html`, 1_280, async (page) => {
      await shows(page, `document.querySelector(".DocSearch-Button") !== null`);
      await page.evaluate(`document.querySelector(".DocSearch-Button").click()`);
      await shows(page, `document.activeElement?.id === "localsearch-input"`);
      await page.command("Input.insertText", { text: "nonce_used" });
      await shows(page, `document.querySelector("a.result")?.href.endsWith("/errors.html#nonce_used") === true`);
      expect(page.requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    });
  });

  it.each([1_280, 390])("can be read without scripts, and its menu works, %i pixels wide", async (width) => {
    await browse("about:blank", width, async (page) => {
      await page.command("Emulation.setScriptExecutionDisabled", { value: true });
      for (const value of ["light", "dark"]) {
        await page.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
        await open(page, "start.html");
        expect(await page.evaluate(`document.querySelector("main").innerText`)).toContain("npm install anchorlog");
        const colour = await page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
        expect(colour, value).toBe(value === "dark" ? "rgb(27, 27, 31)" : "rgb(255, 255, 255)");
        const place = await page.evaluate<{ x: number; y: number }>(`(() => {
          const link = document.querySelector('.VPSidebar a[href="/guides/keys.html"]');
          link.scrollIntoView({ block: "center" });
          const { left, top, width, height } = link.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        })()`);
        for (const type of ["mousePressed", "mouseReleased"])
          await page.command("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
        await shows(page, `document.querySelector("h1")?.innerText.startsWith("Keys")`);
      }
    });
  });
});
