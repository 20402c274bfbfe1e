import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it, type TestContext } from "vitest";
import { newFolder } from "../folder.ts";
import { packed } from "./packed.ts";
import { snippetsOf } from "../docs/snippets.ts";

// The table of docs/EMBEDDING.md, "Bundlers, browsers and module systems". A runtime that npm cannot install is skipped.
const exec = promisify(execFile);
const folder = newFolder();
const install = ["install", ...(await packed(folder)), "--ignore-scripts", "--no-audit", "--no-fund"];
await exec("npm", [...install, "--prefer-offline"], { cwd: folder });

/** Runs a program of an npm package. Skips the test if npm cannot install it. */
async function runtime({ skip }: TestContext, cwd: string, of: string, ...args: string[]): Promise<string> {
  const program = ["exec", "--yes", "--prefer-offline", `--package=${of}`, "--", of.split("@")[0]!];
  const version = await exec("npm", [...program, "--version"], { cwd }).catch(() => undefined);
  if (version === undefined) skip(`npm does not install ${of}`);
  const { stdout, stderr } = await exec("npm", [...program, ...args], { cwd });
  return stdout + stderr;
}

const README = snippetsOf("README.md").find(({ language }) => language === "js prove.mjs");

describe("the package signs, logs in SQLite, and verifies", () => {
  it.for([
    ["node@22.13.0", []],
    ["node@22", []],
    ["node@24", []],
    ["bun@1.4.5", []],
    ["deno@2.9.6", ["run", "-A"]],
  ] as const)("in %s", async ([of, args], context) => {
    const own = join(folder, of);
    await mkdir(own);
    await writeFile(join(own, "prove.mjs"), README!.text);
    const said = await runtime(context, own, of, ...args, "prove.mjs");
    expect(said).toMatch(/verdict: ["']valid["'][^]*verdict: ["']invalid["']/);
  });
});

/** What a page and a worker do: the README's verification, of a bundle that Node made, and a signature. */
const WORKER = `
import { defineActions, verifyBundle } from "anchorlog";
import { createActionSigner } from "anchorlog/http";
import { privateKeyToAccount } from "viem/accounts";
import { bundle, checkpoint } from "./given.json";
export default {
  async test() {
    const account = privateKeyToAccount("0x" + "c1".repeat(32));
    const operator = { chainId: 31337, registry: account.address, operator: account.address, name: "P", version: "1" };
    const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
    const sign = createActionSigner({ account, operator, log: "acme", types });
    const { signature } = await sign("Transfer", { objectId: "seat 7", to: account.address });
    const { state } = await verifyBundle(bundle, { checkpoint });
    const { code } = await verifyBundle(bundle.replace("seat 7", "seat 8"), { checkpoint });
    console.log([signature.length, state, code].join());
  },
};
`;
const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01"))]);
`;

it("the package signs and verifies in workerd, in JavaScript", async (context) => {
  const own = join(folder, "workerd");
  await mkdir(own);
  const [made] = README!.text.split("console.log(");
  const kept = `await (await import("node:fs/promises")).writeFile("given.json", JSON.stringify({ bundle, checkpoint }));`;
  await writeFile(join(own, "make.mjs"), `${made}${kept}await anchorlog.close();`);
  await exec(process.execPath, ["make.mjs"], { cwd: own });
  const stdin = { contents: WORKER, resolveDir: own };
  const outfile = join(own, "worker.mjs");
  await build({
    stdin,
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    tsconfigRaw: {},
    logLevel: "silent",
  });
  await writeFile(join(own, "config.capnp"), CONFIG);
  const said = await runtime(context, own, "workerd@1.20261117.1", "test", "config.capnp");
  expect(said).toContain("132,included,signature_mismatch");
});
