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
import { createTurns, type Turns } from "../base/turns.ts";
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
export type DutyResult = Omit<Proposal, "isDone" | "call"> & {
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
/** Transactions that may be pending at a time. Geth keeps that many of each account (`txpool.accountslots`). */
export const AT_ONCE = 16;
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

type OpenActor = {
  readonly state: WatchState;
  readonly save: () => Promise<void>;
  readonly acting: Acting | undefined;
  readonly transactions: Transactions | undefined;
  readonly clock: () => number;
  readonly patience: number;
  /** Prepares one proposal after the other, in their order. */
  readonly inTurn: Turns;
  /** By the proposals' keys. */
  readonly underWay: Map<string, Sending>;
};

/** A call that is being sent, until it is mined or has failed. */
type Sending = {
  readonly key: string;
  readonly data: Hex;
  readonly outcome: Promise<Outcome>;
  /** Whether a pass has stopped waiting for it. */
  isLate: boolean;
};

/** Wei that a call was or may be charged, in the last 24 hours. */
type Charge = WatchState["spent"][number];

/** The part of a result that does not come from the proposal. */
type Outcome = Omit<DutyResult, keyof Proposal>;

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
  const own = { state, save, acting, transactions, clock, patience };
  const actor: OpenActor = { ...own, inTurn: createTurns(1), underWay: new Map() };
  return {
    perform: (client, baseFee, proposal) => perform(actor, client, baseFee, proposal),
    spent: () => spent(actor),
  };
}

function spent({ state, clock }: OpenActor): bigint {
  const since = clock() - DAY;
  state.spent = state.spent.filter(({ at }) => at > since);
  return state.spent.reduce((sum, { wei }) => sum + wei, 0n);
}

async function perform(
  actor: OpenActor,
  client: ChainClient,
  baseFee: bigint,
  proposal: Proposal,
): Promise<DutyResult> {
  const { key, duty, message, data } = proposal;
  const base = { key, duty, message, data };
  try {
    const prepared = await actor.inTurn(() => prepare(actor, client, baseFee, proposal));
    if (!("sending" in prepared)) return { ...base, ...prepared };
    const { sending, cost } = prepared;
    const outcome = await unlessLate(sending.outcome, actor.patience);
    if (outcome !== "waiting") return { ...base, ...outcome };
    sending.isLate = true;
    return { ...base, state: "waiting", cost };
  } catch (error) {
    if (!(error instanceof AnchorlogError)) return { ...base, state: "failed", why: deepestReasonOf(error) };
    const { message: why, code } = error;
    return { ...base, state: code === "transaction_failed" ? "refused" : "failed", why, code };
  }
}

/** Sends a proposal's call if it is needed and the budget allows it. */
async function prepare(
  actor: OpenActor,
  client: ChainClient,
  baseFee: bigint,
  proposal: Proposal,
): Promise<Outcome | { readonly sending: Sending; readonly cost: bigint }> {
  const { acting, transactions, underWay } = actor;
  const { key } = proposal;
  if (await proposal.isDone()) return { state: "done" };
  // While a transaction is late, later ones cannot be mined, so each pass would wait in vain for every proposal.
  const late = underWay.has(key) ? undefined : [...underWay.values()].find(({ isLate }) => isLate);
  if (late !== undefined) return { state: "waiting", why: `before it: ${late.key}` };
  const call = await proposal.call();
  const gas = await estimate(client, (acting?.walletClient.account.address.toLowerCase() ?? NOBODY) as Hex, call);
  const cost = ((gas * GAS_MARGIN) / 100n) * (2n * baseFee + 2n * GWEI) + (call.value ?? 0n);
  if (acting === undefined || transactions === undefined) return { state: "would", cost };
  const charge = charged(actor, transactions, key, cost, acting.budget);
  if (charge === undefined && underWay.size > 0) {
    // The budget counts transactions under way at their highest possible cost. Once they have ended, there may be more
    // left.
    const ended = Promise.allSettled([...underWay.values()].map(({ outcome }) => outcome));
    await unlessLate(ended, actor.patience);
    return prepare(actor, client, baseFee, proposal);
  }
  if (charge === undefined) return { state: "over_budget", cost };
  await actor.save();
  return { sending: sendOnce(underWay, transactions, client, proposal, call, charge), cost };
}

/** Counts a call's cost in the budget. Returns undefined if the budget does not allow it. */
function charged(
  actor: OpenActor,
  transactions: Transactions,
  key: string,
  cost: bigint,
  budget: bigint,
): Charge | undefined {
  const { state, clock } = actor;
  const counted = spent(actor);
  const known = state.spent.find((entry) => entry.key === key && entry.isMined !== true);
  const { pending } = transactions.status();
  const isPending = pending !== undefined && [pending.key, ...pending.behind].includes(key);
  // The cost of a pending transaction is counted already. One that was never sent is counted at the fees of that
  // time.
  const more = isPending ? 0n : cost - (known?.wei ?? 0n);
  if (more > 0n && counted + more > budget) return undefined;
  const charge: Charge = known ?? { at: clock(), key, wei: cost };
  if (known === undefined) state.spent.push(charge);
  else if (more > 0n) charge.wei = cost;
  return charge;
}

/**
 * Sends a call, or joins the same call under way. Otherwise each waiting pass would ask the chain separately whether it
 * is done.
 */
function sendOnce(
  underWay: Map<string, Sending>,
  transactions: Transactions,
  client: ChainClient,
  proposal: Proposal,
  call: WatchCall,
  charge: Charge,
): Sending {
  const { key } = proposal;
  const { data } = encodeCall({ ...call, abi: call.abi as Abi });
  const joined = underWay.get(key);
  if (joined?.data === data) return joined;
  const outcome = follow(send(transactions, proposal, call), client, call, charge);
  const sending: Sending = { key, data, outcome, isLate: false };
  const ended = () => {
    if (underWay.get(key) === sending) underWay.delete(key);
  };
  // No pass may be waiting for it any more when it ends.
  outcome.then(ended, ended);
  underWay.set(key, sending);
  return sending;
}

/** Waits until a call is mined, and corrects its charge. */
async function follow(
  sent: Promise<MinedTransaction | undefined>,
  client: ChainClient,
  { value = 0n }: WatchCall,
  charge: Charge,
): Promise<Outcome> {
  const mined = await sent.catch((error: unknown) => {
    if (error instanceof AnchorlogError && error.details?.["transactionHash"]) charge.isMined = true;
    throw error;
  });
  if (mined === undefined) return { state: "done" };
  charge.isMined = true;
  charge.wei = (await feeOf(client, mined)) + value;
  return { state: "sent", cost: charge.wei, transactionHash: mined.transactionHash };
}

/** The only place where transactions are sent. Joins a pending transaction with this key, even an earlier process's. */
function send(
  transactions: Transactions,
  { key, isDone }: Proposal,
  { abi, functionName, args, ...rest }: WatchCall,
): Promise<MinedTransaction | undefined> {
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
