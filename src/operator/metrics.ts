/** Prometheus metrics of an operator, all from its status: this table is what the text and the documentation are made of. */
import type { OperatorStatus } from "./status.ts";
import type { TimestampStatus } from "./timestamping/chain.ts";

/** A value with its labels. */
export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** One metric. */
export type Metric = {
  readonly name: string;
  readonly type: "gauge" | "counter";
  readonly help: string;
  /** NaN stands for what could not be read; no sample, for what is not configured. */
  readonly read: (status: OperatorStatus) => readonly Sample[];
};

const one = (value: number): readonly Sample[] => [{ value }];
const known = (value: number | undefined): readonly Sample[] => one(value ?? NaN);
const ether = (wei: bigint | undefined): readonly Sample[] => one(wei === undefined ? NaN : Number(wei) / 1e18);
const flag = (is: boolean): readonly Sample[] => one(is ? 1 : 0);
const secondsSince = (at: number, then: number | undefined): number => (then === undefined ? 0 : (at - then) / 1000);

export const METRICS: readonly Metric[] = [
  gauge("anchorlog_up", "1 where the process answers and its store does, 0 where the store does not.", ({ logs }) =>
    flag(logs !== undefined),
  ),
  gauge(
    "anchorlog_deadline_seconds",
    "Seconds until the oldest promise must be anchored; negative where that is past, +Inf where nothing waits.",
    ({ at, deadline }) => one(deadline === undefined ? Infinity : (deadline - at) / 1000),
  ),
  counter("anchorlog_missed_deadlines_total", "Promises that were not anchored by their deadline.", (status) =>
    one(status.missedDeadlines),
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
  gauge("anchorlog_closed_size", "Headers of the batch log.", ({ closed }) => one(closed)),
  gauge("anchorlog_signed_size", "Headers under the newest signed checkpoint.", ({ signed }) => one(signed)),
  gauge("anchorlog_published_size", "Headers under the newest published checkpoint.", ({ published }) =>
    published === undefined ? [] : one(published),
  ),
  gauge("anchorlog_anchored_size", "Headers under the newest anchored checkpoint.", ({ anchored }) => known(anchored)),
  gauge("anchorlog_final_size", "Headers under the newest final checkpoint.", ({ final }) => known(final)),
  gauge("anchorlog_stake_ether", "The operator's stake.", ({ stake }) =>
    stake === undefined ? [] : ether(stake.held),
  ),
  gauge("anchorlog_stake_required_ether", "The stake that it needs to anchor.", ({ stake }) =>
    stake === undefined ? [] : ether(stake.required),
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
  counter("anchorlog_failures_total", "Failures in the background, by what failed.", ({ failures }) =>
    Object.entries(failures).map(([kind, value]) => ({ labels: { kind }, value })),
  ),
  gauge("anchorlog_in_flight", "Actions between their arrival and their answer.", ({ inFlight }) => one(inFlight)),
  gauge("anchorlog_max_in_flight", "How many of them may be.", ({ maxInFlight }) => one(maxInFlight)),
  counter("anchorlog_shed_total", "Actions that were answered `overloaded`.", ({ shed }) => one(shed)),
  gauge("anchorlog_shedding", "1 where nothing new is promised now.", ({ shedding }) => flag(shedding !== undefined)),
  gauge(
    "anchorlog_missing",
    "Gaps of the store against what was signed: it is read-only where there is any.",
    (status) => one(status.missing.length),
  ),
  gauge("anchorlog_lease_held", "1 for the process that closes, signs, publishes and anchors.", ({ lease }) =>
    flag(lease.held),
  ),
];

/** A status as Prometheus' text format (version 0.0.4) has it; without one, `anchorlog_up` is 0 and all else absent. */
export function formatMetrics(status: OperatorStatus | undefined): string {
  if (status === undefined) return formatMetric(METRICS[0]!, one(0));
  return METRICS.map((metric) => formatMetric(metric, metric.read(status))).join("");
}

function formatMetric({ name, type, help }: Metric, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
    return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${formatValue(value)}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** Metrics of each further chain. */
function timestampGauges(
  of: Readonly<Record<string, readonly [help: string, read: (one: TimestampStatus, at: number) => number]>>,
): readonly Metric[] {
  return Object.entries(of).map(([name, [help, read]]) =>
    gauge(name, help, ({ at, timestamps }) =>
      timestamps.map((one) => ({ labels: { chain: String(one.chainId) }, value: read(one, at) })),
    ),
  );
}

function gauge(name: string, help: string, read: Metric["read"]): Metric {
  return { name, type: "gauge", help, read };
}

function counter(name: string, help: string, read: Metric["read"]): Metric {
  return { name, type: "counter", help, read };
}
