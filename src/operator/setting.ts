/** The state that all parts of an open operator share: the checked options, the chain, the counts of failures, the endings. */
import { createChainTime, type ChainTime } from "../chain/chainTime.ts";
import type { ChainWriter } from "../chain/client.ts";
import { confirmedClient, type ConfirmedClient } from "../chain/endpoints.ts";
import { checkSettings } from "../chain/transactions/settings.ts";
import type { Guard } from "../log/guard.ts";
import type { LogStore } from "../log/store.ts";
import { countFailures, type Failures } from "./observe/failures.ts";
import { createEndings, type Endings } from "./endings.ts";
import { checkOptions, type AnchorlogOptions, type CheckedOptions } from "./options.ts";
import { createQueue } from "./queue.ts";
import type { Tracer } from "./observe/tracing.ts";

export type Setting = CheckedOptions & {
  readonly store: LogStore;
  readonly guard: Guard | undefined;
  readonly tracer: Tracer | undefined;
  /** Seconds; undefined if the operator promises no time. */
  readonly maxAnchorDelay: number | undefined;
  /** The options as the caller gave them, for those that only one part reads. */
  readonly options: AnchorlogOptions;
  /** Returns the time in Unix milliseconds. */
  readonly clock: () => number;
  readonly maxDeadlineAhead: number;
  /** Threads that verify and sign. */
  readonly threads: number;
  readonly onError: NonNullable<AnchorlogOptions["onError"]>;
  readonly chain: (ChainWriter & { readonly publicClient: ConfirmedClient }) | undefined;
  readonly chainTime: ChainTime | undefined;
  readonly failures: Failures;
  /** Runs operations that extend the batch log or its checkpoints one after another. */
  readonly inOrder: ReturnType<typeof createQueue>;
  readonly endings: Endings;
};

/** @throws as {@link checkOptions}. */
export async function createSetting(options: AnchorlogOptions): Promise<Setting> {
  const checked = await checkOptions(options);
  const { store, guard, tracer, maxAnchorDelay, threads = 0, clock = Date.now, maxDeadlineAhead = 86_400 } = options;
  const { onError = (error) => process.emitWarning(error instanceof Error ? error : String(error)) } = options;
  const { requestTimeout } = checkSettings(options.transactions);
  const chain = options.chain && {
    ...options.chain,
    publicClient: confirmedClient(options.chain, { requestTimeout }),
  };
  // The guard compared its marks with the chain at this time, so the chain's time is at least this.
  const chainTime = chain && createChainTime(chain, clock, await guard?.comparedAt());
  const failures = countFailures(onError);
  const [inOrder, endings] = [createQueue(), createEndings()];
  const defaults = { threads, clock, maxDeadlineAhead, onError };
  const opened = { chain, chainTime, failures, inOrder, endings };
  return { ...checked, ...defaults, ...opened, options, store, guard, tracer, maxAnchorDelay };
}
