import { styleText } from "node:util";
import { printable } from "../base/printable.ts";

export { printable };

/** Quotes a text for a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a word of a command that is printed for a shell: in quotes, if it has blanks or other special characters. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=,-]+$/u.test(text) ? text : shellQuoted(text);
}

const COLOURS = { valid: "green", invalid: "red", indeterminate: "yellow" } as const;

/** Colours a verdict if standard output is a terminal and NO_COLOR is not set. */
export function inColour(verdict: keyof typeof COLOURS): string {
  return styleText(COLOURS[verdict], verdict, { stream: process.stdout });
}

/** The results could not be written, so no verdict was given. */
export class OutputError extends Error {}

/**
 * Writes results to standard output.
 *
 * @throws OutputError if they cannot be written: a pipe was closed, or a disk is full.
 */
export async function print(text: string): Promise<void> {
  const error = await write(process.stdout, text);
  if (error) throw new OutputError(`the results could not be written: ${reasonOf(error)}`);
}

/** Writes to standard error. A failure is ignored, since it could not be reported. */
export async function complain(text: string): Promise<void> {
  await write(process.stderr, printable(text));
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" ? "the reading program has stopped (EPIPE)" : error.message;
}

/** Writes text and waits until it is written. */
async function write(stream: NodeJS.WriteStream, text: string): Promise<Error | undefined> {
  const failure = failureOf(stream);
  try {
    return await new Promise((resolve) => void stream.write(text, (error) => resolve(error ?? failure.error)));
  } catch (error) {
    return error as Error;
  }
}

type Failure = { error?: Error };
const failures = new WeakMap<NodeJS.WriteStream, Failure>();

/** Records the stream's error event, which may come later. Without a listener it would end the process. */
function failureOf(stream: NodeJS.WriteStream): Failure {
  let failure = failures.get(stream);
  if (failure === undefined) {
    const found: Failure = (failure = {});
    stream.on("error", (error) => void (found.error ??= error));
    failures.set(stream, found);
  }
  return failure;
}
