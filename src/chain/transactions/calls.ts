import { decodeErrorResult, encodeFunctionData, type Abi, type ContractFunctionName } from "viem";
import { fromHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { deepestReasonOf, isOutage, nodeErrorOf } from "../failures.ts";
import { anchorRegistryAbi } from "../generated/AnchorRegistry.ts";
import { challengesAbi } from "../generated/Challenges.ts";
import { claimsAbi } from "../generated/Claims.ts";
import { disputesAbi } from "../generated/Disputes.ts";
import { faultProofsAbi } from "../generated/FaultProofs.ts";
import { operatorStakeAbi } from "../generated/OperatorStake.ts";
import { poseidonAbi } from "../generated/Poseidon.ts";
import { readAmount, type Ask } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { max } from "./settings.ts";
import type { ContractCall, EncodedCall, Writing } from "./types.ts";

/** A contract call, encoded for a transaction. */
export type Call = {
  readonly name: string;
  readonly abi: Abi;
  readonly to: Hex;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
};

/** The errors of all contracts: contracts call each other, so one can revert with another's error. */
const ERRORS: Abi = [
  ...anchorRegistryAbi,
  ...operatorStakeAbi,
  ...faultProofsAbi,
  ...challengesAbi,
  ...claimsAbi,
  ...disputesAbi,
  ...poseidonAbi,
].filter(({ type }) => type === "error");

/** @throws AnchorlogError `transaction_failed` if the arguments do not have the function's types. */
export function encodeCall<A extends Abi, F extends ContractFunctionName<A, Writing>>(
  call: ContractCall<A, F> | EncodedCall,
): Call {
  if ("data" in call) {
    return { name: call.name, abi: call.abi, to: call.address.toLowerCase() as Hex, data: call.data, value: 0n };
  }
  const { address, value = 0n } = call;
  const [abi, name]: [Abi, string] = [call.abi, call.functionName];
  try {
    const data = encodeFunctionData({ abi, functionName: name, args: call.args as readonly unknown[] });
    return { name, abi, to: address.toLowerCase() as Hex, data, value };
  } catch (cause) {
    throw new AnchorlogError("transaction_failed", `${name}: ${deepestReasonOf(cause)}`, { cause });
  }
}

/** A transaction's gas limit since Osaka (EIP-7825). */
export const MAX_GAS = 1n << 24n;

/**
 * The least margin over an estimate. Geth and Hardhat estimate with a base fee of 0, and `Challenges` repays an answer by
 * the base fee: the first credit of an account, up to 45,000 gas, is then not in the estimate.
 */
const LEAST_MARGIN = 60_000n;

/**
 * Returns the gas limit of a call: an estimate at the pending block, and a margin. The latest block's state would be
 * older by a block, and lacks the pending transactions.
 *
 * @param margin per cent.
 * @throws AnchorlogError `transaction_failed` if the contract refuses it. @throws ChainUnavailableError
 */
export async function estimateGas(ask: Ask, account: Hex, call: Call, blockLimit: bigint, margin: number) {
  const { to, data, value } = call;
  const transaction = { from: account, to, data, value: `0x${value.toString(16)}` };
  let estimate: bigint;
  try {
    estimate = await readAmount(ask, "eth_estimateGas", [transaction, "pending"]);
  } catch (error) {
    throw asCallError(error, call);
  }
  const wanted = max(withMargin(estimate, margin), floorOf(data));
  const limit = max(estimate, blockLimit < MAX_GAS ? blockLimit : MAX_GAS);
  return wanted < limit ? wanted : limit;
}

/** Adds the margin to an estimate, in per cent. */
export function withMargin(estimate: bigint, margin: number): bigint {
  return estimate + max((estimate * BigInt(Math.round(margin))) / 100n, LEAST_MARGIN);
}

/** The least gas of a transaction with this calldata (EIP-7623). */
function floorOf(data: Hex): bigint {
  let tokens = 0;
  for (const byte of fromHex(data)) tokens += byte === 0 ? 1 : 4;
  return 21_000n + 10n * BigInt(tokens);
}

/** JSON-RPC's code for a call that the EVM reverted. */
const EXECUTION_REVERTED = 3;

/** Converts a failure before sending into the error for the caller. */
export function asCallError(cause: unknown, { name, abi }: Pick<Call, "name" | "abi">): AnchorlogError {
  if (cause instanceof AnchorlogError && cause.code !== "chain_unavailable") return cause;
  const revert = isOutage(cause) ? undefined : revertIn(cause, abi);
  const why = revert === undefined ? deepestReasonOf(cause) : `the contract refuses it: ${revert}`;
  if (revert === undefined && isOutage(cause)) return new ChainUnavailableError(`${name}: ${why}`, { cause });
  const details = revert === undefined ? undefined : { revert };
  const fix = REMEDIES.get(revert?.split("(")[0] ?? "");
  return new AnchorlogError("transaction_failed", `${name}: ${why}`, { cause, details, fix });
}

/** The remedies of the contracts' errors that operators can meet. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["NotRegistered", "register the operator first: `npx anchorlog register`, or registerOperator"],
  ["AlreadyRegistered", "an account registers once, for good: use its registration, or register another account"],
  ["RotationPending", "an earlier key of this role takes effect at that time (Unix seconds): rotate again after it"],
  ["KeyUsedBefore", "make a new key: a key of this operator, in either role, is never accepted again"],
  ["RingTooShort", "shorten maxAnchorDelay (operator.maxAnchorDelaySeconds): both numbers are in seconds"],
  [
    "NotInStanding",
    "`npx anchorlog stake` shows whether the stake is too small, or the operator exited or was slashed",
  ],
  ["TransferFailed", "name a receiver that accepts ether: the credit stays"],
]);

/** Returns the contract's revert error as text; undefined if the failure was not a revert. */
function revertIn(error: unknown, abi: Abi): string | undefined {
  const found = nodeErrorOf(error);
  if (found === undefined) return undefined;
  const data = revertDataOf(found.data);
  if (data === undefined || data === "0x") {
    return found.code === EXECUTION_REVERTED || /revert/i.test(deepestReasonOf(error)) ? "without a reason" : undefined;
  }
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: [...abi, ...ERRORS], data });
    return `${errorName}(${args.map(String).join(", ")})`;
  } catch {
    return `an error that is not in its ABI, ${data.slice(0, 10)}`;
  }
}

/** Hardhat nests the revert data one level deeper. */
function revertDataOf(data: unknown): Hex | undefined {
  if (typeof data === "string" && /^0x([0-9a-fA-F]{2})*$/.test(data)) return data as Hex;
  return typeof data === "object" && data !== null ? revertDataOf((data as { data?: unknown }).data) : undefined;
}
