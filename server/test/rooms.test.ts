import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const server = fileURLToPath(new URL("../", import.meta.url));
const source = `${server}src/`;
const IMPORT = /(?:^(?:(?:import|export)\s[^"';]*?from |import )|\bimport\()"([^"]+)"/gms;

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const imports = files.flatMap((file) =>
  [...readFileSync(source + file, "utf8").matchAll(IMPORT)].map(([, name]) => name!),
);

/** The packages that a file of `src/` loads, itself or through other files. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const loaded = [...readFileSync(source + file, "utf8").matchAll(IMPORT)].filter(([all]) => !/^\w+ type /.test(all));
  return loaded.flatMap(([, name]) =>
    name!.startsWith(".") ? packagesOf(join(dirname(file), name!), seen) : name!.startsWith("node:") ? [] : [name!],
  );
}

/** The members of a package's description. */
const described = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, unknown>>;

it("the server uses exactly the packages that it declares", () => {
  const { dependencies } = described(`${server}package.json`);
  // The server also uses the packages that anchorlog asks its users for.
  const { peerDependencies, peerDependenciesMeta } = described(`${server}../package.json`);
  const asked = Object.keys(peerDependencies!).filter((name) => peerDependenciesMeta![name] === undefined);
  const used = imports
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
  expect([...new Set([...asked, ...used])].toSorted()).toEqual(Object.keys(dependencies!).toSorted());
});

it("the thread of the index loads only the packages of the databases", () => {
  expect([...new Set(packagesOf("indexer/follower-worker.ts"))].toSorted()).toEqual(["kysely", "pg"]);
});
