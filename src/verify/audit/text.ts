import { formatTime } from "../../action/time.ts";
import { describeUnchecked, type Audit } from "./audit.ts";
import type { AuditedTimestamp } from "./timestamps.ts";

/** Formats an audit as text for a terminal. */
export function formatAudit(audit: Audit): string {
  const lines = [`${audit.verdict}: ${audit.message}`];
  if (audit.operator !== undefined) {
    const { operator, chainId, registry } = audit.operator;
    lines.push(`operator ${operator}, registry ${registry} on chain ${chainId}`);
  }
  for (const { name, entries, pending } of audit.logs) {
    lines.push(
      `log ${name}: ${entries} entries${pending === 0 ? ", all in batches" : `, ${pending} not in a batch yet`}`,
    );
  }
  const entries = audit.batches.reduce((sum, { count }) => sum + count, 0);
  lines.push(`${audit.batches.length} batches over ${entries} entries`);
  for (const { size, root, anchoredAt, final } of audit.checkpoints) {
    const anchored = anchoredAt === undefined ? "" : `, anchored ${formatTime(anchoredAt * 1000)}`;
    lines.push(`checkpoint of size ${size}, root ${root}${anchored}${final ? ", final" : ""}`);
  }
  for (const { size, chainId, transaction, verdict } of audit.timestamps) {
    const shown = `timestamp of size ${size} on chain ${chainId}, transaction ${transaction}`;
    lines.push(`${shown}: ${standingOf(verdict)}`);
  }
  lines.push(...describeUnchecked(audit.unchecked).map((part) => `not checked: ${part}`));
  for (const { code, where, message } of audit.findings)
    lines.push(`✗ ${where}: ${code}: ${message.replaceAll("\n", " ")}`);
  if (audit.more > 0) lines.push(`… and ${audit.more} more findings`);
  for (const { where, message } of audit.unjudged)
    lines.push(`? ${where}: not judged: ${message.replaceAll("\n", " ")}`);
  if (audit.moreUnjudged > 0) lines.push(`… and ${audit.moreUnjudged} more that were not judged`);
  return `${lines.join("\n")}\n`;
}

/** Describes a timestamp's verdict: the latest time of its checkpoint, and its sender. */
export function standingOf(verdict: AuditedTimestamp["verdict"]): string {
  if (verdict === undefined) return "not asked";
  if (verdict.verdict !== "valid")
    return `${verdict.verdict === "invalid" ? "wrong" : "not confirmed"} (${verdict.code})`;
  return `there at latest ${formatTime(verdict.seen.time * 1000)}, sent by ${verdict.seen.sender}`;
}
