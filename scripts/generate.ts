/**
 * Writes every generated file from its source.
 *
 *     npm run generate                      writes what differs
 *     npm run generate -- --check           writes nothing; names what differs (exit code 1)
 *     npm run generate -- docs/ERRORS.md    the same for some files or folders only
 *
 * `--check --changed PATH...` makes only the files that a change of these paths affects.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { modulesOf, recordInputs } from "./generate/inputs.ts";
import type { Generated } from "./generate/generated.ts";

/** A module whose `generated` writes files at these paths, or below them. */
type Generator = {
  readonly by: string;
  readonly writes: readonly string[];
  /** Files that it reads, and folders of such files, besides the modules that it imports and the files of the root. */
  readonly reads?: readonly string[];
};

/** This file and what it loads, besides the generators. */
const OF_ALL = [...modulesOf("scripts/generate.ts"), "test/typescript.mjs"];
const KEYS = ["circuits/artifacts/"];
/** The contracts' artifacts are made from them. */
const CONTRACTS = ["contracts/", "artifacts/"];
const KEY_MODULES = ["disclosureKey", "orderKey", "absenceKey", "developmentDelta"];

/** The generators in the order of writing. Some contracts are generated, so the ABIs come after them. */
const generators: readonly Generator[] = [
  { by: "scripts/generate/poseidon.ts", writes: ["circuits/lib/poseidon_constants.circom"] },
  { by: "engines/generate/index.ts", writes: ["engines/modules/"] },
  {
    by: "scripts/circuits/key-module.ts",
    writes: KEY_MODULES.map((name) => `src/proof/generated/${name}.ts`),
    reads: KEYS,
  },
  {
    by: "scripts/generate/verifiers.ts",
    writes: ["contracts/verifiers/", "contracts/test/ProductVerifier.sol"],
    reads: [...KEYS, "test/vectors/groth16/product.json"],
  },
  { by: "scripts/generate/poseidon-solidity.ts", writes: ["contracts/Poseidon.sol"] },
  { by: "scripts/generate/abis.ts", writes: ["src/chain/generated/"], reads: CONTRACTS },
  { by: "scripts/generate/registries.ts", writes: ["src/chain/generated/registries.ts"] },
  { by: "scripts/generate/deployed.ts", writes: ["src/chain/generated/deployed.ts"], reads: CONTRACTS },
  { by: "scripts/generate/operating.ts", writes: ["docs/alerts.yml", "docs/dashboard.json"] },
  { by: "scripts/generate/auditing.ts", writes: ["docs/AUDITING.md"] },
  { by: "scripts/generate/errors.ts", writes: ["docs/ERRORS.md"] },
  { by: "scripts/generate/scaling.ts", writes: ["docs/SCALING.md"] },
  // The server loads its pages. They are not in its document.
  { by: "client/scripts/generated.ts", writes: ["client/src/generated/"], reads: ["dist/page/", "circuits/dist/"] },
  // These are signed for the registry's address, which changes with the registry's code.
  { by: "scripts/generate/examples.ts", writes: ["examples/actions.jsonl"], reads: ["examples/"] },
  { by: "scripts/generate/demo-vector.ts", writes: ["test/vectors/demo.json"], reads: ["examples/"] },
];

const begins = (path: string, places: readonly string[]): boolean => places.some((place) => path.startsWith(place));

type Arguments = {
  readonly check: boolean;
  readonly places: readonly string[];
  readonly changed: readonly string[] | undefined;
};

const FLAGS = new Set(["--check", "--changed"]);

/** Paths after `--changed` are changed ones; others are of generated files. */
function readArguments(args: readonly string[]): Arguments {
  const paths = args.filter((argument) => !FLAGS.has(argument));
  const isOfChanged = args.includes("--changed");
  return {
    check: args.includes("--check"),
    places: isOfChanged ? [] : paths,
    changed: isOfChanged ? paths : undefined,
  };
}

/** Whether a place is within the paths that a generator writes, or holds one of them. */
function meets(place: string, writes: readonly string[]): boolean {
  return begins(place, writes) || writes.some((path) => path.startsWith(place));
}

/** Whether a generator's files may change with a file. The root has settings of tools, such as hardhat.config.ts. */
function isInput({ by, writes, reads = [] }: Generator, path: string): boolean {
  const isSetting = !path.includes("/") && !path.endsWith(".md");
  return isSetting || begins(path, [...writes, ...reads, ...OF_ALL]) || modulesOf(by).has(path);
}

/** Returns the generators whose files a change of these paths may change. */
export const affectedBy = (changed: readonly string[]): Generator[] =>
  generators.filter((generator) => changed.some((path) => isInput(generator, path)));

/** Makes the files of one generator, and returns the paths of those that differ. */
async function differencesOf(
  { by, writes }: Generator,
  { places, check }: Arguments,
): Promise<{ paths: string[]; differing: string[] }> {
  const { generated } = (await import(new URL(`../${by}`, import.meta.url).href)) as {
    generated: readonly Generated[];
  };
  const chosen = generated.filter(({ path }) => places.length === 0 || begins(path, places));
  const differing: string[] = [];
  for (const { path, render } of chosen) {
    if (!begins(path, writes)) throw new Error(`${by} writes ${path}: name it in scripts/generate.ts`);
    const text = await render();
    if (text === (await readFile(path, "utf8").catch(() => undefined))) continue;
    differing.push(path);
    if (check) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return { paths: chosen.map(({ path }) => path), differing };
}

async function generate(args: Arguments): Promise<number> {
  const { places, check, changed } = args;
  const isChosen = (generator: Generator): boolean =>
    changed === undefined
      ? places.length === 0 || places.some((place) => meets(place, generator.writes))
      : affectedBy(changed).includes(generator);
  // Only a check of everything can tell that inputs are missing in `generators`: others trust it.
  const faultsOfInputs = check && changed === undefined && places.length === 0 ? recordInputs(isDeclared) : () => [];
  const differing: string[] = [];
  const paths: string[] = [];
  for (const generator of generators.filter(isChosen)) {
    const made = await differencesOf(generator, args);
    paths.push(...made.paths);
    differing.push(...made.differing);
    // The ABIs are made from artifacts of the contracts, so those are built first, in the run below.
    if (!check && made.differing.some((path) => path.endsWith(".sol"))) break;
  }
  const list = differing.map((path) => `  ${path}`).join("\n");
  if (differing.length > 0 && !check) {
    console.log(`Written:\n${list}`);
    // Other files may be generated from modules that were just rewritten but are loaded already: run again.
    const again = ["scripts/bootstrap.mjs", "generate", ...places];
    return spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1;
  }
  if (differing.length > 0) {
    console.error(`Not what their generators write:\n${list}\nRun: npm run generate -- ${differing.join(" ")}`);
  }
  const faults = faultsOfInputs();
  if (faults.length > 0) console.error(`Declare in scripts/generate.ts:\n${faults.join("\n")}`);
  if (differing.length > 0 || faults.length > 0) return 1;
  const unknown = places.filter((place) => !paths.some((path) => path.startsWith(place)));
  if (unknown.length > 0) return wrongCall(unknown);
  console.log(`${paths.length} generated files are up to date`);
  return 0;
}

/** Whether each generator that loads a module declares a file that the module reads. */
function isDeclared(file: string, module: string): boolean {
  return generators.every((generator) => !modulesOf(generator.by).has(module) || isInput(generator, file));
}

function wrongCall(unknown: readonly string[]): number {
  console.error(`no generated file begins with ${unknown.join(", ")}\nusage: npm run generate -- [--check] [PATH...]`);
  return 3;
}

if (import.meta.main) {
  const args = readArguments(process.argv.slice(2));
  const unknown = args.places.filter((place) => !generators.some(({ writes }) => meets(place, writes)));
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  process.exitCode = unknown.length > 0 ? wrongCall(unknown) : await generate(args);
}
