import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
  type PublicClient,
} from "viem";
import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../encoding/hex.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { isReleasedRegistry } from "./deployments.ts";
import { ChainUnavailableError, type AnchoredCheckpoint, type ChainReader, type RegisteredOperator } from "./view.ts";

/**
 * Connects to a node and fixes its latest block as the view.
 *
 * @param url of an Ethereum JSON-RPC node, http or https.
 * @throws ChainUnavailableError where the node does not answer.
 */
export async function connectChain(url: string): Promise<ChainReader> {
  const client = createPublicClient({ transport: http(url, { timeout: 10_000, retryCount: 1 }) });
  const [chainId, block] = await orUnavailable(Promise.all([client.getChainId(), client.getBlockNumber()]));
  const operators = new Map<string, Promise<RegisteredOperator | undefined>>();
  const checkpoints = new Map<string, Promise<AnchoredCheckpoint | undefined>>();
  return {
    chainId,
    blockNumber: Number(block),
    isKnownRegistry: isReleasedRegistry,
    readOperator: (id) => once(operators, `${id.registry}/${id.operator}`, () => readOperator(client, id, block)),
    readCheckpoint: (id, size) =>
      once(checkpoints, `${id.registry}/${id.operator}/${size}`, () => readCheckpoint(client, id, size, block)),
  };
}

function once<T>(cache: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  let answer = cache.get(key);
  if (answer === undefined) cache.set(key, (answer = read()));
  return answer;
}

async function readOperator(
  client: PublicClient,
  id: OperatorId,
  blockNumber: bigint,
): Promise<RegisteredOperator | undefined> {
  const call = { address: id.registry, abi: anchorRegistryAbi, args: [id.operator], blockNumber } as const;
  const terms = await orUndefined(client.readContract({ ...call, functionName: "operatorTerms" }));
  if (terms === undefined) return undefined;
  const [[latest], finalSize] = await orUnavailable(
    Promise.all([
      client.readContract({ ...call, functionName: "latestCheckpoint" }),
      client.readContract({ ...call, functionName: "finalSize" }),
    ]),
  );
  return {
    name: terms.name,
    version: terms.version,
    maxAnchorDelay: Number(terms.maxAnchorDelay),
    anchorKey: terms.anchorKey.toLowerCase() as Hex,
    receiptKey: terms.receiptKey.toLowerCase() as Hex,
    latestSize: Number(latest.size),
    latestRoot: latest.root,
    finalSize: Number(finalSize),
  };
}

async function readCheckpoint(
  client: PublicClient,
  id: OperatorId,
  size: number,
  blockNumber: bigint,
): Promise<AnchoredCheckpoint | undefined> {
  const answer = await orUndefined(
    client.readContract({
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

/** A call's answer, or undefined where the contract refuses it or is not there. */
async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const refused =
      error instanceof BaseError &&
      error.walk((e) => e instanceof ContractFunctionRevertedError || e instanceof ContractFunctionZeroDataError) !==
        null;
    if (refused) return undefined;
    throw unavailable(error);
  }
}

async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(error: unknown): ChainUnavailableError {
  const why = error instanceof BaseError ? error.shortMessage : String(error);
  return new ChainUnavailableError(`the chain's node gave no usable answer: ${why}`, error);
}
