import { createPublicClient, createWalletClient, custom } from "viem";
import { assertGiven } from "../base/options.ts";
import {
  contractAddresses,
  coreCreations,
  DEPLOYMENT_PROXY,
  proofCreations,
  PROXY_CODE,
  type ContractAddresses,
} from "../chain/addresses.ts";
import { createMissing, planDeployment } from "../chain/deploy.ts";
import { presets, type DeploymentParameters } from "../chain/presets.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { LocalChain } from "./chain.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "./keys.ts";

/**
 * Deploys all contracts to a local chain. Does nothing if they are there.
 *
 * @throws AnchorlogError `wrong_chain` if the chain is not a local one; as `createMissing`.
 */
export async function deployContracts(
  node: Pick<LocalChain, "request">,
  parameters: DeploymentParameters = presets.local,
): Promise<ContractAddresses> {
  assertGiven("deployContracts", { node }, "node.request()");
  const chainId = Number(await node.request("eth_chainId"));
  if (chainId !== LOCAL_CHAIN_ID) {
    throw new AnchorlogError("wrong_chain", `chain ${chainId} is not a local one`, {
      fix: "use `npx anchorlog deploy`",
    });
  }
  // Hardhat's chains do not have the proxy.
  if ((await node.request("eth_getCode", [DEPLOYMENT_PROXY, "latest"])) === "0x") {
    await node.request("hardhat_setCode", [DEPLOYMENT_PROXY, PROXY_CODE]);
  }
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => node.request(method, params);
  const transport = custom({ request });
  const shared = { chain: LOCAL_CHAIN, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const publicClient = createPublicClient(shared);
  const walletClient = createWalletClient({ ...shared, account: developmentAccount(0, LOCAL_CHAIN_ID) });
  const creations = [...coreCreations(parameters), ...proofCreations(parameters)];
  await createMissing({ publicClient, walletClient }, await planDeployment(publicClient, creations));
  return contractAddresses(parameters);
}
