import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../folder.ts";
import { installLinked, root } from "./project.ts";

const exec = promisify(execFile);
const folder = newFolder();

/** Copies an example, and puts the package's contracts where npm would. */
async function open(name: string): Promise<string> {
  const project = join(folder, name);
  await cp(join(root, "examples", name), project, { recursive: true });
  await cp(join(root, "contracts"), join(project, "node_modules/anchorlog/contracts"), { recursive: true });
  return project;
}

it("runs in Hardhat: voucher-hardhat", async () => {
  const cwd = await open("voucher-hardhat");
  await installLinked(cwd, "hardhat", "@nomicfoundation/hardhat-toolbox-viem", "solc");
  const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true" };
  const { stdout } = await exec(process.execPath, ["node_modules/hardhat/dist/src/cli.js", "test", "nodejs"], {
    cwd,
    env,
  });
  expect(stdout).toMatch(/2 passing/);
});

it("runs in Foundry: voucher-foundry", async () => {
  const cwd = await open("voucher-foundry");
  const contracts = "node_modules/@openzeppelin/contracts";
  await cp(join(root, contracts), join(cwd, contracts), { recursive: true });
  // Forge itself, apart from the project: 80 MB.
  const version = manifest.devDependencies["@foundry-rs/anvil"];
  const install = ["install", "--prefix", folder, `@foundry-rs/forge@${version}`, "--ignore-scripts", "--no-audit"];
  await exec("npm", install, { cwd: folder });
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const forge = join(folder, `node_modules/@foundry-rs/forge-${platform}/bin/forge`);
  // The compiler of npm, so that forge downloads none.
  const solc = join(folder, "solc.cjs");
  const path = JSON.stringify(createRequire(import.meta.url).resolve("solc"));
  const code = `#!${process.execPath}
const solc = require(${path});
const read = () => require("node:fs").readFileSync(0, "utf8");
process.stdout.write(process.argv.includes("--version") ? \`Version: \${solc.version()}\\n\` : solc.compile(read()));
`;
  await writeFile(solc, code, { mode: 0o755 });
  const { stdout } = await exec(forge, ["test", "--use", solc, "--offline"], { cwd });
  expect(stdout).toMatch(/2 tests passed, 0 failed/);
});
