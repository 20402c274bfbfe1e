import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { isSlowSuite } from "../slow.ts";
import { root } from "./project.ts";

/** The size limits in kilobytes of each sub-path, bundled and minified for a page, without viem. */
const LIMITS: Readonly<Record<string, number>> = {
  anchorlog: 985,
  "anchorlog/action": 940,
  "anchorlog/log": 80,
  "anchorlog/log/receipt": 95,
  "anchorlog/batch": 200,
  "anchorlog/proof": 285,
  "anchorlog/chain": 500,
  "anchorlog/verify/bundle": 225,
  "anchorlog/dispute": 495,
  "anchorlog/http": 130,
  "anchorlog/crypto/merkle": 30,
  "anchorlog/tlog": 100,
};
/** The sub-paths that the default suite bundles. */
const TASTE = ["anchorlog/verify/bundle", "anchorlog/log/receipt"];

describe("the code that a page loads", () => {
  it("has a limit for every sub-path that runs in browsers", () => {
    const inBrowsers = Object.entries(manifest.exports)
      .filter(([, target]) => typeof target !== "string" && !JSON.stringify(target).includes("nodeOnly"))
      .map(([name]) => name.replace(/^\./, "anchorlog"));
    expect(Object.keys(LIMITS).toSorted()).toEqual(inBrowsers.toSorted());
  });

  it.each(isSlowSuite ? Object.keys(LIMITS) : TASTE)("for %s is at most its limit", async (name) => {
    const { outputFiles } = await build({
      // tsconfig.json is not used, since it resolves the package's name to the sources.
      stdin: { contents: `export * from "${name}"`, resolveDir: root },
      tsconfigRaw: {},
      bundle: true,
      minify: true,
      platform: "browser",
      format: "esm",
      external: ["viem", "viem/*"],
      write: false,
    });
    expect(outputFiles[0]!.contents.length / 1_000).toBeLessThan(LIMITS[name]!);
  });
});

it("the package is under 1.9 MB, without sources, maps and proving keys", async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 1 << 26 });
  type Pack = { readonly size: number; readonly files: readonly { readonly path: string }[] };
  const [{ size, files }] = Object.values(JSON.parse(stdout) as Record<string, Pack>) as [Pack];
  expect(size).toBeLessThan(1_900_000);
  expect(files.map(({ path }) => path).filter((path) => /^src\/|\.map$|\.zkey$|buildinfo/.test(path))).toEqual([]);
});
