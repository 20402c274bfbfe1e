/** Loads one implementation of a primitive. */
import { messageOf } from "../base/errors.ts";

/** The loaded implementation, or the reason why it did not load. */
export type Loaded<T> = { readonly value: T } | { readonly reason: string };

export function load<T>(make: () => T): Loaded<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** Returns the first line of an error's message. */
export const reasonOf = (error: unknown): string => messageOf(error).split("\n")[0]!;
