// References to the protocol's documents, in comments, messages and pages: by section, and by heading in links.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "./snippets.ts";

const FOLDERS =
  "circuits contracts docs engines/generate engines/test examples scripts server/docs server/src server/test client/src client/test src test";
const TEXT = /\.(?:ts|sol|circom|md|json)$/;
const SKIPPED = /(?:^|\/)(?:node_modules|build|artifacts|foreign)\//;
const pages = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
const files = FOLDERS.split(" ")
  .flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => TEXT.test(name) && !SKIPPED.test(name))
  .concat(pages, "server/README.md", "client/README.md", "engines/README.md");

const names = readdirSync(`${ROOT}docs/protocol`).map((name) => name.replace(/\.md$/, ""));
const headingsOf = (name: string): string[] =>
  [...readFileSync(`${ROOT}docs/protocol/${name}.md`, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
const known = new Set(
  names.flatMap((name) =>
    headingsOf(name).flatMap((heading) => [
      `${name} §${/^[\d.]*\d/.exec(heading)?.[0] ?? ""}`,
      `${name}#${anchorOf(heading)}`,
    ]),
  ),
);

it("references to the protocol name sections that exist", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(`${ROOT}${file}`, "utf8");
    const sections = [...text.matchAll(/\b([1-6]-[a-z]+)(?:\.md)?(?: §|, section )(\d[\d.]*\d|\d)/g)];
    const links = [...text.matchAll(/\(\S*?\b([1-6]-[a-z]+)\.md#([\w-]+)\)/g)];
    return [
      ...sections.map(([, name, section]) => ({ file, reference: `${name} §${section}` })),
      ...links.map(([, name, anchor]) => ({ file, reference: `${name}#${anchor}` })),
    ];
  });
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter(({ reference }) => !known.has(reference))).toEqual([]);
});
