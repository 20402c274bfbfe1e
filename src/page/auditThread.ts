/** The thread of audit.html: audits an export, and makes its report. */
import { useEngine } from "../action/engine.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { auditExport, type AuditProgress } from "../verify/audit/audit.ts";
import { buildReport, type Report } from "../verify/audit/report.ts";
import { parseTrust } from "../verify/trust.ts";
import { digestFiles, readFiles } from "./auditFiles.ts";
import { connect } from "./judge.ts";

/** The version of the package. scripts/page.ts inserts it. */
declare const VERSION: string;

/** The message that starts an audit. */
export type AuditQuestion = {
  /** The export's files by their names in it. */
  readonly files: ReadonlyMap<string, Blob>;
  /** The text of a trust file. */
  readonly trust?: string | undefined;
  /** The text of a signed checkpoint. */
  readonly checkpoint?: string | undefined;
  /** The URL of a node's JSON-RPC. */
  readonly node?: string | undefined;
};

/** A message of the thread. */
export type AuditAnswer =
  | { readonly type: "progress"; readonly progress: AuditProgress }
  | { readonly type: "report"; readonly report: Report }
  | { readonly type: "failed"; readonly message: string };

type Port = {
  postMessage(answer: AuditAnswer): void;
  addEventListener(type: "message", hear: (event: { readonly data: AuditQuestion }) => void): void;
};

async function audit({ files, trust, checkpoint, node }: AuditQuestion, port: Port): Promise<Report> {
  await useEngine();
  const read = readFiles(files);
  const given = {
    operator: trust === undefined ? undefined : parseTrust(trust),
    checkpoint: checkpoint === undefined ? undefined : parseCheckpoint(checkpoint),
    chain: node === undefined ? undefined : () => connect(node),
  };
  const onProgress = (progress: AuditProgress): void => port.postMessage({ type: "progress", progress });
  const found = await auditExport(read, given, [], Date.now(), { onProgress });
  return buildReport(found, read, {
    madeAt: Date.now(),
    version: VERSION,
    command: "the page audit.html, in a browser",
    rpc: node === undefined ? undefined : new URL(node).origin,
    files: await digestFiles(files),
  });
}

const here = globalThis as unknown as Port;
here.addEventListener("message", ({ data }) => {
  audit(data, here).then(
    (report) => here.postMessage({ type: "report", report }),
    (error: unknown) => here.postMessage({ type: "failed", message: (error as Error).message }),
  );
});
