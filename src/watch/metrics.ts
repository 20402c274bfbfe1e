/**
 * Prometheus metrics of a watchtower, computed from its status. Used by the watchtower's own process, and by an
 * operator's process that runs one.
 */
import { by, counter, ether, flag, formatMetric, gauge, known, one, type Metric } from "../base/prometheus.ts";
import { ALARM_TYPES } from "./alarms.ts";
import { deadlineOf, type WatchStatus } from "./status.ts";

export const WATCH_METRICS: readonly Metric<WatchStatus>[] = [
  gauge(
    "anchorlog_watch_up",
    "1 if the last pass found a usable node and could write the state file, 0 if it did not.",
    ({ seen, unsaved }) => flag(seen && unsaved === undefined),
  ),
  gauge(
    "anchorlog_watch_lag_seconds",
    "Age of the newest block that was read. It grows if nothing is read, and if the chain stands still.",
    ({ lag }) => known(lag?.seconds),
  ),
  gauge("anchorlog_watch_lag_blocks", "Blocks that a node has after the newest one that was read.", ({ lag }) =>
    known(lag?.blocks),
  ),
  gauge("anchorlog_watch_open_challenges", "Open challenges without an answer.", ({ challenges }) =>
    one(challenges.length),
  ),
  gauge(
    "anchorlog_watch_deadline_seconds",
    "Seconds until the nearest deadline of an open challenge. Negative after it, +Inf without an open challenge.",
    ({ at, challenges }) => one(deadlineOf(challenges) - at / 1000),
  ),
  gauge("anchorlog_watch_open_disputes", "Open disputes.", ({ disputes }) => one(disputes)),
  gauge("anchorlog_watch_alarms", "Current alarms, by type.", ({ alarms }) => {
    const counts = Object.fromEntries(ALARM_TYPES.map((type) => [type, 0]));
    for (const { type } of alarms) counts[type] = (counts[type] ?? 0) + 1;
    return by("type", counts);
  }),
  gauge("anchorlog_watch_budget_ether", "The budget for any 24 hours.", ({ budget }) =>
    budget === undefined ? [] : ether(budget.allowed),
  ),
  gauge("anchorlog_watch_budget_left_ether", "The rest of the budget.", ({ budget }) =>
    budget === undefined ? [] : ether(budget.allowed > budget.spent ? budget.allowed - budget.spent : 0n),
  ),
  gauge("anchorlog_watch_unsent_messages", "Messages that wait for the webhook's receiver.", ({ webhook }) =>
    one(webhook.unsent),
  ),
  counter(
    "anchorlog_watch_dropped_messages_total",
    "Messages that were given up: the webhook's receiver never accepted them.",
    ({ webhook }) => one(webhook.dropped),
  ),
];

/** A watchtower's status in Prometheus' text format. */
export function formatWatchMetrics(status: WatchStatus): string {
  return WATCH_METRICS.map((metric) => formatMetric(metric, metric.read(status))).join("");
}
