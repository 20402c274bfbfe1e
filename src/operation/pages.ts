/** What a process that operates, and one that watches, says of itself. */
import { concernsOf } from "../operator/concerns.ts";
import { formatMetrics } from "../operator/metrics.ts";
import type { OperatorStatus } from "../operator/status.ts";
import { formatWatchMetrics } from "../watch/metrics.ts";
import { BEHIND_AFTER, type WatchStatus } from "../watch/status.ts";
import type { Pages } from "./server.ts";

/**
 * Of an operator.
 *
 * @param options `ownStore`: whether no other process has its store open. Where such a one does not answer, starting
 *   again helps; a database that is away comes back by itself.
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

const UNKNOWN = { code: "unknown", message: "the operator cannot say how it does" };

/** Of a watchtower. */
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
      return { healthy: status.seen && status.alarms.length === 0, status };
    },
  };
}
