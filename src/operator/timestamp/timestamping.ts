/** Timestamps of an open operator: its newest signed checkpoint, written on further chains. */
import type { AnchorlogOptions } from "../options.ts";
import type { Sealing } from "../seal/sealing.ts";
import { openTimestampChain, type TimestampChainOptions, type TimestampStatus } from "./chain.ts";
import type { TimestampPolicy } from "./policy.ts";
import type { TimestampEvent } from "./written.ts";

export type Timestamping = {
  /** Writes timestamps from now on, by the policies, while this process leads. */
  start(): void;
  status(): readonly TimestampStatus[];
  /** Stops without waiting for a transaction. A pending transaction is stored, and the next start resumes it. */
  close(): Promise<void>;
};

type TimestampingOptions = Omit<TimestampChainOptions, "policy" | "newest" | "tell" | "random"> &
  Pick<Sealing, "checkpoints" | "comparison"> & {
    readonly onTimestamp: AnchorlogOptions["onTimestamp"];
    readonly policies: readonly TimestampPolicy[];
    /** Called if a listener fails. */
    readonly onError: (error: unknown) => void;
  };

/**
 * Prepares the timestamps. Nothing is written before `start`.
 *
 * @throws AnchorlogError `wrong_chain` if a chain's endpoints are of another chain, and nothing was ever sent there. An
 * endpoint that does not answer is asked again later.
 */
export async function openTimestamping(options: TimestampingOptions): Promise<Timestamping> {
  const { policies, checkpoints, comparison, onTimestamp, onError, ...parts } = options;
  let isClosed = false;
  const tell = (event: TimestampEvent): void => {
    // A listener that throws or rejects does not disturb the timestamps.
    if (!isClosed) void (async () => onTimestamp?.(event))().catch(onError);
  };
  /** The newest stored checkpoint. Timestamps sign no new one. */
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
