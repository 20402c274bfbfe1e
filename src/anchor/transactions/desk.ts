import type { Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import { readBlock, type Ask, type Block } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import type { Job } from "./jobs.ts";
import type { Mined } from "./lookup.ts";
import type { CheckedSettings } from "./settings.ts";
import type { Signing } from "./signing.ts";
import type { Attempt, Pending, PendingStore, TransactionEvent, TransactionsStatus } from "./types.ts";

export type DeskOptions = {
  readonly ask: Ask;
  /** Lower-case. */
  readonly account: Hex;
  readonly chainId: number;
  /** Whether the chain may be put back, account and all, as on a node for development. */
  readonly mayRewind: boolean;
  readonly signing: Signing;
  readonly store: PendingStore;
  readonly settings: CheckedSettings;
  readonly clock: () => number;
  readonly onEvent: (event: TransactionEvent) => void;
  /** Who waits, in the order of their coming. */
  readonly jobs: Job[];
};

/** What this process knows of the pending transaction beyond what is stored. Times are of `performance.now`. */
export type Watch = {
  /** When the newest attempt was first sent, and when any was last known to be in a mempool. */
  sentAt: number;
  seenAt: number;
  /** Whether a node has ever taken one: then it may be mined at any time. */
  isTaken: boolean;
  /** Looks since when the nonce is used by nobody who is known here. */
  looks: number;
  mined: Mined | undefined;
  /** Since when the nonce before is free. */
  gapSince: number | undefined;
  /** Whether a node wants a higher fee. */
  wantsMore: boolean;
  /** Whether all that it does was found done. */
  isDone: boolean;
};

/** What is known, and the few ways to change it. */
export type Desk = DeskOptions & {
  pending: Pending | undefined;
  watch: Watch;
  isLoaded: boolean;
  /** What was confirmed last. */
  before: Attempt | undefined;
  /** Since when a transaction that is not known here waits with the next nonce. */
  foreignSince: number | undefined;
  held: string | undefined;
  feeBumps: number;
  readonly failures: Record<string, number>;
  readonly load: () => Promise<void>;
  /** Stores what is pending from now on. After a failure it is looked up again before anything is done. */
  save(next: Pending | undefined): Promise<void>;
  emit(type: TransactionEvent["type"], at?: { hash?: Hex | undefined; why?: string | undefined }): void;
  /** Says why nothing can be done for now. */
  hold(why: string): void;
  head(): Promise<Block>;
  readonly settled: (job: Job) => void;
  /** Counts what failed. */
  readonly failed: (error: unknown) => void;
  /** Gives a call up, and tells its caller. */
  readonly giveUp: (job: Job, error: unknown) => void;
  readonly status: () => Omit<TransactionsStatus, "endpoints">;
};

/** What is counted from the start: of a counter that begins above 0, nobody sees its first increase. */
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

export function createDesk(options: DeskOptions): Desk {
  const { store, ask, account, chainId, jobs, onEvent } = options;
  const desk: Desk = {
    ...options,
    pending: undefined,
    watch: freshWatch(),
    isLoaded: false,
    before: undefined,
    foreignSince: undefined,
    held: undefined,
    feeBumps: 0,
    failures: Object.fromEntries(CODES.map((code) => [code, 0])),
    load: async () => {
      if (desk.isLoaded) return;
      const found = await store.read();
      if (found !== undefined && (found.account !== account || found.chainId !== chainId)) {
        throw new AnchorlogError("foreign_transaction", `the stored transaction is of ${found.account}`, {
          fix: `give the store of ${account} on chain ${chainId}`,
        });
      }
      desk.pending = found;
      // It may have been sent or not.
      desk.watch = { ...freshWatch(), isTaken: found !== undefined };
      desk.isLoaded = true;
    },
    save: async (next) => {
      try {
        await store.write(next, desk.pending);
        desk.pending = next;
      } catch (error) {
        desk.isLoaded = false;
        throw error;
      }
    },
    emit: (type, { hash, why } = {}) => {
      const newest = desk.pending?.attempts.at(-1);
      const { key, maxFeePerGas } = newest ?? {};
      onEvent({ type, nonce: desk.pending?.nonce, key, hash: hash ?? newest?.hash, maxFeePerGas, why });
    },
    hold: (why) => {
      if (desk.held !== why) desk.emit("waits", { why });
      desk.held = why;
    },
    head: async () => {
      const block = await readBlock(ask, "latest");
      if (block === undefined) throw new ChainUnavailableError("the node has no latest block");
      return block;
    },
    settled: (job) => {
      const place = jobs.indexOf(job);
      if (place !== -1) jobs.splice(place, 1);
    },
    failed: (error) => {
      const code = error instanceof AnchorlogError ? error.code : "internal_error";
      desk.failures[code] = (desk.failures[code] ?? 0) + 1;
    },
    giveUp: (job, error) => {
      desk.failed(error);
      desk.settled(job);
      job.reject(error);
    },
    status: () => {
      const { pending, held, feeBumps, failures } = desk;
      const newest = pending?.attempts.at(-1);
      const known = new Set(pending?.attempts.map(({ key }) => key));
      return {
        pending: pending &&
          newest && {
            nonce: pending.nonce,
            key: newest.key,
            hash: newest.hash,
            since: pending.since,
            bumps: pending.bumps,
            maxFeePerGas: newest.maxFeePerGas,
          },
        waiting: jobs.filter(({ key }) => !known.has(key)).length,
        held,
        feeBumps,
        failures: { ...failures },
      };
    },
  };
  return desk;
}
