import { access, constants, mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { useEngine } from "../action/engine.ts";
import { makeFolder } from "../base/folders.ts";
import type { Audit } from "../verify/audit/audit.ts";
import { renderHtml } from "../verify/audit/html.ts";
import { renderMarkdown } from "../verify/audit/markdown.ts";
import { buildReport, type Report } from "../verify/audit/report.ts";
import { formatReport } from "../verify/audit/text.ts";
import { lineThreads } from "../verify/audit/threads.ts";
import { describeCall, digestFiles } from "./auditContext.ts";
import { assertEmpty, writeEvidence } from "./auditEvidence.ts";
import { loadOtherCode } from "./otherCode.ts";
import { crossCheck, withCrossCheck } from "./crossCheck.ts";
import { limitYoungObjects } from "./memory.ts";
import { auditSource, isUrl } from "./auditSource.ts";
import { inColour, OutputError, print, printable } from "./print.ts";
import { showProgress } from "./progress.ts";
import { furtherChains } from "./timestamps.ts";
import { loadTrustLater, type TrustCall } from "./options.ts";
import { UsageError, worstExitCode } from "./usage.ts";
import { version } from "./version.ts";

/** The call of `anchorlog audit`. */
export type AuditCall = TrustCall & {
  values: { report?: string; state?: string; timestamps?: string; evidence?: string; "cross-check"?: boolean };
};

/** `anchorlog audit`: judges an export or a live log. Returns the exit code. */
export async function runAudit({ values, positionals }: AuditCall): Promise<number> {
  const [place] = positionals;
  if (place === undefined || positionals.length > 1) {
    throw new UsageError("audit takes the folder or URL of an export, or the URL of a log's tiles", "audit");
  }
  // Checked before the long work begins.
  for (const option of ["report", "evidence", "state"] as const) await assertOutside(option, values[option], place);
  if (values.report !== undefined) await assertWritable(values.report);
  if (values.state !== undefined) await makeWritable(values.state);
  if (values.evidence !== undefined) await assertEmpty(values.evidence, values.rpc, "audit");
  const other = values["cross-check"] === true ? await loadOtherCode(process.cwd()) : undefined;
  limitYoungObjects();
  await useEngine();
  const further = await furtherChains(values.timestamps);
  const chains = further instanceof Error ? [] : further;
  const { onProgress, end } = showProgress(process.stderr);
  const options = { threads: lineThreads(), onProgress };
  const trust = await loadTrustLater(values);
  const work = { trust, further: chains, state: values.state, options };
  const { audit: found, read, findFaults } = await auditSource(place, work).finally(end);
  if (other !== undefined && found.source === "tiles") {
    throw new UsageError("--cross-check is of an export, and this URL has tiles: they have no entries", "audit");
  }
  const dated = further instanceof Error ? withoutTimestamps(found, further) : found;
  const crossChecked = other && (await crossCheck(read, dated, other));
  const audit = crossChecked === undefined ? dated : withCrossCheck(dated, crossChecked);
  const { operator } = audit;
  const isTrusted = trust.operator !== undefined && trust.operator.registry === operator?.registry;
  const evidence =
    values.evidence === undefined
      ? undefined
      : await writeEvidence(values.evidence, { operator, rpc: values.rpc!, isTrusted }, findFaults);
  const report = await buildReport(audit, read, {
    madeAt: Date.now(),
    version: await version(),
    evidence,
    crossCheck: crossChecked,
    ...describeCall({ values, positionals }),
    ...(values.report !== undefined && { files: await digestFiles(isUrl(place) ? undefined : place, audit, values) }),
  });
  // If one output cannot be written, the other still is.
  const refusal = values.report === undefined ? undefined : await writeReport(values.report, report);
  // The text begins with the verdict.
  const rest = formatReport(report).slice(report.verdict.length);
  await print(values.json ? `${JSON.stringify(report)}\n` : `${inColour(report.verdict)}${printable(rest)}`);
  if (refusal !== undefined) throw refusal;
  return worstExitCode([audit.verdict]);
}

/** Returns the audit without further chains, which could not be asked. An invalid verdict stays invalid. */
function withoutTimestamps(audit: Audit, { message }: Error): Audit {
  return audit.verdict === "invalid" ? audit : { ...audit, verdict: "indeterminate", message, reason: message };
}

/** Refuses to write into the export that is judged. @throws UsageError */
async function assertOutside(option: string, folder: string | undefined, place: string): Promise<void> {
  if (folder === undefined || isUrl(place)) return;
  const real = async (path: string) => realpath(path).catch(() => resolve(path));
  const below = relative(await real(place), join(await real(dirname(resolve(folder))), basename(resolve(folder))));
  if (below.split(sep)[0] === ".." || isAbsolute(below)) return;
  throw new UsageError(`--${option} ${folder}: is in the export that is judged: give a folder outside of it`, "audit");
}

async function assertWritable(folder: string): Promise<void> {
  const [parent, found] = await Promise.all([dirname(folder), folder].map((path) => stat(path).catch(() => undefined)));
  if (!parent?.isDirectory()) throw new UsageError(`--report ${folder}: ${dirname(folder)} is not a folder`);
  if (found !== undefined && !found.isDirectory()) throw new UsageError(`--report ${folder}: is not a folder`);
}

/** Makes the folder of `--state` before the long work begins. @throws UsageError */
async function makeWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = `${(error as Error).message}: give a folder that this user can write to`;
    throw new UsageError(`--state ${folder}: cannot be used as a folder: ${why}`, "audit");
  }
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
