import hre from "hardhat";
import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { digits, type Before } from "./gas.ts";

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

/** The table of what the contracts are in lines without comments and in bytes on a chain, before and now. */
export async function sizes(before: Before): Promise<string> {
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const all = globSync("**/*.sol", { cwd: "contracts" });
  const named = new Set(Object.values(SOURCES).flat());
  const names = all.map((file) => file.slice(0, -".sol".length));
  const shared = names.filter((name) => !named.has(name) && !LEFT_OUT.test(name));
  const rows = await Promise.all(
    Object.entries({ ...SOURCES, [SHARED]: shared }).map(async ([name, sources]) => {
      const old = before.sizes[name];
      const counts = await Promise.all(sources.map(linesOf));
      return {
        name,
        cells: [old?.lines, sum(counts), old?.bytes, old?.bytes === undefined ? undefined : await bytesOf(name)],
      };
    }),
  );
  const totals = [0, 1, 2, 3].map((column) => `**${digits(sum(rows.map(({ cells }) => cells[column] ?? 0)))}**`);
  return [
    "| Contract | Lines before | Lines | Bytes before | Bytes |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...rows.map(({ name, cells }) => `| ${name} | ${cells.map(digits).join(" | ")} |`),
    `| **together** | ${totals.join(" | ")} |`,
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
