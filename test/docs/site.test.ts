// The site's map and its texts. `site.slow.test.ts` builds the site.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markdownOf, sectionsOf, shownOn } from "../../site/documents.ts";
import { seeCode, SITE } from "../../src/cli/site.ts";
import { brokenLinksOf } from "../../site/links.ts";
import { PAGES } from "../../site/map.ts";
import { newFolder } from "../folder.ts";
import { ROOT } from "./snippets.ts";

const read = (name: string): string => readFileSync(`${ROOT}${name}`, "utf8");
const documents = globSync(
  ["*.md", "docs/**/*.md", "{server,client,engines,circuits,verifiers,examples}/*.md", "server/docs/*.md"],
  {
    cwd: ROOT,
  },
).map((name) => name.replaceAll("\\", "/"));

describe("the site's map", () => {
  it("has every document, and only files that exist", () => {
    const sources = new Set(PAGES.map(({ source }) => source));
    expect(
      documents.filter((name) => !sources.has(name)),
      "give each a row in site/map.ts",
    ).toEqual([]);
    expect([...sources].filter((name) => !existsSync(`${ROOT}${name}`))).toEqual([]);
  });

  it("shows each section of a document once", () => {
    for (const name of documents) {
      const shown = PAGES.filter(({ source }) => source === name).flatMap((page) => shownOn(page, read(name)));
      const headings = (all: typeof shown) => all.map(({ heading }) => heading ?? "").toSorted();
      expect(headings(shown), name).toEqual(headings(sectionsOf(read(name))));
    }
  });

  it("names sections that exist, and uses each address once", () => {
    const missing = PAGES.flatMap(({ source, sections = [] }) =>
      sections.filter((name) => sectionsOf(read(source)).every(({ heading }) => heading !== name)),
    );
    expect(missing, "site/map.ts names these headings").toEqual([]);
    const routes = PAGES.map(({ route }) => route);
    expect(routes).toEqual([...new Set(routes)]);
  });

  it("turns links between documents into links between pages", () => {
    const texts = new Map(PAGES.map((page) => [page.route, markdownOf(page, "")]));
    expect(texts.get("index")).toContain("[Behind an existing API](guides/api.md)");
    expect(texts.get("guides/stores")).toContain("](../operate/routine.md#how-do-i-move-old-entries-out-of-the-store)");
    // Code of the repository has no page.
    expect(texts.get("guides/contracts")).not.toContain("](../contracts/");
    expect(
      markdownOf(
        PAGES.find(({ route }) => route === "guides/contracts")!,
        "https://code.example/a",
      ),
    ).toContain("](https://code.example/a/blob/main/contracts/");
  });
});

it("finds broken links of a built site, and duplicate ids", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "guides"));
  const links = ["/guides/b.html#here", "guides/b.html", "#top", "https://elsewhere.example/x", "mailto:a@b.example"];
  const broken = ["/guides/c.html", "guides/b.html#there", "#bottom"];
  const linked = [...links, ...broken].map((link) => `<a href="${link}">a</a>`).join("");
  writeFileSync(join(folder, "index.html"), `<h1 id="top">a</h1>${linked}`);
  writeFileSync(join(folder, "guides/b.html"), `<p id="here">b</p><p id="here">b</p><a href="../index.html">a</a>`);
  expect(brokenLinksOf(folder).toSorted()).toEqual(
    [
      "guides/b.html: two elements have the id here",
      ...broken.toSorted().map((link) => `index.html: ${link}`),
    ].toSorted(),
  );
});

it("derives the address of an error code from the site's address", () => {
  expect(seeCode("nonce_used", "https://docs.example/a/")).toBe("\nSee https://docs.example/a/errors.html#nonce_used");
  expect(seeCode("nonce_used", "")).toBe("");
  if (SITE !== "") expect(SITE).toMatch(/^https:\/\/.*\/$/);
});
