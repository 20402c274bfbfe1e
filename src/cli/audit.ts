import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { useEngine } from "../action/engine.ts";
import { findFaults } from "../dispute/faults/scan.ts";
import { auditExport, type Audit, type ReadExport } from "../verify/audit/audit.ts";
import { openKeptAudit } from "../verify/audit/kept.ts";
import { openExportFolder } from "../verify/audit/folder.ts";
import { renderHtml } from "../verify/audit/html.ts";
import { renderMarkdown } from "../verify/audit/markdown.ts";
import { buildReport, type Report, type ReportedEvidence } from "../verify/audit/report.ts";
import { formatReport } from "../verify/audit/text.ts";
import { lineThreads } from "../verify/audit/threads.ts";
import { describeCall, digestFiles } from "./auditContext.ts";
import { assertEmpty, writeEvidence } from "./auditEvidence.ts";
import { OutputError, print, printable } from "./print.ts";
import { showProgress } from "./progress.ts";
import { furtherChains } from "./timestamps.ts";
import type { Trust } from "../verify/trust.ts";
import { loadTrustLater, type TrustCall } from "./options.ts";
import { UsageError, worstExitCode } from "./usage.ts";
import { version } from "./version.ts";

/** The call of `anchorlog audit`. */
export type AuditCall = TrustCall & {
  values: { report?: string; state?: string; timestamps?: string; evidence?: string };
};

/** `anchorlog audit`: judges an export. Returns the exit code. */
export async function runAudit({ values, positionals }: AuditCall): Promise<number> {
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError("audit takes one export's folder", "audit");
  // Checked before the long work begins.
  if (values.report !== undefined) await assertWritable(values.report);
  if (values.evidence !== undefined) await assertEmpty(values.evidence, values.rpc);
  await useEngine();
  const further = await furtherChains(values.timestamps);
  const chains = further instanceof Error ? [] : further;
  const read = await openExportFolder(folder);
  const { onProgress, end } = showProgress(process.stderr);
  const kept = values.state === undefined ? {} : { kept: await openKeptAudit(values.state) };
  const options = { threads: lineThreads(), onProgress, ...kept };
  const trust = await loadTrustLater(values);
  const found = await auditExport(read, trust, chains, Date.now(), options).finally(end);
  const audit = further instanceof Error ? withoutTimestamps(found, further) : found;
  const evidence =
    values.evidence === undefined ? undefined : await findEvidence(values.evidence, values.rpc!, trust, audit, read);
  const report = await buildReport(audit, read, {
    madeAt: Date.now(),
    version: await version(),
    evidence,
    ...describeCall({ values, positionals }),
    ...(values.report !== undefined && { files: await digestFiles(folder, audit, values) }),
  });
  // If one output cannot be written, the other still is.
  const refusal = values.report === undefined ? undefined : await writeReport(values.report, report);
  await print(values.json ? `${JSON.stringify(report)}\n` : printable(formatReport(report)));
  if (refusal !== undefined) throw refusal;
  return worstExitCode([audit.verdict]);
}

function findEvidence(
  folder: string,
  rpc: string,
  trust: Pick<Trust, "operator">,
  { operator }: Audit,
  read: ReadExport,
): Promise<ReportedEvidence> {
  const isTrusted = trust.operator !== undefined && trust.operator.registry === operator?.registry;
  return writeEvidence(folder, { operator, rpc, isTrusted }, ({ checkpoints }) => findFaults(read, checkpoints));
}

/** Returns the audit without further chains, which could not be asked. An invalid verdict stays invalid. */
function withoutTimestamps(audit: Audit, { message }: Error): Audit {
  return audit.verdict === "invalid" ? audit : { ...audit, verdict: "indeterminate", message, reason: message };
}

async function assertWritable(folder: string): Promise<void> {
  const [parent, found] = await Promise.all([dirname(folder), folder].map((path) => stat(path).catch(() => undefined)));
  if (!parent?.isDirectory()) throw new UsageError(`--report ${folder}: ${dirname(folder)} is not a folder`);
  if (found !== undefined && !found.isDirectory())
    throw new UsageError(`--report ${folder}: is there, and not a folder`);
}

async function writeReport(folder: string, report: Report): Promise<OutputError | undefined> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "report.html"), renderHtml(report));
    await writeFile(join(folder, "report.md"), renderMarkdown(report));
    await writeFile(join(folder, "report.json"), `${JSON.stringify(report, undefined, 2)}\n`);
    return undefined;
  } catch (error) {
    return new OutputError(`--report ${folder} could not be written: ${(error as Error).message}`);
  }
}
