/** The reference of every export, from the docstrings: a page for each sub-path of the package, and for the client. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { anchorOf, markdownOf, ROOT } from "./documents.ts";
import { PAGES, type Page } from "./map.ts";

const ENTRIES = join(ROOT, "site/cache/entries");

type Manifest = { readonly exports: Readonly<Record<string, string | { readonly types?: string }>> };
const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

/** The modules of the reference: the name that users import, and its source. */
export const MODULES: readonly { readonly name: string; readonly source: string }[] = [
  ...Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === "string" ? undefined : target.types;
    if (types === undefined) return [];
    return [{ name: join("anchorlog", path), source: types.replace(/^\.\/dist\/(.*)\.d\.ts$/, "src/$1.ts") }];
  }),
  { name: "@anchorlog/client", source: "client/src/index.ts" },
];

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

/** A program of a guide: the page, and the program without its fence. */
type Program = { readonly page: Page; readonly code: string };

/** A longer program is only linked to. */
const LONGEST = 40;

/** Returns the shortest program of the guides that imports a name, by the name and the module that it comes from. */
function programsByImport(): Map<string, Program> {
  const found = new Map<string, Program>();
  for (const page of PAGES) {
    for (const [, code = ""] of markdownOf(page, "").matchAll(/^```(?:ts|js)[^\n]*\n([\s\S]*?)^```$/gm)) {
      for (const [, names = "", module = ""] of code.matchAll(/^import \{([^}]*)\} from "(@?anchorlog[^"]*)"/gm)) {
        for (const name of names.split(",").map((one) => one.trim())) {
          const key = `${module} ${name}`;
          if (code.length < (found.get(key)?.code.length ?? Infinity)) found.set(key, { page, code });
        }
      }
    }
  }
  return found;
}

/** An item of a reference page: its heading, its name, and what follows up to the next item or group. */
const ITEM = /^### (?:\w+: )?(\w+)(?:\(\))?\n[\s\S]*?(?=^\*\*\*$|^##? |^### |(?![\s\S]))/gm;

/** An example in a docstring: the page and the item that have it. */
type Own = { readonly page: string; readonly item: string; readonly code: string };

/** Returns the examples that docstrings have. */
function ownExamples(texts: ReadonlyMap<string, string>): Own[] {
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(ITEM)].flatMap(([section, item = ""]) => {
      const code = /^#+ Examples?\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(section)?.[1];
      return code === undefined ? [] : [{ page, item, code }];
    }),
  );
}

/**
 * Gives each item without an example of its own the shortest program of a guide that imports it, or a link to another
 * item's example that calls it. The tests run these programs. A page shows a program once.
 */
function withExamples(name: string, text: string, programs: ReadonlyMap<string, Program>, own: readonly Own[]): string {
  const module = name.replace(/\.md$/, "");
  const linkTo = (page: string) => relative(dirname(join("reference", name)), page);
  const shown = new Map<string, string>();
  return text.replaceAll(ITEM, (section, item: string) => {
    if (/^#+ Examples?$/m.test(section)) return section;
    const program = programs.get(`${module} ${item}`) ?? programs.get(`${module}/action ${item}`);
    const calls = new RegExp(`(?<!\\.)\\b${item}\\(`);
    const other = own.find(({ code }) => calls.test(code));
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
      const page = other.page === name ? "" : linkTo(join("reference", other.page));
      example = `See the [example of ${other.item}](${page}#${anchorOf(other.item)}).`;
    } else return section;
    return `${section.trimEnd()}\n\n#### Example\n\n${example}\n\n`;
  });
}

/** Shortens what TypeDoc wrote, adds examples, corrects its anchors, and leads each error's code to its meaning. */
export function finishReference(out: string): void {
  const programs = programsByImport();
  const codes = new Set(
    [...readFileSync(join(ROOT, "docs/ERRORS.md"), "utf8").matchAll(/^- `(\w+)`/gm)].map(([, code]) => code!),
  );
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const texts = new Map(names.map((name) => [name, readFileSync(join(out, name), "utf8")]));
  const anchors = new Map([...texts].map(([name, text]) => [name, anchorsIn(text)]));
  const own = ownExamples(texts);
  for (const [name, text] of texts) {
    const errors = relative(dirname(join("reference", name)), "errors.md");
    const finished = withExamples(name, text, programs, own)
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
