import {
  BaseError,
  ContractFunctionRevertedError,
  type Abi,
  type Account,
  type Chain,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from "viem";
import type { Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { challengesAbi } from "./generated/Challenges.ts";
import { claimsAbi } from "./generated/Claims.ts";
import { disputesAbi } from "./generated/Disputes.ts";
import { faultProofsAbi } from "./generated/FaultProofs.ts";
import { operatorStakeAbi } from "./generated/OperatorStake.ts";
import { poseidonAbi } from "./generated/Poseidon.ts";

/** How an operator reaches its chain: any account may pay, since what it sends is signed. */
export type ChainWriter = {
  readonly publicClient: PublicClient;
  readonly walletClient: WalletClient<Transport, Chain, Account>;
};

/** A call of a contract that changes state. */
export type ContractCall<A extends Abi, F extends ContractFunctionName<A, Writing>> = {
  readonly address: Hex;
  readonly abi: A;
  readonly functionName: F;
  readonly args: ContractFunctionArgs<A, Writing, F>;
  /** Wei. */
  readonly value?: bigint;
};

type Writing = "nonpayable" | "payable";

/** Contracts call each other, so that one answers with another's error. */
const errors: Abi = [
  ...anchorRegistryAbi,
  ...operatorStakeAbi,
  ...faultProofsAbi,
  ...challengesAbi,
  ...claimsAbi,
  ...disputesAbi,
  ...poseidonAbi,
].filter(({ type }) => type === "error");

/**
 * Calls a contract in a transaction and waits until it is in a block.
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error where it reverts.
 */
export async function send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
  { publicClient, walletClient }: ChainWriter,
  call: ContractCall<A, F>,
): Promise<TransactionReceipt> {
  const { functionName } = call;
  try {
    const { account, chain } = walletClient;
    const { address, value = 0n } = call;
    const abi: Abi = [...call.abi, ...errors];
    const args = call.args as readonly unknown[];
    // No simulation first: it would run at the time of the latest block, not of the next one.
    const hash = await walletClient.writeContract({ address, abi, functionName, args, value, account, chain });
    const receipt = await publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success")
      throw new AnchorlogError("transaction_failed", `${functionName}: transaction ${hash} reverted`);
    return withJson(receipt);
  } catch (error) {
    if (error instanceof BaseError)
      throw new AnchorlogError("transaction_failed", `${functionName}: ${reason(error)}`, { cause: error });
    throw error;
  }
}

function reason(error: BaseError): string {
  const revert = error.walk((e) => e instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError) || revert.data === undefined) return error.shortMessage;
  return `the contract refuses it: ${revert.data.errorName}(${(revert.data.args ?? []).join(", ")})`;
}
