import type { Abi, ContractFunctionArgs, ContractFunctionName } from "viem";
import type { Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import type { ChainWriter, MinedTransaction } from "./client.ts";
import { isOutage, reasonOf, revertOf } from "./failures.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { challengesAbi } from "./generated/Challenges.ts";
import { claimsAbi } from "./generated/Claims.ts";
import { disputesAbi } from "./generated/Disputes.ts";
import { faultProofsAbi } from "./generated/FaultProofs.ts";
import { operatorStakeAbi } from "./generated/OperatorStake.ts";
import { poseidonAbi } from "./generated/Poseidon.ts";
import { ChainUnavailableError } from "./view.ts";

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
export const contractErrors: Abi = [
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
 * @throws ChainUnavailableError where the node does not answer, so that nobody knows what became of it; with
 *   `details.transactionHash` where it was sent.
 */
export async function send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
  { publicClient, walletClient }: ChainWriter,
  call: ContractCall<A, F>,
): Promise<MinedTransaction> {
  const { address, functionName, value = 0n } = call;
  const abi: Abi = [...call.abi, ...contractErrors];
  const transaction = { address, abi, functionName, args: call.args as readonly unknown[], value };
  // No simulation first: it would run at the time of the latest block, not of the next one.
  const hash = await walletClient.writeContract(transaction).catch((error: unknown) => {
    throw asSendError(error, functionName);
  });
  const mined = await publicClient.waitForTransactionReceipt({ hash }).catch((cause: unknown) => {
    const message = `${functionName}: the node does not say what became of transaction ${hash}: ${reasonOf(cause)}`;
    throw new ChainUnavailableError(message, { cause, details: { transactionHash: hash } });
  });
  if (mined.status !== "success")
    throw new AnchorlogError("transaction_failed", `${functionName}: transaction ${hash} reverted`, {
      details: { transactionHash: hash },
    });
  return withJson(mined);
}

function asSendError(cause: unknown, functionName: string): AnchorlogError {
  const revert = revertOf(cause);
  const why = revert === undefined ? reasonOf(cause) : `the contract refuses it: ${revert}`;
  if (revert === undefined && isOutage(cause)) return new ChainUnavailableError(`${functionName}: ${why}`, { cause });
  return new AnchorlogError("transaction_failed", `${functionName}: ${why}`, { cause });
}
