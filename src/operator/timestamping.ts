/** Timestamps of an open operator: its newest signed checkpoint, written on further chains. */
import type { OperatorId } from "../action/domain.ts";
import type { Checkpoints } from "../batch/checkpoints.ts";
import type { LogStore } from "../log/store.ts";
import type { Comparison } from "./comparison.ts";
import { openTimestampChain, type TimestampStatus } from "./timestamping/chain.ts";
import type { TimestampPolicy } from "./timestamping/policy.ts";
import type { TimestampEvent } from "./timestamping/written.ts";

export type Timestamping = {
  /** Writes timestamps from now on, by the policies, where this process leads. */
  start(): void;
  status(): readonly TimestampStatus[];
  /** Waits for no transaction: what is on its way is stored, and the next start sees to it. */
  close(): Promise<void>;
};

export type TimestampingOptions = {
  readonly policies: readonly TimestampPolicy[];
  readonly operator: OperatorId;
  readonly store: LogStore;
  readonly checkpoints: Pick<Checkpoints, "newest" | "catchUp">;
  readonly comparison: Pick<Comparison, "found">;
  readonly isLeader: () => boolean | Promise<boolean>;
  readonly onTimestamp: ((event: TimestampEvent) => unknown) | undefined;
  readonly failed: (error: unknown, isFirst: boolean) => void;
  /** Told where a listener fails. */
  readonly onError: (error: unknown) => void;
  readonly clock: () => number;
};

/**
 * Opens the writing of timestamps. It does nothing by itself before it is started.
 *
 * @throws AnchorlogError `wrong_chain` where a chain's endpoints are of another, and nothing was ever sent there; one
 *   that does not answer is asked later.
 */
export async function openTimestamping(options: TimestampingOptions): Promise<Timestamping> {
  const { policies, checkpoints, comparison, onTimestamp, onError, ...parts } = options;
  let isClosed = false;
  const tell = (event: TimestampEvent): void => {
    // Whoever listens breaks nothing here, now or later.
    if (!isClosed) void (async () => onTimestamp?.(event))().catch(onError);
  };
  /** What was signed already: nothing is signed for a timestamp. */
  const newest = async () => {
    if (comparison.found().length > 0) return undefined;
    await checkpoints.catchUp();
    return checkpoints.newest();
  };
  const chains = policies.map((policy) => openTimestampChain({ ...parts, policy, newest, tell }));
  const close = async () => {
    isClosed = true;
    await Promise.all(chains.map((chain) => chain.close()));
  };
  try {
    await Promise.all(chains.map((chain) => chain.check()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    start: () => {
      for (const chain of chains) chain.start();
    },
    status: () => chains.map((chain) => chain.status()),
    close,
  };
}
