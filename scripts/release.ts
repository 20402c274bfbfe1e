/**
 * Packs, rehearses and publishes a release (docs/RELEASING.md).
 *
 *     npm run script -- scripts/release.ts pack FOLDER       packs all packages, and writes release.json
 *     npm run script -- scripts/release.ts rehearse FOLDER   packs twice, and tries everything on a local registry
 *     npm run script -- scripts/release.ts publish FOLDER    publishes what was packed, with provenance
 */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { releasedContracts } from "../src/chain/deployments.ts";
import { snippetsOf } from "../test/docs/snippets.ts";
import { manifestOf, pack, PACKAGES, ROOT, type Packed } from "./release/packages.ts";
import { startRegistry, type Registry } from "./release/registry.ts";

const exec = promisify(execFile);
const run = async (cwd: string, command: string, ...args: string[]): Promise<string> =>
  (await exec(command, args, { cwd, maxBuffer: 1 << 26 })).stdout;
/** Prints a line with the seconds since the start. */
const say = (line: string): void => void process.stdout.write(`${Math.round(performance.now() / 1_000)} s: ${line}\n`);

/** The checks of packed packages, by npm's names. */
const LINTERS = [
  ["publint@0.3.25", "run"],
  ["@arethetypeswrong/cli@0.18.5", "--profile", "esm-only"],
] as const;

const PNPM = "pnpm@12.21.0";
/** The tests of the installed package that run with the published packages. */
const TRIED = ["dev", "examples", "installed", "programs", "runtimes", "typescript"];

/** Everything that goes together: one version of all packages, the circuits' keys, and the contracts. */
type Release = {
  readonly version: string;
  readonly packages: readonly Pick<Packed, "name" | "integrity" | "size" | "unpackedSize">[];
  readonly circuits: string;
  readonly contracts: typeof releasedContracts;
  readonly supported: { readonly node: unknown; readonly viem: string | undefined };
};

/** Builds and packs all packages, and writes release.json beside them. */
async function packRelease(into: string): Promise<Packed[]> {
  const { version, engines, peerDependencies } = await manifestOf("");
  for (const folder of PACKAGES) {
    const own = await manifestOf(folder);
    if (own.version !== version) throw new Error(`${own.name} is version ${own.version}, and anchorlog is ${version}`);
  }
  // Run directly, this script would pack the last build.
  await run(ROOT, process.execPath, "scripts/bootstrap.mjs", "build");
  await rm(join(ROOT, "server/dist"), { recursive: true, force: true });
  await run(ROOT, process.execPath, "node_modules/typescript/bin/tsc", "-b", "server/tsconfig.build.json");
  await mkdir(into, { recursive: true });
  const packages = await pack(into);
  const release: Release = {
    version,
    packages: packages.map(({ name, integrity, size, unpackedSize }) => ({ name, integrity, size, unpackedSize })),
    circuits: await sha256(join(ROOT, "circuits/artifacts/manifest.json")),
    contracts: releasedContracts,
    supported: { node: (engines as { node: string }).node, viem: (peerDependencies as Record<string, string>)["viem"] },
  };
  await writeFile(join(into, "release.json"), `${JSON.stringify(release, undefined, 2)}\n`);
  for (const { name, size, unpackedSize } of packages) say(`${name} ${size} bytes, ${unpackedSize} unpacked`);
  return packages;
}

const sha256 = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/** Installs, builds and packs a copy of the tracked files. Throws if the packages differ in a byte. */
async function compareCopy(packages: readonly Packed[], copy: string): Promise<void> {
  const listed = await run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const file of listed.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  }
  const script = ["scripts/bootstrap.mjs", "script", "scripts/release.ts", "pack", "packed"];
  await run(copy, process.execPath, ...script);
  const again = (await readRelease(join(copy, "packed"))).packages;
  const differing = packages.filter(({ integrity }, i) => again[i]?.integrity !== integrity);
  if (differing.length > 0) throw new Error(`not reproducible: ${differing.map(({ name }) => name).join(", ")}`);
  say("packed twice, from two folders: the same bytes");
}

const readRelease = async (folder: string): Promise<Release> =>
  JSON.parse(await readFile(join(folder, "release.json"), "utf8")) as Release;

/** Tries a whole release without publishing it. Throws at the first step that fails. */
async function rehearse(into: string): Promise<void> {
  const packages = await packRelease(into);
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-release-"));
  try {
    await compareCopy(packages, join(folder, "copy"));
    for (const { file } of packages) await lint(folder, file);
    say("publint and arethetypeswrong find nothing");
    const registry = await startRegistry(join(folder, "registry"));
    try {
      for (const { file } of packages) await registry.npm(folder, "publish", file);
      say(`published to ${registry.url}`);
      await tryPublished(registry, folder, into);
    } finally {
      await registry.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function lint(cwd: string, file: string): Promise<void> {
  for (const [tool, ...args] of LINTERS) {
    // The server is a program: it has no types.
    if (file.includes("-server-") && tool.startsWith("@arethetypeswrong")) continue;
    await run(cwd, "npx", "--yes", tool, ...args, file).catch((error: { stdout?: string }) => {
      throw new Error(`${tool}: ${file}\n${error.stdout}`);
    });
  }
}

/** Runs the README's program in a folder where the package was installed. */
async function tryProgram(cwd: string): Promise<void> {
  const program = snippetsOf("README.md").find(({ language }) => language === "js prove.mjs")!;
  await writeFile(join(cwd, "prove.mjs"), program.text);
  const said = await run(cwd, process.execPath, "prove.mjs");
  if (!/verdict: 'valid'[^]*verdict: 'invalid'/.test(said)) throw new Error(`the README's program: ${said}`);
}

/** Runs the examples and the other tests of the installed package, which install from the registry. */
async function tryExamples({ env }: Registry): Promise<void> {
  const files = TRIED.map((name) => `test/installed/${name}.slow.test.ts`);
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--mode", "slow", ...files];
  const child = spawn(process.execPath, vitest, {
    cwd: ROOT,
    env: { ...env, ANCHORLOG_PUBLISHED: "1" },
    stdio: "inherit",
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error("the examples do not run with what was published");
}

/** Installs from the registry into empty folders, runs the README's program and the server, and writes the SBOM. */
async function tryPublished(registry: Registry, folder: string, into: string): Promise<void> {
  const first = join(folder, "first");
  await mkdir(first);
  await registry.npm(first, "install", "anchorlog");
  await tryProgram(first);
  const second = join(folder, "second");
  await mkdir(second);
  await registry.npm(second, "exec", "--yes", "--", PNPM, "add", "anchorlog");
  await tryProgram(second);
  say("the README's program runs in an empty folder, installed by npm and by pnpm");

  const all = join(folder, "all");
  await mkdir(all);
  await writeFile(
    join(all, "package.json"),
    JSON.stringify({ name: "anchorlog-release", version: "0.0.0", private: true }),
  );
  await registry.npm(all, "install", "anchorlog", "@anchorlog/circuits", "@anchorlog/client", "@anchorlog/server");
  await writeFile(join(into, "sbom.cdx.json"), await registry.npm(all, "sbom", "--sbom-format", "cyclonedx"));
  const help = await registry.npm(all, "exec", "--", "@anchorlog/server", "--help");
  if (!help.includes("npx @anchorlog/server")) throw new Error(`the server's help: ${help}`);
  say("npx @anchorlog/server starts; sbom.cdx.json lists what the packages bring along");
  await tryExamples(registry);
  say("the examples, runtimes and compilers run with what was published");
}

/** Publishes what is packed in a folder. npm makes provenance only in a CI that it knows. */
async function publish(from: string): Promise<void> {
  const { packages } = await readRelease(from);
  for (const { name, integrity } of packages) {
    const file = join(from, `${name.replace("@", "").replace("/", "-")}-${(await manifestOf("")).version}.tgz`);
    const found = `sha512-${createHash("sha512")
      .update(await readFile(file))
      .digest("base64")}`;
    if (found !== integrity) throw new Error(`${file} is not the file that release.json names`);
    await run(from, "npm", "publish", file, "--provenance");
    say(`published ${name}`);
  }
}

const COMMANDS = { pack: packRelease, rehearse, publish };
const [command = "", folder] = process.argv.slice(2);
if (folder === undefined || !Object.hasOwn(COMMANDS, command)) {
  process.stderr.write(`release.ts pack|rehearse|publish FOLDER\n`);
  process.exit(3);
}
await COMMANDS[command as keyof typeof COMMANDS](resolve(folder));
