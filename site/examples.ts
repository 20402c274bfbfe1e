/** Finds the example of a docstring, or the program of a guide, that shows an export. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { markdownOf, ROOT } from "./documents.ts";
import { PAGES, type Page } from "./map.ts";
import { MODULES } from "./modules.ts";

/** An example in a docstring: the export that has it, and the reference's page of that export, as `anchorlog/chain`. */
export type Example = { readonly page: string; readonly item: string; readonly code: string };

/** A program of a guide: its page, its code, and its imports from the packages, as `anchorlog/chain openTransactions`. */
export type Program = { readonly page: Page; readonly code: string; readonly imports: ReadonlySet<string> };

/** Whether an example's code uses an export: it calls, passes or constructs it, and declares no such name itself. */
export function isUsedIn(code: string, name: string): boolean {
  const bare = code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""').replaceAll(/(?<!:)\/\/.*$/gm, "");
  const isOwn = new RegExp(`(?:const|import) (?:(?! of )[^=()}])*\\b${name}\\b`).test(bare);
  return !isOwn && new RegExp(`(?<![.\\w])${name}\\b(?!:)`).test(bare);
}

/** Returns the programs of the guides that import something of the packages, the shortest first. */
export function programsOfGuides(): Program[] {
  return PAGES.flatMap((page) =>
    [...markdownOf(page, "").matchAll(/^```(?:ts|js)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => ({
      page,
      code,
      imports: new Set(
        [...code.matchAll(/^import \{([^}]*)\} from "(@?anchorlog[^"]*)"/gm)].flatMap(([, names = "", module = ""]) =>
          names.split(",").map((name) => `${module} ${name.trim()}`),
        ),
      ),
    })),
  )
    .filter(({ imports }) => imports.size > 0)
    .toSorted((a, b) => a.code.length - b.code.length);
}

/** Finds what shows an export that has no example of its own. */
export type Finder = {
  /** Returns the shortest program that imports it. */
  program(page: string, name: string): Program | undefined;
  /** Returns the shortest example of another export that uses it, of the same page if there is one. */
  example(page: string, name: string): Example | undefined;
};

/**
 * @param pagesOf names of exports, and the pages that have them. If two exports have one name, an example counts on its
 *   own page only.
 */
export function findExamples(pagesOf: ReadonlyMap<string, readonly string[]>, examples: readonly Example[]): Finder {
  const programs = programsOfGuides();
  const modules = MODULES.map(({ name }) => name);
  const shortest = examples.toSorted((a, b) => a.code.length - b.code.length);
  const isShared = (name: string): boolean => (pagesOf.get(name)?.length ?? 0) > 1;
  return {
    program: (page, name) =>
      programs.find(({ imports }) =>
        (isShared(name) ? [page] : modules).some((module) => imports.has(`${module} ${name}`)),
      ),
    example: (page, name) => {
      const using = shortest.filter(({ code }) => isUsedIn(code, name));
      return using.find((example) => example.page === page) ?? (isShared(name) ? undefined : using[0]);
    },
  };
}

/** Returns the examples in a file's docstrings, each with the name that the docstring is about. */
export function examplesIn(text: string): { readonly item: string | undefined; readonly code: string }[] {
  return [...text.matchAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*?^ *\* @example\n[\s\S]*?\*\/\n([^\n]*)/gm)].flatMap(
    ([comment, declaration = ""]) => {
      const item = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/.exec(declaration)?.[1];
      return [...comment.matchAll(/^ *\* @example\n((?: *\*(?! @|\/)(?: .*)?\n)+)/gm)].map(([, block = ""]) => ({
        item,
        code: block.replaceAll(/^ *\* ?/gm, "").replaceAll(/^```.*$/gm, ""),
      }));
    },
  );
}

/** Returns the examples in the docstrings of the package's source, with the file that has each. */
export function examplesOfSource(): {
  readonly file: string;
  readonly item: string | undefined;
  readonly code: string;
}[] {
  return globSync(["src/**/*.ts", "client/src/*.ts"], { cwd: ROOT }).flatMap((file) =>
    examplesIn(readFileSync(join(ROOT, file), "utf8")).map((example) => ({ file, ...example })),
  );
}

/** An exported value: the first sub-path that exports it, and that sub-path's source. */
export type Export = { readonly name: string; readonly page: string; readonly source: string };

/** Returns each exported value once. */
export async function exportsOfModules(): Promise<Export[]> {
  const found = new Map<unknown, Export[]>();
  for (const { name: page, source } of MODULES) {
    const module = (await import(/* @vite-ignore */ join(ROOT, source))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(module)) {
      const known = found.get(value) ?? [];
      if (!known.some((one) => one.name === name)) found.set(value, [...known, { name, page, source }]);
    }
  }
  return [...found.values()].flat();
}

/** Returns the exported values that no example shows, as `anchorlog/chain: readStake`. */
export async function exportsWithoutExample(): Promise<string[]> {
  const exports = await exportsOfModules();
  const pagesOf = new Map<string, string[]>();
  for (const { name, page } of exports) pagesOf.set(name, [...(pagesOf.get(name) ?? []), page]);
  const own = examplesOfSource().flatMap(({ item = "", code }) =>
    (pagesOf.get(item) ?? []).map((page) => ({ page, item, code })),
  );
  const finder = findExamples(pagesOf, own);
  return exports
    .filter(({ page, name }) => !own.some((one) => one.page === page && one.item === name))
    .filter(({ page, name }) => (finder.program(page, name) ?? finder.example(page, name)) === undefined)
    .map(({ page, name }) => `${page}: ${name}`)
    .toSorted();
}
