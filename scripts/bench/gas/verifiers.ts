/** Measures verifiers on chain with valid proofs: our verifiers, and snarkjs's verifiers for the same keys. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import hre from "hardhat";
import * as snarkjs from "snarkjs";
import { type Abi, encodeFunctionData, hexToBytes, pad, parseAbi, toHex, type Hex } from "viem";
import { disclosureVerifierAbi, orderVerifierAbi } from "../../../src/chain/index.ts";
import { decodeProof, proofToSnarkjs } from "../../../src/proof/index.ts";
import { orders, valid } from "../../../test/proof/fixtures.ts";
import type { ON_CHAIN } from "../../circuits/files.ts";
import { type BenchCase, OURS, same } from "../frame.ts";
import type { Call, Chain } from "./chain.ts";

const SNARKJS = "snarkjs 0, its Solidity verifier";
const GROTH16_FLOOR = "precompiles and calldata only";

type Circuit = (typeof ON_CHAIN)[number];
type Proven = { readonly proof: Uint8Array; readonly signals: readonly bigint[] };

/** For each circuit, our contract and a valid proof. */
const OURS_OF = {
  disclosure: {
    name: "a disclosure",
    contract: "DisclosureVerifier",
    abi: disclosureVerifierAbi,
    ...proven(valid[1]!),
  },
  order: { name: "an order", contract: "OrderVerifier", abi: orderVerifierAbi, ...proven(orders.valid[0]!) },
} as const;

/** A proof, and the key for snarkjs's verifier. */
type SnarkjsProven = {
  readonly zkey: string;
  readonly proof: snarkjs.SnarkjsProof;
  readonly signals: readonly bigint[];
};

/** Returns the case that compares the gas of a circuit's verifiers, and of peers. */
export function verifierCase(
  chain: () => Promise<Chain>,
  circuit: Circuit,
  peers: readonly { readonly name: string; readonly proven: SnarkjsProven }[] = [],
): BenchCase {
  const { name, proof, signals } = OURS_OF[circuit];
  const zkey = fileURLToPath(new URL(`../../../circuits/artifacts/${circuit}.zkey`, import.meta.url));
  const theirs = { zkey, proof: proofToSnarkjs(decodeProof(proof)), signals };
  const subject = (name: string, call: (chain: Chain) => Promise<Call>) => ({
    name,
    measure: async () => (await chain()).gasOf(await call(await chain())),
  });
  return {
    name: `verify ${name}, as a transaction`,
    unit: "gas",
    subjects: [
      subject(OURS, (chain) => ourVerifier(chain, circuit)),
      subject(SNARKJS, (chain) => snarkjsVerifier(chain, theirs)),
      ...peers.map(({ name, proven }) => subject(`${name}, by ${SNARKJS}`, (chain) => snarkjsVerifier(chain, proven))),
      { name: GROTH16_FLOOR, measure: async () => groth16Floor(await ourVerifier(await chain(), circuit), signals) },
    ],
  };
}

async function ourVerifier({ deploy, ask }: Chain, circuit: Circuit): Promise<Call> {
  const { contract, abi, proof, signals } = OURS_OF[circuit];
  const { bytecode } = await hre.artifacts.readArtifact(contract);
  const data = encodeFunctionData({ abi, functionName: "verify", args: [toHex(proof), signals] });
  const call = { to: await deploy(bytecode), data };
  same(await ask(call), pad("0x01"), "the verdict of our verifier");
  return call;
}

async function snarkjsVerifier({ deploy, ask }: Chain, { zkey, proof, signals }: SnarkjsProven): Promise<Call> {
  const swapped = proof.pi_b.slice(0, 2).map((pair) => pair.toReversed());
  const data = encodeFunctionData({
    abi: parseAbi([
      `function verifyProof(uint256[2], uint256[2][2], uint256[2], uint256[${signals.length}]) view returns (bool)`,
    ]) as Abi,
    functionName: "verifyProof",
    args: [proof.pi_a.slice(0, 2), swapped, proof.pi_c.slice(0, 2), signals],
  });
  const call = { to: await deploy(await compileSnarkjsVerifier(zkey)), data };
  same(await ask(call), pad("0x01"), "the verdict of the verifier of snarkjs");
  return call;
}

/** Gas of the calldata, a pairing of four points, and a product and a sum for each nonzero signal (EIP-1108). */
function groth16Floor({ data }: Call, signals: readonly bigint[]): number {
  const calldata = hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0);
  const used = signals.filter((signal) => signal !== 0n).length;
  return 21_000 + calldata + (45_000 + 4 * 34_000) + used * (6_000 + 150);
}

function proven({ proof, signals }: Proven): Proven {
  return { proof, signals };
}

type Exporter = { exportSolidityVerifier(zkey: string, templates: { groth16: string }): Promise<string> };
type Solc = { compile(input: string): string };
type SolcOutput = { contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>> };

/** Compiles snarkjs's verifier with the compiler settings of our own contracts. */
async function compileSnarkjsVerifier(zkey: string): Promise<Hex> {
  const template = new URL("../../../node_modules/snarkjs/templates/verifier_groth16.sol.ejs", import.meta.url);
  const groth16 = await readFile(template, "utf8");
  const exporter = snarkjs.zKey as unknown as Exporter;
  const content = await exporter.exportSolidityVerifier(zkey, { groth16 });
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
