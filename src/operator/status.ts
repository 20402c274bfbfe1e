import type { TransactionsStatus } from "../anchor/transactions/types.ts";
import type { Hex } from "../encoding/hex.ts";
import type { Missing } from "./comparison.ts";
import type { Pause } from "./submit.ts";

/**
 * What an operator's process knows of itself and of what it stands on: health, metrics and alarms are made from this
 * alone. Sizes count headers of the batch log. Times are Unix milliseconds of this process's clock. What could not be
 * read, or is not configured, is undefined, never 0.
 */
export type OperatorStatus = {
  readonly at: number;
  readonly lease: {
    /** Whether this process closes, signs, publishes and anchors: the others follow what it stores. */
    readonly held: boolean;
    /** Who does: a name for each process, as the store has it. */
    readonly holder: string | undefined;
    readonly until: number | undefined;
  };
  /** How many logs there are, and entries outside of any batch. */
  readonly logs: number;
  readonly unbatched: number;
  /** acceptedAt of the oldest entry that is not anchored; undefined where all are. */
  readonly oldestPromise: number | undefined;
  /** Until when that entry must be anchored, by `maxAnchorDelay`. */
  readonly deadline: number | undefined;
  /** Promises that were found unanchored after their deadline, since the start. */
  readonly missedDeadlines: number;
  readonly closed: number;
  readonly signed: number;
  readonly published: number | undefined;
  readonly anchored: number | undefined;
  readonly final: number | undefined;
  /** Why nothing new is promised now. */
  readonly shedding: Pause | undefined;
  readonly missing: readonly Missing[];
  /** Actions between their arrival and their answer, and how many may be. */
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** Errors in the background since the start, by what failed. */
  readonly failures: Readonly<Record<"close" | "sign" | "publish" | "anchor" | "follow", number>>;
  /** The account that pays. `balance` in wei. */
  readonly account: { readonly address: Hex; readonly balance: bigint | undefined } | undefined;
  /** Wei. */
  readonly stake: { readonly held: bigint | undefined; readonly required: bigint | undefined } | undefined;
  readonly transactions: TransactionsStatus | undefined;
};
