import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { useEngine } from "../action/engine.ts";
import { formatTime } from "../action/time.ts";
import type { TimestampVerdict } from "../chain/verifyTimestamp.ts";
import { splitLines } from "../base/lines.ts";
import { readRegularFile } from "../base/regularFile.ts";
import { EXPORT_FILES } from "../verify/audit/format.ts";
import type { GivenRow } from "../verify/bundle/row.ts";
import type { Trust } from "../verify/trust.ts";
import { address } from "../daemon/config/values.ts";
import type { FaultScan } from "../dispute/faults/scan.ts";
import type { AgainstVerdict, Promised, Records } from "./against.ts";
import type { FaultCourt } from "./auditEvidence.ts";
import { CONSEQUENCES, type JudgedFault } from "../verify/consequences.ts";
import { hasSeveral } from "./documents.ts";
import { judgeDocument, type DocumentVerdict } from "./evidence.ts";
import { limitYoungObjects } from "./memory.ts";
import { documentIn, loadTrust, MAX_FILE_BYTES, readAs, readDocument, readInput, type TrustCall } from "./options.ts";
import { UsageError, worstExitCode } from "./usage.ts";
import { complain, inColour, print, printable } from "./print.ts";
import { readTimestamp, timestampOfBundle, type NamedTimestamp } from "./timestamps.ts";

/** A document to be judged, and its file in the output. */
type Source = { readonly file: string; readonly read: () => Promise<string | Uint8Array | undefined> };

type VerifyCall = TrustCall & {
  readonly values: {
    readonly timestamp?: string;
    readonly lines?: boolean;
    readonly against?: string;
    readonly evidence?: string;
    readonly row?: string;
    readonly signer?: string;
  };
};

/** The options that documents are judged by, beside the trusted data. */
type Judging = {
  readonly trust: Trust;
  readonly timestamp: NamedTimestamp | undefined;
  readonly records: Records | undefined;
  /** The row that a bundle must be about. */
  readonly row: GivenRow | undefined;
  readonly isJson: boolean;
  /** Receipts whose promises are broken. */
  readonly broken: Promised[];
};

/** `anchorlog verify`: prints one line for each document. Returns the exit code. */
export async function runVerify({ values, positionals }: VerifyCall): Promise<number> {
  if (positionals.length === 0) throw new UsageError("verify takes a file, a folder or - for standard input", "verify");
  const timestamp = readTimestamp(values.timestamp);
  if (values.evidence !== undefined) {
    if (values.against === undefined) throw new UsageError("--evidence is of promises: give --against, too", "verify");
    const { assertEmpty } = await import("./auditEvidence.ts");
    await assertEmpty(values.evidence, values.rpc, "verify");
  }
  const trust = await loadTrust(values);
  const row = await readRow(values);
  // Checked before anything is printed: a name that cannot be read is a usage error, not a verdict.
  for (const file of positionals) await assertReadable(file);
  limitYoungObjects();
  // The engine only makes it faster; the verdicts are the same.
  await useEngine();
  // Documents are read one by one, so that the memory does not grow with their number.
  const records = values.against === undefined ? undefined : await loadRecords(values.against, trust);
  const judging: Judging = { trust, timestamp, records, row, isJson: values.json === true, broken: [] };
  const verdicts = new Set<DocumentVerdict["verdict"]>();
  for (const file of positionals) {
    for await (const source of values.lines === true ? linesIn(file) : sourcesAt(file)) {
      for (const verdict of await verifyOne(source, judging)) verdicts.add(verdict);
    }
  }
  if (verdicts.size === 0) throw new UsageError(`${positionals.join(", ")} holds no documents`, "verify");
  if (values.evidence !== undefined) await proveBroken(values.evidence, values.rpc!, judging);
  return worstExitCode([...verdicts]);
}

/** Loaded only if promises are judged: it loads a client of chains. */
async function loadRecords(place: string, trust: Trust): Promise<Records> {
  const { openRecords } = await import("./against.ts");
  return openRecords(place, trust);
}

/** Writes the proofs of broken promises, and names them on standard error: the verdicts are on standard output. */
async function proveBroken(folder: string, rpc: string, { trust, records, broken }: Judging): Promise<void> {
  if (broken.length === 0) return complain("evidence: no promise is broken\n");
  const operator = records!.operator;
  const isTrusted = trust.operator !== undefined && trust.operator.registry === operator?.registry;
  const find = (court: FaultCourt): Promise<FaultScan> => records!.findFaults(broken, court);
  const [{ writeEvidence }, { formatEvidence }] = await Promise.all([
    import("./auditEvidence.ts"),
    import("../verify/audit/text.ts"),
  ]);
  const evidence = await writeEvidence(folder, { operator, rpc, isTrusted }, find);
  await complain(`${formatEvidence(evidence).join("\n")}\n`);
}

async function assertReadable(file: string): Promise<void> {
  if (file === "-" || (await isFolder(file))) return;
  // Opens the file and reads none of it.
  await readRegularFile(file, -1);
}

const isFolder = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined))?.isDirectory() === true;

/** Yields the documents that an argument names: a file, the files in a folder by name, or standard input. */
async function* sourcesAt(file: string): AsyncGenerator<Source, void> {
  if (file === "-") yield { file, read: readInput };
  else if (await isFolder(file)) yield* sourcesIn(file);
  else yield { file, read: () => readDocument(file) };
}

async function* sourcesIn(folder: string): AsyncGenerator<Source, void> {
  const found = await readdir(folder, { withFileTypes: true });
  // An export is judged as a whole, by its manifest.
  const manifest = found.some(({ name }) => name === EXPORT_FILES.manifest);
  const names = found.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of manifest ? [EXPORT_FILES.manifest] : names) {
    const file = join(folder, name);
    if (name.endsWith("/")) yield* sourcesIn(file);
    else yield { file, read: () => readDocument(file) };
  }
}

/** Yields the lines of a file, a document each. Empty lines are skipped. */
async function* linesIn(file: string): AsyncGenerator<Source, void> {
  let number = 0;
  const chunks = file === "-" ? process.stdin : createReadStream(file);
  for await (const line of splitLines(chunks, MAX_FILE_BYTES)) {
    number++;
    if (line?.length !== 0) yield { file: `${file}:${number}`, read: async () => line && documentIn(line) };
  }
}

/** @throws UsageError; AnchorlogError `unreadable` */
async function readRow({ row, signer }: VerifyCall["values"]): Promise<GivenRow | undefined> {
  if (row === undefined) {
    if (signer !== undefined)
      throw new UsageError("--signer names the signer of --row's record: give --row too", "verify");
    return undefined;
  }
  const text = await readDocument(row);
  if (typeof text !== "string") throw new UsageError(`--row ${row}: is not UTF-8 text of at most 8 MiB`, "verify");
  return { text, signer: signer === undefined ? undefined : readAs(address, "--signer", signer, "verify") };
}

const doubt = (code: "unknown_document" | "unreadable", message: string): DocumentVerdict => ({
  document: null,
  verdict: "indeterminate",
  state: null,
  code,
  message,
});

async function verifyOne(
  { file, read }: Source,
  { trust, timestamp, records, row, isJson, broken }: Judging,
): Promise<DocumentVerdict["verdict"][]> {
  let content: Awaited<ReturnType<Source["read"]>>;
  let result: DocumentVerdict;
  try {
    content = await read();
    result =
      typeof content === "string" && hasSeveral(content)
        ? doubt("unknown_document", "has several documents: put each on a line of its own, and give --lines")
        : await judgeDocument(content, trust, row);
  } catch (error) {
    // An unreadable file in a folder gets its own line.
    if (!(error instanceof Error && (error as { code?: unknown }).code === "unreadable")) throw error;
    result = doubt("unreadable", error.message);
  }
  // Only a readable bundle leads to a checkpoint that a further chain may hold.
  const isAsked = result.document === "bundle" && result.verdict !== "invalid" && result.code !== "newer_format";
  const isDated = timestamp !== undefined && isAsked && content !== undefined;
  const dated = isDated ? await timestampOfBundle(content!, timestamp) : undefined;
  // Only a promise that the operator made can be broken: without trust, nothing shows whose receipt it is.
  const promised =
    records !== undefined && result.verdict === "valid" ? records.promiseIn(result.document, content!) : undefined;
  const against = promised && (await records!.judge(promised));
  if (against?.code === "broken_promise") broken.push(promised!);
  await print(
    isJson ? formatJson(file, result, dated, against) : formatLine(file, result, await claimIn(result, content)),
  );
  if (against !== undefined && !isJson) await print(formatAgainst(file, against));
  if (isDated && !isJson) await print(formatDated(file, dated));
  return [
    result.verdict,
    ...(isDated ? [dated?.verdict ?? ("indeterminate" as const)] : []),
    ...(against === undefined ? [] : [against.verdict]),
  ];
}

/** Returns the claim of a readable proof in words; empty for other documents. */
async function claimIn({ document, verdict, code }: DocumentVerdict, content: unknown): Promise<string> {
  if (document !== "proof" || verdict === "invalid" || code === "newer_format" || typeof content !== "string")
    return "";
  const [{ claimOf }, { parseProof }] = await Promise.all([
    import("../proof/claim.ts"),
    import("../proof/document.ts"),
  ]);
  const { lead, rows } = claimOf(parseProof(content));
  return `. Its claim: ${lead} ${rows.map(({ name, value }) => `${name}: ${value}`).join("; ")}`;
}

const consequenceOf = ({ verdict, code }: DocumentVerdict): string | undefined =>
  verdict === "invalid" ? CONSEQUENCES[code as JudgedFault] : undefined;

function formatJson(
  file: string,
  judged: DocumentVerdict,
  timestamp: TimestampVerdict | undefined,
  against: AgainstVerdict | undefined,
): string {
  return `${JSON.stringify({ file, ...judged, consequence: consequenceOf(judged), timestamp, against })}\n`;
}

function formatAgainst(file: string, { verdict, code, message }: AgainstVerdict): string {
  const why = code === "ok" ? "" : ` (${code})`;
  return `${printable(`${file}: promise `)}${inColour(verdict)}${printable(`${why}: ${message}`)}\n`;
}

function formatDated(file: string, timestamp: TimestampVerdict | undefined): string {
  if (timestamp === undefined)
    return printable(`${file}: timestamp indeterminate: no checkpoint covers the bundle's entry\n`);
  const { verdict, code, message } = timestamp;
  const why = code === "ok" ? "" : ` (${code})`;
  const by = verdict === "valid" ? `, sent by ${timestamp.seen.sender}` : "";
  return printable(`${file}: timestamp ${verdict}${why}: ${message}${by}\n`);
}

function formatLine(file: string, judged: DocumentVerdict, claim: string): string {
  const { document, verdict, state, code, message, entry, anchoredAt } = judged;
  const what = document === null || document === "bundle" ? "" : `${document} `;
  const reached = state === null ? "" : `, ${state}`;
  const why = code === "ok" ? "" : ` (${code})`;
  const consequence = consequenceOf(judged);
  const follows = consequence === undefined ? "" : `. ${consequence}`;
  const said =
    entry === undefined
      ? ""
      : `; signed by ${entry.signer}: ${entry.action}; accepted ${formatTime(entry.acceptedAt)}` +
        (anchoredAt === undefined ? "" : `, anchored ${formatTime(1_000 * anchoredAt)}`);
  const shown = (text: string): string => printable(text.replaceAll("\n", " "));
  return `${shown(`${file}: ${what}`)}${inColour(verdict)}${shown(`${reached}${why}: ${message}${said}${claim}${follows}`)}\n`;
}
