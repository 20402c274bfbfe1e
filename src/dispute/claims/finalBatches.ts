import type { ChainWriter, MinedTransaction } from "../../chain/client.ts";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import { claimsAbi } from "../../chain/generated/Claims.ts";
import { send } from "../../chain/send.ts";
import type { Hex } from "../../base/hex.ts";
import type { HeaderEvidence } from "../evidence.ts";

/**
 * Proves once, to `Claims` or to `Disputes`, that a batch is final. Later calls then need only its header. They are
 * cheaper, and still work once the checkpoint is not stored any more. If the batch was proven before, the call changes
 * nothing.
 *
 * @param contract one of the two; each records its own proven batches.
 * @example
 * const batch = bundleHeaderEvidence(bundle, await readStoredCheckpoints(publicClient, operator))
 * await proveFinalBatch(chain, claims, { operator: operator.operator, batch })
 *
 * @throws AnchorlogError `transaction_failed` if the contract refuses it.
 */
export function proveFinalBatch(
  chain: ChainWriter,
  contract: Hex,
  of: { readonly operator: Hex; readonly batch: HeaderEvidence },
): Promise<MinedTransaction> {
  assertGiven("proveFinalBatch", { chain, contract, of }, ...WRITER, "contract", "of.operator", "of.batch");
  const { operator, batch } = of;
  return send(chain, { address: contract, abi: claimsAbi, functionName: "proveBatch", args: [operator, batch] });
}
