import { buildHeaderOf, type BatchFacts } from "../../batch/build.ts";
import { decodeHeader, encodeHeader, hashHeader, type Header } from "../../batch/header.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { createGrowingTree } from "../../crypto/merkle/growingTree.ts";
import type { AuditedLog, CoveredFacts } from "./entries.ts";
import { unlessRefused, MOST_COUNTED, type Findings } from "./findings.ts";
import { EXPORT_FILES, linesOf, parseExportedHeader } from "./format.ts";
import type { EntryRange } from "./trail.ts";

/** A batch of the export, as audited. */
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

/** The batch log of the export, as audited. */
export type AuditedBatchLog = {
  readonly batches: readonly AuditedBatch[];
  /** The number of headers, including unreadable ones. */
  readonly size: number;
  /** The root over the first headers; `unread` if one of them is unreadable, `beyond` if the export has fewer. */
  rootAt(size: number): Hex | "unread" | "beyond";
};

/** The begin of the message if only a batch's zkRoot was not judged. */
export const ZK_ROOT_UNJUDGED = "its zkRoot";

/** The reason for `unread`. */
export const HEADER_UNREAD = "it needs all batches before it, and one of them is missing or cannot be read";

type BatchAudit = {
  /** The text of the batches' file; undefined if the file is missing. */
  readonly text: string | undefined;
  /** The logs by identifier. The value is undefined if the log's file is missing. */
  readonly logs: ReadonlyMap<Hex, AuditedLog | undefined>;
  /** Whether the export withholds payloads. Then no zkRoot can be computed, which the audit reports once. */
  readonly isWithheld: boolean;
  readonly findings: Findings;
};

/** The header before in the same log, and the end of the entries covered so far. */
type Before = { readonly position: number; readonly header: Uint8Array; readonly end: number };

/**
 * Returns the ranges of entries that the batches cover, by log. A batch that covers an entry again has none. Unreadable
 * headers are skipped: {@link auditBatches} reports them.
 */
export function rangesOf(text: string): ReadonlyMap<Hex, readonly EntryRange[]> {
  const ranges = new Map<Hex, EntryRange[]>();
  const ends = new Map<Hex, number>();
  let refused = 0;
  for (const line of linesOf(text)) {
    const header = unlessRefused(() => decodeHeader(fromHex(parseExportedHeader(line))));
    if (header === undefined) {
      // Each is a finding, and enough of them end the audit.
      if (++refused === MOST_COUNTED) break;
      continue;
    }
    const id = toHex(header.log);
    const [range, end] = [rangeOf(header), ends.get(id) ?? 0];
    if (!ranges.has(id)) ranges.set(id, []);
    if (range.from >= end) ranges.get(id)!.push(range);
    ends.set(id, Math.max(range.to, end));
  }
  return ranges;
}

const rangeOf = ({ start, count }: Header): EntryRange => ({ from: start, to: start + count });

/** Recomputes every header from its entries and the header before, and compares byte by byte. */
export async function auditBatches(audit: BatchAudit): Promise<AuditedBatchLog> {
  const { text, logs, findings } = audit;
  if (text === undefined) return { batches: [], size: 0, rootAt: () => "unread" };
  const batches: AuditedBatch[] = [];
  const before = new Map<Hex, Before>();
  const tree = createGrowingTree();
  // The last unreadable header. It may be of any log, so each log's next header cannot be linked to the one before.
  let unread = -1;
  let position = -1;
  for (const line of linesOf(text)) {
    const where = `${EXPORT_FILES.batches}:${++position + 1}`;
    const hex = findings.attempt("malformed", where, () => parseExportedHeader(line));
    const bytes = hex === undefined ? undefined : fromHex(hex);
    const header = bytes === undefined ? undefined : findings.attempt("malformed", where, () => decodeHeader(bytes));
    if (hex === undefined || bytes === undefined || header === undefined) {
      unread = position;
      continue;
    }
    // After an unreadable header the roots are unknown, so no checkpoint can be compared.
    if (unread < 0) tree.append([hashHeader(bytes)]);
    const id = toHex(header.log);
    const log = logs.get(id);
    if (log === undefined) {
      if (logs.has(id)) findings.leave(where, `a batch of log ${id}, whose file is missing`);
      else findings.add("batch_mismatch", where, `is of log ${id}, which the export does not hold`);
      continue;
    }
    const previous = before.get(id);
    await auditHeader(audit, where, id, log, header, previous, unread > (previous?.position ?? -1));
    const end = Math.max(header.start + header.count, previous?.end ?? 0);
    before.set(id, { position, header: bytes, end });
    batches.push(describe(position, log.name, hex, header));
  }
  const size = position + 1;
  return {
    batches,
    size,
    rootAt: (at) => {
      if (at <= tree.size()) return toHex(tree.root(at));
      // An unreadable line may stand for any number of headers.
      return unread < 0 ? "beyond" : "unread";
    },
  };
}

async function auditHeader(
  { isWithheld, findings }: BatchAudit,
  where: string,
  id: Hex,
  log: AuditedLog,
  header: Header,
  previous: Before | undefined,
  isSevered: boolean,
): Promise<void> {
  const { start, count } = header;
  // Each entry is hashed only once, even if several headers claim it.
  if (start < (previous?.end ?? 0)) {
    return findings.add("batch_mismatch", where, `covers entry ${start} of ${log.name}, which a batch before covers`);
  }
  const covered = await log.facts(rangeOf(header));
  if (typeof covered === "number") {
    const message = `covers entries ${start} to ${start + count - 1} of ${log.name}; the export lacks ${covered} of them`;
    return findings.add("batch_mismatch", where, message, "missing_entries");
  }
  const facts = covered && factsOf(covered, header, isWithheld, (message) => findings.leave(where, message));
  if (covered === undefined) findings.leave(where, "its entries: some are missing or cannot be read");
  if (isSevered) findings.leave(where, "its link to the batch before, because that batch cannot be read");
  // If a value cannot be computed from the entries, the header's own value is used.
  const known = { count, head: header.head, root: header.root, zkRoot: header.zkRoot, acceptedAt: 0, ...facts };
  const computed = findings.attempt("batch_mismatch", where, () =>
    decodeHeader(buildHeaderOf(id, known, previous, header.closedAt)),
  );
  if (computed === undefined) return;
  const expected = isSevered ? { ...computed, ...(await linksOf(header, log)) } : computed;
  if (toHex(encodeHeader(expected)) !== toHex(encodeHeader(header))) {
    findings.add(
      "batch_mismatch",
      where,
      `batch ${header.number} of ${log.name} does not match its entries: ${differences(header, expected)}`,
    );
  }
}

/** Returns the header fields that follow from a batch's entries, as far as these are readable. */
function factsOf(
  { root, head, acceptedAt, isCertain, uncommitted, zkRoot }: CoveredFacts,
  header: Header,
  isWithheld: boolean,
  leave: (message: string) => void,
): Partial<BatchFacts> {
  if (!equalBytes(root, header.root) && !isCertain) {
    leave("its entries: some are missing or cannot be read");
    return {};
  }
  const facts = { root, head, acceptedAt };
  if (zkRoot !== undefined) return { ...facts, zkRoot };
  if (!isWithheld)
    leave(
      `${ZK_ROOT_UNJUDGED}: it is computed from the recorded actions, and ${uncommitted === 1 ? "one of them is" : `${uncommitted} of them are`} missing, changed or unreadable`,
    );
  return facts;
}

/** Returns the header's own links to the batch before, for a batch whose predecessor is unreadable. */
async function linksOf(header: Header, log: AuditedLog): Promise<Partial<Header>> {
  const { number, start, prevLeaf, parent, prevHead } = header;
  return { number, start, prevLeaf, parent, prevHead: (await log.headBefore(rangeOf(header))) ?? prevHead };
}

function describe(position: number, log: string, hex: Hex, header: Header): AuditedBatch {
  const { number, start, count, closedAt } = header;
  const [root, zkRoot] = [toHex(header.root), toHex(header.zkRoot)];
  return { position, log, number, start, count, root, zkRoot, closedAt, header: hex };
}

function differences(claimed: Header, expected: Header): string {
  const text = (value: unknown): string => (value instanceof Uint8Array ? toHex(value) : String(value));
  return (Object.keys(claimed) as (keyof Header)[])
    .filter((field) => text(claimed[field]) !== text(expected[field]))
    .map((field) => `${field} is ${text(claimed[field])}, should be ${text(expected[field])}`)
    .join("; ");
}
