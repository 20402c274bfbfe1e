import type { OperatorId } from "../../action/domain.ts";
import { checkpointOrigin, readOrigin } from "../../action/domain.ts";
import type { ChainClient } from "../../chain/client.ts";
import { verifyTimestamp, type TimestampVerdict } from "../../chain/verifyTimestamp.ts";
import { formatTime } from "../../action/time.ts";
import { fromHex } from "../../base/hex.ts";

import { HEADER_UNREAD, type AuditedBatchLog } from "./batches.ts";
import type { Findings } from "./findings.ts";
import { EXPORT_FILES, linesOf, parseExportedTimestamp, type ExportedTimestamp } from "./format.ts";

/** A timestamp of an export, with the verdict of its chain. */
export type AuditedTimestamp = ExportedTimestamp & {
  /** Undefined if no node of its chain was given. */
  readonly verdict?: TimestampVerdict | undefined;
};

/** A further chain that is asked for timestamps. If it has several nodes, all must agree. */
export type FurtherChain = { readonly chainId: number; readonly clients: readonly Pick<ChainClient, "request">[] };

/** Describes a timestamp's verdict: the latest time of its checkpoint, and its sender. */
export function standingOf(verdict: AuditedTimestamp["verdict"]): string {
  if (verdict === undefined) return "not asked";
  if (verdict.verdict !== "valid")
    return `${verdict.verdict === "invalid" ? "wrong" : "not confirmed"} (${verdict.code})`;
  return `there at latest ${formatTime(verdict.seen.time * 1000)}, sent by ${verdict.seen.sender}`;
}

/** The number of timestamps that are asked about at a time. */
const AT_A_TIME = 8;

/** Reads the timestamps of an export. They are only claims until they are verified. */
export function readTimestamps(text: string | undefined, findings: Findings): readonly ExportedTimestamp[] {
  if (text === undefined) return [];
  const where = EXPORT_FILES.timestamps;
  const found: ExportedTimestamp[] = [];
  let number = 0;
  for (const line of linesOf(text)) {
    const at = `${where}:${++number}`;
    const timestamp = findings.attempt("malformed", at, () => parseExportedTimestamp(line));
    if (timestamp === undefined) continue;
    const before = found.at(-1);
    if (before !== undefined && !isAbove(timestamp, before)) {
      findings.add("malformed", at, "is not above the one before: the lines must ascend");
      continue;
    }
    found.push(timestamp);
  }
  return found;
}

function isAbove(one: ExportedTimestamp, other: ExportedTimestamp): boolean {
  if (one.size !== other.size) return one.size > other.size;
  if (one.chainId !== other.chainId) return one.chainId > other.chainId;
  return one.transaction > other.transaction;
}

/** Verifies timestamps on the further chains. If a transaction contradicts the export, that is a finding. */
export async function auditTimestamps(
  named: readonly ExportedTimestamp[],
  chains: readonly FurtherChain[],
  parts: { readonly operator: OperatorId; readonly batchLog: AuditedBatchLog; readonly findings: Findings },
): Promise<AuditedTimestamp[]> {
  const audited: AuditedTimestamp[] = [];
  for (let from = 0; from < named.length; from += AT_A_TIME) {
    const some = named.slice(from, from + AT_A_TIME);
    audited.push(...(await Promise.all(some.map((one) => auditOne(one, chains, parts)))));
  }
  for (const { size, chainId, transaction, verdict } of audited) {
    if (verdict?.verdict !== "invalid") continue;
    const what = `timestamp of size ${size} on chain ${chainId}, ${transaction}`;
    parts.findings.add("timestamp_mismatch", EXPORT_FILES.timestamps, `${what}: ${verdict.message}`);
  }
  return audited;
}

async function auditOne(
  named: ExportedTimestamp,
  chains: readonly FurtherChain[],
  { operator, batchLog, findings }: Parameters<typeof auditTimestamps>[2],
): Promise<AuditedTimestamp> {
  const { size, chainId, transaction } = named;
  const root = batchLog.rootAt(size);
  if (root === "beyond") {
    findings.add("timestamp_mismatch", EXPORT_FILES.timestamps, `names size ${size}, and the batches are fewer`);
    return named;
  }
  // Size 0 is the empty log, so its timestamp proves nothing.
  if (size === 0) {
    findings.add(
      "timestamp_mismatch",
      EXPORT_FILES.timestamps,
      `${transaction} is named for size 0, which has no batch`,
    );
    return named;
  }
  const origin = checkpointOrigin(operator);
  if (readOrigin(origin) === undefined) {
    findings.add(
      "timestamp_mismatch",
      EXPORT_FILES.timestamps,
      `names a timestamp of ${origin}, which is not an operator`,
    );
    return named;
  }
  const chain = chains.find((one) => one.chainId === chainId);
  if (root === "unread") findings.leave(EXPORT_FILES.timestamps, `the root of size ${size}: ${HEADER_UNREAD}`);
  if (chain === undefined || root === "unread") return named;
  const checkpoint = { origin, size, root: fromHex(root, 32) };
  return { ...named, verdict: await verifyTimestamp(chain.clients, { checkpoint, transaction, chainId }) };
}

/** Returns why the requested chains confirm no timestamp, if so. */
export function whyUnconfirmed(
  audited: readonly AuditedTimestamp[],
  chains: readonly FurtherChain[],
): string | undefined {
  for (const { chainId } of chains) {
    const asked = audited.filter((one) => one.chainId === chainId);
    if (asked.some(({ verdict }) => verdict?.verdict === "valid")) continue;
    const first = asked.find(({ verdict }) => verdict !== undefined)?.verdict?.message;
    return first === undefined
      ? `the export names no timestamp on chain ${chainId}`
      : `no timestamp on chain ${chainId} is confirmed: ${first}`;
  }
  return undefined;
}
