/** Wrong calls and exit codes. This file imports nothing, so that `--help` starts at once. */

/** The command was called wrongly: exit code 3. */
export class UsageError extends Error {
  /** The command whose help to show; the running command's if absent. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

/** Exit codes, and their order of precedence over several results. */
export const EXIT_CODES = { valid: 0, invalid: 1, indeterminate: 2, usage: 3 } as const;

/** @throws UsageError if a command that takes no arguments was given some. */
export function assertNone(command: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`${command} takes no argument, but got ${positionals[0]}`, command);
}

/** Reads a port from an option. @throws UsageError */
export function readPort(option: string, text: string, command = "dev"): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${option} takes a port from 0 to 65535, not ${text}`, command);
}

/** The worst of several verdicts: invalid, then indeterminate, then valid. */
export function worstExitCode(verdicts: readonly ("valid" | "invalid" | "indeterminate")[]): number {
  if (verdicts.includes("invalid")) return EXIT_CODES.invalid;
  if (verdicts.includes("indeterminate")) return EXIT_CODES.indeterminate;
  return EXIT_CODES.valid;
}
