/** Writes a report as Markdown. */
import { layout, type Part, type Section, type Value } from "./layout.ts";
import { assertGiven } from "../../base/options.ts";
import type { Report } from "./report.ts";

/**
 * Renders a report as Markdown (CommonMark with tables). The picture over time is left out.
 *
 * @example
 * const report = await buildReport(audit, read, { madeAt: Date.now() })
 * await writeFile("report.md", renderMarkdown(report))
 * console.log(formatReport(report))
 */
export function renderMarkdown(report: Report): string {
  assertGiven("renderMarkdown", report, "findings.map()", "batches.map()");
  const { verdict, headline, summary } = report;
  const sections = layout(report).flatMap(renderSection);
  return `${[`# ${headline}`, `**Verdict: ${verdict}.** ${summary}`, ...sections].join("\n\n")}\n`;
}

function renderSection({ title, parts }: Section): readonly string[] {
  if (parts.every(({ kind }) => kind === "timeline")) return [];
  return [`## ${escape(title)}`, ...parts.map(renderPart).filter((text) => text !== "")];
}

function renderPart(part: Part): string {
  switch (part.kind) {
    case "note":
      return part.text;
    case "heading":
      return `### ${part.text}`;
    case "list":
      return part.items.map((item) => `- ${show(item)}`).join("\n");
    case "terms":
      return part.rows.map(([label, value]) => `- **${escape(label)}**: ${show(value)}`).join("\n");
    case "table":
      return [part.columns.map(escape), part.columns.map(() => "---"), ...part.rows.map((row) => row.map(show))]
        .map((cells) => `| ${cells.join(" | ")} |`)
        .join("\n");
    case "way":
      return part.steps
        .map(({ name, value, isReached }, i) => {
          const mark = isReached === undefined ? "not known" : isReached ? "checked" : "wrong";
          return `${i + 1}. ${escape(name)} (${mark}): ${show(value)}`;
        })
        .join("\n");
    case "timeline":
    default:
      return "";
  }
}

const show = (value: Value): string => (typeof value === "string" ? value : escape(value.data));

/** Escapes text of any content, so that it is shown as it is. */
function escape(text: string): string {
  return text.replaceAll("\n", " ").replaceAll(/[\\`*_[\]<>|#~&!]/g, (char) => `\\${char}`);
}
