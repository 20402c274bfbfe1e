/** Draws the log over time as SVG: batches, checkpoints, and the places of findings. */
import { escape } from "./escape.ts";
import { showTime } from "./layout.ts";
import type { Report } from "./report.ts";
import { countOf } from "../../base/countOf.ts";

/** The most logs with a lane of their own. */
const MOST_LANES = 6;
const LANE_HEIGHT = 66;
/** Marks closer than this many percent become one mark. */
const STEP = 0.5;
/** Findings closer than this many percent share a mark. */
const NEAR = 5;

/** A mark at a time, Unix milliseconds. */
type Mark = { readonly at: number; readonly title: string; readonly draw: (x: string, y: number) => string };
type PlacedFinding = { readonly at: number; readonly number: number; readonly wrong: string };
type Lane = { readonly name: string; readonly marks: readonly Mark[]; readonly findings: readonly PlacedFinding[] };

/**
 * Draws the picture. Its horizontal places are percentages, so that its text keeps its size on any screen. The tables
 * below it have the same data for readers who cannot see it.
 */
export function drawTimeline(report: Report): string {
  const lanes = [...logLanes(report), checkpointLane(report)];
  const times = lanes.flatMap(({ marks, findings }) => [...marks, ...findings].map(({ at }) => at));
  if (times.length === 0) return "";
  const [from, to] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const height = LANE_HEIGHT * lanes.length + 38;
  const x = (at: number): number => (to === from ? 50 : 2 + (94 * (at - from)) / (to - from));
  const drawn = lanes.map((lane, i) => drawLane(lane, i * LANE_HEIGHT, x));
  const axis = `<text class="axis" x="0" y="${height - 22}">${showTime(from)}</text><text class="axis" x="100%" y="${height - 6}" text-anchor="end">${showTime(to)}</text>`;
  const label = `From ${showTime(from)} to ${showTime(to)}: ${countOf(report.batches.length, "batch")}, ${countOf(report.checkpoints.length, "checkpoint")}, ${countOf(report.findings.length, "finding")}. The tables list them.`;
  const legend = [
    "▮ batch, when it was closed",
    "● final checkpoint",
    "○ anchored checkpoint",
    "◇ signed checkpoint, not seen on a chain",
    "✕ finding, with its number",
  ];
  return `<svg class="timeline" height="${height}" role="group" aria-label="${escape(label)}">${drawn.join("")}${axis}</svg>
<ul class="legend">${legend.map((text) => `<li>${text}</li>`).join("")}</ul>`;
}

function drawLane({ name, marks, findings }: Lane, top: number, x: (at: number) => number): string {
  const y = top + 48;
  const seen = new Set<string>();
  const shown = marks.flatMap(({ at, title, draw }) => {
    const text = draw(`${Math.round(x(at) / STEP) * STEP}%`, y);
    if (seen.has(text)) return [];
    seen.add(text);
    return [`<g><title>${escape(title)}</title>${text}</g>`];
  });
  const crosses = groupNear(findings, x).map(({ place, group }) => drawFindings(group, place, y));
  return `<text x="0" y="${top + 14}">${escape(name)}</text><line x1="0" x2="100%" y1="${y}" y2="${y}"/>${shown.join("")}${crosses.join("")}`;
}

/** Groups findings whose marks would overlap. */
function groupNear(findings: readonly PlacedFinding[], x: (at: number) => number) {
  const groups: { place: number; group: PlacedFinding[] }[] = [];
  for (const finding of findings.toSorted((a, b) => a.at - b.at)) {
    const place = x(finding.at);
    const last = groups.at(-1);
    if (last !== undefined && place - last.place < NEAR) last.group.push(finding);
    else groups.push({ place, group: [finding] });
  }
  return groups;
}

function drawFindings(group: readonly PlacedFinding[], place: number, y: number): string {
  const [{ number, wrong }] = group as [PlacedFinding];
  const label = `finding ${number}: ${wrong}${group.length === 1 ? "" : ` And ${group.length - 1} more here.`}`;
  const more = group.length === 1 ? "" : "…";
  const anchor = place > 90 ? ' text-anchor="end"' : "";
  return `<a href="#finding-${number}" aria-label="${escape(label)}"><text class="wrong" x="${place}%" y="${y - 10}"${anchor}>✕${number}${more}</text></a>`;
}

/** A lane for each log with its batches and findings. Many logs share the last lane. */
function logLanes({ logs, batches, findings }: Report): readonly Lane[] {
  const names = logs.map(({ name }) => name);
  const own = names.length <= MOST_LANES ? names : names.slice(0, MOST_LANES - 1);
  const rest = names.slice(own.length);
  const lanes = own.map((name) => ({ name: `Log ${name}`, has: (log: string | undefined) => log === name }));
  if (rest.length > 0)
    lanes.push({ name: `${rest.length} more logs`, has: (log) => log !== undefined && rest.includes(log) });
  return lanes.map(({ name, has }) => ({
    name,
    marks: batches.filter(({ log }) => has(log)).map(({ number, closedAt }) => batchMark(number, closedAt)),
    findings: findings.flatMap(({ at, wrong, log }, i) =>
      at !== undefined && has(log) ? [{ at, number: i + 1, wrong }] : [],
    ),
  }));
}

function batchMark(number: number, at: number): Mark {
  const draw = (x: string, y: number): string => `<rect class="batch" x="${x}" y="${y - 8}" width="5" height="16"/>`;
  return { at, title: `batch ${number}, closed ${showTime(at)}`, draw };
}

function checkpointLane({ checkpoints, batches }: Report): Lane {
  const marks = checkpoints.flatMap(({ size, anchoredAt, final }): Mark[] => {
    const at =
      anchoredAt === undefined ? batches.find(({ position }) => position === size - 1)?.closedAt : 1_000 * anchoredAt;
    if (at === undefined) return [];
    const state = final ? "final" : anchoredAt === undefined ? "signed" : "ring";
    const draw = (x: string, y: number): string =>
      state === "signed"
        ? `<svg x="${x}" y="${y - 8}" overflow="visible"><path class="signed" d="M0 8 L8 0 L16 8 L8 16 Z"/></svg>`
        : `<circle class="${state}" cx="${x}" cy="${y}" r="7"/>`;
    return [{ at, title: `checkpoint of size ${size}, ${showTime(at)}`, draw }];
  });
  return { name: "Checkpoints", marks, findings: [] };
}
