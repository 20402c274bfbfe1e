/**
 * Returns the result of `read`, or undefined if it throws.
 *
 * @param kinds the classes of the errors that stand for undefined; by default, any error does.
 */
export function attempt<T>(
  read: () => T,
  ...kinds: readonly (abstract new (...given: never[]) => Error)[]
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (kinds.length === 0 || kinds.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}
