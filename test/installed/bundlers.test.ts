import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { nodeFileTrace } from "@vercel/nft";
import { build, type BuildOptions } from "esbuild";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { atEnd } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { root } from "./project.ts";
import { isSlowSuite } from "../slow.ts";

const folder = newFolder();

/** A server that starts three kinds of threads, and prints the results. */
const SERVER = `
  import { createVerifierPool } from "anchorlog/action/pool";
  import { defineActions } from "anchorlog/action";
  import { openSqliteStore } from "anchorlog/store/sqlite";
  import { openProver } from "anchorlog/proof/prover";
  async function main() {
    const store = await openSqliteStore(process.argv[2] + ".sqlite");
    await store.backup(process.argv[2] + ".copy");
    await store.close();
    const context = { ...defineActions({ Move: { to: "string" } }), domainSeparator: new Uint8Array(32) };
    const pool = await createVerifierPool({ rules: { ...context, authority: "api.example" }, threads: 1 });
    await pool.close();
    const prover = await openProver();
    const failure = await prover.runWithoutChain("order", {}).catch((error) => error);
    await prover.close();
    return failure.code;
  }
  main().then(console.log, (error) => console.log(error.code, error.message));
`;
/** The input is refused by the circuit: the thread has read it. */
const RUNS = "prover_failed";

async function run(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [file, join(dirname(file), "store")]);
  return stdout.trim();
}

async function bundle(name: string, options: BuildOptions): Promise<string> {
  const outdir = join(folder, name);
  const server = join(folder, `${name}-server.js`);
  await writeFile(server, SERVER);
  await build({
    entryPoints: [server],
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    entryNames: "[name]",
    nodePaths: [join(root, "node_modules")],
    logLevel: "silent",
    ...options,
  });
  await writeFile(join(outdir, "package.json"), `{ "type": "${options.format === "cjs" ? "commonjs" : "module"}" }`);
  return join(outdir, `${name}-server.js`);
}

const threads = globSync("dist/**/*-worker.js", { cwd: root });

it("writes out the file name of each thread, beside the code that starts it", async () => {
  const written: string[] = [];
  // The pages are built by scripts/page.ts, and their workers are a browser's.
  for (const file of globSync("src/**/*.ts", { cwd: root, exclude: ["src/page/**"] })) {
    if (file === join("src", "crypto", "threads.ts")) continue;
    const text = await readFile(join(root, file), "utf8");
    expect(text, file).not.toMatch(/new Worker\(|parentPort[?!]?\.close/); // Deno's port has no `close`.
    for (const [, name] of text.matchAll(/new URL\("\.\/([^"]+-worker)\.js", import\.meta\.url\)/g)) {
      written.push(join(dirname(file), `${name}.ts`));
    }
  }
  expect(written.toSorted()).toEqual(globSync("src/**/*-worker.ts", { cwd: root }).toSorted());
});

it("has the whole element in one file, which loads nothing else", async () => {
  const options = { bundle: true, format: "esm", platform: "browser", write: false, metafile: true } as const;
  const { metafile } = await build({ ...options, entryPoints: [join(root, "dist/page/proofElement.js")] });
  const loaded = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(loaded).toEqual([]);
});

it.runIf(isSlowSuite)("runs from a copy of the traced files, as Next.js makes it", async () => {
  const server = join("node_modules", ".cache", `traced-${process.pid}.mjs`);
  await mkdir(dirname(join(root, server)), { recursive: true });
  await writeFile(join(root, server), `import "anchorlog";${SERVER}`);
  atEnd(() => rm(join(root, server)));
  const { fileList } = await nodeFileTrace([join(root, server)], { base: root });
  const circuits = globSync("circuits/artifacts/*.{wasm,zkey}", { cwd: root });
  expect(circuits.length).toBeGreaterThan(0);
  expect([...fileList]).toEqual(expect.arrayContaining([...threads, ...circuits]));
  for (const file of fileList) {
    const copy = join(folder, "traced", file);
    await mkdir(dirname(copy), { recursive: true });
    await cp(join(root, file), copy, { verbatimSymlinks: true });
  }
  expect(await run(join(folder, "traced", server))).toBe(RUNS);
});

describe("a server that esbuild bundles", () => {
  it("runs with anchorlog outside the bundle", async () => {
    const file = await bundle("outside", { external: ["anchorlog"] });
    await mkdir(join(dirname(file), "node_modules"));
    await symlink(root, join(dirname(file), "node_modules", "anchorlog"));
    expect(await run(file)).toBe(RUNS);
  });

  it("runs from one folder that has the bundled threads, too", async () => {
    const file = await bundle("beside", {
      entryPoints: [join(folder, "beside-server.js"), ...threads.map((thread) => join(root, thread))],
    });
    expect(await run(file)).toBe(RUNS);
  });

  it.each([
    ["esm", `there is no`],
    ["cjs", "bundled to CommonJS"],
  ] as const)("explains why its threads cannot start, as %s without them", async (format, why) => {
    const said = await run(await bundle(`without-${format}`, { format }));
    expect(said).toMatch(/^thread_missing /);
    expect(said).toContain(why);
    expect(said).toContain("docs/EMBEDDING.md, Bundlers");
  });
});

it("has threads of different names, since bundlers put them into one folder", () => {
  const names = threads.map((thread) => basename(thread));
  expect(new Set(names).size).toBe(names.length);
});

describe("a page", () => {
  const page = async (code: string) => {
    // tsconfig.json is not used, since it resolves the package's name to the sources.
    const stdin = { contents: code, resolveDir: root };
    const options = {
      bundle: true,
      platform: "browser",
      format: "esm",
      write: false,
      logLevel: "silent",
      tsconfigRaw: {},
    } as const;
    const { outputFiles, warnings } = await build({ stdin, ...options });
    return { code: outputFiles[0]!.text, warnings: warnings.map(({ text }) => text) };
  };

  it("is bundled with the root and every sub-path that runs in browsers, without a warning", async () => {
    const names = Object.entries(manifest.exports)
      .filter(([, target]) => typeof target !== "string" && !JSON.stringify(target).includes("nodeOnly"))
      .map(([name]) => name.replace(/^\./, "anchorlog"));
    expect(names).toEqual(expect.arrayContaining(["anchorlog", "anchorlog/verify/bundle", "anchorlog/proof"]));
    const imports = names.map((name, i) => `import * as m${i} from "${name}";`);
    const { warnings } = await page(`${imports.join("")}globalThis.all=[${names.map((_, i) => `m${i}`).join()}]`);
    expect(warnings).toEqual([]);
  });

  it.each(["anchorlog/proof/prover", "anchorlog/store/sqlite", "anchorlog/action/signers"])(
    "cannot be built with a named import of %s, and explains why when it is imported",
    async (name) => {
      const fails = page(`import { openProver } from "${name}"; openProver();`);
      await expect(fails).rejects.toThrow(/No matching export in ".*nodeOnly\.js"/);
      const { code } = await page(`import * as all from "${name}"; globalThis.all = all;`);
      const imported = import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
      await expect(imported).rejects.toThrow(expect.objectContaining({ code: "needs_node" }));
    },
  );

  it("cannot be built with the operator", async () => {
    await expect(page(`import { openAnchorlog } from "anchorlog"; openAnchorlog();`)).rejects.toThrow(
      /No matching export in ".*browser\.js" for import "openAnchorlog"/,
    );
  });
});
