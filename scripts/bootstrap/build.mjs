// Builds src/ to dist/, contracts/ to artifacts/, the pages and the client, each only if something changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ONE_THREAD, root, runBin, runNode, seconds, step } from "./process.mjs";

const CONTRACTS = "contracts: hardhat build";

/** Runs both compilers at the same time, since each of them uses one core for most of its time. */
export async function build() {
  const contracts = started(compileContracts);
  const typescript = started(() => compileTypeScript(""));
  const client = started(() => compileTypeScript("client/"), typescript);
  const pages = started(makePages, client);
  // A build that failed leaves no compiler running.
  const ended = Promise.allSettled([contracts, pages]);
  try {
    await step(CONTRACTS, () => contracts);
    await step("TypeScript: src/ to dist/", () => typescript);
    await step("TypeScript: client/src/ to client/dist/", () => client);
    await step("the pages: dist/page/", () => pages);
  } finally {
    await ended;
  }
}

/** Starts some work after other work, and resolves to the ending of its line. */
async function started(work, after) {
  await after;
  const start = performance.now();
  return (await work()) ?? seconds(start);
}

/** @param folder workspace whose src/ is compiled to its dist/, with a slash at the end; empty for the package. */
async function compileTypeScript(folder) {
  const start = performance.now();
  const project = `${folder}tsconfig.build.json`;
  const memory = join(root, folder, "dist", ".tsbuildinfo");
  const lastBuilt = () => statSync(memory, { throwIfNoEntry: false })?.mtimeMs;
  // tsc keeps old verdicts across some changes of its options (`lib`, in TypeScript 7.0) and its version.
  const name = `${folder.replace("/", "-")}typescript.sha256`;
  const settings = stamp(name, ["tsconfig.json", project, "package-lock.json"]);
  if (!settings.matches) rmSync(memory, { force: true });

  const before = lastBuilt();
  const { code, output } = await runBin("tsc", ["-b", project, "--checkers", "1"], { capture: true, env: ONE_THREAD });
  settings.write();
  if (code !== 0) throw new Failure("The TypeScript build failed", output);
  removeOrphans(folder);
  return lastBuilt() === before ? `up to date, ${seconds(start)}` : undefined;
}

const inOrder = (files) => files.toSorted((a, b) => (a < b ? -1 : 1));

async function makePages() {
  const builder = "scripts/page.ts";
  const sources = inOrder([...filesIn("src"), ...filesIn("engines/modules"), "circuits/artifacts/manifest.json"]);
  const current = stamp("page.sha256", [...sources, builder, "package-lock.json"]);
  const made = ["dist/page/proofElement.js", "circuits/dist/prove.html"];
  if (current.matches && made.every((file) => existsSync(join(root, file)))) return "up to date";

  // Otherwise files that are not made any more would still be published.
  rmSync(join(root, "dist", "page"), { recursive: true, force: true });
  const { code, output } = await runNode(builder, [], { capture: true });
  if (code !== 0) throw new Failure("The pages do not build", output);
  current.write();
  return undefined;
}

/** Deletes compiled files whose source was deleted. Otherwise they would still be imported, tested and published. */
function removeOrphans(folder) {
  for (const file of filesIn(`${folder}dist`)) {
    const source = file.replace(`${folder}dist`, `${folder}src`).replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts");
    if (source.endsWith(".ts") && !existsSync(join(root, source))) rmSync(join(root, file));
  }
}

export const buildContracts = () => step(CONTRACTS, compileContracts);

async function compileContracts() {
  const sources = inOrder([...filesIn("contracts"), "hardhat.config.ts", "package-lock.json"]);
  // Other Hardhat tasks write artifacts too: `test solidity --build-profile tests` writes them without the optimizer.
  const current = () => stamp("contracts.sha256", [...sources, ...inOrder(filesIn("artifacts/contracts"))]);
  const changed = stamp("contract-sources.sha256", sources);
  if (current().matches && existsSync(join(root, "artifacts"))) return "up to date";

  const start = performance.now();
  // Hardhat's cache accepts artifacts of another profile.
  const force = changed.matches ? ["--force"] : [];
  const { code, output } = await runBin("hardhat", ["build", "--no-tests", "--quiet", ...force], { capture: true });
  if (code !== 0) throw new Failure("The contracts do not build", output);
  current().write();
  changed.write();
  return /warning/i.test(output) ? `${seconds(start)}, with warnings\n${output.trimEnd()}` : undefined;
}

/** Returns the path of a tool's cache file. If the tool's settings or any version changed, the file is deleted. */
export function memory(name, settings) {
  const file = join(root, "cache", name);
  const current = stamp(`${name}.sha256`, [...settings, "package-lock.json"]);
  if (!current.matches) rmSync(file, { force: true });
  current.write();
  return file;
}

/** Compares a hash of some files with the hash written after the last build. */
function stamp(name, files) {
  const file = join(root, "cache", name);
  const hash = createHash("sha256");
  for (const path of files) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  const value = hash.digest("hex");
  return {
    matches: existsSync(file) && readFileSync(file, "utf8") === value,
    write: () => {
      mkdirSync(join(root, "cache"), { recursive: true });
      writeFileSync(file, value);
    },
  };
}

/** Returns the paths of all files below a folder, relative to the root, with forward slashes. */
export function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
