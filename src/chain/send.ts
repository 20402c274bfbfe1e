import type { Abi, ContractFunctionName } from "viem";
import type { ChainWriter, MinedTransaction } from "./client.ts";
import { openTransactions } from "./transactions/open.ts";
import { memoryPendingStore } from "./transactions/store.ts";
import type { ContractCall, EncodedCall, Writing } from "./transactions/types.ts";

/** After this many failed looks in a row, the caller gets an error. */
const PATIENCE = 5;

/** The last transaction of each account, since two sent at once would take the same nonce. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Calls a contract in a transaction and waits until it is in a block. If the transaction vanishes, it is sent again; if
 * it is stuck, it is replaced at a higher fee. The pending transaction is kept in memory only, so the next process does
 * not know it.
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it reverts; `fees_too_high`.
 * @throws ChainUnavailableError if the node does not answer, so that the outcome is unknown; with
 * `details.transactionHash` if it was sent.
 */
export async function send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
  chain: ChainWriter,
  call: ContractCall<A, F> | EncodedCall,
): Promise<MinedTransaction> {
  const { account, chain: network } = chain.walletClient;
  const sender = `${network.id} ${account.address.toLowerCase()}`;
  const before = turns.get(sender);
  const mine = (async () => {
    await before?.catch(() => {});
    const settings = chain.transactions;
    const transactions = openTransactions({ chain, store: memoryPendingStore(), ...(settings && { settings }) });
    try {
      // Defined, since the call has no `isDone`.
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
