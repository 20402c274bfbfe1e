/** Opens what `anchorlog audit` is given, and audits it: an export's folder or URL, or a live log's tiles. */
import { AnchorlogError } from "../base/errors.ts";
import { openHistory } from "../dispute/evidence.ts";
import { findFaults, type FaultScan } from "../dispute/faults/scan.ts";
import { httpTiles } from "../tlog/tileStore.ts";
import { auditExport, type Audit, type AuditOptions, type AuditTrust, type ReadExport } from "../verify/audit/audit.ts";
import { openExportFolder } from "../verify/audit/folder.ts";
import { openHttpExport } from "../verify/audit/httpExport.ts";
import { openKeptAudit } from "../verify/audit/kept.ts";
import { auditTiles } from "../verify/audit/live.ts";
import type { FurtherChain } from "../verify/audit/timestamps.ts";
import { readPublishedTiles } from "../watch/published.ts";
import type { FaultCourt } from "./auditEvidence.ts";
import { keepContradiction, keepSeenLog, readSeenLog } from "./seenLog.ts";
import { withParts } from "./spool.ts";
import { UsageError } from "./usage.ts";

/** An audit, and what its report and its evidence are made from. */
export type Audited = {
  readonly audit: Audit;
  readonly read: ReadExport;
  readonly findFaults: (court: FaultCourt) => Promise<FaultScan>;
};

type Given = {
  readonly trust: AuditTrust;
  readonly further: readonly FurtherChain[];
  /** The folder of `--state`. */
  readonly state: string | undefined;
  readonly options: AuditOptions;
};

export const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

/** @throws AnchorlogError `log_unavailable` if the server of an export gives no usable answer. */
export async function auditSource(place: string, given: Given): Promise<Audited> {
  const { trust, further, state, options } = given;
  const read = isUrl(place) ? await openHttpExport(place) : await openExportFolder(place);
  if (read === undefined) return auditLiveLog(place, given);
  const kept = state === undefined ? {} : { kept: await openKeptAudit(state) };
  const audit = await auditExport(read, trust, further, Date.now(), { ...options, ...kept });
  return { audit, read, findFaults: ({ checkpoints }) => withParts(read, (parts) => findFaults(parts, checkpoints)) };
}

async function auditLiveLog(url: string, { trust, further, state }: Given): Promise<Audited> {
  if (further.length > 0) throw new UsageError("--timestamps is for an export: a live log names none", "audit");
  const source = httpTiles(url);
  const before = state === undefined ? undefined : await readSeenLog(state);
  const { audit, note, seen } = await auditTiles(source, trust, before);
  if (state !== undefined && seen !== undefined) await keepSeenLog(state, seen);
  const isFork = audit.findings.some(({ meaning }) => meaning === "other_history");
  if (state !== undefined && note !== undefined && isFork) await keepContradiction(state, note);
  return {
    audit,
    read: async () => undefined,
    findFaults: async ({ operator, client, checkpoints }) => {
      const noteKey = trust.operator?.noteKey;
      if (noteKey === undefined) {
        throw new AnchorlogError("bad_option", "the proofs of a live log need --trust, for the key of its checkpoints");
      }
      const history =
        before && openHistory({ operator, headers: before.headers, checkpoints, entries: () => undefined });
      const view = { client, checkpoints };
      const { faults } = await readPublishedTiles({ source, noteKey }, operator, view, before?.note, history);
      return { faults, questions: [] };
    },
  };
}
