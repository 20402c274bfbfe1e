/** Loads one implementation of a primitive. */
import { reasonOf } from "../base/errors.ts";

/** The loaded implementation, or the reason why it did not load. */
export type Loaded<T> = { readonly value: T } | { readonly reason: string };

export function load<T>(make: () => T): Loaded<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}
