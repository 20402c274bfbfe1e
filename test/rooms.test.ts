import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check, faultsOf, readRooms, readSources } from "../scripts/rooms.ts";

const page = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");

/** For each workspace: a low file, a room far above it, and the workspace's name. */
const PLANTED = [
  { source: "src", own: "anchorlog", low: "base/hex.ts", high: "../watch/watch.ts" },
  { source: "server/src", own: "@anchorlog/server", low: "foundation/db/database.ts", high: "../../webhooks/queue.ts" },
  { source: "client/src", own: "@anchorlog/client", low: "errors.ts", high: "./client.ts" },
  { source: "engines/generate", own: "@anchorlog/engines", low: "montgomery.ts", high: "./bn254/parts.ts" },
  { source: "circuits", own: "@anchorlog/circuits", low: "index.js", high: "../src/base/hex.ts" },
  { source: "circuits", own: "@anchorlog/circuits", low: "index.d.ts", high: "../src/base/hex.ts" },
];

describe("the rooms of ARCHITECTURE.md", () => {
  it("allow every import of every workspace, and no file is in a circle of imports", () => {
    expect(check()).toEqual([]);
  });

  it.each(PLANTED)("refuse each form of import from $high in $source/$low", ({ source, own, low, high }) => {
    const [rooms, sources] = [readRooms(page, source), readSources(source)];
    const planted = [
      `import { planted } from "${high}";`,
      `import type { Planted } from "${high}";`,
      `export * from "${high}";`,
      `export type { Planted } from "${high}";`,
      `const planted = await import("${high}");`,
      `const planted = import(/* of the user */ "${high}");`,
      `import { planted } from "${own}/planted";`,
    ];
    const before = faultsOf(rooms, sources, own);
    sources.set(low, [...planted, sources.get(low)].join("\n"));
    // One line for each, although they close circles.
    const found = faultsOf(rooms, sources, own).filter((fault) => !before.includes(fault));
    expect(found).toEqual(planted.map(() => expect.stringContaining(`${low} imports `)));
  });

  it("refuse imports of Node in files that run in browsers", () => {
    const files = ["base/hex.ts", "action/kinds.ts", "http/gate.ts"];
    const sources = readSources("src");
    for (const file of files) sources.set(file, `import { readFileSync } from "node:fs";\n${sources.get(file)}`);
    const refused = (file: string) => `${file} imports node:fs: ${file.split("/")[0]} runs in browsers`;
    expect(faultsOf(readRooms(page, "src"), sources, "anchorlog").toSorted()).toEqual(files.map(refused).toSorted());
  });

  it("refuse a file that is in no list, and a circle of files", () => {
    const rooms = [{ names: ["a"], ofNode: "all" as const }];
    const sources = new Map([
      ["a/one.ts", 'import { two } from "./two.ts";\n'],
      ["a/two.ts", 'import { one } from "./one.ts";\n'],
      ["b.ts", ""],
    ]);
    expect(faultsOf(rooms, sources, "x")).toEqual(["b.ts is in no room", "a/one.ts → a/two.ts → a/one.ts: a circle"]);
  });
});
