import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { readBlock, type Ask, type Block } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { withoutNonce, type Job } from "./jobs.ts";
import type { Mined } from "./lookup.ts";
import type { CheckedSettings } from "./settings.ts";
import type { Signing } from "./signing.ts";
import type { Attempt, Pending, PendingStore, TransactionEvent, TransactionsStatus } from "./types.ts";

export type DeskOptions = {
  readonly ask: Ask;
  /** Lower-case. */
  readonly account: Hex;
  readonly chainId: number;
  /** Whether the chain may be rewound, account included, as on a development node. */
  readonly mayRewind: boolean;
  readonly signing: Signing;
  readonly store: PendingStore;
  readonly settings: CheckedSettings;
  readonly clock: () => number;
  readonly onEvent: (event: TransactionEvent) => void;
  /** How many transactions may be pending at a time. */
  readonly atOnce: number;
  /** The callers that wait, in the order of their calls. */
  readonly jobs: Job[];
};

/** Facts about the pending transaction that are not stored. Times are of `performance.now`. */
export type Watch = {
  /** When the newest attempt was first sent, and when any attempt was last known to be in a mempool. */
  sentAt: number;
  seenAt: number;
  /** Whether a node has taken an attempt, which may then be mined at any time. */
  isTaken: boolean;
  /** Consecutive looks at which the nonce was used by an unknown transaction. */
  looks: number;
  mined: Mined | undefined;
  /** Since when a reorganization has freed the nonce before. */
  gapSince: number | undefined;
  /** Whether a node wants a higher fee. */
  wantsMore: boolean;
  /** Whether the `isDone` of a caller returned true at the last look. */
  isDone: boolean;
};

/** The state of the sender. */
export type Desk = DeskOptions & {
  pending: Pending | undefined;
  watch: Watch;
  isLoaded: boolean;
  /** As `Pending.before` of the next pending transaction. */
  before: readonly Attempt[];
  /** Since when an unknown transaction has been pending with the next nonce. */
  foreignSince: number | undefined;
  held: string | undefined;
  /** The pending nonce after which a transaction could not be sent: nothing more is sent after it. */
  fullAt: number | undefined;
  feeBumps: number;
  readonly failures: Record<string, number>;
};

/**
 * The failure codes that are counted from the start at 0: monitoring misses the first increase of a counter that starts
 * above 0.
 */
const CODES = [
  "chain_unavailable",
  "fees_too_high",
  "transaction_failed",
  "transaction_lost",
  "signer_failed",
  "pending_moved",
  "store_failed",
  "internal_error",
] as const;

export const freshWatch = (): Watch => ({
  sentAt: performance.now(),
  seenAt: -Infinity,
  isTaken: false,
  looks: 0,
  mined: undefined,
  gapSince: undefined,
  wantsMore: false,
  isDone: false,
});

export const createDesk = (options: DeskOptions): Desk => ({
  ...options,
  pending: undefined,
  watch: freshWatch(),
  isLoaded: false,
  before: [],
  foreignSince: undefined,
  held: undefined,
  fullAt: undefined,
  feeBumps: 0,
  failures: Object.fromEntries(CODES.map((code) => [code, 0])),
});

export async function load(desk: Desk): Promise<void> {
  const { store, account, chainId } = desk;
  if (desk.isLoaded) return;
  const found = await store.read();
  if (found !== undefined && (found.account !== account || found.chainId !== chainId)) {
    throw new AnchorlogError("foreign_transaction", `the stored transaction is of ${found.account}`, {
      fix: `give the store of ${account} on chain ${chainId}`,
    });
  }
  desk.pending = found;
  // Assume that a stored transaction was sent.
  desk.watch = { ...freshWatch(), isTaken: found !== undefined };
  desk.isLoaded = true;
}

/** Stores the new pending transaction. After a failure it is read again before anything else happens. */
export async function save(desk: Desk, next: Pending | undefined): Promise<void> {
  try {
    await desk.store.write(next, desk.pending);
    desk.pending = next;
  } catch (error) {
    desk.isLoaded = false;
    throw error;
  }
}

export function emit(
  { pending, onEvent }: Desk,
  type: TransactionEvent["type"],
  { hash, why }: { hash?: Hex | undefined; why?: string | undefined } = {},
): void {
  const newest = pending?.attempts.at(-1);
  const { key, maxFeePerGas } = newest ?? {};
  onEvent({ type, nonce: pending?.nonce, key, hash: hash ?? newest?.hash, maxFeePerGas, why });
}

/** Records why nothing can be sent for now. */
export function hold(desk: Desk, why: string): void {
  if (desk.held !== why) emit(desk, "waits", { why });
  desk.held = why;
}

export async function readHead({ ask }: Desk): Promise<Block> {
  const block = await readBlock(ask, "latest");
  if (block === undefined) throw new ChainUnavailableError("the node has no latest block");
  return block;
}

/** Removes a caller's call. */
export function settle({ jobs }: Desk, job: Job): void {
  const place = jobs.indexOf(job);
  if (place !== -1) jobs.splice(place, 1);
}

/** Counts an error by its code. */
export function count({ failures }: Desk, error: unknown): void {
  const code = error instanceof AnchorlogError ? error.code : "internal_error";
  failures[code] = (failures[code] ?? 0) + 1;
}

/** Rejects a caller with the error, and removes its call. */
export function reject(desk: Desk, job: Job, error: unknown): void {
  count(desk, error);
  settle(desk, job);
  job.reject(error);
}

export function statusOf({ pending, held, feeBumps, failures, jobs }: Desk): Omit<TransactionsStatus, "endpoints"> {
  const newest = pending?.attempts.at(-1);
  return {
    pending: pending &&
      newest && {
        nonce: pending.nonce,
        key: newest.key,
        hash: newest.hash,
        since: pending.since,
        bumps: pending.bumps,
        maxFeePerGas: newest.maxFeePerGas,
        behind: pending.behind.map(({ attempt }) => attempt.key),
      },
    waiting: withoutNonce(jobs, pending).length,
    held,
    feeBumps,
    failures: { ...failures },
  };
}
