import { encodeFunctionData } from "viem";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import type { ChainWriter, MinedTransaction } from "../../chain/client.ts";
import { faultProofsAbi } from "../../chain/generated/FaultProofs.ts";
import { send } from "../../chain/send.ts";
import type { Hex } from "../../base/hex.ts";
import type { FaultProof } from "./faults.ts";

/** Returns the calldata of the transaction that proves a fault. */
export function encodeProof(proof: FaultProof): Hex {
  return encodeFunctionData({ abi: faultProofsAbi, ...proofCall(proof) });
}

/**
 * Proves a fault. The first proof to slash an operator is credited with several times its cost, to be withdrawn from
 * the stake's contract: see `withdrawCredit`. A later proof only freezes, without a reward.
 *
 * @param faultProofs the contract.
 * @example
 * await reportFault({ publicClient, walletClient }, faultProofs, proof)
 * const args = { operator: operator.operator }
 * const call = { address: faultProofs, abi: faultProofsAbi, eventName: "FaultProven", args, fromBlock } as const
 * const convictions = await publicClient.getContractEvents(call)
 *
 * @throws AnchorlogError `transaction_failed` if the contract refuses the proof.
 */
export async function reportFault(chain: ChainWriter, faultProofs: Hex, proof: FaultProof): Promise<MinedTransaction> {
  assertGiven("reportFault", { chain, faultProofs, proof }, ...WRITER, "faultProofs", "proof.fault");
  return send(chain, { address: faultProofs, abi: faultProofsAbi, ...proofCall(proof) });
}

/** Returns the function that proves a fault, and its arguments. */
export function proofCall({ fault, operator, args }: FaultProof) {
  // `FaultProof` pairs each function with its arguments, so the compiler has checked them already.
  return { functionName: `prove${fault}` as "proveReplay", args: [operator, ...args] as never };
}
