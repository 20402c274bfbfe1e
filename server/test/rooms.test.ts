import { readFileSync, readdirSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** The rooms of the server's source: what runs in one may use itself and those before it. */
const ROOMS = [
  "errors secrets farewell config commandLine port logger db parts",
  "http accounts platform bus proofs indexer webhooks admin",
  "log mail storage backup reindex setLimits housekeeping routes",
  "replay newSecret server main",
].flatMap((rooms) => rooms.split(" "));

const server = fileURLToPath(new URL("../", import.meta.url));
const source = `${server}src/`;
const roomOf = (file: string): string => relative(source, file).split("/")[0]!.replace(/\.ts$/, "");

type Import = { readonly from: string; readonly to: string; readonly isType: boolean };

function importsOf(file: string): Import[] {
  const text = readFileSync(source + file, "utf8");
  const found = text.matchAll(/(?:^(?:(?:import|export)\s([^"';]*?)from |import )|\bimport\()"([^"]+)"/gms);
  return [...found].map(([, clause = "", to]) => ({ from: file, to: to!, isType: /^type\s/.test(clause) }));
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const imports = files.flatMap(importsOf);
const isOwn = ({ to }: Import): boolean => to.startsWith(".");
const placeOf = ({ from, to }: Import): string => resolve(source, dirname(from), to);

/** The members of a package's description. */
const described = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, unknown>>;

describe("the server's source", () => {
  it("has no file outside of the rooms", () => {
    expect(files.map((file) => roomOf(source + file)).filter((room) => !ROOMS.includes(room))).toEqual([]);
  });

  it("lets data flow downwards only", () => {
    const upwards = imports
      // Type imports are erased.
      .filter((one) => isOwn(one) && !one.isType)
      .filter((one) => ROOMS.indexOf(roomOf(placeOf(one))) > ROOMS.indexOf(roomOf(source + one.from)));
    expect(upwards.map((one) => `${one.from} uses ${relative(source, placeOf(one))}`)).toEqual([]);
  });

  it("uses nothing of the package but what everybody may", () => {
    expect(imports.filter((one) => isOwn(one) && !placeOf(one).startsWith(source))).toEqual([]);
  });

  it("uses the packages that it declares, and each of them", () => {
    const { dependencies } = described(`${server}package.json`);
    // What the package asks of who uses it is used by it.
    const { peerDependencies, peerDependenciesMeta } = described(`${server}../package.json`);
    const asked = Object.keys(peerDependencies!).filter((name) => peerDependenciesMeta![name] === undefined);
    const used = imports
      .filter((one) => !isOwn(one) && !one.to.startsWith("node:"))
      .map(({ to }) => to.split("/", to.startsWith("@") ? 2 : 1).join("/"));
    expect([...new Set([...asked, ...used])].toSorted()).toEqual(Object.keys(dependencies!).toSorted());
  });
});
