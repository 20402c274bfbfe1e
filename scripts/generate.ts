/**
 * Writes every generated file from its source.
 *
 *     npm run generate                      writes what differs
 *     npm run generate -- --check           writes nothing; names what differs (exit code 1)
 *     npm run generate -- docs/ERRORS.md    the same for some files or folders only
 */
import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { abis } from "./generate/abis.ts";
import { auditing } from "./generate/auditing.ts";
import { deployed } from "./generate/deployed.ts";
import { renderDemoVector } from "./generate/demo-vector.ts";
import { renderExamples } from "./generate/examples.ts";
import { circomConstants } from "./generate/poseidon.ts";
import { poseidonSolidity } from "./generate/poseidon-solidity.ts";
import type { Generated } from "./generate/generated.ts";
import { errors } from "./generate/errors.ts";
import { keyModules } from "./circuits/key-module.ts";
import { operating } from "./generate/operating.ts";
import { scaling } from "./generate/scaling.ts";
import { registries } from "./generate/registries.ts";
import { verifiers } from "./generate/verifiers.ts";
import { engines } from "../engines/generate/index.ts";
import { clientSources } from "../client/scripts/generated.ts";

/** The generated files in the order of writing. Some contracts are generated, so the ABIs come after them. */
const files: readonly Generated[] = [
  { path: "circuits/lib/poseidon_constants.circom", render: async () => circomConstants() },
  ...engines,
  ...keyModules,
  ...verifiers,
  poseidonSolidity,
  ...abis,
  registries,
  deployed,
  ...operating,
  auditing,
  errors,
  scaling,
  ...clientSources,
  // These are signed for the registry's address, which changes with the registry's code.
  { path: "examples/actions.jsonl", render: renderExamples },
  { path: "test/vectors/demo.json", render: renderDemoVector },
];

const places = process.argv.slice(2).filter((argument) => argument !== "--check");
const chosen = files.filter(({ path }) => places.length === 0 || places.some((place) => path.startsWith(place)));
const unknown = places.filter((place) => !files.some(({ path }) => path.startsWith(place)));
if (unknown.length > 0) {
  console.error(`no generated file begins with ${unknown.join(", ")}\nusage: npm run generate -- [--check] [PATH...]`);
  process.exitCode = 3;
} else {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  process.exitCode = await generate(process.argv.includes("--check", 2));
}

async function generate(check: boolean): Promise<number> {
  const differing: string[] = [];
  for (const { path, render } of chosen) {
    const text = await render();
    if (text === (await readFile(path, "utf8").catch(() => undefined))) continue;
    differing.push(path);
    if (check) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  if (differing.length === 0) {
    console.log(`${chosen.length} generated files are up to date`);
    return 0;
  }
  const list = differing.map((path) => `  ${path}`).join("\n");
  if (!check) {
    console.log(`Written:\n${list}`);
    // Other files may be generated from modules that were just rewritten but are loaded already: run again.
    return (
      spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...places], {
        stdio: "inherit",
      }).status ?? 1
    );
  }
  console.error(`Not what their generators write:\n${list}\nRun: npm run generate -- ${differing.join(" ")}`);
  return 1;
}
