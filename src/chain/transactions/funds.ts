import { formatEther } from "viem";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { readAmount } from "../questions.ts";
import { withMargin, type Call } from "./calls.ts";
import { readHead, type Desk } from "./desk.ts";
import { suggestFees } from "./fees.ts";
import type { Attempt } from "./types.ts";

/** Nodes' messages for an account with too little balance. */
const POOR = /insufficient ?(funds|balance)|enough funds|upfront cost exceeds/i;
/** Wei; more than any transaction costs. */
const PLENTY = "0x56bc75e2d63100000";

/**
 * Explains a refused call: if the account has too little, the error names the account, its balance and the amount
 * needed.
 *
 * @param attempt the refused attempt; undefined if nothing could be sent.
 */
export async function explainFunds(
  desk: Desk,
  call: Call,
  failure: AnchorlogError,
  attempt?: Attempt,
): Promise<AnchorlogError> {
  const { ask, account } = desk;
  if (failure.code !== "transaction_failed" || !POOR.test(failure.message)) return failure;
  const balance = await readAmount(ask, "eth_getBalance", [account, "latest"]).catch(() => undefined);
  const cost = await (attempt === undefined ? costOf(desk, call) : Promise.resolve(attemptCost(attempt)));
  if (balance === undefined || balance > cost.wei) return failure;
  const gas = cost.isWhole ? "" : ", and gas";
  const has = `the account ${account} has ${formatEther(balance)} ether`;
  const message = `${call.name}: ${has}, and this may cost up to ${formatEther(cost.wei)} ether${gas}`;
  return new AnchorlogError("transaction_failed", message, {
    fix: `send it at least ${formatEther(cost.wei - balance)} ether${gas}`,
    cause: failure,
    details: { account, balance, cost: cost.wei },
  });
}

type Cost = { readonly wei: bigint; readonly isWhole: boolean };

const attemptCost = ({ gas, maxFeePerGas, value }: Attempt): Cost => ({
  wei: gas * maxFeePerGas + value,
  isWhole: true,
});

/** Returns the cost of a call for an account with enough balance, as far as the node can estimate it. */
async function costOf(desk: Desk, { to, data, value }: Call): Promise<Cost> {
  const { ask, account, settings } = desk;
  const call = { from: account, to, data, value: `0x${value.toString(16)}` satisfies Hex };
  try {
    const gas = await readAmount(ask, "eth_estimateGas", [call, "latest", { [account]: { balance: PLENTY } }]);
    const { maxFeePerGas } = await suggestFees(ask, (await readHead(desk)).baseFeePerGas, settings);
    return { wei: value + withMargin(gas, settings.gasMargin) * maxFeePerGas, isWhole: true };
  } catch {
    return { wei: value, isWhole: false };
  }
}
