/** Exports and their audit. Writing and reading files needs Node; the audit itself does not. */
export {
  auditExport,
  type Audit,
  type Unchecked,
  type AuditOptions,
  type AuditProgress,
  type AuditTrust,
  type AuditedCheckpoint,
  type ReadExport,
} from "./audit.ts";
export type { AuditedBatch } from "./batches.ts";
export { writeExport } from "./export.ts";
export type { Finding, FindingCode, Unjudged } from "./findings.ts";
export { EXPORT_FILES, parseManifest, type Manifest } from "./format.ts";
export {
  buildReport,
  type Report,
  type ReportContext,
  type ReportedAction,
  type ReportedFinding,
  type ReportSection,
} from "./report.ts";
export { renderHtml } from "./html.ts";
export { renderMarkdown } from "./markdown.ts";
export { formatReport } from "./text.ts";
export { MEANINGS, type Meaning, type MeaningId } from "./meanings.ts";
export type { OpenLines } from "./blocks.ts";
export { openHttpExport } from "./httpExport.ts";
export { auditTiles, type LiveAudit, type SeenLog } from "./live.ts";
export { readExportFolder } from "./folder.ts";
export { openKeptAudit } from "./kept.ts";
export { lineThreads } from "./threads.ts";
export type { AuditedTimestamp, FurtherChain } from "./timestamps.ts";
export { importExport, importTiles, type Imported } from "./import.ts";
