import { didYouMean } from "../daemon/config/nearest.ts";
import { withSettingNames } from "../daemon/config/optionNames.ts";
import { AnchorlogError, messageOf, REMEDY } from "../base/errors.ts";
import { ERROR_GROUPS } from "../base/errors/codes.ts";
import type { ErrorTable } from "../base/errors/table.ts";
import { helpOf, indent, readCall, type Command } from "./command.ts";
import { COMMANDS, GROUPS } from "./commands.ts";
import { withoutUrls } from "../daemon/log.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { complain, OutputError, print } from "./print.ts";
import { seeCode } from "./site.ts";
import { version } from "./version.ts";

const describeCommand = ({ name, usage, about }: Command): string =>
  `${`  anchorlog ${name} ${usage}`.trimEnd()}\n${indent(about, 6)}\n`;

const HELP = `anchorlog: makes what a platform did provable, and verifies it

${GROUPS.map(({ title, commands }) => `${title}\n\n${commands.map(describeCommand).join("\n")}`).join("\n")}
\`npx anchorlog COMMAND --help\` says more, with an example; \`npx anchorlog --version\` says which this is.

Exit codes: 0 valid, or done; 1 invalid, or needs attention; 2 indeterminate, or cannot be known
now: try again; 3 usage, a wrong configuration, an unreadable file, or results that could not be
written: no verdict, and not done.
`;

/**
 * Runs the command. Results go to standard output, all else to standard error. Returns the exit code, which stands for
 * a verdict only if the verdict was reached and written.
 */
export async function main(args: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === args[0]);
  try {
    return command === undefined ? await runNone(args) : await runCommand(command, args.slice(1));
  } catch (error) {
    await complain(`anchorlog: ${describe(error, command?.name)}\n`);
    return command?.isVerdict === false && isPassing(error) ? EXIT_CODES.indeterminate : EXIT_CODES.usage;
  }
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const call = readCall(command, args);
  if (call !== undefined) return command.run(call);
  await print(helpOf(command));
  return EXIT_CODES.valid;
}

async function runNone([name, about]: readonly string[]): Promise<number> {
  if (name === undefined) {
    await complain(HELP);
    return EXIT_CODES.usage;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    await print(`${await version()}\n`);
    return EXIT_CODES.valid;
  }
  if (name !== "help" && name !== "--help" && name !== "-h") throw unknown(name);
  const asked = COMMANDS.find((command) => command.name === about);
  if (about !== undefined && asked === undefined) throw unknown(about);
  await print(asked === undefined ? HELP : helpOf(asked));
  return EXIT_CODES.valid;
}

function unknown(name: string): UsageError {
  const what = name.startsWith("-") ? "option" : "command";
  const near = didYouMean(name.replace(/^-+/, ""), [...COMMANDS.map((command) => command.name), "help", "version"]);
  return new UsageError(`there is no ${what} ${name}${near}`);
}

/** Codes of errors that may pass without intervention. A supervisor that restarts the process may try again. */
const PASSING: ReadonlySet<string> = new Set(
  Object.values<ErrorTable>(ERROR_GROUPS).flatMap((table) =>
    Object.entries(table).flatMap(([code, { again }]) => (again === true ? [code] : [])),
  ),
);

function isPassing(error: unknown): boolean {
  return error instanceof AnchorlogError && PASSING.has(error.code);
}

/** Names the sent transaction if its outcome is unknown. Sending it again could do the same twice. */
function sentOf({ code, details }: AnchorlogError): string {
  const hash = details?.["transactionHash"];
  if (code !== "chain_unavailable" || typeof hash !== "string") return "";
  return `\nIt may be done: look for the transaction ${hash} first, before it is tried again`;
}

/** @param command the running command, if there is one. */
function describe(error: unknown, command: string | undefined): string {
  if (error instanceof UsageError) {
    const named = error.command ?? command;
    const help = named === undefined ? "npx anchorlog --help" : `npx anchorlog ${named} --help`;
    return `${error.message}\n${help} says how to call it.`;
  }
  if (error instanceof AnchorlogError)
    return `${withSettingNames(error.message)}${sentOf(error)}${seeCode(error.code)}`;
  if (error instanceof OutputError) return error.message;
  const message = messageOf(error);
  const { path, errno } = Object(error) as NodeJS.ErrnoException;
  if (path !== undefined && errno !== undefined) {
    return `${message}${REMEDY}check that the path ${path} is possible, that this user can read and write it, and that the disk has space`;
  }
  return `no verdict, by a fault of this program: ${withoutUrls(message)}`;
}
