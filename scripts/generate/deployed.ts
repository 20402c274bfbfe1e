import hre from "hardhat";
import { format, resolveConfig } from "prettier";
import { keccak256, type Hex } from "viem";
import { presets } from "../../src/chain/presets.ts";
import type { Generated } from "./generated.ts";

const path = "src/chain/generated/deployed.ts";

/** The code that each contract has on a chain, and the gas of its creation. */
const deployed: Generated = {
  path,
  render: async () => {
    // Imported here because the step before may have written its modules.
    const { coreCreations, DEPLOYMENT_PROXY, proofCreations, PROXY_CODE } =
      await import("../../src/chain/addresses.ts");
    const { provider } = await hre.network.create();
    await provider.request({ method: "hardhat_setCode", params: [DEPLOYMENT_PROXY, PROXY_CODE] });
    const [from] = (await provider.request({ method: "eth_accounts" })) as [Hex];
    const gas = new Map<string, number>();
    for (const parameters of Object.values(presets)) {
      for (const { contract, to, data } of [...coreCreations(parameters), ...proofCreations(parameters)]) {
        if (gas.has(contract) && to === DEPLOYMENT_PROXY && SHARED.has(contract)) continue;
        const call = { from, to, data, gas: "0xf42400" };
        const hash = await provider.request({ method: "eth_sendTransaction", params: [call] });
        const receipt = (await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as {
          gasUsed: Hex;
          status: Hex;
        };
        if (receipt.status !== "0x1") throw new Error(`${contract} was not created`);
        gas.set(contract, Math.max(gas.get(contract) ?? 0, Number(receipt.gasUsed)));
      }
    }
    const rows = await Promise.all([...gas].map(async ([contract, used]) => [contract, await rowOf(contract, used)]));
    const source = `// Written by scripts/generate/deployed.ts from the contracts' code and src/chain/presets.ts: do not edit.
import type { Hex } from "../../base/hex.ts";

type Deployed = {
  /** The keccak-256 of the code with zeros in its immutables. */
  readonly codeHash: Hex;
  /** The places of the immutables: offset and length in bytes. */
  readonly immutables: readonly (readonly [number, number])[];
  /** The gas of the transaction that creates it, with the preset that takes the most. */
  readonly gas: bigint;
};

/** Each contract on a chain, by its name. */
export const DEPLOYED: Readonly<Record<string, Deployed>> = {${rows.map(([name, row]) => `${name}: ${row}`).join(",")}};
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};

/** Contracts without parameters: every preset has the same ones. */
const SHARED = new Set(["Poseidon", "Attestations", "DisclosureVerifier", "OrderVerifier"]);

async function rowOf(contract: string, gas: number): Promise<string> {
  const { deployedBytecode, immutableReferences } = await hre.artifacts.readArtifact(contract);
  const places = Object.values(immutableReferences ?? {}).flat();
  const sorted = places.map(({ start, length }) => [start, length] as const).toSorted(([a], [b]) => a - b);
  return `{ codeHash: "${keccak256(deployedBytecode as Hex)}", immutables: ${JSON.stringify(sorted)}, gas: ${gas}n }`;
}

export const generated = [deployed];
