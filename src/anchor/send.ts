import type { Abi, ContractFunctionName } from "viem";
import type { ChainWriter, MinedTransaction } from "./client.ts";
import { openTransactions } from "./transactions/open.ts";
import { memoryPendingStore } from "./transactions/store.ts";
import type { ContractCall, Writing } from "./transactions/types.ts";

/** Looks that may fail, one after the other, before a caller is told that nobody knows. */
const PATIENCE = 5;

/** By account: the end of what it sent last. Two of its calls at a time would take the same nonce. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Calls a contract in a transaction and waits until it is in a block: sent again where it vanishes, replaced at a
 * higher fee where it is stuck. What is not mined when this process ends is not known to the next.
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error where it reverts; `fees_too_high`.
 * @throws ChainUnavailableError where the node does not answer, so that nobody knows what became of it; with
 *   `details.transactionHash` where it was sent.
 */
export async function send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
  chain: ChainWriter,
  call: ContractCall<A, F>,
): Promise<MinedTransaction> {
  const { account, chain: network } = chain.walletClient;
  const sender = `${network.id} ${account.address.toLowerCase()}`;
  const before = turns.get(sender);
  const mine = (async () => {
    await before?.catch(() => {});
    const settings = chain.transactions;
    const transactions = openTransactions({ chain, store: memoryPendingStore(), ...(settings && { settings }) });
    try {
      // Defined, since nothing is asked that could say it is done.
      return (await transactions.send(call, { patience: PATIENCE }))!;
    } finally {
      await transactions.close();
    }
  })();
  turns.set(sender, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(sender) === mine) turns.delete(sender);
  }
}
