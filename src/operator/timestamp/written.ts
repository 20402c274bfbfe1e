/**
 * Records and follows the timestamps on one further chain. A timestamp is recorded before its pending transaction is
 * deleted.
 */
import type { OperatorId } from "../../action/domain.ts";
import { findTimestamp, readFinalHeight, type TimestampFinality } from "../../chain/findTimestamp.ts";
import type { Ask, Block } from "../../chain/questions.ts";
import { decodeTimestamp, type Timestamp } from "../../chain/timestamp.ts";
import type { Attempt, PendingStore, TransactionEvent } from "../../chain/transactions/types.ts";
import { readSigned } from "../../chain/verifyTimestamp.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import type { Hex } from "../../base/hex.ts";
import type { OperationsStore, StoredTimestamp } from "../../log/store.ts";

/** A change of a timestamp. `gone`: a reorganization removed it. */
export type TimestampEvent = {
  readonly what: "written" | "final" | "gone";
  /** The further chain's id. */
  readonly chainId: number;
  readonly size: number;
  readonly transaction: Hex;
  /** The timestamp's block, or its former block if `gone`; its time in Unix seconds. */
  readonly block: NonNullable<StoredTimestamp["block"]>;
};

export type Written = {
  /** Stores the pending transaction, for `openTransactions`. */
  readonly pending: PendingStore;
  /** Receives the events of transactions, as `onEvent` of `openTransactions`. */
  readonly onEvent: (event: TransactionEvent) => void;
  /** Looks for timestamps that are not final. Resolves to the current timestamps, the smallest size first. */
  follow(): Promise<readonly StoredTimestamp[]>;
  /** Marks the timestamps that are final now. Resolves to all of them. */
  settle(head: Block): Promise<readonly StoredTimestamp[]>;
  /** Reads the store: the newest final timestamp, and those after it. */
  read(): Promise<readonly StoredTimestamp[]>;
};

type WrittenOptions = {
  readonly ask: Ask;
  readonly chainId: number;
  /** Lower-case. */
  readonly account: Hex;
  readonly operator: OperatorId;
  readonly store: Pick<OperationsStore, "recentTimestamps" | "keepTimestamp">;
  /** Stores the account's pending transaction. */
  readonly pending: PendingStore;
  readonly finality: TimestampFinality;
  readonly tell: (event: TimestampEvent) => void;
};

/** Returns the newest timestamp that is in a block, if any. */
export const newestOf = (seen: readonly StoredTimestamp[]): StoredTimestamp | undefined =>
  seen.findLast(({ block }) => block !== undefined);

/** Summarizes the stored timestamps of one chain. */
export function summaryOf(seen: readonly StoredTimestamp[]) {
  const last = newestOf(seen);
  return {
    size: last?.size ?? 0,
    final: seen.findLast(({ final }) => final)?.size ?? 0,
    time: last?.block?.time,
    transaction: last?.transaction,
  };
}

/** Returns the operator's timestamp in the last of these transactions that has one, if any. */
export function timestampOf(
  transactions: readonly { readonly data: Hex }[],
  { chainId, registry, operator }: OperatorId,
): Timestamp | undefined {
  for (const { data } of transactions.toReversed()) {
    const found = decodeTimestamp(data);
    const { operator: id } = found ?? {};
    if (id?.chainId === chainId && id.registry === registry && id.operator === operator) return found;
  }
  return undefined;
}

export function followWritten(options: WrittenOptions): Written {
  /** The transaction that used the pending nonce. The pending transaction is about to be deleted. */
  let mined: Hex | undefined;
  return {
    pending: {
      read: () => options.pending.read(),
      write: async (next, before) => {
        if (next === undefined && mined !== undefined) await record(options, mined, before?.attempts ?? []);
        await options.pending.write(next, before);
        mined = undefined;
      },
    },
    onEvent: ({ type, hash }) => {
      if (type === "confirmed" || type === "nonce_used") mined = hash;
      if (type === "released") mined = undefined;
    },
    read: () => readAll(options),
    follow: async () => {
      const all: StoredTimestamp[] = [];
      for (const one of await readAll(options)) all.push(one.final ? one : await look(options, one));
      return all;
    },
    settle: (head) => settle(options, head),
  };
}

const readAll = ({ store, chainId }: WrittenOptions): Promise<readonly StoredTimestamp[]> =>
  store.recentTimestamps(chainId);

function tell(
  { tell, chainId }: WrittenOptions,
  what: TimestampEvent["what"],
  { size, transaction }: StoredTimestamp,
  block: TimestampEvent["block"],
): void {
  tell({ what, chainId, size, transaction, block });
}

/** Stores the timestamp of a transaction that was mined, if it has one. */
async function record(options: WrittenOptions, transaction: Hex, attempts: readonly Attempt[]): Promise<void> {
  const { ask, chainId, account, operator, store } = options;
  const own = attempts.filter(({ hash }) => hash === transaction);
  const timestamp = timestampOf(own.length > 0 ? own : await readOther(options, transaction), operator);
  if (timestamp === undefined) return;
  const block = await findTimestamp(ask, { transaction, block: undefined });
  if (block === undefined) throw new ChainUnavailableError(`the node has no receipt of ${transaction} any more`);
  const { size, root } = timestamp.checkpoint;
  const written = { chainId, size, root, transaction, account, block, final: false };
  const isSame = (one: StoredTimestamp) => one.transaction === transaction && one.block?.hash === block.hash;
  const isKnown = (await readAll(options)).some(isSame);
  await store.keepTimestamp(written);
  if (!isKnown) tell(options, "written", written, block);
}

/**
 * Reads a transaction that the restored store does not know. Its signed bytes must match the hash, so the node need not
 * be trusted.
 */
async function readOther(
  { ask, account }: WrittenOptions,
  transaction: Hex,
): Promise<readonly { readonly data: Hex }[]> {
  const answer = await ask("eth_getTransactionByHash", [transaction]);
  if (answer === null) throw new ChainUnavailableError(`the node no longer has ${transaction}`);
  const sent = readSigned(answer);
  return sent?.hash === transaction && sent.sender === account ? [sent] : [];
}

async function look(options: WrittenOptions, before: StoredTimestamp): Promise<StoredTimestamp> {
  const block = await findTimestamp(options.ask, before);
  if (block?.hash === before.block?.hash) return before;
  const after = { ...before, block };
  await options.store.keepTimestamp(after);
  if (block === undefined) tell(options, "gone", before, before.block!);
  else tell(options, "written", after, block);
  return after;
}

async function settle(options: WrittenOptions, head: Block): Promise<readonly StoredTimestamp[]> {
  const all = [...(await readAll(options))];
  if (!all.some(({ block, final }) => block !== undefined && !final)) return all;
  const height = await readFinalHeight(options.ask, options.finality, head);
  // The smallest first: once a larger one is final, the store no longer returns smaller ones.
  for (const [i, one] of all.entries()) {
    if (one.final || one.block === undefined || one.block.number > height) continue;
    all[i] = { ...one, final: true };
    await options.store.keepTimestamp(all[i]);
    tell(options, "final", one, one.block);
  }
  return all;
}
