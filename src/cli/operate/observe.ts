/** An operator's status by its store and the chain alone, as where no process of it runs here. */
import { logId } from "../../action/domain.ts";
import { readLatest } from "../../anchor/anchorer.ts";
import { readContract, type ChainClient } from "../../anchor/client.ts";
import { anchorRegistryAbi } from "../../anchor/generated/AnchorRegistry.ts";
import { operatorStakeAbi } from "../../anchor/generated/OperatorStake.ts";
import type { RegisteredIdentity } from "../../anchor/registration.ts";
import { readStake } from "../../anchor/stake.ts";
import { decodeHeader } from "../../batch/header.ts";
import type { Hex } from "../../encoding/hex.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { LogStore } from "../../log/store.ts";
import type { OperatorStatus } from "../../operator/status.ts";

/** What is asked of a chain here. */
export type ObservedChain = Pick<ChainClient, "readContract"> & {
  getBalance(of: { address: Hex }): Promise<bigint>;
};

export type Observed = {
  readonly store: Pick<LogStore, "archived" | "batches" | "checkpoints" | "entries" | "head">;
  /** Undefined where no node of the operator's chain answers. */
  readonly chain: ObservedChain | undefined;
  readonly operator: RegisteredIdentity;
  readonly logs: readonly string[];
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** Who pays. */
  readonly account: Hex | undefined;
  readonly published: (() => Promise<number | undefined>) | undefined;
  readonly clock?: () => number;
};

/** What store and chain tell; what only a process knows is as of one that does nothing. */
export async function observe(observed: Observed): Promise<OperatorStatus> {
  const { store, chain, operator, account, maxAnchorDelay, clock = Date.now } = observed;
  const anchored = chain && (await orUndefined(readLatest({ publicClient: chain }, operator).then(({ size }) => size)));
  const [final, balance, stake, published] = await Promise.all([
    chain && orUndefined(readFinal(chain, operator)),
    account && chain && orUndefined(chain.getBalance({ address: account })),
    chain && orUndefined(readRequired(chain, operator)),
    observed.published === undefined ? undefined : orUndefined(observed.published()),
  ]);
  const { oldestPromise, unbatched, closed } = await readPromises(observed, anchored ?? 0);
  const at = clock();
  const deadline = oldestPromise === undefined ? undefined : oldestPromise + 1000 * maxAnchorDelay;
  return {
    at,
    operator: { chainId: operator.chainId, registry: operator.registry, operator: operator.operator },
    lease: { held: false, holder: undefined, until: undefined },
    logs: observed.logs.length,
    unbatched,
    archived: (await store.archived()).entries,
    archiveMissing: [],
    oldestPromise,
    deadline,
    missedDeadlines: deadline !== undefined && at > deadline ? 1 : 0,
    closed,
    signed: (await store.checkpoints()).at(-1)?.size ?? 0,
    published,
    anchored,
    final,
    shedding: undefined,
    missing: [],
    // Nobody takes any here.
    inFlight: 0,
    shed: 0,
    maxInFlight: 0,
    failures: { close: 0, sign: 0, publish: 0, anchor: 0, timestamp: 0, follow: 0, archive: 0 },
    account: account === undefined ? undefined : { address: account, balance },
    stake: { held: stake?.held, required: stake?.required },
    transactions: undefined,
    timestamps: [],
  };
}

/** The oldest entry that is not anchored, by its acceptedAt, and how many entries are in no batch. */
async function readPromises({ store, operator, logs }: Observed, anchored: number) {
  const batches = await store.batches();
  const covered = new Map<Hex, { all: number; anchored: number }>();
  for (const { position, log, header } of batches) {
    const { start, count } = decodeHeader(header);
    const before = covered.get(log)?.anchored ?? 0;
    covered.set(log, { all: start + count, anchored: position < anchored ? start + count : before });
  }
  let oldest = Infinity;
  let unbatched = 0;
  for (const name of logs) {
    const id = logId(operator, name);
    const known = covered.get(id) ?? { all: 0, anchored: 0 };
    unbatched += (await store.head(id)).size - known.all;
    const [first] = await store.entries(id, known.anchored, known.anchored + 1);
    if (first !== undefined) oldest = Math.min(oldest, decodeEntry(first.bytes).acceptedAt);
  }
  return { closed: batches.length, unbatched, oldestPromise: oldest === Infinity ? undefined : oldest };
}

async function readFinal(chain: ObservedChain, { registry, operator }: RegisteredIdentity): Promise<number> {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "finalSize", args: [operator] } as const;
  return Number(await readContract(chain, call));
}

async function readRequired(chain: ObservedChain, operator: RegisteredIdentity) {
  const { contract, stake, standing } = await readStake({ publicClient: chain }, operator);
  const call = { address: contract, abi: operatorStakeAbi, functionName: "stakeParameters" } as const;
  const { minimumStake, penaltyMargin } = await readContract(chain, call);
  return { held: stake, required: standing ? minimumStake : minimumStake + penaltyMargin };
}

async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch {
    // What could not be read is unknown, and never 0.
    return undefined;
  }
}
