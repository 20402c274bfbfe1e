import { stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { useEngine } from "../action/engine.ts";
import { auditExport, type Audit } from "../verify/audit/audit.ts";
import { openExportFolder } from "../verify/audit/folder.ts";
import { formatAudit } from "../verify/audit/text.ts";
import { renderReport } from "../verify/audit/report.ts";
import { OutputError, print, printable } from "./print.ts";
import { furtherChains } from "./timestamps.ts";
import { loadTrustLater, type TrustCall } from "./options.ts";
import { UsageError, worstExitCode } from "./usage.ts";

/** `anchorlog audit`: judges an export. Returns the exit code. */
export async function runAudit({
  values,
  positionals,
}: TrustCall & { values: { report?: string; timestamps?: string } }): Promise<number> {
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError("audit takes one export's folder", "audit");
  // Checked before the long work begins.
  if (values.report !== undefined) await assertWritable(values.report);
  await useEngine();
  const further = await furtherChains(values.timestamps);
  const chains = further instanceof Error ? [] : further;
  const found = await auditExport(await openExportFolder(folder), await loadTrustLater(values), chains);
  const audit = further instanceof Error ? withoutTimestamps(found, further) : found;
  // If one output cannot be written, the other still is.
  const refusal = values.report === undefined ? undefined : await writeReport(values.report, audit);
  await print(values.json ? `${JSON.stringify(audit)}\n` : printable(formatAudit(audit)));
  if (refusal !== undefined) throw refusal;
  return worstExitCode([audit.verdict]);
}

/** Returns the audit without further chains, which could not be asked. An invalid verdict stays invalid. */
function withoutTimestamps(audit: Audit, { message }: Error): Audit {
  return audit.verdict === "invalid" ? audit : { ...audit, verdict: "indeterminate", message };
}

async function assertWritable(report: string): Promise<void> {
  const [folder, file] = await Promise.all([dirname(report), report].map((path) => stat(path).catch(() => undefined)));
  if (!folder?.isDirectory()) throw new UsageError(`--report ${report}: ${dirname(report)} is not a folder`);
  if (file !== undefined && !file.isFile()) throw new UsageError(`--report ${report}: is there, and not a file`);
}

async function writeReport(report: string, audit: Audit): Promise<OutputError | undefined> {
  try {
    await writeFile(report, renderReport(audit));
    return undefined;
  } catch (error) {
    return new OutputError(`--report ${report} could not be written: ${(error as Error).message}`);
  }
}
