import { writeFile } from "node:fs/promises";
import { useEngine } from "../action/engine.ts";
import { auditExport } from "../audit/audit.ts";
import { readExportFolder } from "../audit/folder.ts";
import { formatAudit } from "../audit/text.ts";
import { renderReport } from "../audit/report.ts";
import { printable } from "./print.ts";
import { loadTrust, parseCommand, UsageError, worstExitCode } from "./options.ts";

/** `anchorlog audit`: judges an export. Returns the exit code. */
export async function runAudit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommand(args, { report: { type: "string" } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError("audit takes one export's folder");
  await useEngine();
  const audit = await auditExport(await readExportFolder(folder), await loadTrust(values));
  if (values.report !== undefined) await writeFile(values.report, renderReport(audit));
  process.stdout.write(values.json ? `${JSON.stringify(audit)}\n` : printable(formatAudit(audit)));
  return worstExitCode([audit.verdict]);
}
