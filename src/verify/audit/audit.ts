import { hashDomain, logId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { formatTime, isAhead } from "../../action/time.ts";
import { orOutage } from "../../chain/view.ts";
import { isCheckpointBy, parseCheckpoint } from "../../batch/checkpoint.ts";
import { readTrust, type ReadTrust, type Trust } from "../trust.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { NewerFormatError } from "../../base/json.ts";
import { auditBatches, HEADER_UNREAD, rangesOf, type AuditedBatch, type AuditedBatchLog } from "./batches.ts";
import { openLines, type OpenLines } from "./blocks.ts";
import { auditLog, type AuditedLog, type KeptAudit, type LineJudge } from "./entries.ts";
import { EXPORT_FILES, parseManifest, WITHHELD, type Manifest } from "./format.ts";
import { Findings, TooManyFindings, type Finding, type FindingCode, type Unjudged } from "./findings.ts";
import { judgeByTrust, type Compared } from "./judge.ts";
import { lineJudge, zkRootOf, type LineRules } from "./lines.ts";
import {
  auditTimestamps,
  readTimestamps,
  whyUnconfirmed,
  type AuditedTimestamp,
  type FurtherChain,
} from "./timestamps.ts";
import { countOf } from "../../base/countOf.ts";

/** Reads a file of the export by its relative name; undefined if it is missing. */
export type ReadExport = {
  (name: string): Promise<string | undefined>;
  /** Opens a file of lines, to be read in pieces. Without it, such files are read as a whole. */
  readonly lines?: (name: string) => Promise<OpenLines | undefined>;
};

/** A checkpoint of the export, as audited. */
export type AuditedCheckpoint = {
  readonly size: number;
  readonly root: Hex;
  /** Unix seconds of the block that anchored it; undefined if no chain confirms it. */
  readonly anchoredAt?: number | undefined;
  readonly final: boolean;
};

/** Numbers of entries by the part that an audit cannot check. */
export type Unchecked = {
  /** The export has the payload's hash only. So zkRoot, objectKey and a named holder are unchecked. */
  readonly payloads: number;
  /** The export does not have the signature either. */
  readonly signatures: number;
  /** A contract wallet's signature, which only the operator checked. */
  readonly wallets: number;
};

/** The result of an audit. The lists contain the export's content; `findings` lists its faults. */
export type Audit = {
  /** Set if a live operator's tiles were audited, and not an export: they have no entries. */
  readonly source?: "tiles" | undefined;
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly message: string;
  /** The trusted data that the export was compared with. */
  readonly compared: Compared;
  /** Why the audit is indeterminate, or would be without its findings. */
  readonly reason?: string | undefined;
  /** Parts that no trusted data confirms, although the verdict is valid. */
  readonly unconfirmed: readonly string[];
  readonly operator?: Manifest["operator"] | undefined;
  readonly logs: readonly {
    readonly name: string;
    readonly id: Hex;
    readonly entries: number;
    readonly pending: number;
  }[];
  readonly batches: readonly AuditedBatch[];
  readonly checkpoints: readonly AuditedCheckpoint[];
  /** The timestamps of the export. `verdict` is set if a node of that chain was given. */
  readonly timestamps: readonly AuditedTimestamp[];
  /** Numbers of entries with parts that the audit did not check. */
  readonly unchecked: Unchecked;
  readonly findings: readonly Finding[];
  /** The number of findings beyond those listed. */
  readonly more: number;
  /** Items that could not be judged because other data is unreadable, missing or withheld. */
  readonly unjudged: readonly Unjudged[];
  /** The number of unjudged items beyond those listed. */
  readonly moreUnjudged: number;
};

/**
 * The auditor's trust. If `chain` is a function, the audit connects after reading the export: a long audit may outlast
 * a node's memory of a block.
 */
export type AuditTrust = Omit<Trust, "chain"> & {
  readonly chain?: Trust["chain"] | (() => Promise<Trust["chain"]>);
};

/** How an audit does its work. */
export type AuditOptions = {
  /** Starts the threads that share the work of a large export; without it, one thread does everything. */
  readonly threads?: (rules: LineRules) => Promise<LineJudge & { close(): Promise<void> }>;
  /** Called often while the logs are read. */
  readonly onProgress?: (progress: AuditProgress) => void;
  /** The state of an earlier audit, from which this one continues. */
  readonly kept?: KeptAudit;
};

/** The part of the logs that was audited. */
export type AuditProgress = {
  readonly entries: number;
  readonly bytes: number;
  /** Bytes of all logs. */
  readonly ofBytes: number;
};

/** Starting threads takes longer than the audit of a smaller export. */
const LEAST_FOR_THREADS = 1 << 22;

/**
 * Audits an export. It recomputes every hash, signature and root from the actions up, and compares them with the
 * auditor's trust. All data in the export is attacker-controlled.
 *
 * @param trust as for bundles; without trust the best verdict is indeterminate.
 * @param further chains that are asked for timestamps; each must confirm at least one timestamp.
 * @param now Unix milliseconds.
 * @returns a verdict for any content of the export, also for unreadable files.
 * @throws AnchorlogError `bad_option` if the trusted checkpoint cannot be read; the errors of `read`.
 */
export async function auditExport(
  read: ReadExport,
  trust: AuditTrust,
  further: readonly FurtherChain[] = [],
  now: number = Date.now(),
  options: AuditOptions = {},
): Promise<Audit> {
  assertGiven("auditExport", { read, trust }, "read()", "trust");
  const findings = new Findings();
  const { chain, ...given } = trust;
  const known = readTrust(given);
  const parts: AuditState = { findings };
  try {
    await auditParts(read, async () => ({ ...known, chain: await connect(chain) }), parts, further, options);
  } catch (error) {
    if (error instanceof NewerFormatError) parts.indeterminate = error.message;
    else if (!(error instanceof TooManyFindings)) throw error;
  }
  return conclude(parts, now);
}

/** If the chain cannot be reached, the findings so far still count. */
export async function connect(chain: AuditTrust["chain"]): Promise<Trust["chain"]> {
  return typeof chain === "function" ? orOutage(chain()) : chain;
}

/** Audits one part after the other, so that finished parts are kept if too many findings end the audit. */
async function auditParts(
  read: ReadExport,
  trust: () => Promise<ReadTrust>,
  parts: AuditState,
  further: readonly FurtherChain[],
  options: AuditOptions,
): Promise<void> {
  const { findings } = parts;
  const manifestText = await read(EXPORT_FILES.manifest);
  if (manifestText === undefined) {
    parts.indeterminate = `${EXPORT_FILES.manifest} is missing, so this is not an export. It is written last: an export in progress does not have it yet`;
    return;
  }
  const manifest = findings.attempt("malformed", EXPORT_FILES.manifest, () => parseManifest(manifestText));
  if (manifest === undefined) return;
  parts.manifest = manifest;

  const { operator } = manifest;
  const batchLog = await auditRecords(read, manifest, parts, options);
  parts.batches = batchLog.batches;

  const checkpoints: AuditedCheckpoint[] = [];
  parts.checkpoints = checkpoints;
  for (const size of manifest.checkpoints) {
    const root = auditCheckpoint(size, await read(EXPORT_FILES.checkpoint(size)), manifest, batchLog, findings);
    if (root !== undefined) checkpoints.push({ size, root, final: false });
  }
  const named = readTimestamps(await read(EXPORT_FILES.timestamps), findings);
  const timestamps = await auditTimestamps(named, further, { operator, batchLog, findings });
  parts.timestamps = timestamps;
  const readable = [...parts.logs!.values()].filter((log) => log !== undefined);
  Object.assign(
    parts,
    await judgeByTrust({ manifest, logs: readable, batchLog, checkpoints, findings }, await trust()),
  );
  parts.indeterminate ??= whyUnconfirmed(timestamps, further);
}

/** Audits the logs and the batches over them, in threads if they are large. */
async function auditRecords(
  read: ReadExport,
  manifest: Manifest,
  parts: AuditState,
  options: AuditOptions,
): Promise<AuditedBatchLog> {
  const { operator, kinds, keys, payloads } = manifest;
  const { findings } = parts;
  const context = { kinds, domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }) };
  const rules = { operator, payloads, receiptKey: keys.receiptKey, context };
  const text = await read(EXPORT_FILES.batches);
  const files = new Map<string, OpenLines | undefined>();
  for (const name of manifest.logs) files.set(name, await openLines(read, EXPORT_FILES.log(name)));
  let ofBytes = 0;
  for (const file of files.values()) ofBytes += file?.bytes ?? 0;
  const team = ofBytes < LEAST_FOR_THREADS ? undefined : await options.threads?.(rules);
  const isWithheld = payloads === WITHHELD;
  try {
    const work = { ...options, ofBytes, judge: team ?? judgeHere(rules), ranges: rangesOf(text ?? "") };
    const logs = await auditLogs(files, manifest, parts, work);
    if (text === undefined) findings.add("missing_file", EXPORT_FILES.batches, "is missing");
    return await auditBatches({ text, logs, isWithheld, findings });
  } finally {
    await team?.close();
  }
}

type LogsWork = Pick<AuditOptions, "onProgress" | "kept"> & {
  readonly judge: LineJudge;
  /** The ranges of the batches, by log. */
  readonly ranges: ReturnType<typeof rangesOf>;
  readonly ofBytes: number;
};

/** Audits the logs of the manifest. Their batches say which entries are needed together. */
async function auditLogs(
  files: ReadonlyMap<string, OpenLines | undefined>,
  { operator, kinds, keys: { receiptKey }, payloads }: Manifest,
  parts: AuditState,
  { judge, ranges, ofBytes, onProgress, kept }: LogsWork,
): Promise<ReadonlyMap<Hex, AuditedLog | undefined>> {
  const { findings } = parts;
  const logs = new Map<Hex, AuditedLog | undefined>();
  parts.logs = logs;
  const types = [...kinds.values()].map(({ name, payloadType }) => [name, payloadType]);
  const rules = JSON.stringify([STATE_FORMAT, operator, receiptKey, payloads, types]);
  const done = { entries: 0, bytes: 0 };
  for (const [name, lines] of files) {
    const id = logId(operator, name);
    const before = done.entries;
    const onBlock = (bytes: number, entries: number): void => {
      done.bytes += bytes;
      done.entries = before + entries;
      onProgress?.({ ...done, ofBytes });
    };
    if (lines === undefined) findings.add("missing_file", EXPORT_FILES.log(name), "is missing");
    const audit = { name, id, ranges: ranges.get(id) ?? [], judge, findings, onBlock };
    logs.set(id, lines && (await auditLog({ ...audit, lines, kept: kept && { audit: kept, rules } })));
  }
  return logs;
}

/** Changes with the form of the state that an audit keeps, and with its rules. */
const STATE_FORMAT = "anchorlog.audit/1";

const judgeHere = (rules: LineRules): LineJudge => ({
  judge: lineJudge(rules),
  zkRoot: zkRootOf,
  atATime: 1,
});

function auditCheckpoint(
  size: number,
  text: string | undefined,
  { operator, keys }: Manifest,
  batchLog: AuditedBatchLog,
  findings: Findings,
): Hex | undefined {
  const where = EXPORT_FILES.checkpoint(size);
  if (text === undefined) return findings.add("missing_file", where, "is missing");
  const checkpoint = findings.attempt("malformed", where, () => parseCheckpoint(text));
  if (checkpoint === undefined) return undefined;
  const root = toHex(checkpoint.root);
  if (checkpoint.size !== size) {
    return findings.add("checkpoint_mismatch", where, `is named ${size}, and is of size ${checkpoint.size}`);
  }
  if (!isCheckpointBy(checkpoint, operator, keys)) {
    findings.add("bad_signature", where, "does not bear the operator's two signatures");
  }
  const expected = batchLog.rootAt(size);
  if (expected === "unread") findings.leave(where, `the root of size ${size}: ${HEADER_UNREAD}`);
  else if (expected === "beyond") {
    const message = `is of size ${size}, and the export has ${countOf(batchLog.size, "batch")}`;
    findings.add("checkpoint_mismatch", where, message, "missing_batches");
  } else if (expected !== root) {
    findings.add("checkpoint_mismatch", where, `signs root ${root}, the batches give ${expected}`);
  }
  return root;
}

type AuditState = {
  readonly findings: Findings;
  indeterminate?: string | undefined;
  compared?: Compared;
  unjudged?: readonly string[];
  manifest?: Manifest;
  /** The logs by identifier. The value is undefined if the log's file is missing. */
  logs?: ReadonlyMap<Hex, AuditedLog | undefined>;
  batches?: readonly AuditedBatch[];
  checkpoints?: readonly AuditedCheckpoint[];
  timestamps?: readonly AuditedTimestamp[];
};

function conclude(parts: AuditState, now: number): Audit {
  const { findings, manifest, batches = [], checkpoints = [], timestamps = [] } = parts;
  let { indeterminate } = parts;
  const covered = new Map<string, number>();
  for (const { log, count } of batches) covered.set(log, (covered.get(log) ?? 0) + count);
  const unchecked = { payloads: 0, signatures: 0, wallets: 0 };
  const logs: Audit["logs"][number][] = [];
  for (const [id, log] of parts.logs ?? []) {
    if (log === undefined) continue;
    const { name, entries } = log;
    const pending = Math.max(0, entries - (covered.get(name) ?? 0));
    logs.push({ name, id, entries, pending });
    unchecked.payloads += log.withoutPayload;
    unchecked.signatures += log.withoutSignature;
    unchecked.wallets += log.byWallets;
    // Entries in a batch are dated by the batch's checkpoint instead.
    if (pending > 0 && isAhead(log.newestAt, now / 1_000)) indeterminate ??= sayAhead(log, now);
  }
  const isOpen = indeterminate !== undefined || unchecked.signatures > 0;
  const verdict = findings.total > 0 ? "invalid" : isOpen ? "indeterminate" : "valid";
  const message =
    verdict === "invalid"
      ? `${countFindings(findings)}; the first: ${findings.list[0]!.where}: ${findings.list[0]!.message}${countUnjudged(findings)}`
      : `${indeterminate ?? AGREES}${noteExceptions(unchecked, verdict === "valid" ? parts.unjudged : [])}`;
  return {
    verdict,
    message,
    compared: parts.compared ?? { keys: false },
    reason: indeterminate,
    unconfirmed: verdict === "valid" ? (parts.unjudged ?? []) : [],
    operator: manifest?.operator,
    logs,
    batches,
    checkpoints,
    timestamps,
    unchecked,
    findings: findings.list,
    more: findings.total - findings.list.length,
    unjudged: findings.unjudged,
    moreUnjudged: findings.totalUnjudged - findings.unjudged.length,
  };
}

/** The auditor's clock may be wrong, so a date ahead of it is not a finding. */
function sayAhead({ name, newestAt }: AuditedLog, now: number): string {
  const dates = `${formatTime(newestAt)}, and by this machine's clock it is ${formatTime(now)}`;
  return `the last entry of ${name} is dated ${dates}: if the clock is right, its receipt is a fault (EntryEquivocation)`;
}

export function countFindings({ total, isFull }: Findings): string {
  return `${countOf(total, "finding")}${isFull ? ", where the audit stopped" : ""}`;
}

function countUnjudged({ totalUnjudged, unjudged }: Findings): string {
  return totalUnjudged === 0
    ? ""
    : `; ${totalUnjudged} not judged; the first: ${unjudged[0]!.where}: ${unjudged[0]!.message}`;
}

const AGREES = "every signature, hash and root in the files was recomputed, and agrees with what is trusted";

function noteExceptions(unchecked: Unchecked, unjudged: readonly string[] = []): string {
  const exceptions = [...describeUnchecked(unchecked), ...unjudged];
  return exceptions.length === 0 ? "" : `. Not checked: ${exceptions.join("; ")}`;
}

/** Describes the parts of entries that an audit cannot check. */
export function describeUnchecked({ payloads, signatures, wallets }: Unchecked): string[] {
  const of = (count: number) => `of ${countOf(count, "entry")}`;
  return [
    ...(payloads > 0
      ? [
          `the payloads ${of(payloads)}, which the export withholds, and the zk roots, object keys and named holders that follow from them`,
        ]
      : []),
    ...(signatures > 0
      ? [`the signatures ${of(signatures)}, which the export withholds: nothing shows that the actors signed`]
      : []),
    ...(wallets > 0 ? [`the signatures ${of(wallets)} by contract wallets, which only the operator checked`] : []),
  ];
}

export type { Finding, FindingCode, Unjudged };
