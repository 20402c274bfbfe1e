/**
 * A watchtower's transactions. Each is simulated first, stays within a budget, and is done only once.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Abi } from "viem";
import type { ChainClient, ChainSender, MinedTransaction } from "../chain/client.ts";
import { deepestReasonOf } from "../chain/failures.ts";
import { asCallError, encodeCall } from "../chain/transactions/calls.ts";
import type { Transactions, TransactionSettings } from "../chain/transactions/types.ts";
import { readAmount } from "../chain/questions.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { askNode, type WatchCall } from "./client.ts";
import type { WatchState } from "./state.ts";

/** The tasks that a watchtower can do on chain. */
export const DUTIES = ["answer", "report", "ask", "lead", "settle"] as const;
export type Duty = (typeof DUTIES)[number];

/** A transaction that could be sent now. */
export type Proposal = {
  /** Identifies the transaction. The same after a restart. */
  readonly key: string;
  readonly duty: Duty;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the chain already has its effect, no matter who caused it. */
  readonly isDone: () => Promise<boolean>;
  /** Makes the call to send. Only used if it is not done yet, since making it can take long. */
  readonly call: () => Promise<WatchCall>;
};

/** The result of a proposal. `cost` in wei: the actual cost, or the highest possible one. */
export type DutyResult = {
  readonly key: string;
  readonly duty: Duty;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly state:
    /** The chain already has the action's effect. */
    | "done"
    /** A dry run: the watchtower would send the transaction if it had an account. */
    | "would"
    | "sent"
    /** The contract refuses the call now. `why` has the contract's error. */
    | "refused"
    /** The transaction, or an earlier one, was sent and is not mined yet. */
    | "waiting"
    | "over_budget"
    /** The call could not be made, or its result is unknown. The next pass tries again. */
    | "failed";
  readonly cost?: bigint;
  readonly transactionHash?: Hex;
  readonly why?: string;
  /** The code of an AnchorlogError. */
  readonly code?: string;
};

/** The account and the budget with which a watchtower acts. */
export type Acting = {
  /** Must send from an account that nothing else uses. */
  readonly walletClient: ChainSender;
  /**
   * Wei in any 24 hours, including bonds, also the ones that came back. A transaction is not sent if its estimate, at
   * twice the base fee, would exceed the budget. The extra fee of replacing a stuck transaction is counted once it is
   * mined; `maxFeePerGas` of the settings limits it.
   */
  readonly budget: bigint;
  /** Settings for sending transactions. */
  readonly transactions?: TransactionSettings;
};

export type Actor = {
  perform(client: ChainClient, baseFee: bigint, proposal: Proposal): Promise<DutyResult>;
  /** Wei spent in the last 24 hours. */
  spent(): bigint;
};

const DAY = 86_400_000;
/** Milliseconds that a pass waits for a transaction. After that it is still followed in the background. */
const MOST_WAITING = 60_000;
/** Number of failed chain requests after which a pass stops waiting for a transaction. */
const PATIENCE = 5;
/** Gas limit as a percentage of the estimate. */
const GAS_MARGIN = 125n;
const GWEI = 10n ** 9n;
/** Sender address of simulations in a dry run. */
const NOBODY: Hex = "0x616e63686f726c6f6700000000000000000000ff";
const PLENTY = "0x56bc75e2d63100000";

/**
 * @param transactions of the acting account; undefined in a dry run.
 * @param patience milliseconds that a pass waits for a transaction.
 */
export function createActor(
  state: WatchState,
  save: () => Promise<void>,
  acting: Acting | undefined,
  transactions: Transactions | undefined,
  clock: () => number,
  patience: number = MOST_WAITING,
): Actor {
  const account = (acting?.walletClient.account.address.toLowerCase() ?? NOBODY) as Hex;
  let underWay: Sending | undefined;

  /**
   * Sends a call, or joins the same call under way. Otherwise each waiting pass would ask the chain separately whether
   * it is done.
   */
  const sendOnce = (to: Transactions, proposal: Proposal, call: WatchCall): Sending["mined"] => {
    const { data } = encodeCall({ ...call, abi: call.abi as Abi });
    if (underWay?.key === proposal.key && underWay.data === data) return underWay.mined;
    const sending: Sending = { key: proposal.key, data, mined: send(to, proposal, call) };
    const ended = () => {
      if (underWay === sending) underWay = undefined;
    };
    // No pass may be waiting for it any more when it ends.
    sending.mined.then(ended, ended);
    underWay = sending;
    return sending.mined;
  };

  const spent = (): bigint => {
    const since = clock() - DAY;
    state.spent = state.spent.filter(({ at }) => at > since);
    return state.spent.reduce((sum, { wei }) => sum + wei, 0n);
  };

  const perform = async (client: ChainClient, baseFee: bigint, proposal: Proposal): Promise<DutyResult> => {
    const { key, duty, message, data } = proposal;
    const base = { key, duty, message, data };
    try {
      if (await proposal.isDone()) return { ...base, state: "done" };
      const pending = transactions?.status().pending?.key;
      if (pending !== undefined && pending !== key) return { ...base, state: "waiting", why: `before it: ${pending}` };
      const call = await proposal.call();
      const gas = await estimate(client, account, call);
      const cost = ((gas * GAS_MARGIN) / 100n) * (2n * baseFee + 2n * GWEI) + (call.value ?? 0n);
      if (acting === undefined || transactions === undefined) return { ...base, state: "would", cost };
      const counted = spent();
      const known = state.spent.find((entry) => entry.key === key && entry.isMined !== true);
      // The cost of a pending transaction is counted already. One that was never sent is counted at the fees of that
      // time.
      const more = pending === key ? 0n : cost - (known?.wei ?? 0n);
      if (more > 0n && counted + more > acting.budget) return { ...base, state: "over_budget", cost };
      const entry: WatchState["spent"][number] = known ?? { at: clock(), key, wei: cost };
      if (known === undefined) state.spent.push(entry);
      else if (more > 0n) entry.wei = cost;
      await save();
      const sent = sendOnce(transactions, proposal, call);
      const mined = await unlessLate(sent, patience).catch((error: unknown) => {
        if (error instanceof AnchorlogError && error.details?.["transactionHash"]) entry.isMined = true;
        throw error;
      });
      if (mined === "waiting") return { ...base, state: "waiting", cost };
      if (mined === undefined) return { ...base, state: "done" };
      entry.isMined = true;
      entry.wei = (await feeOf(client, mined)) + (call.value ?? 0n);
      return { ...base, state: "sent", cost: entry.wei, transactionHash: mined.transactionHash };
    } catch (error) {
      if (!(error instanceof AnchorlogError)) return { ...base, state: "failed", why: deepestReasonOf(error) };
      const { message: why, code } = error;
      return { ...base, state: code === "transaction_failed" ? "refused" : "failed", why, code };
    }
  };

  return { perform, spent };
}

/** A call that is being sent, until it is mined or has failed. */
type Sending = { readonly key: string; readonly data: Hex; readonly mined: Promise<MinedTransaction | undefined> };

/** The only place where transactions are sent. Joins a pending transaction with this key, even an earlier process's. */
function send(
  transactions: Transactions,
  { key, isDone }: Proposal,
  { abi, functionName, args, ...rest }: WatchCall,
): Sending["mined"] {
  // The callers have checked that the arguments fit the function.
  const call = { ...rest, abi: abi as Abi, functionName, args: args as never };
  return transactions.send(call, { key, isDone, patience: PATIENCE });
}

async function unlessLate<T>(answer: Promise<T>, milliseconds: number): Promise<T | "waiting"> {
  const late = new AbortController();
  try {
    return await Promise.race([answer, sleep(milliseconds, "waiting" as const, { signal: late.signal, ref: false })]);
  } finally {
    late.abort();
  }
}

/**
 * Simulates a call at the pending block, which is the earliest block that can include it.
 *
 * @throws AnchorlogError `transaction_failed` if the contract refuses it. @throws ChainUnavailableError
 */
async function estimate(
  client: ChainClient,
  account: Hex,
  { abi, functionName, args, ...rest }: WatchCall,
): Promise<bigint> {
  const encoded = encodeCall({ ...rest, abi: abi as Abi, functionName, args });
  const { to, data, value } = encoded;
  const transaction = { from: account, to, data, value: `0x${value.toString(16)}` };
  try {
    // NOBODY has no ether for a bond, so the simulation gives it some.
    const funds = account === NOBODY && value > 0n ? [{ [NOBODY]: { balance: PLENTY } }] : [];
    return await readAmount(askNode(client), "eth_estimateGas", [transaction, "pending", ...funds]);
  } catch (error) {
    throw asCallError(error, encoded);
  }
}

/** The gas cost of a transaction in wei. */
async function feeOf(client: ChainClient, { transactionHash, gasUsed }: MinedTransaction): Promise<bigint> {
  const receipt = (await askNode(client)("eth_getTransactionReceipt", [transactionHash])) as {
    effectiveGasPrice?: Hex;
  } | null;
  return gasUsed * BigInt(receipt?.effectiveGasPrice ?? "0x0");
}
