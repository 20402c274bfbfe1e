import type { ChainWriter, MinedTransaction } from "../anchor/client.ts";
import { claimsAbi } from "../anchor/generated/Claims.ts";
import { send } from "../anchor/send.ts";
import type { Hex } from "../encoding/hex.ts";
import type { HeaderEvidence } from "./evidence.ts";

/**
 * Proves once, to `Claims` or to `Disputes`, that a batch is final: later calls there need its header alone, which costs
 * less, and works when the checkpoint is no longer stored. Does nothing if it is known.
 *
 * @param contract either of the two: each knows what was proven to it.
 * @throws AnchorlogError `transaction_failed` where the contract refuses it.
 */
export function proveFinalBatch(
  chain: ChainWriter,
  contract: Hex,
  { operator, batch }: { readonly operator: Hex; readonly batch: HeaderEvidence },
): Promise<MinedTransaction> {
  return send(chain, { address: contract, abi: claimsAbi, functionName: "proveBatch", args: [operator, batch] });
}
