/** Audits a log: its lines, each for itself and in their order, and the facts of its batches. Browser-safe. */
import { ANYBODY, NOBODY, PART_ACT, PART_NONE } from "../../action/part.ts";
import { attempt } from "../../base/attempt.ts";
import { equalBytes } from "../../base/bytes.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { buildTree, treeRoot } from "../../crypto/merkle/tree.ts";
import { decodeEntry, ENTRY_BYTES, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { whyNotUpon } from "../../log/link.ts";
import { blocksOf, type Block, type OpenLines } from "./blocks.ts";
import type { Findings } from "./findings.ts";
import { EXPORT_FILES } from "./format.ts";
import { CHUNK, type HeldEntry } from "./held.ts";
import { LINE, type JudgedLines, type Remark, type Stage } from "./lines.ts";
import {
  addLine,
  countEntries,
  createTrail,
  endTrail,
  follow,
  isCertain,
  isUnknown,
  isUnread,
  saveTrail,
  type EntryRange,
  type Line,
  type SavedTrail,
  type Trail,
} from "./trail.ts";

/** The facts of the entries that a batch covers. */
export type CoveredFacts = {
  readonly root: Uint8Array;
  /** The last entry's hash. */
  readonly head: Uint8Array;
  /** When the last entry was accepted, Unix ms. */
  readonly acceptedAt: number;
  readonly isCertain: boolean;
  /** Number of entries without a zk commitment. */
  readonly uncommitted: number;
  /** Undefined if some entries have no commitment. */
  readonly zkRoot: Uint8Array | undefined;
};

/** A log of the export, as audited. */
export type AuditedLog = Counts & {
  readonly name: string;
  /** Number of entries. */
  readonly entries: number;
  /** When the last certain entry was accepted, Unix ms; 0 without one. */
  readonly newestAt: number;
  /**
   * Returns the facts of the entries of one of the audited ranges. If some are missing, returns their number; if some
   * are unreadable, undefined.
   */
  facts(range: EntryRange): Promise<CoveredFacts | number | undefined>;
  /** The hash of the entry before a range, if it is certain. */
  headBefore(range: EntryRange): Promise<Uint8Array | undefined>;
};

type Counts = {
  /**
   * Number of entries signed by contract wallets. The audit cannot check those signatures: the operator asked the
   * wallets.
   */
  byWallets: number;
  /** Number of entries whose payload is withheld. */
  withoutPayload: number;
  /** Number of entries without a signature, because the export withholds it, too. */
  withoutSignature: number;
};

/** Judges lines and builds zk trees, in threads or here. */
export type LineJudge = {
  judge(block: Block, log: Hex): Promise<JudgedLines> | JudgedLines;
  /** Returns the root over commitments of 32 bytes each. */
  zkRoot(commitments: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array;
  /** The number of blocks to judge at a time. */
  readonly atATime: number;
};

/** The state of a log's audit between two lines, without any finding so far, as plain data. */
export type SavedLog = {
  /** The rules that the lines were judged by. */
  readonly rules: string;
  /** The audited beginning of the file: its length and its digest. */
  readonly bytes: number;
  readonly digest: string;
  readonly lines: number;
  readonly counts: Counts;
  readonly keptFrom: number;
  readonly facts: ReadonlyMap<number, RangeFacts>;
  readonly trail: SavedTrail;
};

/** Keeps the state of an audit apart from the export, so that a later audit continues from it. */
export type KeptAudit = {
  load(log: string): Promise<SavedLog | undefined>;
  save(log: string, saved: SavedLog): Promise<void>;
  /** Whether enough time has passed since the last save. */
  isDue(): boolean;
  /** Creates a hash of a file's bytes. `digest` returns the digest so far. */
  createHash(): { update(bytes: Uint8Array): void; digest(): string };
};

type LogAudit = {
  readonly name: string;
  readonly id: Hex;
  readonly lines: OpenLines;
  /** The ranges that the batches cover, in ascending order, without overlaps. */
  readonly ranges: readonly EntryRange[];
  readonly judge: LineJudge;
  readonly findings: Findings;
  /** Called after each block, with the number of its bytes and the entries so far. */
  readonly onBlock?: (bytes: number, entries: number) => void;
  readonly kept?: { readonly audit: KeptAudit; readonly rules: string } | undefined;
};

type OpenLog = Pick<LogAudit, "name" | "findings" | "judge" | "ranges"> & {
  readonly trail: Trail;
  readonly counts: Counts;
  /** Number of lines so far, and of their bytes. */
  lines: number;
  bytes: number;
  /** The next of the ranges. */
  nextRange: number;
  /** Entries below this index are dropped, or kept for a range that is not complete. */
  keptFrom: number;
  readonly facts: Map<number, Promise<RangeFacts>>;
};

type RangeFacts = {
  readonly to: number;
  readonly covered: CoveredFacts;
  readonly headBefore: Uint8Array | undefined;
};

/** Checks every line of a log: the action and its signature, the entry, its place in the chain, and the receipt. */
export async function auditLog(audit: LogAudit): Promise<AuditedLog> {
  const { id, lines, judge, onBlock, kept } = audit;
  const hash = kept?.audit.createHash();
  const saved = await earlierAudit(audit, hash);
  const log = openLog(audit, saved);
  if (saved !== undefined) onBlock?.(saved.bytes, log.trail.next);
  const ahead: { readonly bytes: number; readonly digest: string; readonly judged: Promise<JudgedLines> }[] = [];
  let digest = saved?.digest;
  const takeNext = async (): Promise<void> => {
    const next = ahead.shift()!;
    takeLines(log, await next.judged);
    log.bytes += next.bytes;
    ({ digest } = next);
    onBlock?.(next.bytes, log.trail.next);
  };
  const judgeBlock = (block: Block): Promise<JudgedLines> => {
    const judged = Promise.resolve(judge.judge(block, id));
    // If an earlier block ends the audit, nobody awaits this promise. So its rejection is handled here.
    judged.catch(() => undefined);
    return judged;
  };
  let end: Block | undefined;
  for await (const block of blocksOf(lines.chunks(log.bytes))) {
    if (block.isLast) end = block;
    else {
      hash?.update(block.bytes);
      const { length: bytes } = block.bytes;
      ahead.push({ bytes, digest: hash?.digest() ?? "", judged: judgeBlock(block) });
      if (ahead.length >= judge.atATime) await takeNext();
      if (kept?.audit.isDue() === true) await save(log, digest, kept);
    }
  }
  while (ahead.length > 0) await takeNext();
  // Without a newline, the file's end may still be written. So it is not saved.
  if (kept !== undefined) await save(log, digest, kept);
  if (end !== undefined) takeLines(log, await judgeBlock(end));
  return closeLog(log);
}

function openLog({ name, id, ranges, judge, findings }: LogAudit, saved: SavedLog | undefined): OpenLog {
  const facts = new Map([...(saved?.facts ?? [])].map(([from, known]) => [from, Promise.resolve(known)]));
  const next = ranges.findIndex(({ from }) => !facts.has(from));
  return {
    name,
    findings,
    judge,
    ranges,
    trail: createTrail(id, saved?.trail),
    counts: { byWallets: 0, withoutPayload: 0, withoutSignature: 0, ...saved?.counts },
    lines: saved?.lines ?? 0,
    bytes: saved?.bytes ?? 0,
    nextRange: next < 0 ? ranges.length : next,
    keptFrom: saved?.keptFrom ?? 0,
    facts,
  };
}

/** Ends the log. Only now is it known that nothing follows its last lines, so they count as claims. */
function closeLog(log: OpenLog): AuditedLog {
  const { trail, counts, facts } = log;
  completeRanges(log);
  endTrail(trail);
  return {
    name: log.name,
    ...counts,
    entries: countEntries(trail),
    newestAt: trail.newestAt,
    facts: async (range) => (await facts.get(range.from))?.covered ?? (await coveredBy(log, range)),
    headBefore: async ({ from }) => {
      const known = await facts.get(from);
      const before = trail.held.get(from - 1);
      return known?.headBefore ?? (before?.isCertain === true ? before.hash : undefined);
    },
  };
}

/**
 * Returns the state of an earlier audit, if this one can continue from it: it was by the same rules, the file still
 * begins with the same bytes, and the batches need no entry that was dropped.
 */
async function earlierAudit(
  { name, lines, ranges, kept }: LogAudit,
  hash: ReturnType<KeptAudit["createHash"]> | undefined,
): Promise<SavedLog | undefined> {
  const saved = await kept?.audit.load(name);
  if (saved === undefined || hash === undefined || saved.rules !== kept?.rules) return undefined;
  const { facts, keptFrom, trail, bytes } = saved;
  const isKnown = ({ from, to }: EntryRange): boolean =>
    from >= trail.next || facts.get(from)?.to === to || Math.max(0, from - 1) >= keptFrom;
  const starts = new Set(ranges.map(({ from }) => from));
  if (!ranges.every(isKnown) || ![...facts.keys()].every((from) => starts.has(from))) return undefined;
  const begin = kept.audit.createHash();
  let left = bytes;
  for await (const chunk of lines.chunks()) {
    const part = chunk.subarray(0, left);
    begin.update(part);
    hash.update(part);
    left -= part.length;
    if (left === 0) break;
  }
  return begin.digest() === saved.digest ? saved : undefined;
}

/** Saves the state, unless there are findings: a later audit must make them again. */
async function save(
  log: OpenLog,
  digest: string | undefined,
  { audit, rules }: NonNullable<LogAudit["kept"]>,
): Promise<void> {
  const { name, findings, bytes, lines, counts, keptFrom, trail } = log;
  if (digest === undefined || findings.total > 0 || findings.totalUnjudged > 0) return;
  const facts = new Map<number, RangeFacts>();
  for (const [from, known] of log.facts) facts.set(from, await known);
  await audit.save(name, { rules, bytes, digest, lines, counts, keptFrom, facts, trail: saveTrail(trail) });
}

/** Adds the lines of a block to the log, in their order. */
function takeLines(log: OpenLog, judged: JudgedLines): void {
  const { states, remarks } = judged;
  let next = 0;
  for (let i = 0; i < states.length; i++) {
    const first = next;
    while (remarks[next]?.line === i) next++;
    takeLine(log, judged, i, next === first ? [] : remarks.slice(first, next));
  }
}

function takeLine(log: OpenLog, judged: JudgedLines, i: number, remarks: readonly Remark[]): void {
  const { name, trail, counts, findings } = log;
  const where = `${EXPORT_FILES.log(name)}:${++log.lines}`;
  const state = judged.states[i]!;
  report(findings, where, remarks, "form");
  const line = lineOf(judged, i);
  if (line?.entry === undefined || (state & LINE.entry) === 0) return addLine(trail, line, false);
  const { entry, bytes } = line;
  if (entry.scheme === SCHEME_WALLET) counts.byWallets++;
  if ((state & LINE.action) === 0) counts.withoutPayload++;
  if ((state & (LINE.action | LINE.signed)) === 0) counts.withoutSignature++;
  const isPromised = (state & LINE.promised) !== 0;
  for (const { message, meaning } of follow(trail, entry, isPromised)) {
    findings.add("broken_chain", where, message, meaning);
  }
  report(findings, where, remarks, "action");
  checkObject(trail, (state & LINE.carries) !== 0, entry, bytes, where, findings);
  report(findings, where, remarks, "rest");
  const earlier = trail.nonces.get(entry);
  if (earlier !== undefined) findings.add("replay", where, `uses the nonce of entry ${earlier} again`);
  addLine(trail, line, isPromised);
  completeRanges(log);
}

/** Returns a line's entry: views of the block's buffers. */
function lineOf({ states, entries, hashes, commitments }: JudgedLines, i: number): Line {
  const state = states[i]!;
  if ((state & LINE.bytes) === 0) return undefined;
  const bytes = entries.subarray(i * ENTRY_BYTES, (i + 1) * ENTRY_BYTES);
  return {
    bytes,
    hash: hashes.subarray(32 * i, 32 * i + 32),
    entry: readEntry(bytes),
    commitment: (state & LINE.committed) === 0 ? undefined : commitments.subarray(32 * i, 32 * i + 32),
  };
}

/** Returns an entry's fields; undefined if it is malformed, which is a finding already. */
const readEntry = (bytes: Uint8Array): Entry | undefined => attempt(() => decodeEntry(bytes), RangeError);

function report(findings: Findings, where: string, remarks: readonly Remark[], due: Stage): void {
  for (const { stage, code, message, meaning } of remarks) {
    if (stage !== due) continue;
    if (code === undefined) findings.leave(where, message);
    else findings.add(code, where, message, meaning);
  }
}

/** Recomputes an entry's fields about an object, from its action and the certain acts before it. */
function checkObject(
  trail: Trail,
  carries: boolean,
  entry: Entry,
  bytes: Uint8Array,
  where: string,
  findings: Findings,
): void {
  const { part, objectKey, prior, holder } = entry;
  if (part === PART_NONE) return;
  const newest = trail.acts.get(objectKey);
  const isOpen = trail.waiting.length > 0;
  const isPriorUnknown = prior !== undefined && prior > (newest?.index ?? -1) && isUnknown(trail, prior);
  if (isOpen || isPriorUnknown) {
    // A malformed act does not convict the entry. But if it would explain the entry, the entry is not listed as
    // unjudged.
    const malformed = trail.malformedActs.get(objectKey);
    const isExplained = malformed !== undefined && whyNotUpon(entry, bytes, malformed) === undefined;
    if (isExplained && !isOpen) return;
    return findings.leave(
      where,
      "its prior and holder: an earlier entry, which may be about the same object, cannot be read",
    );
  }
  const wrong = whyNotUpon(entry, bytes, newest);
  if (wrong !== undefined) findings.add("wrong_prior", where, wrong);
  else if (part === PART_ACT && newest !== undefined && carries) {
    if (!equalBytes(holder, newest.holder)) {
      const left = `since entry ${newest.index} the object is held by ${nameHolder(newest.holder)}`;
      findings.add("wrong_carry", where, `${left}, and this entry hands it to ${nameHolder(holder)}`);
    }
  }
}

/** Names a holder: an account, `anybody` or `nobody`. */
function nameHolder(holder: Uint8Array): string {
  if (equalBytes(holder, NOBODY)) return "nobody";
  return equalBytes(holder, ANYBODY) ? "anybody" : toHex(holder);
}

/**
 * Computes the facts of the ranges that the last certain entry completes, and drops their entries, because certain
 * entries do not change. A range with gaps keeps its entries to the end of the log, since later lines may fill them.
 */
function completeRanges(log: OpenLog): void {
  const { trail, ranges, facts, judge } = log;
  for (
    let range = ranges[log.nextRange];
    range !== undefined && range.to <= trail.next;
    range = ranges[log.nextRange]
  ) {
    log.nextRange++;
    const { from, to } = range;
    if (!isCertain(trail, { from: Math.max(0, from - 1), to })) {
      log.keptFrom = Math.ceil(to / CHUNK) * CHUNK;
      continue;
    }
    const headBefore = trail.held.get(from - 1)?.hash.slice();
    const covered = factsOf(entriesOf(trail, range), judge).then((known) => ({ to, covered: known, headBefore }));
    covered.catch(() => undefined);
    facts.set(from, covered);
    trail.held.drop(log.keptFrom, to - 1);
    log.keptFrom = to - 1;
  }
}

function entriesOf({ held }: Trail, { from, to }: EntryRange): HeldEntry[] {
  return Array.from({ length: to - from }, (_, i) => held.get(from + i)).filter((entry) => entry !== undefined);
}

/** Returns the facts of a range that is not complete, after the log's end. */
async function coveredBy({ trail, judge }: OpenLog, range: EntryRange): Promise<CoveredFacts | number | undefined> {
  const count = range.to - range.from;
  const isOpen = isUnread(trail, range);
  if (isOpen && count > countEntries(trail)) return undefined;
  const entries = entriesOf(trail, range);
  if (entries.length === count) return factsOf(entries, judge);
  return isOpen ? undefined : count - entries.length;
}

async function factsOf(entries: readonly HeldEntry[], judge: LineJudge): Promise<CoveredFacts> {
  const last = entries.at(-1)!;
  const root = treeRoot(buildTree(entries.map(({ hash }) => hash)));
  const commitments = new Uint8Array(32 * entries.length);
  let uncommitted = 0;
  for (const [i, { commitment }] of entries.entries()) {
    if (commitment === undefined) uncommitted++;
    else commitments.set(commitment, 32 * i);
  }
  // Copies: the entries may be dropped meanwhile.
  const known = { root, head: last.hash.slice(), acceptedAt: last.acceptedAt, uncommitted };
  const isAllCertain = entries.every((entry) => entry.isCertain);
  const zkRoot = uncommitted === 0 ? await judge.zkRoot(commitments) : undefined;
  return { ...known, isCertain: isAllCertain, zkRoot };
}
