import { decodeErrorResult, encodeFunctionData, type Abi, type ContractFunctionName } from "viem";
import { fromHex, type Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
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
import type { ContractCall, Writing } from "./types.ts";

/** A call as a transaction has it. */
export type Call = {
  readonly name: string;
  readonly abi: Abi;
  readonly to: Hex;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
};

/** Contracts call each other, so that one answers with another's error. */
const ERRORS: Abi = [
  ...anchorRegistryAbi,
  ...operatorStakeAbi,
  ...faultProofsAbi,
  ...challengesAbi,
  ...claimsAbi,
  ...disputesAbi,
  ...poseidonAbi,
].filter(({ type }) => type === "error");

/** @throws AnchorlogError `transaction_failed` where its arguments are not of the function's types. */
export function encodeCall<A extends Abi, F extends ContractFunctionName<A, Writing>>(call: ContractCall<A, F>): Call {
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
const MAX_GAS = 1n << 24n;

/**
 * The gas limit of a call: an estimate at the pending block, and a margin. The state of the latest block would be
 * behind by the time of a block, and by what waits.
 *
 * @param margin per cent.
 * @throws AnchorlogError `transaction_failed` where the contract refuses it. @throws ChainUnavailableError
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
  const wanted = max((estimate * BigInt(Math.round(100 + margin))) / 100n, floorOf(data));
  const limit = max(estimate, blockLimit < MAX_GAS ? blockLimit : MAX_GAS);
  return wanted < limit ? wanted : limit;
}

/** What a transaction with this calldata costs at least (EIP-7623). */
function floorOf(data: Hex): bigint {
  let tokens = 0;
  for (const byte of fromHex(data)) tokens += byte === 0 ? 1 : 4;
  return 21_000n + 10n * BigInt(tokens);
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** JSON-RPC's code for a call that the EVM reverted. */
const EXECUTION_REVERTED = 3;

/** What failed before a transaction was sent, as the caller sees it. */
export function asCallError(cause: unknown, { name, abi }: Pick<Call, "name" | "abi">): AnchorlogError {
  if (cause instanceof AnchorlogError && cause.code !== "chain_unavailable") return cause;
  const revert = isOutage(cause) ? undefined : revertIn(cause, abi);
  const why = revert === undefined ? deepestReasonOf(cause) : `the contract refuses it: ${revert}`;
  if (revert === undefined && isOutage(cause)) return new ChainUnavailableError(`${name}: ${why}`, { cause });
  const details = revert === undefined ? {} : { details: { revert } };
  return new AnchorlogError("transaction_failed", `${name}: ${why}`, { cause, ...details });
}

/** With what a contract refused a call; undefined where it was not the contract that failed. */
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

/** Hardhat puts it a level deeper. */
function revertDataOf(data: unknown): Hex | undefined {
  if (typeof data === "string" && /^0x([0-9a-fA-F]{2})*$/.test(data)) return data as Hex;
  return typeof data === "object" && data !== null ? revertDataOf((data as { data?: unknown }).data) : undefined;
}
