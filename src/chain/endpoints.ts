/**
 * Combines several endpoints of one chain into one client. Reads of the latest block happen at a block that the
 * endpoints agree on, and the majority's answer counts. An endpoint that lags, lies, hangs or errs is put aside and
 * tried again later.
 *
 * @module
 */
import type { Hex } from "../base/hex.ts";
import { assertGiven } from "../base/options.ts";
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ChainClient, ChainWriter } from "./client.ts";
import { openPanel, type EndpointAnswer, type Endpoint, type Panel } from "./panel.ts";
import { readSendAnswer, type SendAnswer } from "./transactions/answers.ts";
import type { EndpointStatus } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";

/** A chain client that combines several endpoints. */
export type ConfirmedClient = ChainClient & {
  endpoints(): readonly EndpointStatus[];
  /** Whether the chain may be rewound: only with a single endpoint of the local chain 31337. */
  readonly mayRewind: boolean;
};

export type EndpointOptions = {
  /** Seconds that an endpoint has for an answer; 10 by default. */
  readonly requestTimeout?: number;
  /** Seconds after which an endpoint that was put aside is tried again; 30 by default. */
  readonly retryAfter?: number;
  /** Blocks that an endpoint may be behind; 3 by default. */
  readonly maxLag?: number;
};

/** Returns one client for a writer's endpoints. If the public client already combines endpoints, returns it. */
export function confirmedClient(chain: ChainWriter, options: EndpointOptions = {}): ConfirmedClient {
  const { publicClient, walletClient, others = [] } = chain;
  if ("endpoints" in publicClient) return publicClient as ConfirmedClient;
  return openEndpoints([publicClient, ...others], walletClient.chain.id, options);
}

/**
 * Combines several clients into one. The answer that most endpoints give counts; on a tie, the first endpoint's.
 *
 * A single endpoint is believed, except if its chain becomes shorter. On the local chain 31337 a shorter chain is
 * believed as well: contract developers rewind it (`evm_revert`) or restart it.
 *
 * @example
 * const clients = urls.map((url) => createPublicClient({ chain: mainnet, transport: http(url) }))
 * const publicClient = openEndpoints(clients, mainnet.id)
 * const aside = publicClient.endpoints().filter(({ state }) => state !== "good")
 *
 * @throws ChainUnavailableError from each method if no endpoint gives a usable answer; AnchorlogError `wrong_chain` if
 * all endpoints are of another chain.
 */
export function openEndpoints(
  clients: readonly ChainClient[],
  chainId: number,
  { requestTimeout = 10, retryAfter = 30, maxLag = 3 }: EndpointOptions = {},
): ConfirmedClient {
  assertGiven("openEndpoints", { clients, chainId }, "clients.map()", "chainId");
  if (clients.length === 0) throw new AnchorlogError("bad_option", "a chain needs an endpoint");
  const panel = openPanel(clients, { chainId, requestTimeout, retryAfter, maxLag });
  const request: ChainClient["request"] = ({ method, params }) =>
    requestFrom(panel, method, (params ?? []) as readonly unknown[]);
  const { pollingInterval } = clients[0]!;
  return {
    request,
    readContract: (call) =>
      panel.confirm((client, number) =>
        client.readContract(
          number === undefined || call.blockNumber !== undefined ? call : { ...call, blockNumber: BigInt(number) },
        ),
      ),
    getChainId: async () => Number(await request({ method: "eth_chainId" })),
    getBlock: async (of) => {
      const place = of === undefined ? "latest" : hex(Number(of.blockNumber));
      const found = (await request({ method: "eth_getBlockByNumber", params: [place, false] })) as RawBlock | null;
      if (found === null) throw new ChainUnavailableError(`no endpoint has the block ${place}`);
      const { number, hash, timestamp, baseFeePerGas } = found;
      return {
        number: BigInt(number),
        hash,
        timestamp: BigInt(timestamp),
        baseFeePerGas: baseFeePerGas == null ? null : BigInt(baseFeePerGas),
      };
    },
    getBlockNumber: async () => BigInt(((await request(LATEST)) as RawBlock).number),
    getLogs: (filter) =>
      panel.confirm((client) => client.getLogs(filter), {
        essence: (logs) =>
          logs.map(({ address, topics, data, blockNumber }) => ({ address, topics, data, blockNumber })),
      }),
    ...(pollingInterval === undefined ? {} : { pollingInterval }),
    endpoints: () => panel.status(),
    mayRewind: panel.mayRewind,
  };
}

async function requestFrom(panel: Panel, method: string, params: readonly unknown[]): Promise<unknown> {
  const ask = (list: readonly unknown[]) => (client: ChainClient) =>
    client.request({ method, params: list }, { retryCount: 0 });
  const special = SPECIAL[method];
  const isPending = params.includes("pending") && method !== "eth_estimateGas";
  if (special !== undefined) return special(panel, ask(params));
  if (isPending) return PENDING(panel, ask(params));
  if (params[0] === "finalized") return FINALIZED(panel, ask(params));
  return panel.confirm(
    (client, number) =>
      ask(number === undefined ? params : params.map((at) => (at === "latest" ? hex(number) : at)))(client),
    {
      read: (answer, number) => (isBeyond(method, answer, number) ? null : answer),
      essence: (answer) => essenceOf(method, answer),
      height: method === "eth_getBlockByNumber" && params[0] === "latest" ? heightOf : undefined,
    },
  );
}

const LATEST = { method: "eth_getBlockByNumber", params: ["latest", false] };
type RawBlock = {
  readonly number: string;
  readonly hash: Hex;
  readonly timestamp: string;
  readonly baseFeePerGas?: string | null;
};
const heightOf = (block: unknown): number => Number((Object(block) as RawBlock).number);
const hex = (number: number): string => `0x${number.toString(16)}`;

/** A receipt counts only once its block is not after the block that the endpoints agree on. */
function isBeyond(method: string, answer: unknown, number: number | undefined): boolean {
  if (method !== "eth_getTransactionReceipt" || number === undefined) return false;
  return Number(Object(answer).blockNumber) > number;
}

const ESSENCES: Readonly<Record<string, readonly string[]>> = {
  eth_getBlockByNumber: ["number", "hash", "timestamp", "baseFeePerGas"],
  eth_getTransactionReceipt: ["transactionHash", "blockHash", "blockNumber", "status", "from", "to", "gasUsed"],
};

/** The members that nodes must agree on. Each node adds members of its own. */
function essenceOf(method: string, answer: unknown): unknown {
  const names = ESSENCES[method];
  if (names === undefined || typeof answer !== "object" || answer === null) return answer;
  return names.map((name) => toJson((answer as Record<string, unknown>)[name]));
}

type Special = (panel: Panel, ask: (client: ChainClient) => Promise<unknown>) => Promise<unknown>;

const valuesOf = (answers: readonly EndpointAnswer<unknown>[]): unknown[] =>
  answers.flatMap((answer) => ("value" in answer ? [answer.value] : []));

const byAmount = (a: unknown, b: unknown): number => (BigInt(a as string) < BigInt(b as string) ? -1 : 1);

function errorOf(answers: readonly EndpointAnswer<unknown>[]): unknown {
  const errors = answers.flatMap((answer) => ("value" in answer ? [] : [answer]));
  return (errors.find(({ isAnswer }) => isAnswer) ?? errors[0])?.error;
}

/** Each node has its own mempool: a transaction in any of them is pending. */
const PENDING: Special = async (panel, ask) => {
  const answers = await panel.all(ask);
  const found = valuesOf(answers).filter((value) => value !== null);
  if (found.length > 0)
    return found.every((value) => typeof value === "string") ? found.toSorted(byAmount).at(-1) : found[0];
  if (answers.some((answer) => "value" in answer)) return null;
  throw errorOf(answers);
};

/** Nodes learn of finality one after the other: a block is final once it is final for all of them. */
const FINALIZED: Special = async (panel, ask) => {
  const answers = await panel.all(ask);
  const found = valuesOf(answers).toSorted((a, b) => heightOf(a) - heightOf(b));
  if (found.length === 0) throw errorOf(answers);
  return found.includes(null) ? null : found[0];
};

/** Methods that are not answered by majority, since their answers differ by node. */
const SPECIAL: Readonly<Record<string, Special>> = {
  eth_getTransactionByHash: PENDING,
  eth_chainId: async (panel) => hex(await panel.chainId()),
  // The largest estimate suffices for every node. A refusal counts only if no node gives an estimate.
  eth_estimateGas: async (panel, ask) => {
    const answers = await panel.all(ask);
    const found = valuesOf(answers).toSorted(byAmount).at(-1);
    if (found === undefined) throw errorOf(answers);
    return found;
  },
  eth_maxPriorityFeePerGas: async (panel, ask) => {
    const answers = await panel.all(ask);
    const found = valuesOf(answers).toSorted(byAmount);
    if (found.length === 0) throw errorOf(answers);
    return found[Math.floor((found.length - 1) / 2)];
  },
  eth_sendRawTransaction: async (panel, ask) => sendToAll(panel.known(), ask),
};

/**
 * Ranks refusals, the most informative first. `unknown` counts before `refused`: a node that did not answer may have
 * taken the transaction.
 */
const ORDER: readonly SendAnswer[] = ["known", "nonce_used", "underpriced", "unknown", "refused"];

/** Sends to all endpoints, and returns as soon as the first one accepts. */
async function sendToAll(
  endpoints: readonly Endpoint[],
  ask: (client: ChainClient) => Promise<unknown>,
): Promise<unknown> {
  const sent = endpoints.map(({ inTime }) => inTime(ask));
  try {
    return await Promise.any(sent);
  } catch (failed) {
    const { errors } = failed as AggregateError;
    const ranked = (errors as unknown[]).map((error) => ({ error, rank: ORDER.indexOf(readSendAnswer(error)) }));
    throw ranked.toSorted((a, b) => a.rank - b.rank)[0]?.error ?? new ChainUnavailableError("no endpoint can be asked");
  }
}
