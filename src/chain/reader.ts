import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../base/hex.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { isRefusal } from "./client.ts";
import { isReleasedRegistry } from "./deployments.ts";
import { NodeError, openRpc, type Rpc } from "./rpc.ts";
import { callView, quantity, unusable } from "./viewCalls.ts";
import {
  BATCH_LOG,
  ChainUnavailableError,
  KEY_ROLES,
  type AnchoredCheckpoint,
  type BatchPlace,
  type ChainReader,
  type KeyPeriod,
  type KeyRole,
  type RegisteredOperator,
} from "./view.ts";

/** Milliseconds that a node has for one answer. */
const TIMEOUT = 10_000;

/**
 * Connects to a node and fixes its latest block as the view. Later checkpoints are not in the view; connect again to
 * see them.
 *
 * @param url of an Ethereum JSON-RPC node, http or https.
 * @throws AnchorlogError `bad_url`. @throws ChainUnavailableError if the node does not answer.
 */
export async function connectChain(url: string): Promise<ChainReader> {
  const rpc = withRetry(openRpc(url, TIMEOUT));
  const [chainId, block] = await Promise.all([ask(rpc, "eth_chainId"), ask(rpc, "eth_blockNumber")]);
  const operators = new Map<string, Promise<RegisteredOperator | undefined>>();
  const checkpoints = new Map<string, Promise<AnchoredCheckpoint | undefined>>();
  const periods = new Map<string, Promise<KeyPeriod | undefined>>();
  const times = new Map<string, Promise<number>>();
  const finals = new Map<string, Promise<boolean>>();
  return {
    chainId: Number(chainId),
    blockNumber: Number(block),
    isKnownRegistry: isReleasedRegistry,
    readTime: () =>
      once(times, "", async () => {
        const { timestamp } = Object(await answer(rpc, "eth_getBlockByNumber", quantity(block), false));
        return Number(readQuantity(timestamp));
      }),
    readOperator: (id) => once(operators, keyOf(id), () => readOperator(rpc, id, block)),
    readCheckpoint: (id, size) => once(checkpoints, keyOf(id, size), () => readCheckpoint(rpc, id, size, block)),
    readKeyPeriod: (id, role, key) =>
      once(periods, keyOf(id, role, key), () => readKeyPeriod(rpc, id, role, key, block)),
    isFinal: (id, batch) =>
      once(finals, keyOf(id, batch.position, batch.log, batch.lastIndex), () => isFinal(rpc, id, batch, block)),
  };
}

async function answer(rpc: Rpc, method: string, ...params: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc({ method, params });
  } catch (error) {
    throw unusable((error as Error).message, error);
  }
}

const ask = async (rpc: Rpc, method: string): Promise<bigint> => readQuantity(await answer(rpc, method));

function readQuantity(value: unknown): bigint {
  if (typeof value === "string" && /^0x[0-9a-f]{1,16}$/i.test(value)) return BigInt(value);
  throw unusable("a number is malformed");
}

/** JSON-RPC's codes for an internal error and for an exceeded limit. */
const TRANSIENT: ReadonlySet<number> = new Set([-32603, -32005]);

/** Repeats a question once if the node gave no answer. */
function withRetry(rpc: Rpc): Rpc {
  return async (question, options) => {
    try {
      return await rpc(question, options);
    } catch (error) {
      if (error instanceof NodeError && !TRANSIENT.has(error.code)) throw error;
      return rpc(question, options);
    }
  };
}

function keyOf(id: OperatorId, ...rest: readonly (string | number)[]): string {
  return [id.registry, id.operator, ...rest].join("/");
}

function once<T>(cache: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  let answer = cache.get(key);
  if (answer === undefined) {
    answer = read();
    cache.set(key, answer);
    // Failures are not cached, so that the next call asks again.
    answer.catch(() => cache.delete(key));
  }
  return answer;
}

async function readOperator(rpc: Rpc, id: OperatorId, blockNumber: bigint): Promise<RegisteredOperator | undefined> {
  const call = { ...callOf(id, blockNumber), args: [id.operator] } as const;
  const terms = await orUndefined(callView(rpc, { ...call, functionName: "operatorTerms" }));
  if (terms === undefined) return undefined;
  const [anchorKey, receiptKey, standing, [latest], finalSize, freezes] = await consistent(
    Promise.all([
      callView(rpc, { ...call, functionName: "anchorKey" }),
      callView(rpc, { ...call, functionName: "receiptKey" }),
      callView(rpc, { ...call, functionName: "inStanding" }),
      callView(rpc, { ...call, functionName: "latestCheckpoint" }),
      callView(rpc, { ...call, functionName: "finalSize" }),
      callView(rpc, { ...call, functionName: "freezes", args: [id.operator, BATCH_LOG] }),
    ]),
  );
  return {
    name: terms.name,
    version: terms.version,
    maxAnchorDelay: Number(terms.maxAnchorDelay),
    anchorKey: anchorKey.toLowerCase() as Hex,
    receiptKey: receiptKey.toLowerCase() as Hex,
    standing,
    latestSize: Number(latest.size),
    latestRoot: latest.root,
    finalSize: Number(finalSize),
    freezes: freezes.map(({ from, size }) => ({ from: Number(from), size: Number(size) })),
  };
}

const callOf = (id: OperatorId, blockNumber: bigint) =>
  ({ address: id.registry, abi: anchorRegistryAbi, blockNumber }) as const;

async function readCheckpoint(
  rpc: Rpc,
  id: OperatorId,
  size: number,
  blockNumber: bigint,
): Promise<AnchoredCheckpoint | undefined> {
  const args = [id.operator, BigInt(size)] as const;
  const call = { ...callOf(id, blockNumber), functionName: "checkpointBySize", args } as const;
  const answer = await orUndefined(callView(rpc, call));
  if (answer === undefined || !answer[0]) return undefined;
  return { root: answer[1].root, time: Number(answer[1].time) };
}

async function readKeyPeriod(
  rpc: Rpc,
  id: OperatorId,
  role: KeyRole,
  key: Hex,
  blockNumber: bigint,
): Promise<KeyPeriod | undefined> {
  const args = [id.operator, KEY_ROLES[role], key] as const;
  const answer = await orUndefined(callView(rpc, { ...callOf(id, blockNumber), functionName: "keyPeriod", args }));
  if (answer === undefined || answer[0] === 0n) return undefined;
  return { from: Number(answer[0]), until: answer[1] === 0n ? undefined : Number(answer[1]) };
}

async function isFinal(
  rpc: Rpc,
  id: OperatorId,
  { position, log, lastIndex }: BatchPlace,
  blockNumber: bigint,
): Promise<boolean> {
  const args = [id.operator, BigInt(position), log, BigInt(lastIndex)] as const;
  const call = { ...callOf(id, blockNumber), functionName: "isFinal", args } as const;
  return (await orUndefined(callView(rpc, call))) ?? false;
}

/** Returns the call's result, or undefined if the contract refuses the call or does not exist. */
async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** A registry refuses no question about a registered operator, so a refusal means that the node contradicts itself. */
async function consistent<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new ChainUnavailableError(`the chain's node contradicts itself: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
