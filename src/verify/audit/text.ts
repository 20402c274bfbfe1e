import { formatTime } from "../../action/time.ts";
import { assertGiven } from "../../base/options.ts";
import { nextCommand, placeName } from "./layout.ts";
import { lacksBatches, type Report, type ReportedEvidence, type ReportedFinding } from "./report.ts";
import { standingOf } from "./timestamps.ts";
import { countOf } from "../../base/countOf.ts";

/** Formats a report as text for a terminal. */
export function formatReport(report: Report): string {
  assertGiven("formatReport", report, "findings.map()", "batches.map()");
  const { verdict, headline, summary, operator, logs, batches, checkpoints, timestamps } = report;
  const entries = batches.reduce((sum, { count }) => sum + count, 0);
  const uncovered = lacksBatches(report.findings) ? "not in a readable batch" : "not in a batch yet";
  const lines = [
    `${verdict}: ${headline}. ${summary}`,
    ...(operator === undefined
      ? []
      : [`operator ${operator.operator}, registry ${operator.registry} on chain ${operator.chainId}`]),
    ...logs.map(({ name, entries, pending }) => {
      return `log ${name}: ${countOf(entries, "entry")}${pending === 0 ? ", all in batches" : `, ${pending} ${uncovered}`}`;
    }),
    ...(operator === undefined ? [] : [`${countOf(batches.length, "batch")} over ${countOf(entries, "entry")}`]),
    ...checkpoints.map(({ size, root, anchoredAt, final }) => {
      const anchored = anchoredAt === undefined ? "" : `, anchored ${formatTime(anchoredAt * 1000)}`;
      return `checkpoint of size ${size}, root ${root}${anchored}${final ? ", final" : ""}`;
    }),
    ...timestamps.map(({ size, chainId, transaction, verdict }) => {
      return `timestamp of size ${size} on chain ${chainId}, transaction ${transaction}: ${standingOf(verdict)}`;
    }),
    ...report.notChecked.map((part) => `not checked: ${part}`),
    // If several findings have one meaning, only the first is explained.
    ...report.findings.flatMap((finding, i, all) =>
      formatFinding(finding, all.findIndex(({ wrong }) => wrong === finding.wrong) === i),
    ),
    ...(report.moreFindings > 0 ? [`… and ${countOf(report.moreFindings, "more finding")}`] : []),
    ...report.unjudged.map(({ where, message }) => `? ${where}: not judged: ${message.replaceAll("\n", " ")}`),
    ...(report.moreUnjudged > 0 ? [`… and ${report.moreUnjudged} more that were not judged`] : []),
    ...formatCrossCheck(report),
    ...(report.evidence === undefined ? [] : formatEvidence(report.evidence)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Formats the proofs that were written as lines, and the next command. */
export function formatEvidence({ folder, files, questions, why }: ReportedEvidence): readonly string[] {
  const open =
    questions === 0
      ? []
      : [
          `evidence: these files leave ${countOf(questions, "question")} open. A newer or unchanged export may answer, or a challenge on the chain (npx anchorlog watch)`,
        ];
  if (files.length === 0) return [`evidence: ${why ?? "no fault can be proven with these files alone"}`, ...open];
  const listed = files.map(({ file, fault, message }) => `evidence ${folder}/${file}: ${fault}: ${message}`);
  return [...listed, ...open, `next: ${nextCommand(folder)}`];
}

function formatCrossCheck({ crossCheck }: Report): readonly string[] {
  if (crossCheck === undefined) return [];
  const { entries, batches, checkpoints, disagreements } = crossCheck;
  const result = disagreements.length === 0 ? "they agree" : countOf(disagreements.length, "disagreement");
  return [
    `cross-check with ${crossCheck.with.join(", ")}: ${countOf(entries, "entry")}, ${countOf(batches, "batch")}, ${countOf(checkpoints, "checkpoint")}: ${result}`,
    ...disagreements.map(({ where, message }) => `≠ ${where}: ${message}`),
  ];
}

function formatFinding(finding: ReportedFinding, isExplained: boolean): readonly string[] {
  const { code, wrong, detail, action, follows, doesNotFollow, todo, consequences } = finding;
  const explained = [`what follows: ${follows}`, `what does not follow: ${doesNotFollow}`, `what to do: ${todo}`];
  return [
    `✗ ${placeName(finding)}: ${wrong} (${code}: ${detail})`,
    ...(action?.words === undefined ? [] : [`    entry ${action.index} of log ${action.log}: ${action.words}`]),
    ...(isExplained ? explained.map((text) => `    ${text}`) : []),
    ...consequences.map((one) => `    ↳ ${placeName(one)}: ${one.wrong} (${one.code}: ${one.detail})`),
  ];
}
