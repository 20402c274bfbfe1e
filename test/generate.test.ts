import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { affectedBy } from "../scripts/generate.ts";
import { newFolder } from "./folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const STRIPPING = ["--disable-warning=ExperimentalWarning", "--import", "./test/typescript.mjs"];

/** The modules of the generators, and one of the files that they write. */
const COPIED =
  "scripts src engines/generate engines/modules client/scripts server/scripts server/src examples/platform.ts " +
  "test/typescript.mjs docs/ERRORS.md package.json .prettierrc.json";

const CONTRACTS = ["src/chain/generated/", "src/chain/generated/deployed.ts"];
const EXAMPLES = ["examples/actions.jsonl", "test/vectors/demo.json"];

it.each([
  ["docs/OPERATING.md", []],
  ["src/cli/commands.ts", []],
  ["docs/ERRORS.md", ["docs/ERRORS.md"]],
  ["contracts/FaultProofs.sol", CONTRACTS],
  ["src/chain/generated/registries.ts", ["src/chain/generated/registries.ts"]],
  ["src/base/errors/setup.ts", ["docs/ERRORS.md"]],
  ["engines/generate/keccak.ts", ["engines/modules/"]],
  ["circuits/artifacts/order.vkey.json", ["src/proof/generated/orderKey.ts", "contracts/verifiers/"]],
  ["server/src/actions/actionLogRoutes.ts", ["client/src/generated/"]],
  // A thread, and a module that only threads load.
  ["src/store/sqlite/writer-worker.ts", EXAMPLES],
  ["src/log/link.ts", EXAMPLES],
  ["examples/clock.json", EXAMPLES],
])("a change of %s affects %j", (path, written) => {
  const all = affectedBy([path]).flatMap(({ writes }) => writes);
  expect(all).toEqual(expect.arrayContaining(written));
  if (written.length === 0) expect(all).toEqual([]);
});

it("makes every file again if a generator's own settings changed", () => {
  const all = affectedBy(["scripts/generate.ts"]);
  for (const path of ["hardhat.config.ts", "scripts/generate/inputs.ts", "test/typescript.mjs"]) {
    expect(affectedBy([path])).toEqual(all);
  }
});

it("refuses a file that differs from its generator's if only the changed files are checked", async () => {
  const folder = newFolder();
  for (const path of COPIED.split(" ")) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const source = join(folder, "src/base/errors/setup.ts");
  const text = await readFile(source, "utf8");
  const check = () =>
    run(process.execPath, [...STRIPPING, "scripts/generate.ts", "--check", "--changed", "src/base/errors/setup.ts"], {
      cwd: folder,
    });
  expect(await check()).toMatchObject({ stdout: "1 generated files are up to date\n" });
  await writeFile(source, text.replace(/means: "/, 'means: "Planted: '));
  await expect(check()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("docs/ERRORS.md") as string });
});

it.each(["--chekc", "docs/ERROR.md", "engines/modules/typo.js"])(
  "refuses %s, which is no generated file",
  async (word) => {
    const checked = run(process.execPath, [...STRIPPING, "scripts/generate.ts", "--check", word], { cwd: root });
    await expect(checked).rejects.toMatchObject({ code: 3, stderr: expect.stringContaining(`with ${word}`) as string });
  },
);

it("names a file that a generator reads and no list declares", async () => {
  const code = `import { recordInputs } from "./scripts/generate/inputs.ts";
    const faults = recordInputs((file) => file.endsWith("absence.vkey.json"));
    const { artifactVkey } = await import("./scripts/circuits/vkey.ts");
    artifactVkey("order");
    artifactVkey("absence");
    console.log(JSON.stringify(faults().filter((fault) => fault.startsWith("scripts/"))));`;
  const { stdout } = await run(process.execPath, [...STRIPPING, "--input-type=module", "--eval", code], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(["scripts/circuits/vkey.ts reads circuits/artifacts/order.vkey.json"]);
});
