import { keccak256, serializeTransaction } from "viem";
import { assertGiven } from "../base/options.ts";
import { readOrigin } from "../action/domain.ts";
import { recoverSigner } from "../action/signature.ts";
import { equalBytes } from "../base/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { CheckpointBody } from "../tlog/checkpoint.ts";
import type { ChainClient } from "./client.ts";
import { deepestReasonOf } from "./failures.ts";
import { assertInBlock, readFinalHeight, type TimestampFinality } from "./findTimestamp.ts";
import {
  askOf,
  membersOf,
  readAmount,
  readBlock,
  shaped,
  toAmount,
  toHash,
  toInteger,
  toList,
  toTransaction,
} from "./questions.ts";
import type { Ask } from "./questions.ts";
import { decodeTimestamp } from "./timestamp.ts";
import { ChainUnavailableError } from "./view.ts";

/** The claim to verify: a transaction on a further chain contains a checkpoint. */
export type TimestampClaim = {
  /** The result of `parseCheckpoint` for the signed note. Its signatures are not checked here. */
  readonly checkpoint: CheckpointBody;
  /** The transaction's hash. */
  readonly transaction: Hex;
  /** The further chain; by default the chain that the nodes serve. */
  readonly chainId?: number;
  /** When the transaction's block counts as final; by default by the nodes' tag `finalized`. */
  readonly finality?: TimestampFinality;
};

/** The block that contains a timestamp, and its sender. */
export type TimestampSight = {
  readonly chainId: number;
  readonly block: { readonly number: number; readonly hash: Hex };
  /** The block's time, in Unix seconds. */
  readonly time: number;
  /** The signer of the transaction, in lower case. It need not be the operator. */
  readonly sender: Hex;
};

/** Why a verdict is not possible. */
export type IndeterminateTimestampCode =
  /** The node gives no usable answer, or contradicts itself. */
  | "rpc_unavailable"
  | "wrong_chain"
  /** The node does not know the transaction; it is not in a block; its block is not final. */
  | "not_found"
  | "not_mined"
  | "not_final"
  /** The transaction is not of EIP-1559, so its hash cannot be checked here. */
  | "unknown_type"
  | "endpoints_disagree";

export type TimestampVerdict = { readonly message: string } & (
  | { readonly verdict: "valid"; readonly code: "ok"; readonly seen: TimestampSight }
  | { readonly verdict: "invalid"; readonly code: "not_a_timestamp" | "other_checkpoint" }
  | {
      readonly verdict: "indeterminate";
      readonly code: IndeterminateTimestampCode;
      readonly seen?: TimestampSight;
    }
);

/** Seconds that a node has for an answer. */
const TIMEOUT = 10;

type RequestClient = Pick<ChainClient, "request">;

/**
 * Verifies that a transaction on a further chain contains a checkpoint, which then existed by its block's time.
 *
 * The calldata is checked against the transaction's hash, so a node cannot forge it. The nodes are trusted for the
 * block, its time and its finality. The sender, the recipient and the transaction's success do not matter.
 *
 * @param clients one or several clients of the further chain. If there are several, all must agree.
 * @returns valid with the time; invalid if the transaction contains something else; otherwise indeterminate.
 * @throws AnchorlogError `bad_argument` if the arguments are malformed.
 */
export async function verifyTimestamp(
  clients: RequestClient | readonly RequestClient[],
  claim: TimestampClaim,
): Promise<TimestampVerdict> {
  assertGiven("verifyTimestamp", { clients, claim }, "clients", "claim.checkpoint.origin", "claim.transaction");
  assertClaim(claim);
  const all: readonly RequestClient[] = Array.isArray(clients)
    ? (clients as readonly RequestClient[])
    : [clients as RequestClient];
  if (all.length === 0) throw badArgument("verifying a timestamp needs a node, but none was given");
  const verdicts = await Promise.all(all.map((client) => judge(askOf(client, TIMEOUT), claim)));
  const telling = verdicts.find(({ verdict }) => verdict === "invalid") ?? verdicts.find(isOpen);
  if (telling !== undefined) return telling;
  const [first, ...others] = verdicts.map((verdict) => (verdict as { seen: TimestampSight }).seen);
  if (others.every((seen) => JSON.stringify(seen) === JSON.stringify(first))) return verdicts[0]!;
  return indeterminate("endpoints_disagree", "the nodes show the transaction in different blocks");
}

const isOpen = ({ verdict }: TimestampVerdict): boolean => verdict === "indeterminate";

async function judge(ask: Ask, claim: TimestampClaim): Promise<TimestampVerdict> {
  try {
    return await judgeByNode(ask, claim);
  } catch (error) {
    return indeterminate("rpc_unavailable", `the node gives no usable answer: ${deepestReasonOf(error)}`);
  }
}

async function judgeByNode(ask: Ask, claim: TimestampClaim): Promise<TimestampVerdict> {
  const { checkpoint, transaction, finality = "finalized" } = claim;
  const chainId = Number(await readAmount(ask, "eth_chainId"));
  if (claim.chainId !== undefined && chainId !== claim.chainId) {
    return indeterminate("wrong_chain", `the node serves chain ${chainId}, not ${claim.chainId}`);
  }
  const answer = await ask("eth_getTransactionByHash", [transaction]);
  if (answer === null) return indeterminate("not_found", `the node does not have the transaction ${transaction}`);
  const found = readSigned(answer);
  if (found === undefined) {
    return indeterminate("unknown_type", "the transaction is not an EIP-1559 one, so its hash cannot be checked");
  }
  if (found.hash !== transaction || found.chainId !== chainId || found.sender === undefined) {
    throw new ChainUnavailableError(`the transaction that it returns for ${transaction} has another hash`);
  }
  // From here on the calldata is proven by the hash, so the node cannot have forged it.
  const said = decodeTimestamp(found.data);
  if (said === undefined) return invalid("not_a_timestamp", "the transaction's calldata is not a timestamp");
  const id = readOrigin(checkpoint.origin)!;
  const { operator } = said;
  const isSameOperator =
    operator.chainId === id.chainId && operator.registry === id.registry && operator.operator === id.operator;
  if (!isSameOperator) return invalid("other_checkpoint", "the transaction has a checkpoint of another operator");
  const { size, root } = said.checkpoint;
  if (size !== checkpoint.size || !equalBytes(root, checkpoint.root)) {
    const other = size === checkpoint.size ? `root ${toHex(root)}` : `size ${size}`;
    return invalid("other_checkpoint", `the transaction has a checkpoint of ${other}`);
  }
  const { place, sender } = found;
  if (place === undefined) return indeterminate("not_mined", "the transaction is in no block yet");
  const { time, ...block } = await assertInBlock(ask, { transaction, ...place });
  const seen = { chainId, block, time, sender };
  const head = await readBlock(ask, "latest");
  if (head === undefined) throw new ChainUnavailableError("the node has no latest block");
  const final = await readFinalHeight(ask, finality, head);
  if (block.number > final) {
    const message = `the transaction's block ${block.number} is not final: the final block is ${Math.max(0, final)}`;
    return { ...indeterminate("not_final", message), seen };
  }
  const when = new Date(1_000 * time).toISOString();
  return {
    verdict: "valid",
    code: "ok",
    message: `the checkpoint of size ${size} existed at latest at ${when}, on chain ${chainId}`,
    seen,
  };
}

type Signed = {
  readonly hash: Hex;
  readonly chainId: number;
  readonly data: Hex;
  /** Undefined if the signature is not valid. */
  readonly sender: Hex | undefined;
  readonly place: { readonly number: number; readonly hash: Hex } | undefined;
};

/**
 * Reads a transaction, and computes its hash and sender from its members; undefined if it is not of EIP-1559.
 *
 * @throws ChainUnavailableError if it is not a transaction.
 */
export function readSigned(answer: unknown): Signed | undefined {
  return shaped("eth_getTransactionByHash", () => toSigned(answer));
}

function toSigned(answer: unknown): Signed | undefined {
  const members = membersOf(answer);
  if (members["type"] !== "0x2") return undefined;
  const { to, nonce, data, value, maxFeePerGas, maxPriorityFeePerGas } = toTransaction(answer);
  const accessList = toList(members["accessList"] ?? []).map((item) => {
    const { address, storageKeys } = membersOf(item);
    return { address: address as Hex, storageKeys: toList(storageKeys) as readonly Hex[] };
  });
  const chainId = toInteger(members["chainId"]);
  const gas = toAmount(members["gas"]);
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  const unsigned = { type: "eip1559", chainId, nonce, to: to ?? null, gas, value, data, accessList, ...fees } as const;
  const [r, s] = [toWord(members["r"]), toWord(members["s"])];
  const yParity = toInteger(members["yParity"] ?? members["v"]);
  if (yParity !== 0 && yParity !== 1) throw new TypeError("it has no parity");
  const digest = fromHex(keccak256(serializeTransaction(unsigned)), 32);
  const signer = recoverSigner(digest, `0x${r.slice(2)}${s.slice(2)}${yParity === 0 ? "1b" : "1c"}`);
  const isMined = members["blockHash"] != null && members["blockNumber"] != null;
  return {
    hash: keccak256(serializeTransaction(unsigned, { r, s, yParity })),
    chainId,
    data,
    sender: "address" in signer ? signer.address : undefined,
    place: isMined ? { number: toInteger(members["blockNumber"]), hash: toHash(members["blockHash"]) } : undefined,
  };
}

const toWord = (value: unknown): Hex => `0x${toAmount(value).toString(16).padStart(64, "0")}`;

function assertClaim({ checkpoint, transaction, chainId, finality }: TimestampClaim): void {
  if (!isHex(transaction, 32)) throw badArgument("a transaction's hash is 0x and 64 lower-case hex digits");
  if (readOrigin(checkpoint.origin) === undefined) throw badArgument("the checkpoint is of no anchorlog operator");
  if (chainId !== undefined && !(Number.isSafeInteger(chainId) && chainId > 0)) {
    throw badArgument("a chain's id is a number from 1 to 2^53 - 1");
  }
  if (!isTimestampFinality(finality ?? "finalized"))
    throw badArgument('finality is a number of blocks, or "finalized"');
}

/** The largest finality setting, in blocks. */
const MOST_BLOCKS = 1_000_000;

export function isTimestampFinality(value: unknown): value is TimestampFinality {
  return (
    value === "finalized" || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_BLOCKS)
  );
}

function badArgument(message: string): AnchorlogError {
  return new AnchorlogError("bad_argument", message);
}

function invalid(code: "not_a_timestamp" | "other_checkpoint", message: string): TimestampVerdict {
  return { verdict: "invalid", code, message };
}

function indeterminate(
  code: IndeterminateTimestampCode,
  message: string,
): TimestampVerdict & { verdict: "indeterminate" } {
  return { verdict: "indeterminate", code, message };
}
