/** Generates the alert rules and the dashboard from their declarations. */
import { format, resolveConfig } from "prettier";
import type { Metric } from "../../src/base/prometheus.ts";
import { METRICS } from "../../src/operator/observe/metrics.ts";
import { WATCH_METRICS } from "../../src/watch/metrics.ts";
import { ALARMS, WATCH_ALARMS, type Alarm } from "./alarms.ts";
import type { Generated } from "./generated.ts";

const alerts: Generated = {
  path: "docs/alerts.yml",
  render: async () => {
    const rulesOf = (alarms: readonly Alarm[]): string =>
      alarms
        .map(
          ({ name, expr, for: time, severity, summary, action }) => `      - alert: ${name}
        expr: ${JSON.stringify(expr)}
        for: ${time}
        labels:
          severity: ${severity}
        annotations:
          summary: ${JSON.stringify(summary)}
          description: ${JSON.stringify(action)}
`,
        )
        .join("");
    const text = `# Prometheus alert rules of anchorlog's operators and watchtowers; docs/OPERATING.md leads from each to a section. An
# operator is a job of its own, with all its processes. Made by \`npm run generate\`.
groups:
  - name: anchorlog
    rules:
${rulesOf(ALARMS)}
  - name: anchorlog-watch
    rules:
${rulesOf(WATCH_ALARMS)}`;
    return format(text, { ...(await resolveConfig("docs/alerts.yml")), parser: "yaml" });
  },
};

/** Panels of the dashboard, by title: what is drawn together. */
const PANELS: readonly { readonly title: string; readonly unit: string; readonly metrics: readonly string[] }[] = [
  {
    title: "Time until the nearest deadline: of a promise, of a challenge, of a key",
    unit: "s",
    metrics: ["anchorlog_deadline_seconds", "anchorlog_watch_deadline_seconds", "anchorlog_key_end_seconds"],
  },
  { title: "Age of the oldest promise", unit: "s", metrics: ["anchorlog_oldest_promise_seconds"] },
  {
    title: "Up, promising, leading",
    unit: "none",
    metrics: ["anchorlog_up", "anchorlog_guard_up", "anchorlog_shedding", "anchorlog_lease_held"],
  },
  { title: "Actions an hour, by their answer", unit: "none", metrics: ["anchorlog_actions_total"] },
  {
    title: "Headers: closed, signed, published, anchored, final",
    unit: "none",
    metrics: ["closed", "signed", "published", "anchored", "final"].map((what) => `anchorlog_${what}_size`),
  },
  {
    title: "Headers with a timestamp on further chains",
    unit: "none",
    metrics: ["anchorlog_timestamp_size", "anchorlog_timestamp_final_size"],
  },
  { title: "Timestamps overdue", unit: "s", metrics: ["anchorlog_timestamp_overdue_seconds"] },
  { title: "Balance on further chains", unit: "none", metrics: ["anchorlog_timestamp_balance_ether"] },
  { title: "Entries in no batch", unit: "none", metrics: ["anchorlog_unbatched_entries"] },
  { title: "Actions in flight", unit: "none", metrics: ["anchorlog_in_flight", "anchorlog_max_in_flight"] },
  { title: "Balance", unit: "none", metrics: ["anchorlog_balance_ether"] },
  {
    title: "Stake: held, required",
    unit: "none",
    metrics: ["anchorlog_stake_ether", "anchorlog_stake_required_ether"],
  },
  {
    title: "Challenges that are open, and that are not answered",
    unit: "none",
    metrics: ["anchorlog_open_challenges", "anchorlog_watch_open_challenges"],
  },
  { title: "What the operator is", unit: "none", metrics: ["anchorlog_stake_status"] },
  { title: "Pending transaction", unit: "s", metrics: ["anchorlog_pending_transaction_seconds"] },
  { title: "Fee bumps an hour", unit: "none", metrics: ["anchorlog_fee_bumps_total"] },
  {
    title: "Transactions: failures an hour, held",
    unit: "none",
    metrics: ["anchorlog_transaction_failures_total", "anchorlog_transactions_held"],
  },
  { title: "Failures an hour", unit: "none", metrics: ["anchorlog_failures_total"] },
  { title: "Endpoints that are used", unit: "none", metrics: ["anchorlog_endpoint_good"] },
  {
    title: "Missed deadlines, gaps of the store and of its archive",
    unit: "none",
    metrics: [
      "anchorlog_overdue_logs",
      "anchorlog_missed_deadlines_total",
      "anchorlog_missing",
      "anchorlog_archive_missing",
    ],
  },
  { title: "Entries in the archive", unit: "none", metrics: ["anchorlog_archived_entries"] },
  {
    title: "Watchtower: sees the chain, alarms",
    unit: "none",
    metrics: ["anchorlog_watch_up", "anchorlog_watch_alarms"],
  },
  { title: "Watchtower: age of the newest block", unit: "s", metrics: ["anchorlog_watch_lag_seconds"] },
  {
    title: "Watchtower: budget, and what is left",
    unit: "none",
    metrics: ["anchorlog_watch_budget_ether", "anchorlog_watch_budget_left_ether"],
  },
  {
    title: "Watchtower: messages that wait",
    unit: "none",
    metrics: ["anchorlog_watch_unsent_messages", "anchorlog_watch_dropped_messages_total"],
  },
];

/** Returns a panel's query: counters by the hour, except for counts of events that must never happen. */
function queryOf(name: string, { type }: Pick<Metric<never>, "type">): string {
  return type === "counter" && name !== "anchorlog_missed_deadlines_total" ? `increase(${name}[1h])` : name;
}

const dashboard: Generated = {
  path: "docs/dashboard.json",
  render: async () => {
    const datasource = { type: "prometheus", uid: "${datasource}" };
    const panels = PANELS.map(({ title, unit, metrics }, i) => ({
      id: i + 1,
      type: "timeseries",
      title,
      datasource,
      gridPos: { x: 8 * (i % 3), y: 8 * Math.floor(i / 3), w: 8, h: 8 },
      fieldConfig: { defaults: { unit }, overrides: [] },
      targets: metrics.map((name, j) => ({
        refId: String.fromCharCode(65 + j),
        datasource,
        expr: queryOf(
          name,
          [...METRICS, ...WATCH_METRICS].find((metric) => metric.name === name)!,
        ),
      })),
    }));
    const variable = { name: "datasource", type: "datasource", query: "prometheus", label: "Data source" };
    const text = JSON.stringify({
      title: "anchorlog operator",
      uid: "anchorlog-operator",
      schemaVersion: 39,
      time: { from: "now-24h", to: "now" },
      refresh: "1m",
      templating: { list: [variable] },
      panels,
    });
    return format(text, { ...(await resolveConfig("docs/dashboard.json")), parser: "json" });
  },
};

export const generated: readonly Generated[] = [alerts, dashboard];
