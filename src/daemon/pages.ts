/** The status pages of an operator's process and of a watchtower. */
import { concernsOf } from "../operator/observe/concerns.ts";
import { formatMetrics } from "../operator/observe/metrics.ts";
import type { OperatorStatus } from "../operator/observe/status.ts";
import { formatWatchMetrics } from "../watch/metrics.ts";
import { BEHIND_AFTER, type WatchStatus } from "../watch/status.ts";
import type { Pages } from "./server.ts";

/**
 * The pages of an operator.
 *
 * @param options `ownStore`: whether only this process has the store open. If so, a restart helps when the store does
 *   not answer. A shared database recovers without a restart.
 */
export function operatorPages(
  read: () => Promise<OperatorStatus>,
  { ownStore, onError }: { readonly ownStore: boolean; readonly onError: (error: unknown) => void },
): Pages {
  const status = (): Promise<OperatorStatus | undefined> =>
    read().catch((error: unknown) => {
      onError(error);
      return undefined;
    });
  return {
    isAlive: async () => !ownStore || (await status())?.logs !== undefined,
    obstacle: async () => {
      const { logs, missing = [], shedding } = (await status()) ?? {};
      const reason = missing.length > 0 ? "read_only" : (shedding?.code ?? (logs === undefined ? "unavailable" : ""));
      return reason === "" ? undefined : { field: "log", reason };
    },
    metrics: async () => formatMetrics(await status()),
    status: async () => {
      const now = await status();
      if (now === undefined) return { healthy: false, concerns: [UNKNOWN] };
      const concerns = concernsOf(now);
      return { healthy: concerns.length === 0, concerns, status: now };
    },
  };
}

const UNKNOWN = { code: "unknown", message: "the operator's status could not be read" };

/** The pages of a watchtower. */
export function watchPages(read: () => WatchStatus): Pages {
  return {
    isAlive: async () => true,
    obstacle: async () => {
      const { seen, lag } = read();
      if (!seen) return { field: "chain", reason: "unavailable" };
      return lag !== undefined && lag.seconds > BEHIND_AFTER ? { field: "chain", reason: "behind" } : undefined;
    },
    metrics: async () => formatWatchMetrics(read()),
    status: async () => {
      const status = read();
      return { healthy: status.seen && status.unsaved === undefined && status.alarms.length === 0, status };
    },
  };
}
