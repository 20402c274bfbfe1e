/** The reference of every export, from the docstrings: a page for each sub-path of the package, and for the client. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { anchorOf, ROOT } from "./documents.ts";
import { findExamples, type Example, type Finder } from "./examples.ts";
import { MODULES } from "./modules.ts";

const ENTRIES = join(ROOT, "site/cache/entries");

/** The modules' pages in the menu. */
export const referencePages = MODULES.map(({ name }) => ({ title: name, route: `reference/${name}` }));

/**
 * Writes a module for each page, named as users import it, and returns TypeDoc's options.
 *
 * @param out the folder of the pages.
 */
export function prepareReference(out: string): object {
  const entries = MODULES.map(({ name, source }) => {
    const file = join(ENTRIES, `${name}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    const [about = ""] = /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(join(ROOT, source), "utf8")) ?? [];
    const comment = about.includes("@module") || about === "" ? about : about.replace(/\s*\*\/$/, "\n * @module\n */");
    writeFileSync(file, `${comment}\nexport * from "${relative(dirname(file), join(ROOT, source))}";\n`);
    return file;
  });
  const tsconfig = join(ENTRIES, "tsconfig.json");
  writeFileSync(tsconfig, JSON.stringify({ extends: "../../../tsconfig.json", include: ["**/*.ts"], exclude: [] }));
  return {
    entryPoints: entries,
    tsconfig,
    basePath: ENTRIES,
    displayBasePath: ENTRIES,
    // The repository is checked by a newer compiler than TypeDoc's.
    skipErrorChecking: true,
    logLevel: "Error",
    // The client's types of requests and answers are in the API's own document.
    exclude: [join(ROOT, "client/src/generated/**")],
    excludeExternals: true,
    excludeInternal: true,
    disableSources: true,
    plugin: ["typedoc-plugin-markdown", join(ROOT, "site/parameters.ts")],
    router: "module",
    entryFileName: "index",
    name: "Reference",
    out,
    readme: "none",
    groupOrder: ["Functions", "Classes", "Variables", "*"],
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
  };
}

/** A longer program is only linked to. */
const LONGEST = 40;

/** An item of a reference page, except re-exports: its heading, its name, and what follows up to the next item or group. */
const ITEM = /^### (?:\w+: )?((?:\w|\\_)+)(?:\(\))?\n(?!\nRe-exports )[\s\S]*?(?=^\*\*\*$|^##? |^### |(?![\s\S]))/gm;

/** Returns the name in a heading, where Markdown escapes underscores. */
const nameOf = (title: string): string => title.replaceAll("\\_", "_");

/** Returns the names of the pages' items, and the examples that docstrings have. */
function itemsOf(texts: ReadonlyMap<string, string>): { pagesOf: Map<string, string[]>; examples: Example[] } {
  const pagesOf = new Map<string, string[]>();
  const examples: Example[] = [];
  for (const [file, text] of texts) {
    const page = file.replace(/\.md$/, "");
    for (const [section, title = ""] of text.matchAll(ITEM)) {
      const item = nameOf(title);
      pagesOf.set(item, [...new Set(pagesOf.get(item)).add(page)]);
      const code = /^#+ Examples?\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(section)?.[1];
      if (code !== undefined) examples.push({ page, item, code });
    }
  }
  return { pagesOf, examples };
}

/**
 * Gives each item without an example of its own the shortest program of a guide that imports it, or a link to another
 * item's example that uses it. The tests run the programs and compile the examples. A page shows a program once.
 */
function withExamples(name: string, text: string, finder: Finder): string {
  const own = name.replace(/\.md$/, "");
  const linkTo = (page: string) => relative(dirname(join("reference", name)), page);
  const shown = new Map<string, string>();
  return text.replaceAll(ITEM, (section, title: string) => {
    const item = nameOf(title);
    if (/^#+ Examples?$/m.test(section)) return section;
    const program = finder.program(own, item);
    const other = finder.example(own, item);
    let example: string;
    if (program !== undefined) {
      const { page, code } = program;
      const link = `[${page.title}](${linkTo(`${page.route}.md`)})`;
      const first = shown.get(code);
      example = `\`\`\`ts\n${code}\`\`\`\n\nFrom ${link}.`;
      if (first !== undefined) example = `See the [example of ${first}](#${anchorOf(first)}).`;
      else if (code.split("\n").length > LONGEST) example = `See the program of ${link}.`;
      else shown.set(code, item);
    } else if (other !== undefined) {
      const page = other.page === own ? "" : linkTo(join("reference", `${other.page}.md`));
      example = `See the [example of ${other.item}](${page}#${anchorOf(other.item)}).`;
    } else return section;
    return `${section.trimEnd()}\n\n#### Example\n\n${example}\n\n`;
  });
}

/** Shortens what TypeDoc wrote, adds examples, corrects its anchors, and leads each error's code to its meaning. */
export function finishReference(out: string): void {
  const codes = new Set(
    [...readFileSync(join(ROOT, "docs/ERRORS.md"), "utf8").matchAll(/^- `(\w+)`/gm)].map(([, code]) => code!),
  );
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const texts = new Map(names.map((name) => [name, readFileSync(join(out, name), "utf8")]));
  const anchors = new Map([...texts].map(([name, text]) => [name, anchorsIn(text)]));
  const { pagesOf, examples } = itemsOf(texts);
  const finder = findExamples(pagesOf, examples);
  for (const [name, text] of texts) {
    const errors = relative(dirname(join("reference", name)), "errors.md");
    const finished = withExamples(name, text, finder)
      // A contract's interface is in its own documentation.
      .replaceAll(/^const (\w+Abi): readonly \[\{$[\s\S]*?^\}\];$/gm, "const $1: Abi;")
      // TypeDoc counts a class's member as a heading of the same anchor.
      .replaceAll(/\]\(([^)#\s]*)#([\w-]+?)(-\d+)\)/g, (link, path: string, anchor: string, number: string) => {
        const to = anchors.get(path === "" ? name : join(dirname(name), path));
        return to === undefined || to.has(anchor + number) ? link : `](${path}#${anchor})`;
      })
      .replaceAll(/(?<!\[)`([a-z]+(?:_[a-z0-9]+)+)`/g, (span, code: string) =>
        codes.has(code) ? `[${span}](${errors}#${code})` : span,
      );
    writeFileSync(join(out, name), finished);
  }
}

/** Returns the anchors of a page's headings. The second heading of one anchor has the number 1. */
function anchorsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading] of text.matchAll(/^#+ (.*)$/gm)) {
    const anchor = anchorOf(heading!);
    let free = anchor;
    for (let number = 1; found.has(free); number++) free = `${anchor}-${number}`;
    found.add(free);
  }
  return found;
}
