import { createPublicClient, createWalletClient, http, keccak256 } from "viem";
import {
  contractAddresses,
  CREATEX,
  deploymentCreationCode,
  parts,
  standalone,
  type ContractAddresses,
} from "../anchor/addresses.ts";
import { deploymentAbi } from "../anchor/generated/Deployment.ts";
import { DEPLOYMENT_SALT, presets } from "../anchor/presets.ts";
import { send } from "../anchor/send.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "./keys.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { LocalChain } from "./chain.ts";

/**
 * Stands at CreateX's address while a local chain's contracts are deployed: it creates, by CREATE2, what follows the salt
 * in its calldata. So they come to the addresses that they have everywhere, without CreateX's own code:
 * `n = calldatasize - 32; calldatacopy(0, 32, n); create2(callvalue, 0, n, calldataload(0))`.
 */
const CREATOR: Hex = "0x602036038060205f375f35905f34f55f5260205ff3";
/** Enough for any of them, and less than a transaction may have (EIP-7825): an estimate would take a creation that fails. */
const GAS = 16_000_000n;

/** Deploys all contracts to a local chain, with the parameters of a preset. Does nothing if they exist. */
export async function deployContracts(
  node: Pick<LocalChain, "url" | "request">,
  preset: keyof typeof presets = "local",
): Promise<ContractAddresses> {
  const parameters = presets[preset];
  const addresses = contractAddresses(parameters);
  const shared = { chain: LOCAL_CHAIN, transport: http(node.url), pollingInterval: 20, cacheTime: 0 } as const;
  const publicClient = createPublicClient(shared);
  const walletClient = createWalletClient({ ...shared, account: developmentAccount(0, LOCAL_CHAIN_ID) });
  const isMissing = async (address: Hex) => (await publicClient.getCode({ address })) === undefined;
  const assertThere = async (name: string, address: Hex) => {
    if (!(await isMissing(address))) return;
    throw new AnchorlogError("node_failed", `${name} was not deployed to ${address}`);
  };
  const create = async (name: string, address: Hex, creationCode: Hex) => {
    const data: Hex = `${keccak256(DEPLOYMENT_SALT)}${creationCode.slice(2)}`;
    await publicClient.waitForTransactionReceipt({
      hash: await walletClient.sendTransaction({ to: CREATEX, data, gas: GAS }),
    });
    await assertThere(name, address);
  };
  // The last of them.
  if (!(await isMissing(addresses[parts.at(-1)!.name]))) return addresses;
  await node.request("hardhat_setCode", [CREATEX, CREATOR]);
  for (const { name, contract, creationCode } of standalone) await create(contract, addresses[name], creationCode);
  await create("Deployment", addresses.deployment, deploymentCreationCode(parameters));
  // A later deployment by CreateX itself finds its address free.
  await node.request("hardhat_setCode", [CREATEX, "0x"]);
  for (const { name, contract, creationCode } of parts) {
    const call = { abi: deploymentAbi, functionName: "deploy", args: [creationCode] } as const;
    await send({ publicClient, walletClient }, { address: addresses.deployment, ...call });
    await assertThere(contract, addresses[name]);
  }
  return addresses;
}
