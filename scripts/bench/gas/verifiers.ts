/** Calls of verifiers on chain with a disclosure that holds: ours, and the one that snarkjs writes for the same key. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import hre from "hardhat";
import * as snarkjs from "snarkjs";
import { encodeFunctionData, hexToBytes, pad, parseAbi, toHex, type Hex } from "viem";
import { disclosureVerifierAbi } from "../../../src/anchor/index.ts";
import { decodeProof } from "../../../src/proof/index.ts";
import { valid } from "../../../test/proof/fixtures.ts";
import { same } from "../frame.ts";
import type { Call, Chain } from "./chain.ts";

const disclosure: { readonly proof: Uint8Array; readonly signals: readonly bigint[] } = valid[1]!;

export async function ourVerifier({ deploy, ask }: Chain): Promise<Call> {
  const { bytecode } = await hre.artifacts.readArtifact("DisclosureVerifier");
  const { proof, signals } = disclosure;
  const data = encodeFunctionData({
    abi: disclosureVerifierAbi,
    functionName: "verify",
    args: [toHex(proof), signals],
  });
  const call = { to: await deploy(bytecode), data };
  same(await ask(call), pad("0x01"), "the verdict of our verifier");
  return call;
}

export async function snarkjsVerifier({ deploy, ask }: Chain): Promise<Call> {
  const { a, b, c } = decodeProof(disclosure.proof);
  const data = encodeFunctionData({
    abi: parseAbi(["function verifyProof(uint256[2], uint256[2][2], uint256[2], uint256[11]) view returns (bool)"]),
    args: [
      [a.x, a.y],
      [
        [b.x.c1, b.x.c0],
        [b.y.c1, b.y.c0],
      ],
      [c.x, c.y],
      disclosure.signals as never,
    ],
  });
  const call = { to: await deploy(await compileSnarkjsVerifier()), data };
  same(await ask(call), pad("0x01"), "the verdict of the verifier of snarkjs");
  return call;
}

/** A transaction with this calldata, a pairing of four points, a product and a sum for each signal but 0 (EIP-1108). */
export function groth16Floor({ data }: Call): number {
  const calldata = hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0);
  const signals = disclosure.signals.filter((signal) => signal !== 0n).length;
  return 21_000 + calldata + (45_000 + 4 * 34_000) + signals * (6_000 + 150);
}

type Exporter = { exportSolidityVerifier(zkey: string, templates: { groth16: string }): Promise<string> };
type Solc = { compile(input: string): string };
type SolcOutput = { contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>> };

/** Compiles it with the settings that our own contracts are compiled with. */
async function compileSnarkjsVerifier(): Promise<Hex> {
  const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
  const groth16 = await readFile(path("node_modules/snarkjs/templates/verifier_groth16.sol.ejs"), "utf8");
  const exporter = snarkjs.zKey as unknown as Exporter;
  const content = await exporter.exportSolidityVerifier(path("circuits/artifacts/disclosure.zkey"), { groth16 });
  const { settings } = hre.config.solidity.profiles["default"]!.compilers[0]!;
  const input = {
    language: "Solidity",
    sources: { "Groth16Verifier.sol": { content } },
    settings: { ...settings, outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
  };
  const solc = createRequire(import.meta.url)("solc") as Solc;
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  return `0x${contracts["Groth16Verifier.sol"]!["Groth16Verifier"]!.evm.bytecode.object}`;
}
