/** Finds the snippets of documents, and writes them as modules that import the names they assume. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A fenced block of a document; `place` is its heading and its number below that, among the blocks of its language. */
export type Snippet = {
  readonly document: string;
  readonly place: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
};

/** The fenced blocks of a document, in their order. */
export function snippetsOf(document: string): Snippet[] {
  const found: Snippet[] = [];
  const counts = new Map<string, number>();
  let heading = "";
  let open: { readonly line: number; readonly language: string; readonly lines: string[] } | undefined;
  readFileSync(`${ROOT}${document}`, "utf8")
    .split("\n")
    .forEach((text, i) => {
      const fence = /^ *```(.*)$/.exec(text)?.[1];
      if (fence === undefined) {
        if (open !== undefined) open.lines.push(text);
        else heading = /^#+ (.*)$/.exec(text)?.[1] ?? heading;
      } else if (open === undefined) {
        open = { line: i + 1, language: fence.trim(), lines: [] };
      } else {
        const { line, language, lines } = open;
        const key = `${heading} ${language}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        found.push({ document, place: `${heading}, ${count}`, line, language, text: `${lines.join("\n")}\n` });
        open = undefined;
      }
    });
  if (open !== undefined) throw new Error(`${document}:${open.line} has no end`);
  return found;
}

/**
 * A snippet as a module. It imports its given names from `given` (a module of test/docs/given/), and exports what it
 * declares. It imports only the given names that it uses and does not declare.
 */
export function moduleOf(snippet: string, given: string, names: readonly string[]): string {
  const declared = declaredIn(snippet);
  const wanted = names.filter((name) => new RegExp(`\\b${name}\\b`).test(snippet) && !declared.includes(name));
  const own = declared.filter((name) => !importedIn(snippet).includes(name));
  return [
    `import { ${wanted.join(", ")} } from "../../test/docs/given/${given}.ts";`,
    snippet,
    `export { ${own.join(", ")} };`,
    "",
  ].join("\n");
}

const importedIn = (snippet: string): string[] =>
  [...snippet.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) => namesIn(names!));

/** The names that a snippet declares at its top level, including imports. */
const declaredIn = (snippet: string): string[] => [
  ...importedIn(snippet),
  ...[...snippet.matchAll(/^(?:const|let|class|(?:async )?function) +(\w+)/gm)].map(([, name]) => name!),
  ...[...snippet.matchAll(/^(?:const|let) +[[{]([^\]}=]*)[\]}] *=/gm)].flatMap(([, names]) => namesIn(names!)),
];

const namesIn = (list: string): string[] =>
  list
    .split(",")
    .map((name) => /(\w+)\s*$/.exec(name.replace(/^\s*type /, ""))?.[1] ?? "")
    .filter((name) => name !== "");
