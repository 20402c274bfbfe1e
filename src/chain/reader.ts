import { createClient, custom } from "viem";
// Imports only the viem functions needed: web pages bundle this file.
import { getBlock, getBlockNumber, getChainId, readContract as readByViem } from "viem/actions";
import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../base/hex.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { answerOf, isRefusal, readContract, type ChainClient } from "./client.ts";
import { isReleasedRegistry } from "./deployments.ts";
import { reasonOf } from "./failures.ts";
import { openRpc } from "./rpc.ts";
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

/** The client method used here. */
type CallClient = Pick<ChainClient, "readContract">;

/**
 * Connects to a node and fixes its latest block as the view. Later checkpoints are not in the view; connect again to
 * see them.
 *
 * @param url of an Ethereum JSON-RPC node, http or https.
 * @throws AnchorlogError `bad_url`. @throws ChainUnavailableError if the node does not answer.
 */
export async function connectChain(url: string): Promise<ChainReader> {
  const transport = custom({ request: openRpc(url, TIMEOUT) }, { retryCount: 1 });
  // Off, so that a contract's answer cannot make this process send requests to third parties (ERC-3668).
  const viem = createClient({ transport, ccipRead: false });
  const client: CallClient = { readContract: (call) => readByViem(viem, call) };
  const [chainId, block] = await answerOf(() => Promise.all([getChainId(viem), getBlockNumber(viem)]));
  const operators = new Map<string, Promise<RegisteredOperator | undefined>>();
  const checkpoints = new Map<string, Promise<AnchoredCheckpoint | undefined>>();
  const periods = new Map<string, Promise<KeyPeriod | undefined>>();
  const times = new Map<string, Promise<number>>();
  const finals = new Map<string, Promise<boolean>>();
  return {
    chainId,
    blockNumber: Number(block),
    isKnownRegistry: isReleasedRegistry,
    readTime: () =>
      once(times, "", async () => {
        const { timestamp } = await answerOf(() => getBlock(viem, { blockNumber: block }));
        return Number(timestamp);
      }),
    readOperator: (id) => once(operators, keyOf(id), () => readOperator(client, id, block)),
    readCheckpoint: (id, size) => once(checkpoints, keyOf(id, size), () => readCheckpoint(client, id, size, block)),
    readKeyPeriod: (id, role, key) =>
      once(periods, keyOf(id, role, key), () => readKeyPeriod(client, id, role, key, block)),
    isFinal: (id, batch) =>
      once(finals, keyOf(id, batch.position, batch.log, batch.lastIndex), () => isFinal(client, id, batch, block)),
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

async function readOperator(
  client: CallClient,
  id: OperatorId,
  blockNumber: bigint,
): Promise<RegisteredOperator | undefined> {
  const call = { address: id.registry, abi: anchorRegistryAbi, args: [id.operator], blockNumber } as const;
  const terms = await orUndefined(readContract(client, { ...call, functionName: "operatorTerms" }));
  if (terms === undefined) return undefined;
  const [anchorKey, receiptKey, standing, [latest], finalSize, freezes] = await consistent(
    Promise.all([
      readContract(client, { ...call, functionName: "anchorKey" }),
      readContract(client, { ...call, functionName: "receiptKey" }),
      readContract(client, { ...call, functionName: "inStanding" }),
      readContract(client, { ...call, functionName: "latestCheckpoint" }),
      readContract(client, { ...call, functionName: "finalSize" }),
      readContract(client, { ...call, functionName: "freezes", args: [id.operator, BATCH_LOG] }),
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

async function readCheckpoint(
  client: CallClient,
  id: OperatorId,
  size: number,
  blockNumber: bigint,
): Promise<AnchoredCheckpoint | undefined> {
  const answer = await orUndefined(
    readContract(client, {
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "checkpointBySize",
      args: [id.operator, BigInt(size)],
      blockNumber,
    }),
  );
  if (answer === undefined || !answer[0]) return undefined;
  return { root: answer[1].root, time: Number(answer[1].time) };
}

async function readKeyPeriod(
  client: CallClient,
  id: OperatorId,
  role: KeyRole,
  key: Hex,
  blockNumber: bigint,
): Promise<KeyPeriod | undefined> {
  const answer = await orUndefined(
    readContract(client, {
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "keyPeriod",
      args: [id.operator, KEY_ROLES[role], key],
      blockNumber,
    }),
  );
  if (answer === undefined || answer[0] === 0n) return undefined;
  return { from: Number(answer[0]), until: answer[1] === 0n ? undefined : Number(answer[1]) };
}

async function isFinal(
  client: CallClient,
  id: OperatorId,
  { position, log, lastIndex }: BatchPlace,
  blockNumber: bigint,
): Promise<boolean> {
  const answer = await orUndefined(
    readContract(client, {
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "isFinal",
      args: [id.operator, BigInt(position), log, BigInt(lastIndex)],
      blockNumber,
    }),
  );
  return answer ?? false;
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
    throw new ChainUnavailableError(`the chain's node contradicts itself: ${reasonOf(error)}`, { cause: error });
  }
}
