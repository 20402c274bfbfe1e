/**
 * Text for a terminal: what comes from a file can hold escape sequences that recolour a verdict, or
 * characters that turn its direction. They are shown as U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char) => (char === "\n" ? char : "\ufffd"));
}

/** What was found could not be written where it should go: no verdict was given, whatever it was. */
export class OutputError extends Error {}

/**
 * Writes results to standard output.
 *
 * @throws OutputError where nobody takes them: a pipe was closed, or a disk is full.
 */
export async function print(text: string): Promise<void> {
  const error = await write(process.stdout, text);
  if (error) throw new OutputError(`the results could not be written: ${reasonOf(error)}`);
}

/** Writes to standard error, as far as that is possible: there is no other place to complain. */
export async function complain(text: string): Promise<void> {
  await write(process.stderr, printable(text));
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" ? "whoever read them has stopped reading (EPIPE)" : error.message;
}

/** Writes and waits until it is out. */
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

/** A stream tells of an error by an event as well, maybe later. It would end the process if nobody heard it. */
function failureOf(stream: NodeJS.WriteStream): Failure {
  let failure = failures.get(stream);
  if (failure === undefined) {
    const found: Failure = (failure = {});
    stream.on("error", (error) => void (found.error ??= error));
    failures.set(stream, found);
  }
  return failure;
}
