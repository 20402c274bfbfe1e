/** The page for operators. */
import { formatEther } from "viem";
import { escaped, htmlOf } from "../../http/html.ts";
import type { Report } from "./report.ts";

/** Seconds after which the page reloads itself. */
const AGAIN = 30;

export function pageOf(report: Report, name: string): string {
  const { status, concerns, stored } = report;
  const at = timeOf(status.at);
  const title = `${concerns.length > 0 ? `(${concerns.length}) ` : ""}${name}: operator`;
  const body = `<h1>${escaped(name)}</h1>
<small>As of ${at}. This page asks again every ${AGAIN} s.</small>
<h2>What needs you</h2>
${concerns.length === 0 ? '<p class="good">Nothing.</p>' : `<ul>${concerns.map(concernOf).join("")}</ul>`}
<h2>This server</h2>
${list(partsOf(report))}
<h2>The log</h2>
${list(logOf(report))}
<h2>The chain</h2>
${list(chainOf(report))}
<h2>Organizations</h2>
${stored === undefined ? '<p class="bad">Unknown: the database does not answer.</p>' : organizationsOf(stored)}`;
  return htmlOf({ title, again: AGAIN, body });
}

const organizationsOf = ({ organizations, next }: Stored): string => `<div class="table"><table>
<tr><th>Organization<th>Log<th>Entries<th>Wallets<th>Limits of its own<th>Since</tr>
${organizations.map(rowOf).join("\n")}
</table></div>
${next === undefined ? "" : `<p><a href="?before=${encodeURIComponent(next)}">Older ones</a></p>`}`;

type Stored = NonNullable<Report["stored"]>;
type Fact = readonly [name: string, value: string, isGood?: boolean];

const concernOf = ({ code, message, about }: Report["concerns"][number]): string =>
  `<li class="bad"><b>${escaped(code)}</b>${about === undefined ? "" : ` (${escaped(about)})`}: ${escaped(message)}</li>`;

function partsOf({ checks, stored, status }: Report): Fact[] {
  const webhooks = stored?.webhooks;
  const { inFlight, maxInFlight, shed, failures } = status;
  const failed = Object.entries(failures).filter(([, times]) => times > 0);
  return [
    ...Object.entries(checks).map(([part, state]): Fact => [part, state, state === "ok" || state === "none"]),
    ["actions under way", `${inFlight} of ${maxInFlight}`],
    ["actions shed since the start", String(shed), shed === 0],
    [
      "failures since the start",
      failed.map(([what, times]) => `${what}: ${times}`).join(", ") || "none",
      failed.length === 0,
    ],
    ["deliveries that wait", known(webhooks?.waiting)],
    ["webhooks that fail", known(webhooks?.failing), webhooks?.failing === 0],
    ["webhooks disabled", known(webhooks?.disabled), webhooks?.disabled === 0],
  ];
}

function logOf({ status }: Report): Fact[] {
  const { logs, unbatched, closed, signed, published, anchored, final, oldestPromise, deadline, lease } = status;
  return [
    ["logs", known(logs)],
    ["entries in no batch", known(unbatched)],
    ["batches closed", String(closed)],
    ["signed", String(signed)],
    ["published", known(published)],
    ["anchored", known(anchored)],
    ["final", known(final)],
    ["oldest promise", oldestPromise === undefined ? "all are anchored" : timeOf(oldestPromise)],
    [
      "must be anchored by",
      deadline === undefined ? "—" : timeOf(deadline),
      deadline === undefined || deadline > status.at,
    ],
    [
      "closes and anchors",
      lease.held ? "this process" : (lease.leader ?? "nobody"),
      lease.held || lease.leader !== undefined,
    ],
  ];
}

function chainOf({ status }: Report): Fact[] {
  const { operator, account, stake, transactions, timestamps } = status;
  return [
    ["chain", String(operator.chainId)],
    ["registry", operator.registry],
    ["operator", operator.operator],
    ["pays from", account?.address ?? "—"],
    ["its balance", ether(account?.balance)],
    ["stake", `${ether(stake?.held)} of ${ether(stake?.required)}`],
    ["transaction under way", transactions?.pending?.key ?? "none"],
    [
      "can send transactions",
      transactions?.held === undefined ? "yes" : `no: ${transactions.held}`,
      transactions?.held === undefined,
    ],
    ...timestamps.map(({ chainId }): Fact => ["timestamps on", String(chainId)]),
  ];
}

const rowOf = ({ id, name, log, entries, wallets, limits, createdAt }: Stored["organizations"][number]): string =>
  `<tr><td>${escaped(name)}<br><small>${escaped(id)}</small><td>${escaped(log)}<td>${entries}<td>${wallets}` +
  `<td>${escaped(limits ?? "—")}<td>${timeOf(createdAt)}</tr>`;

function list(facts: readonly Fact[]): string {
  const shown = facts.map(([name, value, isGood = true]) => {
    const mark = isGood ? "" : ' class="bad"';
    return `<div><dt>${escaped(name)}</dt><dd${mark}>${escaped(value)}</dd></div>`;
  });
  return `<dl>${shown.join("")}</dl>`;
}

const known = (value: number | undefined): string => (value === undefined ? "unknown" : String(value));
const ether = (wei: bigint | undefined): string => (wei === undefined ? "unknown" : `${formatEther(wei)} ether`);
const timeOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
