import { HardhatArtifactResolver } from "@nomicfoundation/hardhat-ignition/helpers";
import { deploy, DeploymentResultType, type IgnitionModule } from "@nomicfoundation/ignition-core";
import hre from "hardhat";
import type { NetworkConnection } from "hardhat/types/network";
import { createPublicClient, createWalletClient, custom } from "viem";
import {
  contractAddresses,
  encodeParameters,
  parts,
  standalone,
  type ContractAddresses,
} from "../src/anchor/addresses.ts";
import { deploymentAbi } from "../src/anchor/generated/Deployment.ts";
import { DEPLOYMENT_SALT, presets, type DeploymentParameters } from "../src/anchor/presets.ts";
import { send } from "../src/anchor/send.ts";
import type { Hex } from "../src/encoding/hex.ts";
import { DeploymentModule, standaloneModules } from "./modules/Anchorlog.ts";
import { LOCAL_CHAIN } from "../scripts/development.ts";

type Provider = NetworkConnection["provider"];

/**
 * Deploys what is not there yet to a local chain (31337): Hardhat's simulated one, or a node's over HTTP.
 *
 * Addresses are deterministic, so that the chain itself tells what was deployed, and a deployment that stopped
 * half-way is carried on. No journal is written, as one that outlives the chain it is about misleads the next
 * deployment. For real chains, which want a journal, there is the task `hardhat ignition deploy`.
 *
 * @throws if the chain is another one, or a transaction fails.
 */
export async function deployLocally(
  { provider }: { readonly provider: Provider },
  parameters: DeploymentParameters = presets.local,
): Promise<ContractAddresses> {
  const chainId = Number(await provider.request({ method: "eth_chainId" }));
  if (chainId !== 31_337) throw new Error(`Chain ${chainId} is no local one`);
  const accounts = (await provider.request({ method: "eth_accounts" })) as Hex[];
  const addresses = contractAddresses(parameters);
  for (const { name } of standalone) {
    await deployOnce(provider, accounts, addresses[name], standaloneModules[name], {});
  }
  const deployment = { [DeploymentModule.id]: encodeParameters(parameters) };
  await deployOnce(provider, accounts, addresses.deployment, DeploymentModule, deployment);
  await deployParts(provider, accounts[0]!, addresses);
  return addresses;
}

/** Deploys a module of one contract by CREATE2 through CreateX, which comes to the chain on the way. */
async function deployOnce(
  provider: Provider,
  accounts: string[],
  address: Hex,
  ignitionModule: IgnitionModule,
  deploymentParameters: Parameters<typeof deploy>[0]["deploymentParameters"],
): Promise<void> {
  if (!(await isMissing(provider, address))) return;
  const result = await deploy({
    provider,
    accounts,
    artifactResolver: new HardhatArtifactResolver(hre.artifacts),
    ignitionModule,
    deploymentParameters,
    strategy: "create2",
    strategyConfig: { salt: DEPLOYMENT_SALT },
    // A local chain mines at once and never takes a block back.
    config: { requiredConfirmations: 1, blockPollingInterval: 100 },
  });
  if (result.type !== DeploymentResultType.SUCCESSFUL_DEPLOYMENT || (await isMissing(provider, address))) {
    const hint = "If its code has changed, run: npm run generate";
    throw new Error(`Nothing was deployed to ${address}. ${hint}\n${JSON.stringify(result)}`);
  }
}

/** Sends the creation codes of the parts that are missing, in their order. */
async function deployParts(provider: Provider, account: Hex, addresses: ContractAddresses): Promise<void> {
  const shared = { chain: LOCAL_CHAIN, transport: custom(provider), pollingInterval: 20, cacheTime: 0 } as const;
  const chain = { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
  for (const { name, creationCode } of parts) {
    if (!(await isMissing(provider, addresses[name]))) continue;
    const call = { abi: deploymentAbi, functionName: "deploy", args: [creationCode] } as const;
    await send(chain, { address: addresses.deployment, ...call });
    if (await isMissing(provider, addresses[name])) throw new Error(`Nothing was deployed to ${addresses[name]}`);
  }
}

async function isMissing(provider: Provider, address: Hex): Promise<boolean> {
  return (await provider.request({ method: "eth_getCode", params: [address, "latest"] })) === "0x";
}
