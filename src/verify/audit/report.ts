import { describeUnchecked, type Audit } from "./audit.ts";
import { standingOf } from "./text.ts";

/** A table beside the audit's own, for the operator's internal data (refusals, timings). */
export type ReportSection = {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const VERDICTS = {
  valid: "Everything checks out",
  invalid: "Something is wrong",
  indeterminate: "Nothing to judge it by",
};

/**
 * Renders an audit as one self-contained HTML page, without scripts or external resources.
 *
 * @param sections further tables, shown after the audit's.
 */
export function renderReport(audit: Audit, sections: readonly ReportSection[] = []): string {
  const { operator } = audit;
  const unchecked = describeUnchecked(audit.unchecked);
  const body = [
    `<header class="${audit.verdict}"><p class="verdict">${audit.verdict}</p><h1>${VERDICTS[audit.verdict]}</h1><p>${escape(audit.message)}</p></header>`,
    operator === undefined
      ? ""
      : table(
          "Operator",
          ["", ""],
          [
            ["Domain", `${operator.name}, version ${operator.version}`],
            ["Account", operator.operator],
            ["Registry", `${operator.registry} on chain ${operator.chainId}`],
          ],
        ),
    audit.findings.length === 0
      ? ""
      : table(
          "Findings",
          ["Where", "What", ""],
          audit.findings.map((f) => [f.where, f.code, f.message]),
          audit.more > 0 ? `${audit.more} more are not listed.` : undefined,
        ),
    audit.unjudged.length === 0
      ? ""
      : table(
          "Not judged",
          ["Where", ""],
          audit.unjudged.map((one) => [one.where, one.message]),
          audit.moreUnjudged > 0 ? `${audit.moreUnjudged} more are not listed.` : undefined,
        ),
    unchecked.length === 0
      ? ""
      : table(
          "Not checked",
          [""],
          unchecked.map((part) => [part]),
        ),
    table(
      "Logs",
      ["Log", "Entries", "Not in a batch yet"],
      audit.logs.map((log) => [log.name, String(log.entries), String(log.pending)]),
    ),
    table(
      "Batches",
      ["Position", "Log", "Number", "Entries", "Closed", "Root", "zk root"],
      audit.batches.map((b) => [
        String(b.position),
        b.log,
        String(b.number),
        `${b.start} to ${b.start + b.count - 1}`,
        time(b.closedAt),
        b.root,
        b.zkRoot,
      ]),
    ),
    table(
      "Anchors",
      ["Batches covered", "Root", "Anchored", "State"],
      audit.checkpoints.map((c) => [
        String(c.size),
        c.root,
        c.anchoredAt === undefined ? "not seen on a chain" : time(c.anchoredAt * 1000),
        c.final ? "final" : c.anchoredAt === undefined ? "signed" : "anchored",
      ]),
    ),
    audit.timestamps.length === 0
      ? ""
      : table(
          "Timestamps on further chains",
          ["Batches covered", "Chain", "Transaction", "Standing"],
          audit.timestamps.map((t) => [String(t.size), String(t.chainId), t.transaction, standingOf(t.verdict)]),
        ),
    ...sections.map(({ title, columns, rows, note }) => table(title, columns, rows, note)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>anchorlog audit: ${audit.verdict}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body.filter((part) => part !== "").join("\n")}
<footer>Recomputed by anchorlog from the export alone: signatures, hash chain, batches, checkpoints${unchecked.length === 0 ? "" : ", but for the parts under Not checked"}.</footer>
</main>
</body>
</html>
`;
}

function table(title: string, columns: readonly string[], rows: readonly (readonly string[])[], note?: string): string {
  const cells = (tag: string, values: readonly string[]): string =>
    `<tr>${values.map((value) => `<${tag}${isHash(value) ? ` class="hash" title="${escape(value)}"` : value.length <= 32 ? ' class="short"' : ""}>${escape(shorten(value))}</${tag}>`).join("")}</tr>`;
  const head = columns.every((column) => column === "") ? "" : `<thead>${cells("th", columns)}</thead>`;
  const text = note === undefined ? "" : `<p>${escape(note)}</p>`;
  const content =
    rows.length === 0
      ? "<p>None.</p>"
      : `<div class="scroll"><table>${head}<tbody>${rows.map((row) => cells("td", row)).join("\n")}</tbody></table></div>`;
  return `<section><h2>${escape(title)}</h2>${text}${content}</section>`;
}

function isHash(value: string): boolean {
  return /^0x[0-9a-f]{64}$/.test(value);
}

/** Shortens a hash to its ends. The cell's title has the whole hash. */
function shorten(value: string): string {
  return isHash(value) ? `${value.slice(0, 10)}…${value.slice(-6)}` : value;
}

function time(ms: number): string {
  return Number.isFinite(new Date(ms).getTime())
    ? new Date(ms).toISOString().replace("T", " ").replace(".000Z", " UTC").replace("Z", " UTC")
    : String(ms);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #dfe3e8; --paper: #fff; --back: #f4f6f8; --good: #136c43; --bad: #a3242b; --open: #85600a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #9aa5b3; --line: #303845; --paper: #171c24; --back: #0f1319; --good: #57c793; --bad: #f0858b; --open: #e3bb5c; } }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
header { border-left: 6px solid var(--soft); padding: .25rem 0 .25rem 1.25rem; margin-bottom: 2rem; }
header.valid { border-color: var(--good); } header.invalid { border-color: var(--bad); } header.indeterminate { border-color: var(--open); }
.verdict { text-transform: uppercase; letter-spacing: .08em; font-size: .8rem; font-weight: 600; margin: 0; }
.valid .verdict { color: var(--good); } .invalid .verdict { color: var(--bad); } .indeterminate .verdict { color: var(--open); }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } header p { margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem 1.1rem; margin-bottom: 1rem; }
section p { color: var(--soft); margin: 0 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th { text-align: left; color: var(--soft); font-weight: 500; white-space: nowrap; }
th, td { padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; }
td { overflow-wrap: anywhere; } td.short { white-space: nowrap; } td.hash { font-family: ui-monospace, monospace; font-size: .82rem; white-space: nowrap; }
footer { color: var(--soft); font-size: .85rem; }
`;
