import { parseArgs } from "node:util";
import { AnchorlogError } from "../errors.ts";
import { runAudit } from "./audit.ts";
import { EXIT_CODES, UsageError } from "./options.ts";
import { complain, OutputError, print } from "./print.ts";
import { runVerify } from "./verify.ts";
import { WATCH_HELP, WATCH_OPTIONS } from "./watch-options.ts";

const HELP = `anchorlog: verify what a platform did

  anchorlog verify FILE... [--checkpoint FILE | --rpc URL] [--trust FILE] [--json]
      Verifies proof bundles. One line a file: the verdict, and the state reached
      (promised, included, anchored, final).

  anchorlog audit DIR [--checkpoint FILE | --rpc URL] [--trust FILE] [--report FILE] [--json]
      Recomputes an export from its actions up, and compares it with what you trust.

  anchorlog watch --trust FILE --rpc URL[,URL] [--for user|operator] [options]
      Watches an operator, answers, asks, reports and warns: see anchorlog watch --help.

  --checkpoint FILE  a signed checkpoint, trusted as given
  --rpc URL          an Ethereum node: takes its word for what the registry holds
  --trust FILE       an operator's chain, registry and keys (anchorlog.trust/1)
  --report FILE      writes the audit as a page of HTML
  --json             prints JSON, one object a line

Exit codes: 0 valid, 1 invalid, 2 indeterminate, 3 usage, an unreadable file, or results
that could not be written: no verdict.
`;

/**
 * Runs the command: results go to standard output, all else to standard error. Returns the exit code, which is that of
 * a verdict only where one was reached and written.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    await complain(`anchorlog: ${describe(error)}\n`);
    return EXIT_CODES.usage;
  }
}

async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === "verify") return runVerify(rest);
  if (command === "audit") return runAudit(rest);
  if (command === "watch") {
    if (rest.includes("--help") || rest.includes("-h")) {
      await print(WATCH_HELP);
      return EXIT_CODES.valid;
    }
    return (await import("./watch.ts")).runWatch(parseWatch(rest));
  }
  if (command === undefined) {
    await complain(HELP);
    return EXIT_CODES.usage;
  }
  if (command !== "help" && command !== "--help" && command !== "-h") {
    throw new UsageError(`there is no command ${command}`);
  }
  await print(HELP);
  return EXIT_CODES.valid;
}

function parseWatch(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: WATCH_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nanchorlog --help says how to call it.`;
  if (error instanceof AnchorlogError || error instanceof OutputError) return error.message;
  return `no verdict, by a fault of this program: ${error instanceof Error ? error.message : String(error)}`;
}
