import { cp, readFile, rm, writeFile } from "node:fs/promises";
import {
  auditExport,
  buildReport,
  readExportFolder,
  renderHtml,
  writeExport,
  EXPORT_FILES,
  type Audit,
} from "anchorlog/verify/audit";
import { connectChain } from "anchorlog/chain";
import { countOf } from "../../src/base/countOf.ts";
import { ORGANIZATIONS } from "../../examples/platform.ts";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "../development.ts";
import type { Demo } from "./open.ts";
import { bad, count, good, line, soft, step, timed } from "./print.ts";
import type { Refusal } from "./waves.ts";

/** Step 8, first half: the export and its audit against the chain, as report.html. */
export async function auditOriginal(demo: Demo, refusals: readonly Refusal[]): Promise<Audit> {
  step("8", "Export everything, audit it, then tamper with a copy and audit that");
  const folder = `${demo.folder}/export`;
  await writeExport(folder, demo.options);
  const [audit, ms] = await timed(() => runAudit(demo, folder));
  if (audit.verdict !== "valid") throw new Error(`the audit of our own export is ${audit.verdict}: ${audit.message}`);
  const entries = audit.logs.reduce((sum, log) => sum + log.entries, 0);
  line(
    `export/: ${count(entries)} entries, ${countOf(audit.batches.length, "batch")}, ${countOf(audit.checkpoints.length, "checkpoint")}; audited against the node: ${good(audit.verdict)} ${soft(`${ms} ms`)}`,
  );
  const report = await buildReport(audit, await readExportFolder(folder), {
    madeAt: Date.now(),
    rpc: demo.node.url,
    sections: [refusalSection(refusals)],
  });
  await writeFile(`${demo.folder}/report.html`, renderHtml(report));
  return audit;
}

/** Step 8, second half: one transfer in a copy goes to somebody else. */
export async function auditTampered(demo: Demo) {
  const folder = `${demo.folder}/tampered-export`;
  await rm(folder, { recursive: true, force: true });
  await cp(`${demo.folder}/export`, folder, { recursive: true });
  const file = EXPORT_FILES.log(ORGANIZATIONS[0]);
  const lines = (await readFile(`${folder}/${file}`, "utf8")).split("\n");
  const at = lines.findIndex((text) => text.includes('"primaryType":"Transfer"'));
  const tampered = JSON.parse(lines[at]!) as { action: { message: { payload: Record<string, string> } } };
  tampered.action.message.payload["to"] = developmentAccount(ROLES.forger, LOCAL_CHAIN_ID).address.toLowerCase();
  lines[at] = JSON.stringify(tampered);
  await writeFile(`${folder}/${file}`, lines.join("\n"));

  const audit = await runAudit(demo, folder);
  if (audit.verdict !== "invalid") throw new Error(`the audit did not catch the tampering: it says ${audit.verdict}`);
  line(
    `tampered-export/: entry ${at} of ${ORGANIZATIONS[0]} now transfers to somebody else; the audit: ${bad(audit.verdict)}, ${countOf(audit.findings.length + audit.more, "finding")}:`,
  );
  for (const { where, code, message } of audit.findings.slice(0, 4))
    line(`  ${bad("✗")} ${where}: ${code} ${soft(message.slice(0, 110))}`);
  return { file, line: at + 1, verdict: audit.verdict, findings: audit.findings };
}

async function runAudit(demo: Demo, folder: string): Promise<Audit> {
  return auditExport(await readExportFolder(folder), { chain: await connectChain(demo.node.url) });
}

function refusalSection(refusals: readonly Refusal[]) {
  return {
    title: "Refusals",
    note: "Actions that the operator refused; none of them is in a log. This table is the operator's own account.",
    columns: ["Line", "Code", "Reason"],
    rows: refusals.map(({ line: at, code, message }) => [String(at), code, message]),
  };
}
