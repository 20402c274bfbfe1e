/**
 * Prometheus metrics of a watchtower, computed from its status. Used by the watchtower's own process, and by an
 * operator's process that runs one.
 */
import { by, counter, ether, flag, formatMetric, gauge, known, one, type Metric } from "../encoding/prometheus.ts";
import { ALARM_TYPES } from "./alarms.ts";
import { deadlineOf, type WatchStatus } from "./status.ts";

export const WATCH_METRICS: readonly Metric<WatchStatus>[] = [
  gauge("anchorlog_watch_up", "1 where the newest look found a node of use, 0 where it found none.", ({ seen }) =>
    flag(seen),
  ),
  gauge(
    "anchorlog_watch_lag_seconds",
    "How old the newest block is that was read: it grows where nothing is read, and where the chain stands still.",
    ({ lag }) => known(lag?.seconds),
  ),
  gauge("anchorlog_watch_lag_blocks", "Blocks that a node has beyond the newest that was read.", ({ lag }) =>
    known(lag?.blocks),
  ),
  gauge("anchorlog_watch_open_challenges", "Open challenges that are not answered.", ({ challenges }) =>
    one(challenges.length),
  ),
  gauge(
    "anchorlog_watch_deadline_seconds",
    "Seconds until the nearest deadline of an open challenge; negative where it is past, +Inf where none is open.",
    ({ at, challenges }) => one(deadlineOf(challenges) - at / 1000),
  ),
  gauge("anchorlog_watch_open_disputes", "Disputes that are not settled.", ({ disputes }) => one(disputes)),
  gauge("anchorlog_watch_alarms", "Alarms that hold, by their type.", ({ alarms }) => {
    const counts = Object.fromEntries(ALARM_TYPES.map((type) => [type, 0]));
    for (const { type } of alarms) counts[type] = (counts[type] ?? 0) + 1;
    return by("type", counts);
  }),
  gauge("anchorlog_watch_budget_ether", "What may be spent in any 24 hours.", ({ budget }) =>
    budget === undefined ? [] : ether(budget.allowed),
  ),
  gauge("anchorlog_watch_budget_left_ether", "What of that is left.", ({ budget }) =>
    budget === undefined ? [] : ether(budget.allowed > budget.spent ? budget.allowed - budget.spent : 0n),
  ),
  gauge("anchorlog_watch_unsent_messages", "Messages that wait for the webhook.", ({ webhook }) => one(webhook.unsent)),
  counter("anchorlog_watch_dropped_messages_total", "Messages that the webhook never took.", ({ webhook }) =>
    one(webhook.dropped),
  ),
];

/** A watchtower's status in Prometheus' text format. */
export function formatWatchMetrics(status: WatchStatus): string {
  return WATCH_METRICS.map((metric) => formatMetric(metric, metric.read(status))).join("");
}
