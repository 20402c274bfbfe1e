/** An endpoint of a chain, with its current state. */
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ChainClient } from "./client.ts";
import { LOCAL_CHAIN } from "../action/signers/development.ts";
import { deepestReasonOf, isBadArgument, isEmptyAnswer, isOutage, nodeErrorOf, revertOf } from "./failures.ts";
import { inTime, readBlock } from "./questions.ts";
import { readWording } from "./transactions/answers.ts";
import type { EndpointStatus } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";
import { wrongChain } from "./wrongChain.ts";
import type { Hex } from "../base/hex.ts";

export type Endpoint = {
  readonly index: number;
  state: EndpointStatus["state"];
  why: string | undefined;
  /** The error to throw if every endpoint is of another chain. */
  refusal: AnchorlogError | undefined;
  block: number | undefined;
  /** When it was put aside, by `performance.now`. */
  asideAt: number;
  /** Whether its chain id was checked since it was last put aside. */
  isOfChain: boolean;
  isProbed: boolean;
  readonly inTime: <T>(question: (client: ChainClient) => Promise<T>) => Promise<T>;
};

/** An endpoint's value or error. `isAnswer`: the error is itself an answer, such as a revert. */
export type EndpointAnswer<T> =
  | { readonly endpoint: Endpoint; readonly value: T }
  | { readonly endpoint: Endpoint; readonly error: unknown; readonly isAnswer: boolean };

/**
 * Asks a client. `number` is the block agreed on. It is undefined for a single endpoint, which reads its latest block.
 */
type PanelRequest<T> = (client: ChainClient, number: number | undefined) => Promise<T>;

/** How an answer is processed and compared. */
export type Reading<T> = {
  readonly read?: (answer: T, number: number | undefined) => T;
  /** The part of an answer that the nodes must agree on. */
  readonly essence?: (answer: T) => unknown;
  /** The latest height according to the answer, if the answer contains it. */
  readonly height?: ((answer: T) => number) | undefined;
};

export type Panel = {
  /** Returns the answer that most endpoints give; on a tie, the first endpoint's. */
  confirm<T>(question: PanelRequest<T>, reading?: Reading<T>): Promise<T>;
  /** Returns the answer of each endpoint that is not put aside. */
  all<T>(question: (client: ChainClient) => Promise<T>): Promise<EndpointAnswer<T>[]>;
  chainId(): Promise<number>;
  /** Whether a shorter chain is believed at once: only from a single development node. */
  readonly mayRewind: boolean;
  /** The endpoints that are of this chain, or whose chain is still unknown. */
  known(): readonly Endpoint[];
  status(): readonly EndpointStatus[];
};

type PanelOptions = {
  readonly chainId: number;
  /** Seconds, as in `EndpointOptions`. */
  readonly requestTimeout: number;
  readonly retryAfter: number;
  /** Blocks. */
  readonly maxLag: number;
};

type OpenPanel = PanelOptions & {
  readonly endpoints: readonly Endpoint[];
  readonly mayRewind: boolean;
  /**
   * The highest block agreed on so far. A lower height means that an endpoint lags. `shortSince`: since when no endpoint
   * reaches it, by `performance.now`.
   */
  cursor: { readonly number: number; shortSince: number | undefined } | undefined;
};

type Head = { readonly endpoint: Endpoint; readonly number: number; readonly hash: Hex };

/** How often the endpoints are asked again if they disagree: a new block or a reorganization takes time to spread. */
const ROUNDS = 4;
const PAUSE_MS = 100;
/** If no endpoint reaches the earlier height for this long, the earlier height is dropped as a mistake. */
const FORGET_MS = 600_000;

export function openPanel(clients: readonly ChainClient[], options: PanelOptions): Panel {
  const endpoints = clients.map((client, index): Endpoint => ({
    index,
    state: "good",
    why: undefined,
    refusal: undefined,
    block: undefined,
    asideAt: -Infinity,
    isOfChain: false,
    isProbed: false,
    inTime: (question) => inTime(options.requestTimeout, () => question(client)),
  }));
  const isAlone = endpoints.length === 1;
  // Contract developers rewind their chain all the time (evm_revert), or restart it.
  const mayRewind = isAlone && options.chainId === LOCAL_CHAIN;
  const panel: OpenPanel = { ...options, endpoints, mayRewind, cursor: undefined };
  return {
    mayRewind,
    confirm: (question, reading = {}) => (isAlone ? confirmAlone : confirmTogether)(panel, question, reading),
    all: (question) => askAll(panel, usable(panel), question),
    chainId: async () => {
      await askAll(panel, usable(panel), async () => undefined);
      if (!endpoints.some(({ isOfChain }) => isOfChain)) throw noAnswer(panel);
      return options.chainId;
    },
    known: () => endpoints.filter(({ state }) => state !== "wrong_chain"),
    status: () => endpoints.map(({ index, state, why, block }) => ({ index, state, why, block })),
  };
}

/** A single endpoint is believed, except if its chain becomes shorter. */
async function confirmAlone<T>(panel: OpenPanel, question: PanelRequest<T>, reading: Reading<T>): Promise<T> {
  const { read = same, height } = reading;
  const endpoint = panel.endpoints[0]!;
  const answer = await askOne(panel, endpoint, (client) => question(client, undefined));
  if (!("value" in answer)) throw answer.error;
  const number = height?.(answer.value);
  if (number !== undefined) {
    endpoint.block = number;
    if (!panel.mayRewind && isBehind(panel, number)) {
      putAside(endpoint, "lagging", behind(panel, number));
      fallShort(panel, panel.cursor!.number);
    }
    Object.assign(endpoint, { state: "good", why: undefined });
    if (number >= (panel.cursor?.number ?? 0)) panel.cursor = { number, shortSince: undefined };
  }
  return read(answer.value, undefined);
}

async function confirmTogether<T>(panel: OpenPanel, question: PanelRequest<T>, reading: Reading<T>): Promise<T> {
  const { read = same, essence = same } = reading;
  for (let round = 1; ; round++) {
    const { number, endpoints } = await agree(panel);
    const answers = await askAll(panel, endpoints, async (client) => read(await question(client, number), number));
    const groups = groupsOf(answers, essence);
    const [first] = groups[0] ?? [];
    if (first === undefined) throw (answers.find((answer) => "error" in answer) as { error: unknown }).error;
    if (!(await isDecided(groups, round, (than) => `it contradicts ${than} about block ${number}`))) continue;
    if ("value" in first) return first.value;
    throw first.error;
  }
}

/** Returns the newest block that the remaining endpoints have in common. */
async function agree(panel: OpenPanel): Promise<{ number: number; endpoints: Endpoint[] }> {
  for (let round = 1; ; round++) {
    const asked = await Promise.all(usable(panel).map((endpoint) => headOf(panel, endpoint)));
    const heads = asked.filter((head) => head !== undefined);
    if (heads.length === 0) throw noAnswer(panel);
    const { number, present } = meet(panel, heads);
    if (present.length === 0) fallShort(panel, number);
    const read = await Promise.all(
      present.map(async (head) => {
        if (head.number === number) return { endpoint: head.endpoint, value: head.hash };
        return askOne(panel, head.endpoint, async (client) => (await readBlock(rawAsk(client), number))?.hash);
      }),
    );
    const groups = groupsOf(read, same);
    if (groups.length === 0) throw noAnswer(panel);
    if (!(await isDecided(groups, round, (than) => `it has another block ${number} than ${than}`))) continue;
    panel.cursor = { number, shortSince: undefined };
    return { number, endpoints: groups[0]!.map(({ endpoint }) => endpoint) };
  }
}

/**
 * Whether the largest group of answers counts. If so, puts the endpoints of the other groups aside. Otherwise waits
 * first: the endpoints may agree if they are asked again.
 */
async function isDecided(
  [most, ...rest]: readonly EndpointAnswer<unknown>[][],
  round: number,
  lie: (than: string) => string,
): Promise<boolean> {
  if (rest.length > 0 && round < ROUNDS) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (round - 1)));
    return false;
  }
  const why = lie(`endpoint ${most![0]!.endpoint.index}`);
  for (const { endpoint } of rest.flat()) putAside(endpoint, "lying", why);
  return true;
}

/** Puts aside the endpoints that are far from the others. Returns the block at which the rest can be compared. */
function meet({ cursor, maxLag }: OpenPanel, heads: readonly Head[]): { number: number; present: Head[] } {
  const sorted = heads.toSorted((a, b) => b.number - a.number);
  const near = (number: number) => heads.filter((head) => Math.abs(head.number - number) <= maxLag);
  // If no two endpoints are close together, the middle one of three leads, or the higher one of two.
  const leader = sorted.find(({ number }) => near(number).length > 1) ?? sorted[Math.floor((sorted.length - 1) / 2)]!;
  const top = Math.max(leader.number, cursor?.number ?? 0);
  for (const { endpoint, number } of heads) {
    if (number < top - maxLag) putAside(endpoint, "lagging", behind({ cursor }, number));
    if (number > leader.number + maxLag) {
      putAside(endpoint, "lying", `it has block ${number}, and the others have ${leader.number}`);
    }
  }
  const around = near(leader.number);
  const number = Math.max(cursor?.number ?? 0, Math.min(...around.map((head) => head.number)));
  return { number, present: around.filter((head) => head.number >= number) };
}

/** No endpoint has the earlier block: either all of them lag, or the block never existed. */
function fallShort(panel: OpenPanel, number: number): never {
  const now = performance.now();
  const since = (panel.cursor!.shortSince ??= now);
  if (now - since > FORGET_MS) panel.cursor = undefined;
  throw new ChainUnavailableError(`every node is behind block ${number}, which was there before`);
}

/** Returns the endpoints that are not put aside, or all if there are none. Tries the others if their time has come. */
function usable(panel: OpenPanel): readonly Endpoint[] {
  const { endpoints, retryAfter } = panel;
  const now = performance.now();
  for (const endpoint of endpoints) {
    const isDue = endpoint.state !== "good" && now - endpoint.asideAt >= retryAfter * 1000;
    if (isDue && !endpoint.isProbed && endpoints.length > 1) void probe(panel, endpoint);
  }
  const good = endpoints.filter(({ state }) => state === "good");
  return good.length > 0 ? good : endpoints;
}

/** Tries an endpoint that was put aside, in the background. */
async function probe(panel: OpenPanel, endpoint: Endpoint): Promise<void> {
  endpoint.isProbed = true;
  const head = await headOf(panel, endpoint).finally(() => (endpoint.isProbed = false));
  if (head === undefined || endpoint.state === "good") return;
  if (isBehind(panel, head.number)) putAside(endpoint, "lagging", behind(panel, head.number));
  else Object.assign(endpoint, { state: "good", why: undefined });
}

async function headOf(panel: OpenPanel, endpoint: Endpoint): Promise<Head | undefined> {
  const answer = await askOne(panel, endpoint, (client) => readBlock(rawAsk(client), "latest"));
  if (!("value" in answer) || answer.value === undefined) return undefined;
  const { number, hash } = answer.value;
  endpoint.block = number;
  return { endpoint, number, hash };
}

function askAll<T>(
  panel: OpenPanel,
  endpoints: readonly Endpoint[],
  question: (client: ChainClient) => Promise<T>,
): Promise<EndpointAnswer<T>[]> {
  return Promise.all(endpoints.map((endpoint) => askOne(panel, endpoint, question)));
}

async function askOne<T>(
  { chainId }: OpenPanel,
  endpoint: Endpoint,
  question: (client: ChainClient) => Promise<T>,
): Promise<EndpointAnswer<T>> {
  try {
    await checkChain(endpoint, chainId);
    const value = await endpoint.inTime(question);
    if (endpoint.state === "silent") Object.assign(endpoint, { state: "good", why: undefined });
    return { endpoint, value };
  } catch (error) {
    const isAnswer = isAnAnswer(error);
    const isWrong = error instanceof AnchorlogError && error.code === "wrong_chain";
    if (isWrong) endpoint.refusal = error;
    if (isWrong) putAside(endpoint, "wrong_chain", error.message.split("\n")[0]!);
    else if (!isAnswer) putAside(endpoint, "silent", deepestReasonOf(error));
    return { endpoint, error, isAnswer };
  }
}

async function checkChain(endpoint: Endpoint, chainId: number): Promise<void> {
  if (endpoint.isOfChain) return;
  const found = await endpoint.inTime((client) => client.getChainId());
  if (found !== chainId) throw wrongChain(chainId, found, endpoint.index);
  endpoint.isOfChain = true;
}

function putAside(endpoint: Endpoint, state: EndpointStatus["state"], why: string): void {
  Object.assign(endpoint, { state, why, asideAt: performance.now(), isOfChain: false });
}

const isBehind = ({ cursor, maxLag }: OpenPanel, number: number): boolean =>
  cursor !== undefined && number < cursor.number - maxLag;

const behind = ({ cursor }: Pick<OpenPanel, "cursor">, number: number): string =>
  `its latest block is ${number}, and ${cursor?.number ?? "another"} was there`;

function noAnswer({ endpoints }: OpenPanel): Error {
  if (endpoints.every(({ state }) => state === "wrong_chain")) return endpoints[0]!.refusal!;
  return new ChainUnavailableError(`no endpoint answers: ${endpoints.map(({ why }) => why ?? "").join("; ")}`);
}

const rawAsk = (client: ChainClient) => (method: string, params: readonly unknown[]) =>
  client.request({ method, params }, { retryCount: 0 });

const same = <T>(value: T): T => value;

/** Whether the error is the node's answer: asked again, the node would return the same error. */
function isAnAnswer(error: unknown): boolean {
  if (isOutage(error)) return false;
  if (revertOf(error) !== undefined || isEmptyAnswer(error) || isBadArgument(error)) return true;
  if (readWording(error) === "refused") return true;
  const found = nodeErrorOf(error);
  return found !== undefined && (found.code === 3 || /revert/i.test(deepestReasonOf(error)));
}

/** Groups equal answers. The largest group comes first; on a tie, the group with the first endpoint. */
function groupsOf<T>(answers: readonly EndpointAnswer<T>[], essence: (value: T) => unknown): EndpointAnswer<T>[][] {
  const groups = new Map<string, EndpointAnswer<T>[]>();
  for (const answer of answers) {
    if (!("value" in answer) && !answer.isAnswer) continue;
    const text =
      "value" in answer
        ? (JSON.stringify(toJson(essence(answer.value))) ?? "")
        : `error ${deepestReasonOf(answer.error)}`;
    groups.set(text, [...(groups.get(text) ?? []), answer]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length || a[0]!.endpoint.index - b[0]!.endpoint.index);
}
