/** Reads from the chain, through an endpoint without faults, what an operator did during all faults. */
import { decodeErrorResult, decodeFunctionData, type Hex } from "viem";
import { expect } from "vitest";
import { openAnchorlog, type AnchorlogOptions } from "anchorlog";
import type { OperatorId } from "anchorlog/action";
import { anchorRegistryAbi, connectChain } from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { join } from "node:path";
import { logPendingStore } from "../../src/chain/transactions/store.ts";
import { keys, types } from "../operator.ts";
import type { ChaosNode } from "./chaos-faults.ts";
import type { LocalAccount } from "viem/accounts";

type Client = ChaosNode["client"];

/** The state of the chain and its registry. */
export type Standing = {
  readonly block: number;
  readonly time: number;
  /** The newest checkpoint's size and time. */
  readonly newest: { readonly size: number; readonly time: number };
};

export async function readStanding(client: Client, operator: OperatorId): Promise<Standing> {
  const { number, timestamp } = await client.getBlock();
  const [{ size, time }] = await client.readContract({
    address: operator.registry,
    abi: anchorRegistryAbi,
    functionName: "latestCheckpoint",
    args: [operator.operator],
    blockNumber: number,
  });
  return { block: Number(number), time: Number(timestamp), newest: { size: Number(size), time: Number(time) } };
}

/** A transaction that reverted. */
export type Reverted = {
  readonly nonce: number;
  readonly size: number;
  /** The contract's reason. */
  readonly why: string;
  /** When it was mined, and when it was first sent. */
  readonly mined: Standing;
  readonly sent: Standing | undefined;
  /** Whether another one before it had anchored as much. */
  readonly isSecond: boolean;
  readonly hash: Hex;
};

export type ChainAudit = {
  /** Sizes that were anchored, in the chain's order. */
  readonly sizes: readonly number[];
  readonly transactions: number;
  /** Empty transfers that replaced a needless transaction, to use its nonce. */
  readonly cancellations: number;
  readonly reverted: readonly Reverted[];
};

/** Reads every block from `from` on: each nonce is used, and all checkpoints grow. */
export async function auditChain(
  client: Client,
  account: Hex,
  from: { readonly nonce: number; readonly block: bigint },
  sent: ReadonlyMap<Hex, Standing>,
): Promise<ChainAudit> {
  const address = account;
  const last = await client.getTransactionCount({ address });
  expect(await client.getTransactionCount({ address, blockTag: "pending" })).toBe(last);
  const sizes: number[] = [];
  const reverted: Reverted[] = [];
  let newest = { size: 0, time: 0 };
  let [transactions, cancellations] = [0, 0];
  for (const { number, timestamp, transactions: list } of await readBlocks(client, from.block + 1n)) {
    for (const { from: sender, to, hash, input, nonce } of list) {
      if (sender.toLowerCase() !== account.toLowerCase()) continue;
      expect(nonce).toBe(from.nonce + transactions++);
      if (to?.toLowerCase() === account.toLowerCase()) {
        cancellations++;
        continue;
      }
      const { args } = decodeFunctionData({ abi: anchorRegistryAbi, data: input });
      const { status } = await client.getTransactionReceipt({ hash });
      const size = Number(args[1]);
      const time = Number(timestamp);
      if (status === "success") {
        sizes.push(size);
        newest = { size, time };
        continue;
      }
      const why = await whyReverted(client, hash);
      const mined = { block: Number(number), time, newest };
      reverted.push({ nonce, size, why, mined, sent: sent.get(hash), isSecond: newest.size >= size, hash });
    }
  }
  expect(transactions).toBe(last - from.nonce);
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b));
  return { sizes, transactions, cancellations, reverted };
}

/** Blocks that are asked for at once: thousands one by one take minutes on a busy machine. */
const AT_ONCE = 50;

async function readBlocks(client: Client, first: bigint) {
  const count = Number((await client.getBlockNumber()) - first) + 1;
  const read = (i: number) => client.getBlock({ blockNumber: first + BigInt(i), includeTransactions: true });
  const blocks: Awaited<ReturnType<typeof read>>[] = [];
  while (blocks.length < count) {
    const length = Math.min(AT_ONCE, count - blocks.length);
    blocks.push(...(await Promise.all(Array.from({ length }, (_, i) => read(blocks.length + i)))));
  }
  return blocks;
}

/** The contract's reason why a transaction reverted. */
export async function whyReverted(client: Pick<Client, "request">, hash: Hex): Promise<string> {
  const tracer = { tracer: "callTracer" };
  const { output } = await client.request<{ Method: string; Parameters: unknown[]; ReturnType: { output?: Hex } }>({
    method: "debug_traceTransaction",
    params: [hash, tracer],
  });
  if (output === undefined) return "unknown";
  const { errorName, args } = decodeErrorResult({ abi: anchorRegistryAbi, data: output });
  return `${errorName}(${args.join(", ")})`;
}

export type Promised = { readonly log: string; readonly index: number };

/** Makes the bundle of each entry that was promised, and has an untouched endpoint judge it. @returns how many are final. */
export async function auditBundles(
  node: ChaosNode,
  account: LocalAccount,
  at: { readonly folder: string; readonly operator: AnchorlogOptions["operator"]; readonly logs: readonly string[] },
  promised: readonly Promised[],
): Promise<{ readonly final: number; readonly batches: number }> {
  const { folder, operator, logs } = at;
  const store = await openSqliteStore(join(folder, "store.sqlite"));
  const place = { chainId: operator.chainId, account: account.address };
  expect(await logPendingStore(store, place).read()).toBeUndefined();
  const guard = openFileGuard(join(folder, "guard"), operator);
  const chain = node.writer(account);
  const anchorlog = await openAnchorlog({ store, guard, operator, logs, types, keys, chain });
  try {
    const reader = await connectChain(node.url);
    let final = 0;
    for (const place of promised) {
      const verdict = await verifyBundle(formatBundle(await anchorlog.bundle(place)), { chain: reader });
      expect(verdict, JSON.stringify(place)).toMatchObject({ verdict: "valid", state: "final" });
      final++;
    }
    const { closed, unbatched } = await anchorlog.status();
    expect(unbatched).toBe(0);
    return { final, batches: closed };
  } finally {
    await anchorlog.close();
  }
}
