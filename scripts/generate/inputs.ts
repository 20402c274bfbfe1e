/** Finds the files that a generated file is made from, and in a check of everything, compares them with those used. */
import fs, { existsSync, readFileSync } from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { importsOf } from "../rooms.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const GENERATE = "scripts/generate.ts";
const imported = new Map<string, readonly string[]>();

/** Returns a module's path and those of all modules that it loads, from the root. Packages' modules are not among them. */
export function modulesOf(module: string, found = new Set<string>()): Set<string> {
  if (found.has(module)) return found;
  found.add(module);
  for (const next of edgesOf(module)) modulesOf(next, found);
  return found;
}

function edgesOf(module: string): readonly string[] {
  const known = imported.get(module);
  if (known) return known;
  const text = /\.[jt]s$/.test(module) ? readFileSync(join(root, module), "utf8") : "";
  const named = importsOf(module, text).flatMap(({ to, kind }) => (kind === "type" ? [] : placesOf(to)));
  const threads = [...text.matchAll(/new URL\("(\.[^"]+)", import\.meta\.url\)/g)].map(([, to]) =>
    // A thread's file is named as it is built.
    join(dirname(module), to!.replace(/\.js$/, ".ts")),
  );
  const edges = [...named, ...threads].filter((file) => /\.(json|[jt]s)$/.test(file) && existsSync(join(root, file)));
  imported.set(module, edges);
  return edges;
}

/** Returns the paths that an imported name may stand for. */
function placesOf(name: string): string[] {
  const [, own, rest] = /^(anchorlog|@anchorlog\/\w+)(?:\/(.+))?$/.exec(name) ?? [];
  if (own === "anchorlog") return [`src/${rest ?? "index"}.ts`, `src/${rest}/index.ts`];
  if (own === "@anchorlog/engines") return [`engines/modules/${rest}.js`];
  if (own !== undefined) return [`${own.slice(11)}/${rest ?? "index.js"}`, `${own.slice(11)}/src/index.ts`];
  return [name];
}

/** Returns a file's path from the root, or nothing if the file is outside of it or belongs to a package. */
function pathOf(file: string): string[] {
  if (/^(?!file:)\w{2,}:/.test(file)) return [];
  const path = relative(root, file.startsWith("file:") ? fileURLToPath(file) : file).replaceAll(sep, "/");
  return /^\.\.|(^|\/)node_modules\//.test(path) ? [] : [path];
}

/** Records imports and reads of files from now on. Returns a function that names those that `isInput` refuses. */
export function recordInputs(isInput: (file: string, module: string) => boolean): () => string[] {
  const imports = new Set<string>();
  const reads = new Set<string>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const [from] = pathOf(context.parentURL ?? "file:///");
      const [to] = pathOf(resolved.url);
      // The generators themselves are imported by name.
      if (from && to && from !== GENERATE) imports.add(`${from} ${to}`);
      return resolved;
    },
  });
  for (const [module, names] of [
    [fs, ["readFileSync", "readdirSync", "readFile"]],
    [fs.promises, ["readFile", "readdir"]],
  ] as const) {
    for (const name of names) Object.assign(module, { [name]: recorded(Reflect.get(module, name)) });
  }
  syncBuiltinESMExports();
  return () => {
    const pairs = (of: Set<string>) => [...of].map((pair) => pair.split(" ") as [string, string]);
    const unseen = pairs(imports).filter(([from, to]) => !edgesOf(from).includes(to) && !isInput(to, from));
    const undeclared = pairs(reads).filter(([reader, file]) => !isInput(file, reader));
    return [
      ...unseen.map(([from, to]) => `${from} imports ${to}, which scripts/generate/inputs.ts does not find`),
      ...undeclared.map(([reader, file]) => `${reader} reads ${file}`),
    ];
  };

  function recorded(read: (...args: unknown[]) => unknown): typeof read {
    return function (this: unknown, ...args) {
      const [file] = args;
      const [path] = typeof file === "string" || file instanceof URL ? pathOf(String(file)) : [];
      const reader = path === undefined ? undefined : callerOf(new Error().stack!);
      if (path && reader) reads.add(`${reader} ${path}`);
      return read.apply(this, args);
    };
  }
}

/** Returns the innermost file of the repository in a stack, if there is one. */
function callerOf(stack: string): string | undefined {
  const files = [...stack.matchAll(/file:\/\/\/[^\s):]+/g)].flatMap(([url]) => pathOf(url));
  return files.find((file) => pathToFileURL(join(root, file)).href !== import.meta.url);
}
