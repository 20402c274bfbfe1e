import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string): string => readFileSync(root + name, "utf8");

/** The folders where an addition may leave a trace. Generated files are named by their folders. */
const FOLDERS =
  "circuits contracts docs engines/generate engines/test examples scripts server/docs server/src server/test client/src client/test src test verifiers";
const TEXT = /\.(?:ts|mjs|sol|circom|md|json|py)$/;
const files = FOLDERS.split(" ")
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => TEXT.test(name) && !/\/(?:generated|node_modules)\//.test(name))
  .concat("README.md");
const texts = new Map(files.map((name) => [name, read(name)]));

const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];

const pathsIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!);

const additions = read("CONTRIBUTING.md")
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    name: section.split("\n")[0]!,
    search: /Search: `([^`]+)`/.exec(section)?.[1],
    places: pathsIn(section),
    byHand: pathsIn(/^- .*By hand: (.*)$/m.exec(section)?.[1] ?? "").filter((path) => path.endsWith(".md")),
  }));

/** Whether the section names the file or its folder, or lists its name after another file of the folder. */
function isListed(file: string, places: readonly string[]): boolean {
  const folders = places.map((place) => place.slice(0, place.lastIndexOf("/") + 1));
  return places.some(
    (place) =>
      file === place ||
      (place.endsWith("/") && file.startsWith(place)) ||
      (!place.includes("/") && folders.some((folder) => file === folder + place)),
  );
}

describe("the pages for contributors", () => {
  it.each(additions.filter(({ search }) => search !== undefined))("list each place of: $name", ({ search, places }) => {
    const found = files.filter((file) => new RegExp(search!).test(texts.get(file)!));
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((file) => !isListed(file, places))).toEqual([]);
  });

  it.each(additions.filter(({ byHand }) => byHand.length > 0))(
    "name no document that no longer has: $name",
    ({ search, byHand }) => {
      expect(byHand.filter((file) => existsSync(root + file) && !new RegExp(search!).test(read(file)))).toEqual([]);
    },
  );

  it("name paths of generated files after npm run generate", () => {
    const [, generated] = read("ARCHITECTURE.md").split("## Generated files");
    const listed = [...generated!.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!);
    const named = pages.flatMap((page) => [...read(page).matchAll(/`npm run generate -- ([^`]+)`/g)]);
    const paths = named.flatMap(([, words]) => words!.split(" "));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !listed.some((file) => file.startsWith(path)))).toEqual([]);
  });

  it("say how to search, for most additions", () => {
    expect(additions.length).toBeGreaterThan(6);
    expect(additions.filter(({ search }) => search !== undefined).length).toBeGreaterThan(3);
  });

  it.each(pages)("%s names files and folders that exist", (page) => {
    const named = [
      ...read(page).matchAll(
        /`((?:src|server|client|engines|contracts|circuits|docs|test|scripts|examples)\/[\w./-]+)`/g,
      ),
    ];
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(root + path))).toEqual([]);
  });

  it("have under 3,500 words together", () => {
    const words = pages.flatMap((page) =>
      read(page)
        .split(/\s+/)
        .filter((word) => /\w/.test(word)),
    );
    expect(words.length).toBeLessThan(3_500);
  });
});
