/** What is done at the end of the test that runs, and then at the end of its file. */
const ends: (() => unknown)[] = [];
/** The number of those that belong to the file. */
let ofFile = 0;

/** Calls `end` after the running test, or after the file's last test if none runs. The newest is called first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** Closes `one` when `atEnd` would, unless the test closes it before. Returns it. */
export function closing<One extends { close(): unknown }>(one: One): One {
  const close = one.close.bind(one);
  let isOpen = true;
  atEnd(() => isOpen && close());
  return Object.assign(one, { close: () => ((isOpen = false), close()) });
}

export function beginTest(): void {
  ofFile = ends.length;
}

/** An end that fails skips none of the others. */
export async function endTest(): Promise<void> {
  const errors: unknown[] = [];
  while (ends.length > ofFile) {
    try {
      await ends.pop()!();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "several ends failed");
}

export async function endFile(): Promise<void> {
  ofFile = 0;
  await endTest();
}
