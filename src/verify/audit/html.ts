/** Writes a report as one self-contained HTML page, without scripts or external resources. */
import { escape } from "./escape.ts";
import { assertGiven } from "../../base/options.ts";
import { layout, type Part, type Section, type Value, type WayStep } from "./layout.ts";
import { drawTimeline } from "./picture.ts";
import type { Report } from "./report.ts";

/**
 * Renders a report as one HTML page. It needs no network and no script, and can be printed.
 *
 * @example
 * const read = await readExportFolder("export")
 * const audit = await auditExport(read, { checkpoint })
 * const report = await buildReport(audit, read, { madeAt: Date.now() })
 * await writeFile("report.html", renderHtml(report))
 */
export function renderHtml(report: Report): string {
  assertGiven("renderHtml", report, "findings.map()", "batches.map()");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escape(report.headline)} (anchorlog)</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
${renderContent(report)}
</main>
</body>
</html>
`;
}

/** Renders the content of the page's `main`. {@link REPORT_STYLE} is its style. */
export function renderContent(report: Report): string {
  const sections = layout(report);
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`);
  return `<header class="${report.verdict}"><p class="verdict">Verdict: ${report.verdict}</p><h1>${escape(report.headline)}</h1><p>${words(report.summary)}</p></header>
<nav aria-label="Sections"><ul>${links.join("")}</ul></nav>
${sections.map((section) => renderSection(section, report)).join("\n")}`;
}

function renderSection({ id, title, parts }: Section, report: Report): string {
  const body = parts.map((part) => renderPart(part, report)).join("\n");
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escape(title)}</h2>\n${body}\n</section>`;
}

function renderPart(part: Part, report: Report): string {
  switch (part.kind) {
    case "note":
      return `<p>${words(part.text)}</p>`;
    case "heading":
      return `<h3${part.id === undefined ? "" : ` id="${part.id}"`}>${words(part.text)}</h3>`;
    case "list":
      return `<ul>${part.items.map((item) => `<li>${show(item)}</li>`).join("")}</ul>`;
    case "terms":
      return `<dl>${part.rows.map(([label, value]) => `<div><dt>${escape(label)}</dt><dd>${show(value)}</dd></div>`).join("")}</dl>`;
    case "table":
      return renderTable(part.columns, part.rows);
    case "way":
      return `<ol class="way" aria-label="The way to the chain">${part.steps.map(renderStep).join("")}</ol>`;
    case "timeline":
    default:
      return drawTimeline(report);
  }
}

/** On a narrow screen each row becomes a block of labelled lines. The roles keep it a table for screen readers. */
function renderTable(columns: readonly string[], rows: readonly (readonly Value[])[]): string {
  const head = columns.map((column) => `<th role="columnheader" scope="col">${escape(column)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr role="row">${row.map((value, i) => renderCell(columns[i] ?? "", value)).join("")}</tr>`,
  );
  return `<table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join("\n")}</tbody></table>`;
}

/** A short value stays on one line. */
function renderCell(column: string, value: Value): string {
  const isShort = typeof value !== "string" && value.data.length <= SHORT;
  return `<td role="cell" data-label="${escape(column)}"${isShort ? ' class="short"' : ""}>${show(value)}</td>`;
}

const SHORT = 24;

const MARKS = {
  true: ["yes", "✓", "checked"],
  false: ["no", "✕", "wrong"],
  undefined: ["open", "?", "not known"],
} as const;

function renderStep({ name, value, isReached }: WayStep): string {
  const [style, mark, label] = MARKS[`${isReached}`];
  const dot = `<svg width="22" height="22" role="img" aria-label="${label}"><circle cx="11" cy="11" r="10"/><text x="11" y="15.5" text-anchor="middle">${mark}</text></svg>`;
  return `<li class="${style}">${dot}<div><strong>${escape(name)}</strong> ${show(value)}</div></li>`;
}

function show(value: Value): string {
  if (typeof value === "string") return words(value);
  return `<span class="data">${escape(value.data).replaceAll(/\b(?:0x[0-9a-f]{16,}|[0-9a-f]{64})\b/g, (hash) => `<span class="hash">${hash}</span>`)}</span>`;
}

/** Our own words: backticks mark commands and names. */
function words(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);
}

/** The style of a report. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #505b69; --line: #d5dae1; --paper: #fff; --back: #f3f5f8; --good: #0f6b40; --bad: #a3242b; --open: #7a5600; --mark: #2f5fb0; --link: #1d4f9e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a8b2bf; --line: #333c49; --paper: #171c24; --back: #0f1319; --good: #5fcf9a; --bad: #ff9a9f; --open: #ecc468; --mark: #8ab4f8; --link: #9cc2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
header { border-left: 6px solid var(--soft); padding: .25rem 0 .25rem 1rem; margin-bottom: 1.25rem; overflow-wrap: anywhere; }
header.valid { border-color: var(--good); } header.invalid { border-color: var(--bad); } header.indeterminate { border-color: var(--open); }
.verdict { font-weight: 600; margin: 0; }
.valid .verdict { color: var(--good); } .invalid .verdict { color: var(--bad); } .indeterminate .verdict { color: var(--open); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .1rem 0 .4rem; } header p { margin: 0; }
h2 { font-size: 1.2rem; margin: 0 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--bad); overflow-wrap: anywhere; }
h2 + h3 { margin-top: 0; padding-top: 0; border-top: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; margin: 0 0 1.25rem; font-size: .9rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1rem; }
section p { margin: 0 0 .6rem; color: var(--soft); } section > ul { margin: 0 0 .6rem; padding-left: 1.2rem; overflow-wrap: anywhere; }
dl { margin: 0 0 .8rem; } dl > div { display: grid; grid-template-columns: 13rem 1fr; gap: 0 1rem; padding: .25rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.hash, code { font-family: ui-monospace, monospace; font-size: .86em; } .hash { word-break: break-all; } .data { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; margin-bottom: .6rem; }
th { text-align: left; color: var(--soft); font-weight: 600; overflow-wrap: normal !important; } td.short { white-space: nowrap; }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.way { list-style: none; padding: 0; margin: .4rem 0; } .way li { display: flex; gap: .7rem; position: relative; padding-bottom: .6rem; overflow-wrap: anywhere; }
.way li:not(:last-child)::before { content: ""; position: absolute; left: 10px; top: 22px; bottom: 0; border-left: 2px solid var(--line); }
.way svg { flex: none; } .way circle { fill: none; stroke: currentColor; stroke-width: 1.5; } .way svg text { fill: currentColor; font: 700 13px system-ui, sans-serif; }
.yes svg { color: var(--good); } .no svg { color: var(--bad); } .open svg { color: var(--open); }
.timeline { display: block; width: 100%; margin-bottom: .4rem; font: 13px system-ui, sans-serif; } .timeline text { fill: var(--ink); } .timeline .axis { fill: var(--soft); }
.timeline line { stroke: var(--line); stroke-width: 2; } .timeline .batch { fill: var(--mark); } .timeline .ring { fill: var(--paper); stroke: var(--good); stroke-width: 2.5; }
.timeline .final { fill: var(--good); } .timeline .signed { fill: var(--paper); stroke: var(--open); stroke-width: 2.5; } .timeline .wrong { fill: var(--bad); font-weight: 700; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0 !important; font-size: .88rem; color: var(--soft); }
@media (max-width: 46rem) {
  dl > div { grid-template-columns: 1fr; } dt { font-size: .88rem; }
  table, tbody, tr, td { display: block; width: 100%; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-bottom: 2px solid var(--line); padding: .4rem 0; } td { border: 0; padding: .1rem 0; }
  td::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --line: #bbb; --paper: #fff; --back: #fff; --good: #0f6b40; --bad: #a3242b; --open: #7a5600; --mark: #2f5fb0; --link: #000; }
  @page { margin: 15mm; } body { font-size: 10.5pt; background: #fff; -webkit-print-color-adjust: exact; print-color-adjust: exact; } main { max-width: none; padding: 0; }
  nav { display: none; } section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: .6rem 0; }
  h2, h3 { break-after: avoid; } tr, dl > div, .way li, svg { break-inside: avoid; } a { text-decoration: none; } td .hash { display: block; min-width: 7em; }
}
`;
