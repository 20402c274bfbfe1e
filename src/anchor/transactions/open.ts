import { AnchorlogError } from "../../errors.ts";
import type { Transactions, TransactionsOptions } from "./types.ts";

/** Sends the transactions of one account: one is pending at a time, and its nonce ends consumed or released. */
export function openTransactions(_options: TransactionsOptions): Transactions {
  throw new AnchorlogError("unsupported", "not yet");
}
