import { AnchorlogError } from "../errors.ts";
import { runAudit } from "./audit.ts";
import { EXIT_CODES, UsageError } from "./options.ts";
import { printable } from "./print.ts";
import { runVerify } from "./verify.ts";

const HELP = `anchorlog: verify what a platform did

  anchorlog verify FILE... [--checkpoint FILE | --rpc URL] [--trust FILE] [--json]
      Verifies proof bundles. One line a file: the verdict, and the state reached
      (promised, included, anchored, final).

  anchorlog audit DIR [--checkpoint FILE | --rpc URL] [--trust FILE] [--report FILE] [--json]
      Recomputes an export from its actions up, and compares it with what you trust.

  --checkpoint FILE  a signed checkpoint, trusted as given
  --rpc URL          an Ethereum node: takes its word for what the registry holds
  --trust FILE       an operator's chain, registry and keys (anchorlog.trust/1)
  --report FILE      writes the audit as a page of HTML
  --json             prints JSON, one object a line

Exit codes: 0 valid, 1 invalid, 2 indeterminate, 3 usage or an unreadable file.
`;

/** Runs the command. Returns the exit code; prints nothing but results to standard output. */
export async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === "verify") return await runVerify(rest);
    if (command === "audit") return await runAudit(rest);
    if (command === "help" || command === "--help" || command === "-h") {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    if (command === undefined) {
      process.stderr.write(HELP);
      return EXIT_CODES.usage;
    }
    throw new UsageError(`there is no command ${command}`);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`anchorlog: ${printable(error.message)}\nanchorlog --help says how to call it.\n`);
      return EXIT_CODES.usage;
    }
    if (error instanceof AnchorlogError) {
      process.stderr.write(`anchorlog: ${printable(error.message)}\n`);
      return EXIT_CODES.usage;
    }
    throw error;
  }
}
