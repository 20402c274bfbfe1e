import { encodeFunctionData } from "viem";
import type { ChainWriter, MinedTransaction } from "../anchor/client.ts";
import { faultProofsAbi } from "../anchor/generated/FaultProofs.ts";
import { send } from "../anchor/send.ts";
import type { Hex } from "../encoding/hex.ts";
import type { FaultProof } from "./faults.ts";

/** The calldata of the transaction that proves a fault. */
export function encodeProof(proof: FaultProof): Hex {
  return encodeFunctionData({ abi: faultProofsAbi, ...proofCall(proof) });
}

/**
 * Proves a fault. The first to have an operator slashed is credited with several times what a proof costs, to be
 * withdrawn from the stake's contract: see `withdrawCredit`. A later proof freezes what it is about, and is paid nothing.
 *
 * @param faultProofs the contract.
 * @throws AnchorlogError `transaction_failed` where the contract refuses the proof.
 */
export async function reportFault(chain: ChainWriter, faultProofs: Hex, proof: FaultProof): Promise<MinedTransaction> {
  return send(chain, { address: faultProofs, abi: faultProofsAbi, ...proofCall(proof) });
}

/** The function that proves a fault, and its arguments. */
export function proofCall({ fault, operator, args }: FaultProof) {
  // Which arguments belong to which function is checked where a proof is made.
  return { functionName: `prove${fault}` as "proveReplay", args: [operator, ...args] as never };
}
