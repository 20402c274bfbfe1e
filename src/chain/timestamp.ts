/** Timestamps: an operator's checkpoints, written on further chains (protocol/2-audit §7). */
import { decodeFunctionData, encodeFunctionData } from "viem";
import type { OperatorId } from "../action/domain.ts";
import type { Checkpoint } from "../batch/checkpoint.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";

/** The form of a timestamp's calldata. No contract has this function: its selector is the form's name and version. */
export const timestampAbi = [
  {
    type: "function",
    name: "anchorlogTimestamp1",
    stateMutability: "nonpayable",
    inputs: [
      { name: "chainId", type: "uint256" },
      { name: "registry", type: "address" },
      { name: "operator", type: "address" },
      { name: "size", type: "uint64" },
      { name: "root", type: "bytes32" },
    ],
    outputs: [],
  },
] as const;

/**
 * The address that timestamps are sent to: the last 20 bytes of keccak256("anchorlog.timestamp/1"). Nobody has its key,
 * and no code can be deployed there, so sending runs no code. An operator's own account might have code by EIP-7702.
 */
export const TIMESTAMP_ADDRESS: Hex = "0x2f712e58c624bd029f591e428cad863560e005f8";

/** Bytes of a timestamp's calldata: a selector and five words. */
const TIMESTAMP_BYTES = 164;

/** A checkpoint with its operator, as a timestamp holds them. */
export type Timestamp = { readonly operator: OperatorId; readonly checkpoint: Checkpoint };

/** The contract call that writes a timestamp. No contract executes it. */
export function timestampCall({ operator: id, checkpoint }: Timestamp) {
  const { size, root } = checkpoint;
  const args = [BigInt(id.chainId), id.registry, id.operator, BigInt(size), toHex(root)] as const;
  return { address: TIMESTAMP_ADDRESS, abi: timestampAbi, functionName: "anchorlogTimestamp1", args } as const;
}

/**
 * The calldata of a timestamp, {@link TIMESTAMP_BYTES} bytes.
 *
 * @example
 * const data = encodeTimestamp({ operator, checkpoint: parseCheckpoint(note) })
 * const hash = await walletClient.sendTransaction({ to: TIMESTAMP_ADDRESS, data })
 */
export function encodeTimestamp(timestamp: Timestamp): Hex {
  return encodeFunctionData(timestampCall(timestamp));
}

/**
 * Decodes a timestamp's calldata; undefined if the calldata is not exactly the canonical form.
 *
 * @example
 * const { input } = await publicClient.getTransaction({ hash })
 * const { operator, checkpoint } = decodeTimestamp(input) ?? {}
 */
export function decodeTimestamp(data: Hex): Timestamp | undefined {
  if (data.length !== 2 + 2 * TIMESTAMP_BYTES) return undefined;
  let timestamp: Timestamp;
  try {
    const { args } = decodeFunctionData({ abi: timestampAbi, data });
    const [chainId, registry, operator, size, root] = args;
    timestamp = {
      operator: {
        chainId: Number(chainId),
        registry: registry.toLowerCase() as Hex,
        operator: operator.toLowerCase() as Hex,
      },
      checkpoint: { size: Number(size), root: fromHex(root.toLowerCase(), 32) },
    };
  } catch {
    return undefined;
  }
  const { operator, checkpoint } = timestamp;
  const isExact = Number.isSafeInteger(operator.chainId) && Number.isSafeInteger(checkpoint.size);
  // Encoding again also rejects a word with bytes outside the address.
  return isExact && encodeTimestamp(timestamp) === data.toLowerCase() ? timestamp : undefined;
}
