import { verifyBundle, type BundleVerdict } from "../bundle/verify.ts";
import { printable } from "./print.ts";
import { loadTrust, parseCommand, readTextFile, UsageError, worstExitCode } from "./options.ts";

/** `anchorlog verify`: one line a file. Returns the exit code. */
export async function runVerify(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = parseCommand(args, {});
  if (files.length === 0) throw new UsageError("verify takes at least one bundle's file");
  const trust = await loadTrust(values);
  // Every file is read before anything is printed: an unreadable one is a wrong call, not a verdict.
  const texts: (string | undefined)[] = [];
  for (const file of files) texts.push(await readTextFile(file));
  const verdicts: BundleVerdict["verdict"][] = [];
  for (const [i, file] of files.entries()) {
    const text = texts[i];
    const result: BundleVerdict =
      text === undefined
        ? { verdict: "invalid", state: null, code: "malformed", message: "is not UTF-8 text of at most 8 MiB" }
        : await verifyBundle(text, trust);
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
