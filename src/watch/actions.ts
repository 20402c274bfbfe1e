/**
 * What a watchtower does on the chain: each thing once, within a budget, after it was simulated.
 *
 * @module
 */
import type { Abi } from "viem";
import { answerOf, type ChainSender, type MinedTransaction } from "../anchor/client.ts";
import { reasonOf, revertOf } from "../anchor/failures.ts";
import { contractErrors, send } from "../anchor/send.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { PaidTransaction, WatchCall, WatchClient } from "./client.ts";
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
  /** What is tried first in its place, where that itself cannot be tried at the newest block. */
  readonly trial?: () => WatchCall;
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
    /** One is on its way, or it can be sent in a later block only. */
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
  readonly walletClient: ChainSender;
  /** What it does; the rest it only says. */
  readonly duties: readonly Duty[];
  /** Wei in any 24 hours, what bonds hold included. */
  readonly budget: bigint;
};

export type Actor = {
  perform(client: WatchClient, baseFee: bigint, proposal: Proposal): Promise<Outcome>;
  /** Wei of the last 24 hours. */
  spent(): bigint;
};

const DAY = 86_400_000;
/** Room above the estimate, in per cent: what a call takes depends on the block that it gets into. */
const GAS_MARGIN = 125n;
const GWEI = 10n ** 9n;
const NOBODY: Hex = "0x0000000000000000000000000000000000000001";

export function createActor(
  state: WatchState,
  save: () => Promise<void>,
  acting: Acting | undefined,
  clock: () => number,
): Actor {
  const spent = (): bigint => {
    const since = clock() - DAY;
    state.spent = state.spent.filter(({ at }) => at > since);
    return state.spent.reduce((sum, { wei }) => sum + wei, 0n);
  };

  const perform = async (client: WatchClient, baseFee: bigint, proposal: Proposal): Promise<Outcome> => {
    const { key, duty, message, data } = proposal;
    const base = { key, duty, message, data };
    try {
      if (await proposal.isDone()) {
        await forget(key);
        return { ...base, state: "done" };
      }
      const account = acting?.walletClient.account.address;
      if (account !== undefined && (await isPending(client, account, key))) return { ...base, state: "waiting" };
      const call = await proposal.call();
      const tried = await simulate(client, proposal.trial?.() ?? call, account);
      if ("refused" in tried) return { ...base, state: "refused", why: tried.refused };
      const cost = ((tried.gas * GAS_MARGIN) / 100n) * (2n * baseFee + 2n * GWEI) + (call.value ?? 0n);
      if (acting === undefined || !acting.duties.includes(duty)) return { ...base, state: "would", cost };
      if (spent() + cost > acting.budget) return { ...base, state: "over_budget", cost };
      return { ...base, ...(await sendOnce(client, acting, proposal, call, cost)) };
    } catch (error) {
      if (!(error instanceof AnchorlogError)) return { ...base, state: "failed", why: reasonOf(error) };
      return { ...base, state: "failed", why: error.message, code: error.code };
    }
  };

  /** Whether what was begun before, by this process or one that ended, can still get into a block. */
  const isPending = async (client: WatchClient, address: Hex, key: string): Promise<boolean> => {
    const begun = state.begun[key];
    if (begun === undefined) return false;
    const count = (blockTag: "latest" | "pending") => answerOf(() => client.getTransactionCount({ address, blockTag }));
    // Mined, whether this or another with its nonce: the effect was looked up. In no mempool: it is sent anew.
    if ((await count("latest")) <= begun.nonce && (await count("pending")) > begun.nonce) return true;
    await forget(key);
    return false;
  };

  const forget = async (key: string): Promise<void> => {
    if (state.begun[key] === undefined) return;
    delete state.begun[key];
    await save();
  };

  /** Remembers it before it is sent: the price that it may have, and the nonce that tells whether it was mined. */
  const sendOnce = async (
    client: WatchClient,
    { walletClient }: Acting,
    { key }: Proposal,
    call: WatchCall,
    cost: bigint,
  ): Promise<Pick<Outcome, "state" | "cost" | "transactionHash" | "why" | "code">> => {
    const { address } = walletClient.account;
    const nonce = await answerOf(() => client.getTransactionCount({ address, blockTag: "pending" }));
    const entry = { at: clock(), key, wei: cost };
    state.spent.push(entry);
    state.begun[key] = { nonce, at: clock() };
    await save();
    try {
      const mined: PaidTransaction = await transmit(client, walletClient, call);
      const { transactionHash, gasUsed, effectiveGasPrice } = mined;
      if (effectiveGasPrice !== undefined) entry.wei = gasUsed * effectiveGasPrice + (call.value ?? 0n);
      await forget(key);
      return { state: "sent", cost: entry.wei, transactionHash };
    } catch (error) {
      if (!(error instanceof AnchorlogError)) throw error;
      // What was on its way when the node fell silent is looked up in the next pass.
      if (error instanceof ChainUnavailableError) return { state: "failed", why: error.message, code: error.code };
      const wasMined = error.details?.["transactionHash"] !== undefined;
      if (!wasMined) state.spent.splice(state.spent.indexOf(entry), 1);
      await forget(key);
      return { state: "refused", why: error.message };
    }
  };

  return { perform, spent };
}

/** The one place where anything is sent. */
function transmit(publicClient: WatchClient, walletClient: ChainSender, call: WatchCall): Promise<MinedTransaction> {
  const { abi, functionName, args, ...rest } = call;
  // Which arguments belong to which function is checked where a call is made.
  return send({ publicClient, walletClient }, { ...rest, abi: abi as Abi, functionName, args: args as never });
}

/** @throws ChainUnavailableError */
async function simulate(
  client: WatchClient,
  call: WatchCall,
  account: Hex | undefined,
): Promise<{ gas: bigint } | { refused: string }> {
  const abi = [...call.abi, ...contractErrors];
  try {
    return { gas: await client.estimateContractGas({ ...call, abi, account: account ?? NOBODY }) };
  } catch (cause) {
    const revert = revertOf(cause);
    if (revert !== undefined) return { refused: revert };
    throw new ChainUnavailableError(`${call.functionName} cannot be tried: ${reasonOf(cause)}`, { cause });
  }
}
