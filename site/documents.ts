/** The pages' texts: documents, or sections of them, with links from page to page. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { PAGES, type Page } from "./map.ts";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A part of a document: its second-level heading, or `undefined` for the lines above the first one. */
type Section = { readonly heading: string | undefined; readonly lines: readonly string[] };

/** Returns the anchor that a heading has here and on code hosts. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Returns a document's sections in their order. Headings inside code blocks do not count. */
export function sectionsOf(text: string): Section[] {
  const sections: { heading: string | undefined; lines: string[] }[] = [{ heading: undefined, lines: [] }];
  for (const { line, isCode } of linesOf(text)) {
    const heading = isCode ? undefined : /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading, lines: [] });
    sections.at(-1)!.lines.push(line);
  }
  return sections;
}

function linesOf(text: string): { readonly line: string; readonly isCode: boolean }[] {
  let isCode = false;
  return text.split("\n").map((line) => {
    const isFence = /^ *```/.test(line);
    if (isFence) isCode = !isCode;
    return { line, isCode: isCode || isFence };
  });
}

/** Returns the headings of a page's source that other pages show. */
const takenFrom = (source: string): Set<string> =>
  new Set(PAGES.flatMap((page) => (page.source === source ? (page.sections ?? []) : [])));

/** Returns the sections that a page shows of its document. */
export function shownOn({ source, sections }: Page, text: string): Section[] {
  const taken = takenFrom(source);
  return sectionsOf(text).filter(({ heading }) =>
    sections === undefined
      ? heading === undefined || !taken.has(heading)
      : heading !== undefined && sections.includes(heading),
  );
}

const read = (source: string): string => readFileSync(join(ROOT, source), "utf8");

/** Returns the page that shows an anchor of a document, or the document's first page. */
function pageOf(source: string, anchor: string | undefined): Page | undefined {
  const pages = PAGES.filter((page) => page.source === source);
  const isIn = (page: Page) =>
    shownOn(page, read(source)).some(({ lines }) =>
      linesOf(lines.join("\n")).some(
        ({ line, isCode }) => !isCode && anchorOf(/^#+ (.*)$/.exec(line)?.[1] ?? "") === anchor,
      ),
    );
  return (
    (anchor === undefined ? undefined : pages.find(isIn)) ??
    pages.find(({ sections }) => sections === undefined) ??
    pages[0]
  );
}

/** Links to a file of the repository that is not a page lead to `repository`, or are plain text if it is empty. */
function linkFrom(page: Page, repository: string, label: string, target: string): string {
  if (/^[a-z]+:/.test(target)) return `[${label}](${target})`;
  const [path = "", anchor] = target.split("#", 2);
  const file = path === "" ? page.source : join(dirname(page.source), path).replace(/\/$/, "");
  const to = pageOf(file, anchor) ?? pageOf(`${file}/README.md`, anchor);
  if (to !== undefined) {
    const address = to === page ? "" : relative(dirname(page.route), `${to.route}.md`);
    // A page's own heading is its top.
    const isTop = to.sections?.length === 1 && anchorOf(to.sections[0]!) === anchor;
    const place = isTop ? anchorOf(to.title) : anchor;
    // A file's name says little to a reader of the site.
    const text = /^`?[\w./-]+(?:\.md|\/)`?$/.test(label) || label === basename(file, ".md") ? to.title : label;
    return `[${text}](${address}${place === undefined ? "" : `#${place}`})`;
  }
  if (!existsSync(join(ROOT, file))) throw new Error(`${page.source} links to ${target}, which does not exist`);
  return repository === "" ? label : `[${label}](${repository}/blob/main/${file})`;
}

/**
 * Returns a page as Markdown.
 *
 * @param repository the repository's address, or an empty text if it has none.
 */
export function markdownOf(page: Page, repository: string): string {
  const text = read(page.source);
  if (!page.source.endsWith(".md")) return programOf(page, text);
  const lines = shownOn(page, text).flatMap((section) => section.lines);
  const isOne = page.sections?.length === 1;
  const body = linesOf(lines.join("\n"))
    .filter(({ line, isCode }) => isCode || !/^<!--.*-->$/.test(line))
    .map(({ line, isCode }) => {
      if (isCode) return line;
      // The heading of the only section is the page's.
      const shifted = isOne ? line.replace(/^#(#+ )/, "$1") : line;
      const named = isOne && shifted.startsWith("# ") ? `# ${page.title}` : shifted;
      return named.replaceAll(/\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_, label: string, target: string) =>
        linkFrom(page, repository, label, target),
      );
    });
  const heading = page.sections !== undefined && !isOne ? [`# ${page.title}`, ""] : [];
  return [...frontmatter(page), ...heading, ...body].join("\n");
}

/** A program's first comment is the page's introduction. */
function programOf(page: Page, text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const about = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ""));
  const language = page.source.endsWith(".ts") ? "ts" : "js";
  const code = ["```" + language, ...lines.slice(end), "```"];
  return [
    ...frontmatter(page),
    `# ${page.title}`,
    "",
    ...about,
    "",
    `The program, \`${page.source}\`:`,
    "",
    ...code,
  ].join("\n");
}

/** Pages whose list items begin with a term, which becomes the item's anchor. */
const WITH_TERMS: ReadonlySet<string> = new Set(["errors", "glossary"]);

const frontmatter = ({ title, route, source }: Page): string[] => [
  "---",
  `title: ${JSON.stringify(title)}`,
  ...(WITH_TERMS.has(route) ? ["terms: true"] : []),
  // The picture and the programs need the width.
  ...(route === "index" || !source.endsWith(".md") ? ["aside: false"] : []),
  "---",
  "",
];
