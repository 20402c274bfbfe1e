/** Measures the contracts' RFC 9162 checks in a trace. */
import hre from "hardhat";
import { encodeFunctionData, pad, parseAbi, toHex, type Hex } from "viem";
import { buildTree, consistencyProof, rootFromInclusionProof, treeRoot } from "../../../src/crypto/merkle/index.ts";
import { same } from "../frame.ts";
import type { Chain } from "./chain.ts";
import { headers } from "./registry.ts";

const abi = parseAbi([
  "function inclusionRoot(bytes32 leaf, uint64 index, uint64 size, bytes32[] proof) view returns (bytes32)",
  "function consistent(uint64 oldSize, bytes32 oldRoot, uint64 newSize, bytes32 newRoot, bytes32[] proof) view returns (bool)",
]);

/** The calldata of a check and its expected result. */
export type Check = { readonly data: Hex; readonly answer: Hex };

export function inclusionCheck(depth: number): Check {
  const [leaf, ...proof] = headers(depth + 1);
  const size = 2 ** depth;
  const index = Math.floor(size / 3);
  const args = [toHex(leaf!), BigInt(index), BigInt(size), proof.map((hash) => toHex(hash))] as const;
  const data = encodeFunctionData({ abi, functionName: "inclusionRoot", args });
  return { data, answer: toHex(rootFromInclusionProof(leaf!, index, size, proof)) };
}

export function consistencyCheck(oldSize: number, size: number): Check {
  const leaves = headers(size);
  const tree = buildTree(leaves);
  const oldRoot = treeRoot(buildTree(leaves.slice(0, oldSize)));
  const proof = consistencyProof(tree, oldSize).map((hash) => toHex(hash));
  const args = [BigInt(oldSize), toHex(oldRoot), BigInt(size), toHex(treeRoot(tree)), proof] as const;
  return { data: encodeFunctionData({ abi, functionName: "consistent", args }), answer: pad("0x01") };
}

/** Returns a check's gas without the transaction's base gas of 21,000 and its calldata. */
export async function traceCheck(chain: Chain, check: Check): Promise<{ gas: number; precompileGas: number }> {
  const { bytecode } = await hre.artifacts.readArtifact("RFC9162Harness");
  const call = { to: await chain.deploy(bytecode), data: check.data };
  same(await chain.ask(call), check.answer, "the contract's answer");
  const options = { disableMemory: true, disableStack: true, disableStorage: true };
  const trace = await chain.request("debug_traceCall", call, "latest", options);
  const { structLogs } = trace as { structLogs: { op: string; gas: number; gasCost: number }[] };
  const [first, last] = [structLogs[0]!, structLogs.at(-1)!];
  const calls = structLogs.filter(({ op }) => op === "STATICCALL").length;
  // SHA-256 of three words, called at a warm address.
  return { gas: first.gas - last.gas + last.gasCost, precompileGas: calls * (100 + 60 + 3 * 12) };
}
