import hre from "hardhat";
import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { digits } from "./gas.ts";

/** Paths under contracts/ of the sources that count as a part of each contract. All others are shared. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  AnchorRegistry: ["AnchorRegistry", "base/Operators", "libraries/Keys", "libraries/Freezes"],
  OperatorStake: ["OperatorStake", "libraries/Ether"],
  FaultProofs: ["FaultProofs"],
  Challenges: ["Challenges", "ChallengeBook"],
  Claims: ["Claims", "libraries/Disclosures"],
  Disputes: ["Disputes", "libraries/Predicates"],
  Deployment: ["Deployment"],
  "gates and wallets": ["WalletCheck", "Attestations", "libraries/AnchoredAction", "libraries/Wallets"],
  interfaces: ["interfaces/IAttestations", "interfaces/IPoseidon", "interfaces/IProofVerifier"],
};
const SHARED = "evidence, hashes and proofs";
/** Generated, examples, or of tests. */
const LEFT_OUT = /^(Poseidon|verifiers\/.*|examples\/.*|test\/.*)$/;

/** The parts that are one contract: their bytes are counted, too. */
const DEPLOYED = new Set([
  "AnchorRegistry",
  "OperatorStake",
  "FaultProofs",
  "Challenges",
  "Claims",
  "Disputes",
  "Deployment",
]);

/** The table of the contracts' lines, without comments and blank lines, and of their bytes on a chain. */
export async function sizes(): Promise<string> {
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const all = globSync("**/*.sol", { cwd: "contracts" });
  const named = new Set(Object.values(SOURCES).flat());
  const names = all.map((file) => file.slice(0, -".sol".length));
  const shared = names.filter((name) => !named.has(name) && !LEFT_OUT.test(name));
  const rows = await Promise.all(
    Object.entries({ ...SOURCES, [SHARED]: shared }).map(async ([name, sources]) => ({
      name,
      lines: sum(await Promise.all(sources.map(linesOf))),
      bytes: DEPLOYED.has(name) ? await bytesOf(name) : 0,
    })),
  );
  const [lines, bytes] = [sum(rows.map((row) => row.lines)), sum(rows.map((row) => row.bytes))];
  return [
    "| Contract | Lines | Bytes |",
    "| --- | ---: | ---: |",
    ...rows.map((row) => `| ${row.name} | ${digits(row.lines)} | ${row.bytes === 0 ? "" : digits(row.bytes)} |`),
    `| **together** | **${digits(lines)}** | **${digits(bytes)}** |`,
  ].join("\n");
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

async function linesOf(name: string): Promise<number> {
  const text = await readFile(`contracts/${name}.sol`, "utf8");
  const code = text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\/\/[^\n]*/g, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

async function bytesOf(contract: string): Promise<number> {
  const { deployedBytecode } = await hre.artifacts.readArtifact(contract);
  return (deployedBytecode.length - 2) / 2;
}
