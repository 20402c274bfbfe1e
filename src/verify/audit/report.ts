/** An audit as plain data for people: the model that the writers of HTML, Markdown, JSON and text share. */
import { encodeMessage } from "../../action/envelope.ts";
import { assertGiven } from "../../base/options.ts";
import { hashDomain } from "../../action/domain.ts";
import { PART_NONE } from "../../action/part.ts";
import { attempt } from "../../base/attempt.ts";
import { FormatError } from "../../base/json.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { printable } from "../../base/printable.ts";
import { BATCH_LOG } from "../../chain/view.ts";
import { decodeEntry, hashEntry, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { saidByEntry } from "../bundle/about.ts";
import { CHECKPOINT_PATH, TILE_WIDTH, tilePath } from "../../tlog/tilePath.ts";
import { describeUnchecked, type Audit, type ReadExport } from "./audit.ts";
import { foldFindings, type Placed } from "./causes.ts";
import type { Finding, FindingCode } from "./findings.ts";
import { linesIn } from "./blocks.ts";
import { EXPORT_FILES, parseExportedEntry, parseManifest, salvageEntry, type Manifest } from "./format.ts";
import { headlineOf } from "./headline.ts";
import { MEANINGS, type Meaning, type MeaningId } from "./meanings.ts";
import { countOf } from "../../base/countOf.ts";

/** The format of reports (docs/schemas/report-1.json). */
export const REPORT_FORMAT = "anchorlog.report/1";

/** A table beside the audit's own, for the operator's internal data (refusals, timings). */
export type ReportSection = {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** How the audit was made, as its caller knows it. */
export type ReportContext = {
  /** Unix milliseconds. */
  readonly madeAt: number;
  readonly version?: string | undefined;
  /** The command line, without secrets. */
  readonly command?: string | undefined;
  /** The node that was asked, without secrets: scheme and host. */
  readonly rpc?: string | undefined;
  readonly files?: readonly ReportedFile[];
  /** The proofs that were written, if the caller searched for any. */
  readonly evidence?: ReportedEvidence | undefined;
  readonly crossCheck?: ReportedCrossCheck | undefined;
  /** Further tables, shown last. */
  readonly sections?: readonly ReportSection[];
};

/** A file that the audit read, with its SHA-256 in hex. */
export type ReportedFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** The proofs of the operator's faults, each in a file for `anchorlog report-fault`. */
export type ReportedEvidence = {
  readonly folder: string;
  readonly files: readonly {
    readonly file: string;
    /** The fault's name in `FaultProofs`. */
    readonly fault: string;
    /** The fault and its place, in words. */
    readonly message: string;
    /** The log's identifier, or 32 zero bytes for the batch log. */
    readonly log: Hex;
    /** The entry's index in the log, or the batch's position in the batch log. */
    readonly from: number;
  }[];
  /** The number of possible faults that only a challenge can show. */
  readonly questions: number;
  /** Why there are no files, if nothing could be searched. */
  readonly why?: string;
};

/** A second judgement of the export with other people's code. */
export type ReportedCrossCheck = {
  /** Names and versions of the packages. */
  readonly with: readonly string[];
  /** The numbers of lines, batches and checkpoints that were judged twice. */
  readonly entries: number;
  readonly batches: number;
  readonly checkpoints: number;
  readonly disagreements: readonly { readonly where: string; readonly message: string }[];
};

/** A line of a log in words. Each value is the line's own claim. */
export type ReportedAction = {
  readonly log: string;
  readonly index: number;
  /** The account that the entry names as its actor. */
  readonly actor: Hex;
  /** The action in words; undefined if it is withheld or cannot be read. */
  readonly words?: string | undefined;
  /** Why the line cannot show that the actor signed: a contract wallet signed, or the signature is withheld. */
  readonly unsigned?: "wallet" | "withheld" | undefined;
  /** The object's key; undefined for an action without an object. */
  readonly objectKey?: Hex | undefined;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  readonly entryHash: Hex;
  /** The batch that covers the entry, and its way to the chain; undefined if no batch does. */
  readonly way?: ReportedWay | undefined;
};

/** The way from a batch to its block. */
export type ReportedWay = {
  readonly batch: number;
  readonly position: number;
  readonly root: Hex;
  /** The first checkpoint of the export that covers the batch. */
  readonly checkpoint?: { readonly size: number; readonly root: Hex } | undefined;
  /** Unix seconds of the block that anchored the checkpoint; undefined if no chain was asked, or it is not there. */
  readonly anchoredAt?: number | undefined;
  readonly isFinal: boolean;
};

/** A finding's code, place and words. */
export type ReportedPlace = {
  readonly code: FindingCode;
  readonly meaning: MeaningId;
  readonly file: string;
  readonly line?: number | undefined;
  /** The fault in one plain sentence. */
  readonly wrong: string;
  /** The values, for engineers. */
  readonly detail: string;
};

/** A finding in words, with the findings that can follow from it. */
export type ReportedFinding = ReportedPlace &
  Omit<Meaning, "code" | "wrong"> & {
    readonly action?: ReportedAction | undefined;
    /** The name of its log. */
    readonly log?: string | undefined;
    /** When it happened, Unix milliseconds, as the export says; for the picture. */
    readonly at?: number | undefined;
    readonly consequences: readonly ReportedPlace[];
    /** The files that prove it on chain; undefined if none were written. */
    readonly evidence?: readonly string[] | undefined;
  };

/** A report. It is plain JSON. */
export type Report = Pick<
  Audit,
  "source" | "verdict" | "operator" | "compared" | "logs" | "batches" | "checkpoints" | "timestamps"
> & {
  readonly format: typeof REPORT_FORMAT;
  /** The verdict, as strong as the data that the export was compared with. */
  readonly headline: string;
  readonly summary: string;
  readonly findings: readonly ReportedFinding[];
  /** The number of findings that are not listed. */
  readonly moreFindings: number;
  readonly unjudged: Audit["unjudged"];
  readonly moreUnjudged: number;
  /** The parts that were not checked, and what would check them. */
  readonly notChecked: readonly string[];
  /** One action and its way to the chain, if there is no finding to show it. */
  readonly example?: ReportedAction | undefined;
  readonly evidence?: ReportedEvidence | undefined;
  readonly crossCheck?: ReportedCrossCheck | undefined;
  readonly context: Omit<ReportContext, "evidence" | "crossCheck">;
};

/**
 * Makes the report of an audit. It reads the lines of findings again, to say in words which actions they are about.
 *
 * @param read reads the audited export.
 */
export async function buildReport(audit: Audit, read: ReadExport, about: ReportContext): Promise<Report> {
  assertGiven("buildReport", { audit, read, about }, "audit.findings", "read()", "about");
  const { evidence, crossCheck, ...context } = about;
  const lines = await readLines(audit, read);
  const placed = audit.findings.map((finding) => placeOf(finding, audit, lines));
  const findings = foldFindings(placed).map(({ finding, consequences }) => ({
    ...describe(finding, audit),
    consequences: consequences.map((one) => wordsOf(one, audit)),
    evidence: evidence && evidenceOf([finding, ...consequences], evidence, audit),
  }));
  const firstLog = audit.logs.find(({ entries }) => entries > 0);
  const example = firstLog && lines.get(EXPORT_FILES.log(firstLog.name))?.get(1);
  return {
    format: REPORT_FORMAT,
    source: audit.source,
    verdict: audit.verdict,
    ...headlineOf(audit, findings),
    operator: audit.operator,
    compared: audit.compared,
    findings,
    moreFindings: audit.more,
    unjudged: audit.unjudged.map(({ where, message }) => ({ where, message: printable(message) })),
    moreUnjudged: audit.moreUnjudged,
    notChecked: notChecked(audit, context.rpc),
    example: findings.some(({ action }) => action !== undefined) ? undefined : example,
    logs: audit.logs,
    batches: audit.batches,
    checkpoints: audit.checkpoints,
    timestamps: audit.timestamps,
    evidence,
    crossCheck,
    context,
  };
}

type Lines = ReadonlyMap<string, ReadonlyMap<number, ReportedAction>>;

/** Reads the lines of logs that findings name. If no finding names a line, reads the first line of the first log. */
async function readLines(audit: Audit, read: ReadExport): Promise<Lines> {
  const found = new Map<string, Map<number, ReportedAction>>();
  const manifest = await readManifest(read);
  if (manifest === undefined) return found;
  for (const [name, wanted] of wantedLines(audit)) {
    const file = EXPORT_FILES.log(name);
    const actions = new Map<number, ReportedAction>();
    found.set(file, actions);
    const last = Math.max(...wanted);
    let number = 0;
    for await (const line of linesIn(read, file)) {
      if (++number > last) break;
      const action = wanted.has(number) ? describeLine(line, name, manifest, audit) : undefined;
      if (action !== undefined) actions.set(number, action);
    }
  }
  return found;
}

/** Returns the numbers of the lines to describe, by log. */
function wantedLines({ logs, findings }: Audit): ReadonlyMap<string, ReadonlySet<number>> {
  const wanted = logs.map(({ name }) => {
    return [name, new Set(findings.flatMap(({ where }) => lineIn(where, EXPORT_FILES.log(name)) ?? []))] as const;
  });
  const named = wanted.filter(([, lines]) => lines.size > 0);
  const first = logs.find(({ entries }) => entries > 0);
  return new Map(named.length > 0 || first === undefined ? named : [[first.name, new Set([1])]]);
}

async function readManifest(read: ReadExport): Promise<Manifest | undefined> {
  const text = await read(EXPORT_FILES.manifest);
  return text === undefined ? undefined : attempt(() => parseManifest(text));
}

function describeLine(line: string, log: string, manifest: Manifest, audit: Audit): ReportedAction | undefined {
  const exported = attempt(() => parseExportedEntry(line, manifest));
  const bytes = exported === undefined ? salvageEntry(line) : exported.entry;
  const entry = bytes && attempt(() => decodeEntry(bytes));
  if (bytes === undefined || entry === undefined) return undefined;
  const action = exported?.action;
  return {
    log,
    index: entry.index,
    actor: toHex(entry.actor),
    words: action && attempt(() => wordsOfAction(entry, log, action, manifest)),
    unsigned: entry.scheme === SCHEME_WALLET ? "wallet" : isWithheld(exported) ? "withheld" : undefined,
    objectKey: entry.part === PART_NONE ? undefined : toHex(entry.objectKey),
    acceptedAt: entry.acceptedAt,
    entryHash: toHex(hashEntry(bytes)),
    way: wayOf(entry.index, log, audit),
  };
}

/** Whether a line was read that shows neither the action nor its signature. */
const isWithheld = (line: ReturnType<typeof parseExportedEntry> | undefined): boolean =>
  line !== undefined && line.action === undefined && line.signed === undefined;

/** @throws FormatError if the action is not of a kind of the manifest. */
function wordsOfAction(
  entry: Entry,
  log: string,
  { primaryType, message }: NonNullable<ReturnType<typeof parseExportedEntry>["action"]>,
  { kinds, operator }: Manifest,
): string {
  const kind = kinds.get(primaryType);
  if (kind === undefined) throw new FormatError("malformed", "primaryType", "is not a kind of the manifest");
  const domainSeparator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const encoded = encodeMessage(kind, message, domainSeparator);
  return printable(saidByEntry(log, { ...entry, part: kind.object.part }, kind, encoded.message).action);
}

/** Returns the way from the batch that covers an entry to its block. */
function wayOf(index: number, log: string, { batches, checkpoints }: Audit): ReportedWay | undefined {
  const batch = batches.find((one) => one.log === log && index >= one.start && index < one.start + one.count);
  if (batch === undefined) return undefined;
  const covering = checkpoints.filter(({ size }) => size > batch.position);
  const anchored = covering.find(({ anchoredAt }) => anchoredAt !== undefined);
  const checkpoint = anchored ?? covering[0];
  return {
    batch: batch.number,
    position: batch.position,
    root: batch.root,
    checkpoint: checkpoint && { size: checkpoint.size, root: checkpoint.root },
    anchoredAt: anchored?.anchoredAt,
    isFinal: covering.some(({ final }) => final),
  };
}

/** Returns the line's number if a place is a line of the file. */
function lineIn(where: string, file: string): number | undefined {
  return where.startsWith(`${file}:`) ? Number(where.slice(file.length + 1)) : undefined;
}

type PlacedFinding = Placed & Omit<Finding, "where"> & { readonly action: ReportedAction | undefined };

function placeOf({ code, where, message, meaning }: Finding, audit: Audit, lines: Lines): PlacedFinding {
  const [, file = where, digits] = /^(.*\.jsonl):(\d+)$/.exec(where) ?? [];
  const line = digits === undefined ? undefined : Number(digits);
  const action = line === undefined ? undefined : lines.get(file)?.get(line);
  const isLog = file.startsWith("logs/");
  const header =
    file === EXPORT_FILES.batches ? audit.batches.find(({ position }) => position + 1 === line) : undefined;
  const size = /^checkpoints\/(\d+)$/.exec(file)?.[1];
  return {
    code,
    message,
    meaning,
    file,
    line,
    action,
    index: action?.index ?? (isLog && line !== undefined ? line - 1 : undefined),
    batch: header && { ...header, file: EXPORT_FILES.log(header.log) },
    // A root of all batches is compared at the size that is trusted.
    size: size === undefined ? (meaning === "other_root" ? Infinity : undefined) : Number(size),
  };
}

function wordsOf({ code, meaning, file, line, message }: PlacedFinding, { source }: Audit): ReportedPlace {
  const isLive = source === "tiles";
  return {
    code,
    meaning,
    ...(isLive ? placeInTiles(file, line) : { file, line }),
    wrong: MEANINGS[meaning].wrong,
    detail: printable(message.replaceAll("\n", " ")),
  };
}

/** Returns a place in a live log: the tile that holds a header and its number there, from 1, or the checkpoint. */
function placeInTiles(file: string, line: number | undefined): Pick<ReportedPlace, "file" | "line"> {
  if (file !== EXPORT_FILES.batches) return { file: file.startsWith("checkpoints/") ? CHECKPOINT_PATH : file };
  if (line === undefined) return { file: "tile/entries" };
  const position = line - 1;
  const index = Math.floor(position / TILE_WIDTH);
  return { file: tilePath({ level: "entries", index, width: TILE_WIDTH }), line: (position % TILE_WIDTH) + 1 };
}

function describe(finding: PlacedFinding, audit: Audit): Omit<ReportedFinding, "consequences"> {
  const { follows, doesNotFollow, faults, proof, todo } = MEANINGS[finding.meaning];
  const batch = audit.batches.find(({ position }) => position === finding.batch?.position);
  const { action } = finding;
  const place = { log: action?.log ?? batch?.log, at: action?.acceptedAt ?? batch?.closedAt };
  return { ...wordsOf(finding, audit), follows, doesNotFollow, faults, proof, todo, action, ...place };
}

/** Returns the files that prove one of the findings: of a fault that can prove it, at its place. */
function evidenceOf(findings: readonly PlacedFinding[], { files }: ReportedEvidence, { logs }: Audit): string[] {
  const isOf = (finding: PlacedFinding, { fault, log, from }: ReportedEvidence["files"][number]): boolean => {
    const { meaning, file, index, batch, size } = finding;
    if (!MEANINGS[meaning].faults.includes(fault)) return false;
    if (size !== undefined || meaning === "other_history") return log === BATCH_LOG;
    const name = logs.find(({ id }) => id === log)?.name;
    if (batch === undefined) return name !== undefined && file === EXPORT_FILES.log(name) && index === from;
    if (name === undefined) return log === BATCH_LOG && batch.position === from;
    return batch.file === EXPORT_FILES.log(name) && from >= batch.start && from < batch.start + batch.count;
  };
  return files.filter((one) => findings.some((finding) => isOf(finding, one))).map(({ file }) => file);
}

/** Lists the parts that were not checked. */
function notChecked(audit: Audit, rpc: string | undefined): string[] {
  const { compared, logs, timestamps } = audit;
  const pending = logs.reduce((sum, log) => sum + log.pending, 0);
  const isLive = audit.source === "tiles";
  const isAlone = compared.chain === undefined && !compared.keys;
  return [
    ...(audit.verdict === "indeterminate" && audit.reason !== undefined
      ? [`Why there is no verdict: ${audit.reason}.`]
      : []),
    ...(compared.chain === undefined
      ? [
          `Anchors: ${rpc === undefined ? "no chain was asked" : "the chain gave nothing to compare with"}. So times of anchoring and finality are unknown (\`--rpc\`).`,
        ]
      : []),
    ...(isLive
      ? ["The actions, their signatures and receipts: a live log has only the batches (`npx anchorlog audit EXPORT`)."]
      : []),
    ...(isLive && !compared.keys ? ["The note key's signature: the registry has no note keys (`--trust`)."] : []),
    ...(isAlone
      ? [
          "The operator's keys: they were compared with nothing that names them (`--trust` or `--rpc`). Other keys may have signed the receipts.",
        ]
      : []),
    ...describeUnchecked(audit.unchecked).map(sentence),
    ...audit.unconfirmed.map(sentence),
    ...(pending > 0 ? [pendingWords(audit, pending)] : []),
    ...(timestamps.some(({ verdict }) => verdict === undefined)
      ? ["Timestamps on further chains that were not asked (`--timestamps`)."]
      : []),
    "Whether the actions are true, allowed or wise by the platform's own rules: an audit checks only the rules of the log.",
  ];
}

function pendingWords({ findings }: Audit, pending: number): string {
  const entries = countOf(pending, "entry");
  return lacksBatches(findings.map(({ code, where }) => ({ code, file: where })))
    ? `Whether a batch covers ${entries}: batches are missing from the export, or cannot be read.`
    : `Whether ${entries} will be anchored: no batch of the export covers ${pending === 1 ? "it" : "them"}.`;
}

/** Whether the export lacks batches, or some of them cannot be read. */
export function lacksBatches(findings: readonly Pick<ReportedPlace, "code" | "file">[]): boolean {
  return findings.some(
    ({ code, file }) => (code === "malformed" || code === "missing_file") && file.startsWith(EXPORT_FILES.batches),
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
