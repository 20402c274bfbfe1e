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
];

describe("the rooms of ARCHITECTURE.md", () => {
  it("allow every import of every workspace, and no file is in a circle of imports", () => {
    expect(check()).toEqual([]);
  });

  it.each(
    PLANTED.flatMap(({ source, own, low, high }) => [
      { source, own, low, line: `import { planted } from "${high}";` },
      { source, own, low, line: `import type { Planted } from "${high}";` },
      { source, own, low, line: `export * from "${high}";` },
      { source, own, low, line: `export type { Planted } from "${high}";` },
      { source, own, low, line: `const planted = await import("${high}");` },
      { source, own, low, line: `import { planted } from "${own}/planted";` },
    ]),
  )("refuse in $source: $line", ({ source, own, low, line }) => {
    const sources = readSources(source);
    sources.set(low, `${line}\n${sources.get(low)}`);
    expect(faultsOf(readRooms(page, source), sources, own).filter((fault) => fault.startsWith(low))).toHaveLength(1);
  });

  it.each(["base/hex.ts", "action/kinds.ts", "http/gate.ts"])(
    "refuse an import of Node in %s, which runs in browsers",
    (file) => {
      const sources = readSources("src");
      sources.set(file, `import { readFileSync } from "node:fs";\n${sources.get(file)}`);
      expect(faultsOf(readRooms(page, "src"), sources, "anchorlog")).toContainEqual(
        `${file} imports node:fs: ${file.split("/")[0]} runs in browsers`,
      );
    },
  );

  it("refuse a file that is in no list, and a circle of files", () => {
    const rooms = [{ names: ["a"], ofNode: "all" as const }];
    const sources = new Map([
      ["a/one.ts", 'import { two } from "./two.ts";\n'],
      ["a/two.ts", 'import { one } from "./one.ts";\n'],
      ["b.ts", ""],
    ]);
    expect(faultsOf(rooms, sources, "x")).toEqual(["b.ts is in no room", "a circle: a/one.ts → a/two.ts → a/one.ts"]);
  });
});
