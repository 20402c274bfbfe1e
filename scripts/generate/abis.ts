import hre from "hardhat";
import { format, resolveConfig } from "prettier";
import type { Generated } from "./generated.ts";

/** The contracts that TypeScript talks to, or computes the address of. */
const contracts = [
  "AnchorRegistry",
  "OperatorStake",
  "FaultProofs",
  "Challenges",
  "Claims",
  "Disputes",
  "Poseidon",
  "Deployment",
  "DisclosureVerifier",
  "OrderVerifier",
  "Attestations",
  "WalletCheck",
  "AnnouncedRedeemer",
] as const;

/** One module a contract, with its ABI and creation bytecode. */
export const generated: readonly Generated[] = contracts.map((contract) => {
  const path = `src/chain/generated/${contract}.ts`;
  return { path, render: () => renderAbi(contract, path) };
});

async function renderAbi(contract: (typeof contracts)[number], filepath: string): Promise<string> {
  const { abi, bytecode, sourceName } = await hre.artifacts.readArtifact(contract);
  const name = `${contract[0]?.toLowerCase()}${contract.slice(1)}`;
  const source = `// Written by scripts/generate/abis.ts from ${sourceName}: do not edit.
import type { Abi, Hex } from "viem";

/** The ABI of \`${contract}\`. */
export const ${name}Abi = ${JSON.stringify(abi)} as const satisfies Abi;

/** The code that deploys a \`${contract}\`. The constructor's arguments follow it. */
export const ${name}CreationBytecode: Hex = "${bytecode}";
`;
  return format(source, { ...(await resolveConfig(filepath)), filepath });
}
