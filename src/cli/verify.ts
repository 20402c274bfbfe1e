import { useEngine } from "../action/engine.ts";
import { verifyBundle, type BundleVerdict } from "../bundle/verify.ts";
import { misplaced } from "./documents.ts";
import { readTimestamp, timestampOfBundle } from "./timestamps.ts";
import type { TimestampVerdict } from "../anchor/verifyTimestamp.ts";
import { loadTrust, readDocument, UsageError, worstExitCode, type TrustCall } from "./options.ts";
import { print, printable } from "./print.ts";

/** What is verified for a file that is neither form of a bundle. */
const NO_BUNDLE: BundleVerdict = {
  verdict: "invalid",
  state: null,
  code: "malformed",
  message: "is neither UTF-8 JSON nor a compact bundle, of at most 8 MiB",
};

/** `anchorlog verify`: one line a file. Returns the exit code. */
export async function runVerify({
  values,
  positionals: files,
}: TrustCall & { values: { timestamp?: string } }): Promise<number> {
  if (files.length === 0) throw new UsageError("verify takes at least one bundle's file", "verify");
  const timestamp = readTimestamp(values.timestamp);
  const trust = await loadTrust(values);
  // Every file is read before anything is printed: an unreadable one is a wrong call, not a verdict.
  const bundles: (string | Uint8Array | undefined)[] = [];
  for (const file of files) {
    const bundle = await readDocument(file);
    const instead = misplaced(bundle, "bundle");
    if (instead !== undefined) throw new UsageError(`${file} ${instead}`);
    bundles.push(bundle);
  }
  // Whatever there is: which engine recovers changes no verdict.
  await useEngine();
  const verdicts: BundleVerdict["verdict"][] = [];
  for (const [i, file] of files.entries()) {
    const bundle = bundles[i];
    const result = bundle === undefined ? NO_BUNDLE : await verifyBundle(bundle, trust);
    verdicts.push(result.verdict);
    // What is no bundle, or cannot be read here, leads to no checkpoint that could be asked about.
    const isAsked = timestamp !== undefined && result.verdict !== "invalid" && result.code !== "newer_format";
    const dated = isAsked ? await timestampOfBundle(bundle!, timestamp) : undefined;
    if (isAsked) verdicts.push(dated?.verdict ?? "indeterminate");
    await print(values.json ? formatJson(file, result, dated) : formatLine(file, result));
    if (isAsked && !values.json) await print(formatDated(file, dated));
  }
  return worstExitCode(verdicts);
}

function formatJson(
  file: string,
  { verdict, state, code, message, ...rest }: BundleVerdict,
  timestamp: TimestampVerdict | undefined,
): string {
  return `${JSON.stringify({ file, verdict, state, code, message, ...rest, timestamp })}\n`;
}

function formatDated(file: string, timestamp: TimestampVerdict | undefined): string {
  if (timestamp === undefined)
    return printable(`${file}: timestamp indeterminate: the bundle leads to no checkpoint\n`);
  const { verdict, code, message } = timestamp;
  const why = code === "ok" ? "" : ` (${code})`;
  const by = verdict === "valid" ? `, sent by ${timestamp.seen.sender}` : "";
  return printable(`${file}: timestamp ${verdict}${why}: ${message}${by}\n`);
}

function formatLine(file: string, { verdict, state, code, message }: BundleVerdict): string {
  const reached = state === null ? "" : `, ${state}`;
  const why = code === "ok" ? "" : ` (${code})`;
  return `${printable(`${file}: ${verdict}${reached}${why}: ${message}`.replaceAll("\n", " "))}\n`;
}
