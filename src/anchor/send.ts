import {
  BaseError,
  ContractFunctionRevertedError,
  type Account,
  type Chain,
  type ContractFunctionArgs,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from "viem";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";

/** How an operator reaches its chain: any account may pay, since what it sends is signed. */
export type ChainWriter = {
  readonly publicClient: PublicClient;
  readonly walletClient: WalletClient<Transport, Chain, Account>;
};

type Abi = typeof anchorRegistryAbi;

/**
 * Calls a function of the registry in a transaction and waits until it is in a block.
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error where it reverts.
 */
export async function sendToRegistry<F extends "anchor" | "register">(
  { publicClient, walletClient }: ChainWriter,
  registry: Hex,
  functionName: F,
  args: ContractFunctionArgs<Abi, "nonpayable", F>,
): Promise<TransactionReceipt> {
  try {
    const { account, chain } = walletClient;
    // No simulation first: it would run at the time of the latest block, not of the next one.
    const hash = await walletClient.writeContract({
      address: registry,
      abi: anchorRegistryAbi,
      account,
      chain,
      functionName: functionName as string as "anchor",
      args: args as unknown as ContractFunctionArgs<Abi, "nonpayable", "anchor">,
    });
    const receipt = await publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success")
      throw new AnchorlogError("transaction_failed", `${functionName}: transaction ${hash} reverted`);
    return receipt;
  } catch (error) {
    if (error instanceof BaseError)
      throw new AnchorlogError("transaction_failed", `${functionName}: ${reason(error)}`, { cause: error });
    throw error;
  }
}

function reason(error: BaseError): string {
  const revert = error.walk((e) => e instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError) || revert.data === undefined) return error.shortMessage;
  return `the registry refuses it: ${revert.data.errorName}(${(revert.data.args ?? []).join(", ")})`;
}
