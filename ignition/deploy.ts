import { HardhatArtifactResolver } from "@nomicfoundation/hardhat-ignition/helpers";
import { deploy, DeploymentResultType } from "@nomicfoundation/ignition-core";
import hre from "hardhat";
import type { NetworkConnection } from "hardhat/types/network";
import { disclosureVerifierAddress, registryAddress } from "../src/anchor/addresses.ts";
import { DEPLOYMENT_SALT, presets, type RegistryParameters } from "../src/anchor/presets.ts";
import type { Hex } from "../src/encoding/hex.ts";
import { AnchorRegistryModule, DisclosureVerifierModule } from "./modules/Anchorlog.ts";

/** Where the contracts are. Lower-case. */
export type Deployment = { readonly registry: Hex; readonly disclosureVerifier: Hex };

/**
 * Deploys what is not there yet to a local chain (31337): Hardhat's simulated one, or a node's over HTTP.
 *
 * Addresses are deterministic, so that the chain itself tells what was deployed. No journal is written, as one that
 * outlives the chain it is about misleads the next deployment. For real chains, which want a journal, there is the
 * task `hardhat ignition deploy`.
 *
 * @throws if the chain is another one, or a transaction fails.
 */
export async function deployLocally(
  connection: Pick<NetworkConnection, "provider">,
  parameters: RegistryParameters = presets.local,
): Promise<Deployment> {
  const { provider } = connection;
  const deployment = { registry: registryAddress(parameters), disclosureVerifier: disclosureVerifierAddress() };
  const chainId = Number(await provider.request({ method: "eth_chainId" }));
  if (chainId !== 31_337) throw new Error(`Chain ${chainId} is no local one`);

  const options = {
    provider,
    accounts: (await provider.request({ method: "eth_accounts" })) as string[],
    artifactResolver: new HardhatArtifactResolver(hre.artifacts),
    deploymentParameters: { [AnchorRegistryModule.id]: { ...parameters } },
    strategy: "create2",
    strategyConfig: { salt: DEPLOYMENT_SALT },
    // A local chain mines at once and never takes a block back.
    config: { requiredConfirmations: 1, blockPollingInterval: 100 },
  } as const;
  const missing = async (address: Hex) =>
    (await provider.request({ method: "eth_getCode", params: [address, "latest"] })) === "0x";
  const contracts = [
    [deployment.registry, () => deploy({ ...options, ignitionModule: AnchorRegistryModule })],
    [deployment.disclosureVerifier, () => deploy({ ...options, ignitionModule: DisclosureVerifierModule })],
  ] as const;
  for (const [address, deployTo] of contracts) {
    if (!(await missing(address))) continue;
    const result = await deployTo();
    if (result.type !== DeploymentResultType.SUCCESSFUL_DEPLOYMENT || (await missing(address))) {
      const hint = "If its code has changed, run: npm run generate";
      throw new Error(`Nothing was deployed to ${address}. ${hint}\n${JSON.stringify(result)}`);
    }
  }
  return deployment;
}
