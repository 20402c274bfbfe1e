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

/** Panels of the dashboard, by title: the metrics that are drawn together, without `anchorlog_`. */
const PANELS: Readonly<Record<string, readonly string[]>> = {
  "Time until the nearest deadline: of a promise, of a challenge, of a key": [
    "deadline_seconds",
    "watch_deadline_seconds",
    "key_end_seconds",
  ],
  "Age of the oldest promise": ["oldest_promise_seconds"],
  "Up, promising, leading": ["up", "guard_up", "shedding", "lease_held"],
  "Actions an hour, by their answer": ["actions_total"],
  "Headers: closed, signed, published, anchored, final": [
    "closed_size",
    "signed_size",
    "published_size",
    "anchored_size",
    "final_size",
  ],
  "Headers with a timestamp on further chains": ["timestamp_size", "timestamp_final_size"],
  "Timestamps overdue": ["timestamp_overdue_seconds"],
  "Balance on further chains": ["timestamp_balance_ether"],
  "Entries in no batch": ["unbatched_entries"],
  "Actions in flight": ["in_flight", "max_in_flight"],
  Balance: ["balance_ether"],
  "Stake: held, required": ["stake_ether", "stake_required_ether"],
  "Challenges that are open, and that are not answered": ["open_challenges", "watch_open_challenges"],
  "What the operator is": ["stake_status"],
  "Pending transaction": ["pending_transaction_seconds"],
  "Fee bumps an hour": ["fee_bumps_total"],
  "Transactions: failures an hour, held": ["transaction_failures_total", "transactions_held"],
  "Failures an hour": ["failures_total"],
  "Endpoints that are used": ["endpoint_good"],
  "Missed deadlines, gaps of the store and of its archive": [
    "overdue_logs",
    "missed_deadlines_total",
    "missing",
    "archive_missing",
  ],
  "Entries in the archive": ["archived_entries"],
  "Watchtower: sees the chain, alarms": ["watch_up", "watch_alarms"],
  "Watchtower: age of the newest block": ["watch_lag_seconds"],
  "Watchtower: budget, and what is left": ["watch_budget_ether", "watch_budget_left_ether"],
  "Watchtower: messages that wait": ["watch_unsent_messages", "watch_dropped_messages_total"],
};

/** Returns a panel's query: counters by the hour, except for counts of events that must never happen. */
function queryOf({ name, type }: Pick<Metric<never>, "name" | "type">): string {
  return type === "counter" && name !== "anchorlog_missed_deadlines_total" ? `increase(${name}[1h])` : name;
}

const dashboard: Generated = {
  path: "docs/dashboard.json",
  render: async () => {
    const datasource = { type: "prometheus", uid: "${datasource}" };
    const panels = Object.entries(PANELS).map(([title, metrics], i) => ({
      id: i + 1,
      type: "timeseries",
      title,
      datasource,
      gridPos: { x: 8 * (i % 3), y: 8 * Math.floor(i / 3), w: 8, h: 8 },
      fieldConfig: { defaults: { unit: metrics[0]!.endsWith("_seconds") ? "s" : "none" }, overrides: [] },
      targets: metrics.map((name, j) => ({
        refId: String.fromCharCode(65 + j),
        datasource,
        expr: queryOf([...METRICS, ...WATCH_METRICS].find((metric) => metric.name === `anchorlog_${name}`)!),
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
