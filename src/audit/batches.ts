import { buildBatchTrees, buildHeader, type ActionContext } from "../batch/build.ts";
import { decodeHeader } from "../batch/header.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import type { AuditedLog } from "./entries.ts";
import { linesOf } from "./entries.ts";
import type { Findings } from "./findings.ts";
import { EXPORT_FILES, parseExportedHeader } from "./format.ts";

/** A batch as the audit read it. */
export type AuditedBatch = {
  /** Position in the batch log. */
  readonly position: number;
  /** The log's name. */
  readonly log: string;
  readonly number: number;
  readonly start: number;
  readonly count: number;
  readonly root: Hex;
  readonly zkRoot: Hex;
  /** Unix milliseconds. */
  readonly closedAt: number;
  readonly header: Hex;
};

/** Recomputes every header from its entries and the header before, and compares byte by byte. */
export function auditBatches(
  text: string,
  logs: ReadonlyMap<Hex, AuditedLog>,
  context: ActionContext,
  findings: Findings,
): AuditedBatch[] {
  const batches: AuditedBatch[] = [];
  const previous = new Map<Hex, { position: number; header: Uint8Array }>();
  for (const [position, line] of linesOf(text).entries()) {
    const where = `${EXPORT_FILES.batches}:${position + 1}`;
    const hex = findings.attempt("malformed", where, () => parseExportedHeader(line));
    const bytes = hex === undefined ? undefined : fromHex(hex);
    const header = bytes === undefined ? undefined : findings.attempt("malformed", where, () => decodeHeader(bytes));
    if (hex === undefined || bytes === undefined || header === undefined) continue;
    const id = toHex(header.log);
    const log = logs.get(id);
    if (log === undefined) {
      findings.add("batch_mismatch", where, `is of log ${id}, which the export does not hold`);
      continue;
    }
    const entries = Array.from({ length: header.count }, (_, i) => log.entries.get(header.start + i)).filter(
      (entry) => entry !== undefined,
    );
    if (entries.length < header.count) {
      findings.add(
        "batch_mismatch",
        where,
        `covers entries ${header.start} to ${header.start + header.count - 1} of ${log.name}, of which ${header.count - entries.length} are missing`,
      );
    } else {
      const expected = findings.attempt("batch_mismatch", where, () =>
        toHex(buildHeader(id, entries, buildBatchTrees(entries, context), previous.get(id), header.closedAt)),
      );
      if (expected !== undefined && expected !== hex) {
        findings.add(
          "batch_mismatch",
          where,
          `batch ${header.number} of ${log.name} is not what its entries give: ${differences(hex, expected)}`,
        );
      }
    }
    previous.set(id, { position, header: bytes });
    batches.push({
      position,
      log: log.name,
      number: header.number,
      start: header.start,
      count: header.count,
      root: toHex(header.root),
      zkRoot: toHex(header.zkRoot),
      closedAt: header.closedAt,
      header: hex,
    });
  }
  return batches;
}

function differences(claimed: Hex, expected: Hex): string {
  const [a, b] = [decodeHeader(fromHex(claimed)), decodeHeader(fromHex(expected))];
  const text = (value: unknown): string => (value instanceof Uint8Array ? toHex(value) : String(value));
  return (Object.keys(a) as (keyof typeof a)[])
    .filter((field) => text(a[field]) !== text(b[field]))
    .map((field) => `${field} is ${text(a[field])}, should be ${text(b[field])}`)
    .join("; ");
}
