import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { useEngine } from "../action/engine.ts";
import { formatTime } from "../action/time.ts";
import type { TimestampVerdict } from "../chain/verifyTimestamp.ts";
import { EXPORT_FILES } from "../verify/audit/format.ts";
import type { Trust } from "../verify/trust.ts";
import { judgeDocument, type DocumentVerdict } from "./evidence.ts";
import { loadTrust, readDocument, readInput, type TrustCall } from "./options.ts";
import { UsageError, worstExitCode } from "./usage.ts";
import { print, printable } from "./print.ts";
import { readTimestamp, timestampOfBundle, type NamedTimestamp } from "./timestamps.ts";

/** A document to be judged. */
type DocumentSource = { readonly file: string; readonly read: () => Promise<string | Uint8Array | undefined> };

/** `anchorlog verify`: prints one line for each file. Returns the exit code. */
export async function runVerify({
  values,
  positionals,
}: TrustCall & { values: { timestamp?: string } }): Promise<number> {
  if (positionals.length === 0) throw new UsageError("verify takes a file, a folder or - for standard input", "verify");
  const timestamp = readTimestamp(values.timestamp);
  const trust = await loadTrust(values);
  // Read before anything is printed: a name that cannot be read is a usage error, not a verdict.
  const sources = (await Promise.all(positionals.map(sourcesAt))).flat();
  // The engine only makes it faster; the verdicts are the same.
  await useEngine();
  const verdicts: DocumentVerdict["verdict"][] = [];
  for (const source of sources) verdicts.push(...(await verifyOne(source, trust, timestamp, values.json === true)));
  return worstExitCode(verdicts);
}

/** Returns the documents that an argument names: a file, the files in a folder, or standard input. */
async function sourcesAt(file: string): Promise<DocumentSource[]> {
  if (file === "-") {
    const content = await readInput();
    return [{ file, read: async () => content }];
  }
  if ((await stat(file).catch(() => undefined))?.isDirectory() !== true) {
    const content = await readDocument(file);
    return [{ file, read: async () => content }];
  }
  const found = await readdir(file, { withFileTypes: true, recursive: true });
  const paths = found.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  // An export is judged as a whole, by its manifest.
  const manifest = join(file, EXPORT_FILES.manifest);
  const all = paths.includes(manifest) ? [manifest] : paths.sort();
  if (all.length === 0) throw new UsageError(`${file} holds no files`, "verify");
  return all.map((path) => ({ file: path, read: () => readDocument(path) }));
}

async function verifyOne(
  { file, read }: DocumentSource,
  trust: Trust,
  timestamp: NamedTimestamp | undefined,
  isJson: boolean,
): Promise<DocumentVerdict["verdict"][]> {
  let content: Awaited<ReturnType<DocumentSource["read"]>>;
  let result: DocumentVerdict;
  try {
    content = await read();
    result = await judgeDocument(content, trust);
  } catch (error) {
    // An unreadable file in a folder gets its own line.
    if (!(error instanceof Error && (error as { code?: unknown }).code === "unreadable")) throw error;
    result = { document: null, verdict: "indeterminate", state: null, code: "unreadable", message: error.message };
  }
  // Only a readable bundle leads to a checkpoint that a further chain may hold.
  const isAsked = result.document === "bundle" && result.verdict !== "invalid" && result.code !== "newer_format";
  const isDated = timestamp !== undefined && isAsked && content !== undefined;
  const dated = isDated ? await timestampOfBundle(content!, timestamp) : undefined;
  await print(isJson ? formatJson(file, result, dated) : formatLine(file, result));
  if (isDated && !isJson) await print(formatDated(file, dated));
  return isDated ? [result.verdict, dated?.verdict ?? "indeterminate"] : [result.verdict];
}

function formatJson(file: string, judged: DocumentVerdict, timestamp: TimestampVerdict | undefined): string {
  return `${JSON.stringify({ file, ...judged, timestamp })}\n`;
}

function formatDated(file: string, timestamp: TimestampVerdict | undefined): string {
  if (timestamp === undefined)
    return printable(`${file}: timestamp indeterminate: the bundle leads to no checkpoint\n`);
  const { verdict, code, message } = timestamp;
  const why = code === "ok" ? "" : ` (${code})`;
  const by = verdict === "valid" ? `, sent by ${timestamp.seen.sender}` : "";
  return printable(`${file}: timestamp ${verdict}${why}: ${message}${by}\n`);
}

function formatLine(
  file: string,
  { document, verdict, state, code, message, entry, anchoredAt }: DocumentVerdict,
): string {
  const what = document === null || document === "bundle" ? "" : `${document} `;
  const reached = state === null ? "" : `, ${state}`;
  const why = code === "ok" ? "" : ` (${code})`;
  const said =
    entry === undefined
      ? ""
      : `; signed by ${entry.signer}: ${entry.action}; accepted ${formatTime(entry.acceptedAt)}` +
        (anchoredAt === undefined ? "" : `, anchored ${formatTime(1_000 * anchoredAt)}`);
  return `${printable(`${file}: ${what}${verdict}${reached}${why}: ${message}${said}`.replaceAll("\n", " "))}\n`;
}
