/** The alarms that are shipped as Prometheus' rules, in docs/alerts.yml: of operators, and of watchtowers. */
export type Alarm = {
  readonly name: string;
  readonly severity: "page" | "ticket";
  /** PromQL. */
  readonly expr: string;
  /** For how long it must hold, as Prometheus has it. */
  readonly for: string;
  readonly summary: string;
  /** What to do. */
  readonly action: string;
};

/**
 * A Prometheus expression: whether a job that reported the metric within the last week does not report it now, or no
 * job reported it in that time.
 */
const absent = (metric: string): string =>
  `(sum by (job) (last_over_time(${metric}[1w])) unless sum by (job) (${metric})) ` +
  `or (absent(${metric}) unless on () last_over_time(${metric}[1w]))`;

/** A Prometheus expression: whether actions were answered with one of these codes in the last two minutes. */
const answered = (codes: string): string =>
  `sum by (job, instance) (increase(anchorlog_actions_total{answer=~"${codes}"}[2m])) > 0`;

export const ALARMS: readonly Alarm[] = [
  {
    name: "AnchorlogAbsent",
    severity: "page",
    expr: absent("anchorlog_up"),
    for: "2m",
    summary: "No process of the operator answers",
    action: "Start `anchorlog operate`. Until then nothing is anchored, and promises grow old.",
  },
  {
    name: "AnchorlogUnknown",
    severity: "page",
    expr: "anchorlog_up == 0",
    for: "2m",
    summary: "The store does not answer",
    action: "Check the store's disk or database. Nothing is promised or anchored without it.",
  },
  {
    name: "AnchorlogDeadlineMissed",
    severity: "page",
    expr: "anchorlog_overdue_logs > 0 or increase(anchorlog_missed_deadlines_total[1h]) > 0",
    for: "0m",
    summary: "A promise was not anchored by its deadline",
    action:
      "Anchor now: `anchorlog anchor`. Anybody can challenge the operator for the entry, and an unanswered challenge costs the stake.",
  },
  {
    name: "AnchorlogChallengeOpen",
    severity: "page",
    expr: "anchorlog_open_challenges > 0",
    for: "5m",
    summary: "A challenge is open: without an answer by its deadline the stake is lost",
    action:
      "Check that it is answered: see 'A challenge is open: what now?' in OPERATING. The watchtower answers within its budget.",
  },
  {
    name: "AnchorlogSlashed",
    severity: "page",
    expr: 'anchorlog_stake_status{status="slashed"} == 1',
    for: "0m",
    summary: "The operator was convicted of a fault, and its stake is gone",
    action: "It anchors and promises nothing any more. Keep store, guard and keys, and find out what convicted it.",
  },
  {
    name: "AnchorlogExiting",
    severity: "ticket",
    expr: 'anchorlog_stake_status{status=~"exiting|exited"} == 1',
    for: "0m",
    summary: "The operator leaves: it anchors and promises nothing any more",
    action: "Answer challenges until the stake is paid out: `anchorlog stake complete`, `anchorlog stake withdraw`.",
  },
  {
    name: "AnchorlogPromiseLate",
    severity: "ticket",
    expr: "anchorlog_oldest_promise_seconds / (anchorlog_oldest_promise_seconds + anchorlog_deadline_seconds) > 0.2",
    for: "1m",
    summary: "The oldest promise has waited for a fifth of the promised time; at a quarter nothing new is promised",
    action: "Find the cause: the node, the account's balance, a stuck transaction, or the gas price.",
  },
  {
    name: "AnchorlogPromiseVeryLate",
    severity: "page",
    expr: "anchorlog_oldest_promise_seconds / (anchorlog_oldest_promise_seconds + anchorlog_deadline_seconds) > 0.5",
    for: "0m",
    summary: "Half of the promised time is over, and the oldest promise has no anchor",
    action:
      "Anchor with another endpoint, a higher fee or another account. Anybody may send a signed checkpoint: `anchorlog anchor --key REFERENCE`.",
  },
  {
    name: "AnchorlogNotPromising",
    severity: "page",
    expr: "anchorlog_shedding == 1",
    for: "1m",
    summary: "Nothing new is promised: every submission is answered with 503",
    action: "`anchorlog status` shows the reason.",
  },
  {
    name: "AnchorlogNoReceipts",
    severity: "page",
    expr: answered("receipt_unavailable"),
    for: "2m",
    summary: "Actions are in the log without receipts, and are answered with 503",
    action: "`anchorlog status` shows the reason: the receipt key's signer, or a rotated key.",
  },
  {
    name: "AnchorlogActionsFailing",
    severity: "page",
    expr: answered("guard_failed|store_failed|outcome_unknown|error"),
    for: "2m",
    summary: "Actions cannot be taken: the guard or the store fails",
    action: "`anchorlog status` shows which. Clients get 503, and send their actions again.",
  },
  {
    name: "AnchorlogGuardUnread",
    severity: "page",
    expr: "anchorlog_guard_up == 0",
    for: "2m",
    summary: "The guard does not answer: nothing is promised or signed without it",
    action: "Check its database or disk. Never replace a guard that comes back.",
  },
  {
    name: "AnchorlogNextKeyMissing",
    severity: "page",
    expr: "anchorlog_key_end_seconds < Inf",
    for: "30m",
    summary: "A key was announced that a process of the operator does not have",
    action:
      "Set keys.nextAnchor or keys.nextReceipt, and restart the process: see 'A key rotation went wrong: what now?' in OPERATING.",
  },
  {
    name: "AnchorlogStoreBehind",
    severity: "page",
    expr: "anchorlog_missing > 0",
    for: "0m",
    summary: "The store lacks entries or checkpoints that were signed, and is read-only",
    action: "Put back what is missing: `anchorlog restore --export DIR`.",
  },
  {
    name: "AnchorlogArchiveMissing",
    severity: "page",
    expr: "anchorlog_archive_missing > 0",
    for: "0m",
    summary: "A file of the archive is missing or damaged: a challenge about its entries cannot be answered",
    action: "Put it back from a copy of the archive. `anchorlog status` names it.",
  },
  {
    name: "AnchorlogStakeShort",
    severity: "page",
    expr:
      "anchorlog_stake_ether < anchorlog_stake_required_ether " +
      'and on (job, instance) anchorlog_stake_status{status="open"} == 1',
    for: "0m",
    summary: "The stake is too small to anchor",
    action: "Deposit what is missing: `anchorlog stake deposit`.",
  },
  {
    name: "AnchorlogBalanceLow",
    severity: "ticket",
    expr: "anchorlog_balance_ether < 0.05",
    for: "5m",
    summary: "The paying account is almost empty",
    action: "Send it ether.",
  },
  {
    name: "AnchorlogChainUnread",
    severity: "page",
    expr: "anchorlog_balance_ether != anchorlog_balance_ether",
    for: "5m",
    summary: "The chain cannot be read",
    action: "Check the RPC endpoint, or name another one in chain.rpc.",
  },
  {
    name: "AnchorlogTransactionStuck",
    severity: "ticket",
    expr: "anchorlog_pending_transaction_seconds > 600",
    for: "0m",
    summary: "A transaction has been in no block for ten minutes",
    action: "Compare the fee limit with the chain's base fee.",
  },
  {
    name: "AnchorlogFeesRising",
    severity: "ticket",
    expr: "increase(anchorlog_fee_bumps_total[1h]) > 5",
    for: "0m",
    summary: "Transactions were replaced at a higher fee more than five times in an hour",
    action:
      "Anchor less often while fees are high: see 'Fees are high, or the account is empty: what now?' in OPERATING.",
  },
  {
    name: "AnchorlogEndpointAside",
    severity: "ticket",
    expr: "anchorlog_endpoint_good == 0",
    for: "5m",
    summary: "An RPC endpoint is silent, lags, lies, or is of another chain",
    action: "`anchorlog status` shows which one, and why.",
  },
  {
    name: "AnchorlogPublishFailing",
    severity: "ticket",
    expr: 'increase(anchorlog_failures_total{kind="publish"}[15m]) > 0',
    for: "0m",
    summary: "The batch log could not be published",
    action: "Check the tiles' folder and the witnesses. The process's log has the error.",
  },
  {
    name: "AnchorlogTimestampLate",
    severity: "ticket",
    expr: "anchorlog_timestamp_overdue_seconds > 3600",
    for: "0m",
    summary: "A timestamp on a further chain has been due for an hour",
    action:
      "`anchorlog status` shows the reason: that chain's node, its fees, or the balance there. Anchors do not depend on it.",
  },
  {
    name: "AnchorlogFailing",
    severity: "ticket",
    expr: "increase(anchorlog_failures_total[15m]) > 3",
    for: "0m",
    summary: "Something fails again and again in the background",
    action: "Look for errors in the process's log.",
  },
  {
    name: "AnchorlogUnpublished",
    severity: "ticket",
    expr: "anchorlog_anchored_size - anchorlog_published_size > 0",
    for: "15m",
    summary: "Anchored batches are not published",
    action: "Check the tiles' folder: auditors and watchtowers read it.",
  },
  {
    name: "AnchorlogQueueFull",
    severity: "ticket",
    expr: "anchorlog_in_flight / anchorlog_max_in_flight > 0.8",
    for: "1m",
    summary:
      "Over four fifths of the possible actions are in progress; further ones are answered `overloaded` at the limit",
    action: "Add threads or machines, or find out who sends so much.",
  },
  {
    name: "AnchorlogNobodyLeads",
    severity: "page",
    expr: "sum by (job) (anchorlog_lease_held) < 1",
    for: "1m",
    summary: "No process closes, signs, publishes and anchors",
    action: "Start one, and check that the database accepts its lease.",
  },
];

export const WATCH_ALARMS: readonly Alarm[] = [
  {
    name: "AnchorlogWatchAbsent",
    severity: "page",
    expr: absent("anchorlog_watch_up"),
    for: "5m",
    summary: "No watchtower answers: a challenge without an answer costs the stake",
    action: "Start it: `anchorlog watch`, or `operate` with watch.account.",
  },
  {
    name: "AnchorlogWatchBehind",
    severity: "page",
    expr: "anchorlog_watch_up == 0 or anchorlog_watch_lag_seconds > 600",
    for: "5m",
    summary: "The watchtower does not read the chain or cannot write its state, or its newest block is ten minutes old",
    action: "Check its disk and its nodes, or name others. If the chain itself stands still, wait.",
  },
  {
    name: "AnchorlogWatchAlarm",
    severity: "page",
    expr: "anchorlog_watch_alarms > 0",
    for: "0m",
    summary: "The watchtower raised an alarm of the type in the label",
    action: "See 'The watchtower raised an alarm: what now?' in OPERATING. Its log and its /status have the details.",
  },
  {
    name: "AnchorlogWatchUnsent",
    severity: "ticket",
    expr: "anchorlog_watch_unsent_messages > 0",
    for: "1h",
    summary: "The webhook's receiver does not accept the watchtower's messages",
    action: "Check the receiver. Messages are sent again for three days.",
  },
];
