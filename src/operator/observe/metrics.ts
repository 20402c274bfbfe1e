/**
 * Prometheus metrics of an operator, all from its status. The text output and the documentation are generated from this
 * table.
 */
import {
  by,
  counter,
  ether,
  flag,
  formatMetric,
  gauge,
  known,
  one,
  type Metric,
  type Sample,
} from "../../base/prometheus.ts";
import { ACCOUNT_STATUSES } from "../../chain/stake.ts";
import { formatWatchMetrics } from "../../watch/metrics.ts";
import type { OperatorStatus, StakeStatus } from "./status.ts";
import type { TimestampStatus } from "../timestamp/chain.ts";

const secondsUntil = (at: number, then: number | undefined): number =>
  then === undefined ? Infinity : (then - at) / 1000;
const secondsSince = (at: number, then: number | undefined): number => (then === undefined ? 0 : (at - then) / 1000);
/** Metrics of the chain: left out without a chain, and NaN if the chain does not answer. */
const onChain = (
  { account, stake }: OperatorStatus,
  read: (stake: StakeStatus | undefined) => readonly Sample[],
): readonly Sample[] => (account === undefined ? [] : read(stake));

export const METRICS: readonly Metric<OperatorStatus>[] = [
  gauge("anchorlog_up", "1 if the store answers, 0 if it does not.", ({ logs }) => flag(logs !== undefined)),
  gauge(
    "anchorlog_deadline_seconds",
    "Seconds until the oldest promise must be anchored. Negative after that time, +Inf if nothing waits.",
    ({ at, deadline }) => one(secondsUntil(at, deadline)),
  ),
  counter("anchorlog_missed_deadlines_total", "Promises that were not anchored by their deadline.", (status) =>
    one(status.missedDeadlines),
  ),
  gauge("anchorlog_overdue_logs", "Logs whose oldest promise was not anchored by its deadline.", (status) =>
    one(status.overdue),
  ),
  gauge(
    "anchorlog_oldest_promise_seconds",
    "Seconds that the oldest promise has waited for its anchor. 0 if nothing waits.",
    ({ at, oldestPromise }) => one(secondsSince(at, oldestPromise)),
  ),
  gauge("anchorlog_logs", "Logs of this operator.", ({ logs }) => known(logs)),
  gauge("anchorlog_unbatched_entries", "Entries without a batch.", ({ unbatched }) => known(unbatched)),
  gauge("anchorlog_archived_entries", "Entries that moved from the store to its archive.", ({ archived }) =>
    known(archived),
  ),
  gauge(
    "anchorlog_archive_missing",
    "Missing or damaged files of the archive, in the process that leads.",
    ({ archiveMissing }) => one(archiveMissing.length),
  ),
  gauge("anchorlog_closed_size", "Headers of the batch log.", ({ closed }) => one(closed)),
  gauge("anchorlog_signed_size", "Headers under the newest signed checkpoint.", ({ signed }) => one(signed)),
  gauge("anchorlog_published_size", "Headers under the newest published checkpoint.", ({ published }) =>
    published === undefined ? [] : one(published),
  ),
  gauge("anchorlog_anchored_size", "Headers under the newest anchored checkpoint.", ({ anchored }) => known(anchored)),
  gauge("anchorlog_final_size", "Headers under the newest final checkpoint.", ({ final }) => known(final)),
  gauge("anchorlog_stake_ether", "The operator's stake.", (status) => onChain(status, (stake) => ether(stake?.held))),
  gauge("anchorlog_stake_required_ether", "The least stake with which the operator can anchor.", (status) =>
    onChain(status, (stake) => ether(stake?.required)),
  ),
  gauge(
    "anchorlog_stake_status",
    "1 for the operator's status with the stake contract, 0 for the other statuses.",
    (status) => onChain(status, (stake) => by("status", statusesOf(stake))),
  ),
  gauge("anchorlog_open_challenges", "Challenges without an answer.", (status) =>
    onChain(status, (stake) => known(stake?.openChallenges)),
  ),
  gauge(
    "anchorlog_key_end_seconds",
    "Seconds until an announced key takes effect that this process does not have, by role. Negative after that time, +Inf without such a key.",
    ({ at, account, keyEnds }) =>
      account === undefined
        ? []
        : by("role", {
            anchor: keyEnds === undefined ? NaN : secondsUntil(at, keyEnds.anchor),
            receipt: keyEnds === undefined ? NaN : secondsUntil(at, keyEnds.receipt),
          }),
  ),
  gauge("anchorlog_balance_ether", "Balance of the paying account.", ({ account }) =>
    account === undefined ? [] : ether(account.balance),
  ),
  gauge("anchorlog_pending_transactions", "Sent transactions that are in no block.", ({ transactions }) =>
    transactions === undefined ? [] : flag(transactions.pending !== undefined),
  ),
  gauge(
    "anchorlog_pending_transaction_seconds",
    "Seconds that the pending transaction has waited. 0 without one.",
    ({ at, transactions }) => (transactions === undefined ? [] : one(secondsSince(at, transactions.pending?.since))),
  ),
  counter("anchorlog_fee_bumps_total", "Transactions that were replaced at a higher fee.", ({ transactions }) =>
    transactions === undefined ? [] : one(transactions.feeBumps),
  ),
  counter(
    "anchorlog_transaction_failures_total",
    "Transactions that were given up, and failed reads of a transaction's fate, by the error's code.",
    ({ transactions }) => (transactions === undefined ? [] : by("code", transactions.failures)),
  ),
  gauge(
    "anchorlog_transactions_held",
    "1 if no transaction can be sent now: `npx anchorlog status` shows the reason.",
    (status) => (status.transactions === undefined ? [] : flag(status.transactions.held !== undefined)),
  ),
  gauge(
    "anchorlog_endpoint_good",
    "1 for an RPC endpoint in use, 0 for one that was put aside because it is silent, lags, lies or is of another chain.",
    ({ transactions }) =>
      (transactions?.endpoints ?? []).map(({ index, state }) => ({
        labels: { index: String(index) },
        value: state === "good" ? 1 : 0,
      })),
  ),
  ...timestampGauges({
    anchorlog_timestamp_size: [
      "Headers under the newest checkpoint with a timestamp on a further chain.",
      ({ size }) => size ?? NaN,
    ],
    anchorlog_timestamp_final_size: [
      "Headers under the newest checkpoint with a final timestamp on a further chain.",
      ({ final }) => final ?? NaN,
    ],
    anchorlog_timestamp_overdue_seconds: [
      "Seconds that a timestamp has been overdue. 0 if it is not.",
      ({ dueSince }, at) => secondsSince(at, dueSince),
    ],
    anchorlog_timestamp_balance_ether: [
      "Balance of the paying account on a further chain, in the process that leads.",
      ({ account: { balance } }) => (balance === undefined ? NaN : Number(balance) / 1e18),
    ],
  }),
  counter("anchorlog_failures_total", "Failures in the background and behind actions, by kind.", (status) =>
    by("kind", status.failures),
  ),
  counter("anchorlog_actions_total", "Actions, by their answer.", ({ answers }) => by("answer", answers)),
  gauge("anchorlog_in_flight", "Actions in progress.", ({ inFlight }) => one(inFlight)),
  gauge("anchorlog_max_in_flight", "The limit of actions in progress.", ({ maxInFlight }) => one(maxInFlight)),
  counter(
    "anchorlog_shed_total",
    "Actions that were refused because too many waited, including actions that are only judged.",
    ({ shed }) => one(shed),
  ),
  gauge("anchorlog_shedding", "1 while nothing new is promised.", ({ shedding }) => flag(shedding !== undefined)),
  gauge(
    "anchorlog_missing",
    "Gaps of the store against earlier signatures. If there is one, the store is read-only.",
    (status) => one(status.missing.length),
  ),
  gauge("anchorlog_guard_up", "1 if the guard answers, 0 if it does not.", ({ guard }) =>
    guard === undefined ? [] : flag(guard),
  ),
  gauge("anchorlog_lease_held", "1 in the process that closes, signs, publishes and anchors.", ({ lease }) =>
    flag(lease.held),
  ),
];

function statusesOf(stake: StakeStatus | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    ACCOUNT_STATUSES.map((status) => [status, stake === undefined ? NaN : Number(stake.status === status)]),
  );
}

/**
 * Formats a status in Prometheus' text format, with the metrics of a watchtower in the same process. Without a status,
 * the output has only `anchorlog_up 0`.
 *
 * @example
 * app.get("/metrics", async (_req, res) => {
 *   res.type("text/plain").send(formatMetrics(await anchorlog.status()))
 * })
 */
export function formatMetrics(status: OperatorStatus | undefined): string {
  if (status === undefined) return formatMetric(METRICS[0]!, one(0));
  const own = METRICS.map((metric) => formatMetric(metric, metric.read(status))).join("");
  return status.watch === undefined ? own : own + formatWatchMetrics(status.watch);
}

/** Creates metrics with one sample for each further chain. */
function timestampGauges(
  of: Readonly<Record<string, readonly [help: string, read: (one: TimestampStatus, at: number) => number]>>,
): readonly Metric<OperatorStatus>[] {
  return Object.entries(of).map(([name, [help, read]]) =>
    gauge(name, help, ({ at, timestamps }) =>
      timestamps.map((one) => ({ labels: { chain: String(one.chainId) }, value: read(one, at) })),
    ),
  );
}
