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
} from "../encoding/prometheus.ts";
import { ACCOUNT_STATUSES } from "../anchor/stake.ts";
import { formatWatchMetrics } from "../watch/metrics.ts";
import type { OperatorStatus, StakeStatus } from "./status.ts";
import type { TimestampStatus } from "./timestamping/chain.ts";

const secondsUntil = (at: number, then: number | undefined): number =>
  then === undefined ? Infinity : (then - at) / 1000;
const secondsSince = (at: number, then: number | undefined): number => (then === undefined ? 0 : (at - then) / 1000);
/** Metrics of the chain: left out without a chain, and NaN if the chain does not answer. */
const onChain = (
  { account, stake }: OperatorStatus,
  read: (stake: StakeStatus | undefined) => readonly Sample[],
): readonly Sample[] => (account === undefined ? [] : read(stake));

export const METRICS: readonly Metric<OperatorStatus>[] = [
  gauge("anchorlog_up", "1 where the process answers and its store does, 0 where the store does not.", ({ logs }) =>
    flag(logs !== undefined),
  ),
  gauge(
    "anchorlog_deadline_seconds",
    "Seconds until the oldest promise must be anchored; negative where that is past, +Inf where nothing waits.",
    ({ at, deadline }) => one(secondsUntil(at, deadline)),
  ),
  counter("anchorlog_missed_deadlines_total", "Promises that were not anchored by their deadline.", (status) =>
    one(status.missedDeadlines),
  ),
  gauge("anchorlog_overdue_logs", "Logs whose oldest promise is past its deadline, and not anchored.", (status) =>
    one(status.overdue),
  ),
  gauge(
    "anchorlog_oldest_promise_seconds",
    "For how long the oldest promise has been waiting for its anchor; 0 where nothing waits.",
    ({ at, oldestPromise }) => one(secondsSince(at, oldestPromise)),
  ),
  gauge("anchorlog_logs", "Logs of this operator.", ({ logs }) => known(logs)),
  gauge("anchorlog_unbatched_entries", "Entries that are in no batch yet.", ({ unbatched }) => known(unbatched)),
  gauge("anchorlog_archived_entries", "Entries that went from the store to its archive.", ({ archived }) =>
    known(archived),
  ),
  gauge(
    "anchorlog_archive_missing",
    "Files of the archive that were found missing or damaged, where this process leads.",
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
  gauge("anchorlog_stake_required_ether", "The stake that it needs to anchor.", (status) =>
    onChain(status, (stake) => ether(stake?.required)),
  ),
  gauge("anchorlog_stake_status", "1 for what the operator is to the stake's contract, 0 for the rest.", (status) =>
    onChain(status, (stake) => by("status", statusesOf(stake))),
  ),
  gauge("anchorlog_open_challenges", "Challenges that wait for the operator's answer.", (status) =>
    onChain(status, (stake) => known(stake?.openChallenges)),
  ),
  gauge(
    "anchorlog_key_end_seconds",
    "Seconds until the registry takes a key that is not here, by role; negative where it does, +Inf where none is announced.",
    ({ at, account, keyEnds }) =>
      account === undefined
        ? []
        : by("role", {
            anchor: keyEnds === undefined ? NaN : secondsUntil(at, keyEnds.anchor),
            receipt: keyEnds === undefined ? NaN : secondsUntil(at, keyEnds.receipt),
          }),
  ),
  gauge("anchorlog_balance_ether", "Balance of the account that pays.", ({ account }) =>
    account === undefined ? [] : ether(account.balance),
  ),
  gauge("anchorlog_pending_transactions", "Transactions that were sent and are in no block yet.", ({ transactions }) =>
    transactions === undefined ? [] : flag(transactions.pending !== undefined),
  ),
  gauge(
    "anchorlog_pending_transaction_seconds",
    "For how long the pending transaction has been; 0 without one.",
    ({ at, transactions }) => (transactions === undefined ? [] : one(secondsSince(at, transactions.pending?.since))),
  ),
  counter("anchorlog_fee_bumps_total", "Transactions that were replaced at a higher fee.", ({ transactions }) =>
    transactions === undefined ? [] : one(transactions.feeBumps),
  ),
  counter(
    "anchorlog_transaction_failures_total",
    "Transactions that were given up, and looks at what became of one that failed, by the error's code.",
    ({ transactions }) => (transactions === undefined ? [] : by("code", transactions.failures)),
  ),
  gauge("anchorlog_transactions_held", "1 where nothing can be sent now: `anchorlog status` says why.", (status) =>
    status.transactions === undefined ? [] : flag(status.transactions.held !== undefined),
  ),
  gauge(
    "anchorlog_endpoint_good",
    "1 for each RPC endpoint that is used, 0 where it was put aside: it is silent, lags, lies or is of another chain.",
    ({ transactions }) =>
      (transactions?.endpoints ?? []).map(({ index, state }) => ({
        labels: { index: String(index) },
        value: state === "good" ? 1 : 0,
      })),
  ),
  ...timestampGauges({
    anchorlog_timestamp_size: [
      "Headers under the newest checkpoint that is written on a further chain.",
      ({ size }) => size ?? NaN,
    ],
    anchorlog_timestamp_final_size: ["The same, of those whose timestamp is final.", ({ final }) => final ?? NaN],
    anchorlog_timestamp_overdue_seconds: [
      "For how long a timestamp has been due that is not written; 0 where none is.",
      ({ dueSince }, at) => secondsSince(at, dueSince),
    ],
    anchorlog_timestamp_balance_ether: [
      "Balance of the account that pays on a further chain, in the process that leads.",
      ({ account: { balance } }) => (balance === undefined ? NaN : Number(balance) / 1e18),
    ],
  }),
  counter("anchorlog_failures_total", "Failures in the background and behind actions, by what failed.", (status) =>
    by("kind", status.failures),
  ),
  counter("anchorlog_actions_total", "Actions, by what they were answered.", ({ answers }) => by("answer", answers)),
  gauge("anchorlog_in_flight", "Actions between their arrival and their answer.", ({ inFlight }) => one(inFlight)),
  gauge("anchorlog_max_in_flight", "How many of them may be.", ({ maxInFlight }) => one(maxInFlight)),
  counter(
    "anchorlog_shed_total",
    "Actions that were turned away since too many waited, those to be judged alone included.",
    ({ shed }) => one(shed),
  ),
  gauge("anchorlog_shedding", "1 where nothing new is promised now.", ({ shedding }) => flag(shedding !== undefined)),
  gauge(
    "anchorlog_missing",
    "Gaps of the store against what was signed: it is read-only where there is any.",
    (status) => one(status.missing.length),
  ),
  gauge("anchorlog_guard_up", "1 where the guard answers, 0 where it does not.", ({ guard }) =>
    guard === undefined ? [] : flag(guard),
  ),
  gauge("anchorlog_lease_held", "1 for the process that closes, signs, publishes and anchors.", ({ lease }) =>
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
