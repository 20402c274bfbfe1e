/**
 * What a watchtower does on the chain: each thing once, within a budget, after it was simulated.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Abi } from "viem";
import type { ChainClient, ChainSender, MinedTransaction } from "../anchor/client.ts";
import { deepestReasonOf } from "../anchor/failures.ts";
import { asCallError, encodeCall } from "../anchor/transactions/calls.ts";
import type { Transactions, TransactionSettings } from "../anchor/transactions/types.ts";
import { readAmount } from "../anchor/questions.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { askNode, type WatchCall } from "./client.ts";
import type { WatchState } from "./state.ts";

/** What a watchtower can do of its own accord. */
export const DUTIES = ["answer", "report", "ask", "lead", "settle"] as const;
export type Duty = (typeof DUTIES)[number];

/** Something that could be done now. */
export type Proposal = {
  /** What it is, once and for all: the same after a restart. */
  readonly key: string;
  readonly duty: Duty;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the chain has its effect, by whoever's hand. */
  readonly isDone: () => Promise<boolean>;
  /** What is sent. Asked for only where it is not done yet, since it can take long to make. */
  readonly call: () => Promise<WatchCall>;
};

/** What came of a proposal. `cost` in wei: what it would take at most, or took. */
export type Outcome = {
  readonly key: string;
  readonly duty: Duty;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly state:
    /** The chain has it already. */
    | "done"
    /** It would be done, if the watchtower were to act on it. */
    | "would"
    | "sent"
    /** The contract refuses it now: `why` says with what. */
    | "refused"
    /** It, or another before it, is on its way. */
    | "waiting"
    | "over_budget"
    /** Nobody knows what came of it, or it cannot be made: looked at again in the next pass. */
    | "failed";
  readonly cost?: bigint;
  readonly transactionHash?: Hex;
  readonly why?: string;
  /** Of an error of this package: its code. */
  readonly code?: string;
};

/** With what, and how far, a watchtower acts. */
export type Acting = {
  /** Of an account that nothing else sends from. */
  readonly walletClient: ChainSender;
  /**
   * Wei in any 24 hours, what bonds hold included: nothing is sent whose estimate, at twice the base fee, goes beyond.
   * What replacing a stuck transaction adds is counted once it is mined; `maxFeePerGas` of the settings bounds it.
   */
  readonly budget: bigint;
  /** How transactions are sent. */
  readonly transactions?: TransactionSettings;
};

export type Actor = {
  perform(client: ChainClient, baseFee: bigint, proposal: Proposal): Promise<Outcome>;
  /** Wei of the last 24 hours. */
  spent(): bigint;
};

const DAY = 86_400_000;
/** Milliseconds that a pass waits for a transaction; it is seen to after that as well. */
const MOST_WAITING = 60_000;
/** Looks at the chain that may fail before a pass goes on. */
const PATIENCE = 5;
/** Room above the estimate, in per cent. */
const GAS_MARGIN = 125n;
const GWEI = 10n ** 9n;
/** Who tries things out in a dry run. */
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

  /** Sends a call, once for all passes that wait for it: each that waited apart would be asked for apart whether it is done. */
  const sendOnce = (to: Transactions, proposal: Proposal, call: WatchCall): Sending["mined"] => {
    const { data } = encodeCall({ ...call, abi: call.abi as Abi });
    if (underWay?.key === proposal.key && underWay.data === data) return underWay.mined;
    const sending: Sending = { key: proposal.key, data, mined: send(to, proposal, call) };
    const ended = () => {
      if (underWay === sending) underWay = undefined;
    };
    // It may end when nobody waits for it any more.
    sending.mined.then(ended, ended);
    underWay = sending;
    return sending.mined;
  };

  const spent = (): bigint => {
    const since = clock() - DAY;
    state.spent = state.spent.filter(({ at }) => at > since);
    return state.spent.reduce((sum, { wei }) => sum + wei, 0n);
  };

  const perform = async (client: ChainClient, baseFee: bigint, proposal: Proposal): Promise<Outcome> => {
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
      // What is on its way is counted already; what was never sent, by the fees of that time.
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

/** What is on its way, until its sender is told what came of it. */
type Sending = { readonly key: string; readonly data: Hex; readonly mined: Promise<MinedTransaction | undefined> };

/** The one place where anything is sent. What is on its way for this key, by a process before this one too, is joined. */
function send(
  transactions: Transactions,
  { key, isDone }: Proposal,
  { abi, functionName, args, ...rest }: WatchCall,
): Sending["mined"] {
  // Which arguments belong to which function is checked where a call is made.
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
 * Simulates a call at the pending block, which is the one that it gets into at the earliest.
 *
 * @throws AnchorlogError `transaction_failed` where the contract refuses it. @throws ChainUnavailableError
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
    // Nobody has no ether for a bond: for that one call it is given some.
    const funds = account === NOBODY && value > 0n ? [{ [NOBODY]: { balance: PLENTY } }] : [];
    return await readAmount(askNode(client), "eth_estimateGas", [transaction, "pending", ...funds]);
  } catch (error) {
    throw asCallError(error, encoded);
  }
}

/** What a transaction's gas cost, in wei. */
async function feeOf(client: ChainClient, { transactionHash, gasUsed }: MinedTransaction): Promise<bigint> {
  const receipt = (await askNode(client)("eth_getTransactionReceipt", [transactionHash])) as {
    effectiveGasPrice?: Hex;
  } | null;
  return gasUsed * BigInt(receipt?.effectiveGasPrice ?? "0x0");
}
