import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { ROOT } from "./documents.ts";

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
