/** Audits a live operator by the tiles that it publishes: its batches, without their entries. Browser-safe. */
import { checkpointOrigin, readOrigin, type OperatorId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { equalBytes } from "../../base/bytes.ts";
import { countOf } from "../../base/countOf.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { isCheckpointBy, parseCheckpoint, type CheckpointNote } from "../../batch/checkpoint.ts";
import { decodeHeader, hashHeader, type Header } from "../../batch/header.ts";
import { isTrustedCheckpoint } from "../../batch/trusted.ts";
import { ChainUnavailableError, type RegisteredOperator } from "../../chain/view.ts";
import { buildTree, treeRoot } from "../../crypto/merkle/tree.ts";
import { decodeNoteText, formatNote, MAX_NOTE_LENGTH } from "../../tlog/note.ts";
import { CHECKPOINT_PATH } from "../../tlog/tilePath.ts";
import { openTilesAt, type TileReader } from "../../tlog/tileReader.ts";
import type { TileSource } from "../../tlog/tileStore.ts";
import { readTrust, type ReadTrust } from "../trust.ts";
import { connect, countFindings, type Audit, type AuditTrust } from "./audit.ts";
import { auditBatches, type AuditedBatchLog } from "./batches.ts";
import type { AuditedLog } from "./entries.ts";
import { Findings, TooManyFindings, unlessRefused } from "./findings.ts";
import { judgeByTrust } from "./judge.ts";

/** A state of a live log that an earlier audit saw. */
export type SeenLog = {
  /** The signed note. */
  readonly note: string;
  /** All headers under it. */
  readonly headers: readonly Uint8Array[];
};

/** The audit of a live log. `seen` is the state to keep; undefined if the earlier one stays. */
export type LiveAudit = {
  readonly audit: Audit;
  /** The signed note as published; undefined if it cannot be read. */
  readonly note: string | undefined;
  readonly seen: SeenLog | undefined;
};

/** The errors of reading that say nothing against the operator. */
const OUTAGES: ReadonlySet<string> = new Set(["log_unavailable", "no_checkpoint", "missing_tile", "bad_note"]);

/** The facts about the operator that the audit has. */
type LiveState = {
  readonly findings: Findings;
  reason?: string | undefined;
  note?: CheckpointNote;
  operator?: Audit["operator"];
  batchLog?: AuditedBatchLog;
  logs: ReadonlyMap<Hex, AuditedLog>;
  judged?: Awaited<ReturnType<typeof judgeByTrust>>;
  seen?: SeenLog | undefined;
};

/**
 * Audits a live log: the checkpoint's signatures, that it continues the last one seen, each header's place in the tree
 * and after the header before it, and the anchors. All that it reads is attacker-controlled.
 *
 * @param before the state that an earlier audit saw, if any.
 * @returns a verdict. If the log or the chain does not answer, it is indeterminate.
 * @throws AnchorlogError `bad_option` if the trusted checkpoint cannot be read.
 * @example
 * const source = httpTiles("https://log.example/")
 * const { audit, seen } = await auditTiles(source, { operator: parseTrust(trustFile) })
 * const later = await auditTiles(source, { operator: parseTrust(trustFile) }, seen) // finds a rewritten log
 */
export async function auditTiles(source: TileSource, trust: AuditTrust, before?: SeenLog): Promise<LiveAudit> {
  assertGiven("auditTiles", { source, trust }, "source.get()", "trust");
  const { chain, ...given } = trust;
  const state: LiveState = { findings: new Findings(), logs: new Map() };
  try {
    const known = readTrust(given);
    await auditLive(source, { ...known, chain: await connect(chain) }, before, state);
  } catch (error) {
    if (error instanceof ChainUnavailableError) state.reason ??= error.message;
    else if (error instanceof AnchorlogError && OUTAGES.has(error.code)) state.reason ??= error.message;
    else if (!(error instanceof TooManyFindings)) throw error;
  }
  const { note, findings, seen } = state;
  return { audit: conclude(state), note: note && formatNote(note.note), seen: findings.total > 0 ? undefined : seen };
}

async function auditLive(
  source: TileSource,
  trust: ReadTrust,
  before: SeenLog | undefined,
  state: LiveState,
): Promise<void> {
  const { findings } = state;
  const note = await readNote(source);
  const id = readOrigin(note.origin);
  const expected = trust.operator ?? (before && readOrigin(parseCheckpoint(before.note).origin));
  if (id === undefined || (expected !== undefined && checkpointOrigin(expected) !== note.origin)) {
    state.reason = `the log there is ${note.origin}, and not of the operator that the trust file or the state names`;
    return;
  }
  state.note = note;
  const { chain } = trust;
  const isAsked = chain !== undefined && !(chain instanceof ChainUnavailableError) && chain.chainId === id.chainId;
  const registered = isAsked ? await chain.readOperator(id) : undefined;
  const { name = "", version = "" } = registered ?? {};
  state.operator = { ...id, name, version };
  findUnsigned(note, id, trust, registered, findings);
  const headers = await readHeaders(source, note, before, state);
  if (headers === undefined) return;
  state.logs = logsOf(headers);
  const lines = headers.map((header) => `{"header":"${toHex(header)}"}\n`);
  const batchLog = await auditBatches({ text: lines.join(""), logs: state.logs, isWithheld: true, findings });
  state.batchLog = batchLog;
  const keys = trust.operator ?? registered;
  const checkpoints = [{ size: note.size, root: toHex(note.root), final: false }];
  const manifest = { operator: state.operator, keys: keys ?? { anchorKey: NO_KEY, receiptKey: NO_KEY } };
  const live = { manifest, logs: [...state.logs.values()], batchLog, checkpoints, findings, noun: "live log" } as const;
  state.judged = await judgeByTrust(live, trust);
}

/** Without a trust file and a chain, no key is compared. */
const NO_KEY: Hex = `0x${"00".repeat(20)}`;

async function readNote(source: TileSource): Promise<CheckpointNote> {
  const bytes = await source.get(CHECKPOINT_PATH, MAX_NOTE_LENGTH);
  if (bytes === undefined) throw new AnchorlogError("no_checkpoint", "there is no checkpoint at this URL");
  return parseCheckpoint(decodeNoteText(bytes));
}

function findUnsigned(
  note: CheckpointNote,
  id: OperatorId,
  { operator }: ReadTrust,
  registered: RegisteredOperator | undefined,
  findings: Findings,
): void {
  if (operator === undefined && registered === undefined) return;
  const isSigned =
    (operator !== undefined && isTrustedCheckpoint(note, operator)) ||
    (registered !== undefined && isCheckpointBy(note, id, { anchorKey: registered.anchorKey }));
  if (!isSigned) findings.add("bad_signature", CHECKPOINT_PATH, "does not bear the operator's signatures");
}

/** Reads the headers, and compares them with those that an earlier audit saw. Returns undefined if some are missing. */
async function readHeaders(
  source: TileSource,
  note: CheckpointNote,
  before: SeenLog | undefined,
  state: LiveState,
): Promise<readonly Uint8Array[] | undefined> {
  const { findings } = state;
  const earlier = before && parseCheckpoint(before.note);
  try {
    const tiles = await openTilesAt(source, { ...note, extensions: [] });
    if (before === undefined || earlier === undefined || earlier.size > note.size) {
      const headers = await tiles.entries(0, note.size);
      if (before !== undefined) findOlder(note, before, headers, state);
      else state.seen = { note: formatNote(note.note), headers };
      return headers;
    }
    if (!equalBytes(await tiles.rootAt(earlier.size), earlier.root)) {
      return findFork(earlier.size, note.size, before, tiles, findings);
    }
    const headers = [...before.headers, ...(await tiles.entries(earlier.size, note.size))];
    state.seen = { note: formatNote(note.note), headers };
    return headers;
  } catch (error) {
    if (!(error instanceof AnchorlogError && error.code === "bad_tile")) throw error;
    return findings.add("malformed", "tile", error.message);
  }
}

/** A log that shows less than before may be an old copy. If it is not, it shows another history. */
function findOlder(note: CheckpointNote, before: SeenLog, headers: readonly Uint8Array[], state: LiveState): void {
  const then = treeRoot(buildTree(before.headers.slice(0, note.size).map(hashHeader)));
  if (note.size === 0 || equalBytes(then, note.root)) {
    state.reason = `the log shows ${countOf(note.size, "batch")}, and it showed ${before.headers.length} before: this may be an old copy, so ask again later`;
    return;
  }
  state.findings.add(...forkOf(note.size, before, headers));
}

async function findFork(
  seenSize: number,
  size: number,
  before: SeenLog,
  tiles: TileReader,
  findings: Findings,
): Promise<readonly Uint8Array[]> {
  const headers = await tiles.entries(0, size);
  findings.add(...forkOf(seenSize, before, headers));
  return headers;
}

function forkOf(size: number, before: SeenLog, headers: readonly Uint8Array[]) {
  const position = headers.findIndex(
    (header, i) => i >= before.headers.length || !equalBytes(header, before.headers[i]!),
  );
  const message = `at size ${size} the log has another root than the last audit saw: the batch at position ${position} is another`;
  return ["checkpoint_mismatch", CHECKPOINT_PATH, message, "other_history"] as const;
}

/** Returns the logs that headers are of. Their entries are not there: the facts about them are the headers' own. */
function logsOf(headers: readonly Uint8Array[]): ReadonlyMap<Hex, AuditedLog> {
  const logs = new Map<Hex, Map<number, Header>>();
  for (const bytes of headers) {
    const header = unlessRefused(() => decodeHeader(bytes));
    if (header === undefined) continue;
    const id = toHex(header.log);
    if (!logs.has(id)) logs.set(id, new Map());
    const starts = logs.get(id)!;
    if (!starts.has(header.start)) starts.set(header.start, header);
  }
  return new Map([...logs].map(([id, starts]) => [id, logOf(id, starts)]));
}

function logOf(id: Hex, starts: ReadonlyMap<number, Header>): AuditedLog {
  let entries = 0;
  for (const { start, count } of starts.values()) entries = Math.max(entries, start + count);
  return {
    name: id,
    entries,
    newestAt: 0,
    byWallets: 0,
    withoutPayload: 0,
    withoutSignature: 0,
    facts: async ({ from }) => {
      const header = starts.get(from);
      return header && { ...header, acceptedAt: 0, isCertain: true, uncommitted: 0 };
    },
    headBefore: async () => undefined,
  };
}

function conclude({ findings, reason, operator, note, batchLog, logs, judged }: LiveState): Audit {
  const indeterminate = reason ?? judged?.indeterminate;
  const verdict = findings.total > 0 ? "invalid" : indeterminate === undefined ? "valid" : "indeterminate";
  const first = findings.list[0];
  const isSeen = note !== undefined && batchLog !== undefined;
  return {
    source: "tiles",
    verdict,
    message:
      first === undefined
        ? (indeterminate ?? "the published batches agree with what is trusted; their entries were not there to check")
        : `${countFindings(findings)}; the first: ${first.where}: ${first.message}`,
    compared: judged?.compared ?? { keys: false },
    reason: indeterminate,
    unconfirmed: verdict === "valid" ? (judged?.unjudged ?? []) : [],
    operator,
    logs: [...logs].map(([id, { name, entries }]) => ({ name, id, entries, pending: 0 })),
    batches: batchLog?.batches ?? [],
    checkpoints: judged?.checkpoints ?? (isSeen ? [{ size: note.size, root: toHex(note.root), final: false }] : []),
    timestamps: [],
    unchecked: { payloads: 0, signatures: 0, wallets: 0 },
    findings: findings.list,
    more: findings.total - findings.list.length,
    unjudged: findings.unjudged,
    moreUnjudged: findings.totalUnjudged - findings.unjudged.length,
  };
}
