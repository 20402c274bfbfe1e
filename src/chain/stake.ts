import type { OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import type { Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { operatorStakeAbi } from "./generated/OperatorStake.ts";
import { WRITER, answerOf, readContract, type ChainClient, type ChainWriter } from "./client.ts";
import { send } from "./send.ts";
import { countOf } from "../base/countOf.ts";

/** The states of an operator's account, in the order of the contract's `Status`. */
export const ACCOUNT_STATUSES = ["open", "exiting", "exited", "slashed"] as const;
export type OperatorStatus = (typeof ACCOUNT_STATUSES)[number];

/** An operator's account with `OperatorStake` (protocol/5-contracts §2). Amounts are in wei. */
export type OperatorAccount = {
  /** The address of the stake contract, in lower case. */
  readonly contract: Hex;
  readonly status: OperatorStatus;
  readonly stake: bigint;
  /** The least stake with which the operator can anchor. */
  readonly required: bigint;
  /** How much the stake lacks of `required`. */
  readonly missing: bigint;
  readonly standing: boolean;
  readonly openChallenges: number;
  /** When an exiting operator's stake can be paid out, in Unix seconds, if no challenge is open then. */
  readonly exitableFrom: number | undefined;
  /** The amount that the operator can withdraw. */
  readonly credit: bigint;
};

/**
 * Reads an operator's account from the contract that its registry names.
 *
 * @throws AnchorlogError `no_contract` if the contract does not exist. @throws ChainUnavailableError
 */
export async function readStake(
  chain: { readonly publicClient: Pick<ChainClient, "readContract"> },
  id: OperatorId,
): Promise<OperatorAccount> {
  assertGiven("readStake", { chain, id }, "chain.publicClient.readContract()", "id.registry", "id.operator");
  const { publicClient } = chain;
  const address = await stakeOf(publicClient, id);
  const call = { address, abi: operatorStakeAbi } as const;
  const [account, { minimumStake: required }, credit] = await Promise.all([
    readContract(publicClient, { ...call, functionName: "accountOf", args: [id.operator] }),
    readContract(publicClient, { ...call, functionName: "stakeParameters" }),
    readContract(publicClient, { ...call, functionName: "creditOf", args: [id.operator] }),
  ]);
  return withJson({
    contract: address,
    status: ACCOUNT_STATUSES[account.status]!,
    stake: account.stake,
    required,
    missing: account.stake >= required ? 0n : required - account.stake,
    standing: account.standing,
    openChallenges: account.openChallenges,
    exitableFrom: account.exitableFrom === 0 ? undefined : account.exitableFrom,
    credit,
  });
}

/**
 * Adds to an operator's stake. Any account may pay.
 *
 * @param amount wei; by default the amount that the operator lacks for anchoring.
 * @returns the amount deposited, and the gas used; both 0 if nothing was missing.
 * @example
 * const chain = { publicClient, walletClient }
 * await registerOperator(chain, operator, { name: "My Platform", version: "1", maxAnchorDelay: 3_600, anchorKey, receiptKey })
 * await depositStake(chain, operator)
 * const { status, standing } = await readStake(chain, operator)
 *
 * @throws AnchorlogError `account_closed` after an exit or a conviction; `transaction_failed` if the contract refuses
 * it.
 */
export async function depositStake(
  chain: ChainWriter,
  id: OperatorId,
  amount?: bigint,
): Promise<{ amount: bigint; gasUsed: bigint }> {
  assertGiven("depositStake", { chain, id }, ...WRITER, "id.registry", "id.operator");
  const { contract, missing, status } = await readStake(chain, id);
  if (status === "exited" || status === "slashed") throw accountClosed(status);
  const value = amount ?? missing;
  if (value === 0n) return withJson({ amount: 0n, gasUsed: 0n });
  const call = { address: contract, abi: operatorStakeAbi, functionName: "deposit", args: [id.operator] } as const;
  const { gasUsed } = await send(chain, { ...call, value });
  return withJson({ amount: value, gasUsed });
}

/**
 * Stops the operator that is the wallet client's account from anchoring, at once and for good. Anchor all promised
 * entries first; nothing can be anchored afterwards. If an exit was requested before, nothing is sent.
 *
 * @returns when the stake can be paid out, in Unix seconds.
 * @example
 * const { exitableFrom } = await requestExit(chain, operator)
 * // from that time on, if no challenge is open
 * await completeExit(chain, operator)
 * await withdrawCredit(chain, operator, treasury)
 *
 * @throws AnchorlogError `account_closed` after an exit or a conviction; `transaction_failed` if the contract refuses
 * it.
 */
export async function requestExit(chain: ChainWriter, id: OperatorId): Promise<{ exitableFrom: number }> {
  assertGiven("requestExit", { chain, id }, ...WRITER, "id.registry", "id.operator");
  const { contract: address, status, exitableFrom: requested } = await readStake(chain, id);
  if (status === "exiting") return { exitableFrom: requested! };
  if (status !== "open") throw accountClosed(status);
  await send(chain, { address, abi: operatorStakeAbi, functionName: "requestExit", args: [] });
  const { exitableFrom = 0 } = await readStake(chain, id);
  return { exitableFrom };
}

/**
 * Credits an exiting operator with its stake. Any account may send it.
 *
 * @throws AnchorlogError `not_exiting` if no exit was requested; `exit_too_early`; `challenges_open`; `account_closed`
 * after an exit or a conviction; `transaction_failed` if the contract refuses it.
 */
export async function completeExit(chain: ChainWriter, id: OperatorId): Promise<void> {
  assertGiven("completeExit", { chain, id }, ...WRITER, "id.registry", "id.operator");
  const { contract: address, ...account } = await readStake(chain, id);
  assertExitable(account, Number((await answerOf(() => chain.publicClient.getBlock())).timestamp));
  await send(chain, { address, abi: operatorStakeAbi, functionName: "completeExit", args: [id.operator] });
}

/**
 * Pays out the credit of the wallet client's account: a stake after an exit, a reward, or the rest of a bond.
 *
 * @param id any operator of the registry.
 * @example
 * const { contract } = await readStake(chain, operator)
 * const call = { address: contract, abi: operatorStakeAbi, functionName: "creditOf", args: [account] } as const
 * if ((await publicClient.readContract(call)) > 0n) await withdrawCredit(chain, operator, account)
 *
 * @throws AnchorlogError `nothing_credited`; `transaction_failed` if the receiver refuses it.
 */
export async function withdrawCredit(chain: ChainWriter, id: OperatorId, to: Hex): Promise<void> {
  assertGiven("withdrawCredit", { chain, id, to }, ...WRITER, "id.registry", "id.operator", "to");
  const address = await stakeOf(chain.publicClient, id);
  const { account } = chain.walletClient;
  const of = { address, abi: operatorStakeAbi, functionName: "creditOf", args: [account.address] } as const;
  if ((await readContract(chain.publicClient, of)) === 0n) {
    throw new AnchorlogError("nothing_credited", `nothing is credited to ${account.address}`, {
      fix: "a stake is credited once its exit is complete",
    });
  }
  await send(chain, { address, abi: operatorStakeAbi, functionName: "withdraw", args: [to] });
}

function assertExitable(account: Omit<OperatorAccount, "contract">, now: number): void {
  const { status, exitableFrom = 0, openChallenges } = account;
  if (status === "open") {
    throw new AnchorlogError("not_exiting", "no exit was requested", {
      fix: "request it first, by requestExit or `npx anchorlog stake exit`: nothing can be anchored any more then",
    });
  }
  if (status !== "exiting") throw accountClosed(status);
  if (now < exitableFrom) {
    const at = new Date(1000 * exitableFrom).toISOString();
    throw new AnchorlogError("exit_too_early", `the stake is held until ${at}, by the chain's clock`, {
      fix: "complete the exit after that time",
      details: { exitableFrom },
    });
  }
  if (openChallenges === 0) return;
  throw new AnchorlogError("challenges_open", `the operator has ${countOf(openChallenges, "open challenge")}`, {
    fix: "answer them first",
    details: { openChallenges },
  });
}

function accountClosed(status: "exited" | "slashed"): AnchorlogError {
  if (status === "exited") {
    return new AnchorlogError("account_closed", "the exit is complete, and the stake was credited", {
      fix: "pay it out, by withdrawCredit or `npx anchorlog stake withdraw ADDRESS`",
    });
  }
  return new AnchorlogError("account_closed", "the operator was convicted of a fault, and its stake is gone", {
    fix: "register a new operator with another account",
  });
}

/**
 * Returns the contract `FaultProofs` of a registry, in lower case, as the registry's stake names it.
 *
 * @throws AnchorlogError `no_contract` if the registry is not there. @throws ChainUnavailableError
 */
export async function faultProofsOf(
  client: Pick<ChainClient, "readContract">,
  id: Pick<OperatorId, "registry">,
): Promise<Hex> {
  const address = await stakeOf(client, id);
  return (
    await readContract(client, { address, abi: operatorStakeAbi, functionName: "faultProofs" })
  ).toLowerCase() as Hex;
}

async function stakeOf(client: Pick<ChainClient, "readContract">, id: Pick<OperatorId, "registry">): Promise<Hex> {
  const call = { address: id.registry, abi: anchorRegistryAbi, functionName: "operatorStake" } as const;
  return (await readContract(client, call)).toLowerCase() as Hex;
}
