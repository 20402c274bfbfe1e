import { useEngine } from "../action/engine.ts";
import { isCompactBundle } from "../bundle/compact.ts";
import { verifyBundle, type BundleVerdict } from "../bundle/verify.ts";
import { printable } from "./print.ts";
import { decodeText, loadTrust, parseCommand, readBoundedFile, UsageError, worstExitCode } from "./options.ts";

/** `anchorlog verify`: one line a file. Returns the exit code. */
export async function runVerify(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = parseCommand(args, {});
  if (files.length === 0) throw new UsageError("verify takes at least one bundle's file");
  const trust = await loadTrust(values);
  // Every file is read before anything is printed: an unreadable one is a wrong call, not a verdict.
  const bundles: (string | Uint8Array | undefined)[] = [];
  for (const file of files) {
    const bytes = await readBoundedFile(file);
    bundles.push(bytes === undefined || isCompactBundle(bytes) ? bytes : decodeText(bytes));
  }
  // Whatever there is: which engine recovers changes no verdict.
  await useEngine();
  const verdicts: BundleVerdict["verdict"][] = [];
  for (const [i, file] of files.entries()) {
    const bundle = bundles[i];
    const result: BundleVerdict =
      bundle === undefined
        ? {
            verdict: "invalid",
            state: null,
            code: "malformed",
            message: "is neither UTF-8 JSON nor a compact bundle, of at most 8 MiB",
          }
        : await verifyBundle(bundle, trust);
    verdicts.push(result.verdict);
    const { verdict, state, code, message } = result;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ file, verdict, state, code, message })}\n`
        : `${printable(`${file}: ${verdict}${state === null ? "" : `, ${state}`}${code === "ok" ? "" : ` (${code})`}: ${message}`.replaceAll("\n", " "))}\n`,
    );
  }
  return worstExitCode(verdicts);
}
