import { AnchorlogError } from "./errors.ts";
import { abbreviate } from "./hex.ts";

/**
 * Checks that a call's options are an object, which JavaScript callers and casts can miss.
 *
 * @param call names the function in the message.
 * @throws AnchorlogError `bad_option`.
 */
export function assertOptionsOf(call: string, given: unknown, fix: string): asserts given is object {
  if (typeof given === "object" && given !== null) return;
  throw new AnchorlogError("bad_option", `${call} takes an object of options, not ${abbreviate(given)}`, { fix });
}

/**
 * Checks that a call got all that it needs, which JavaScript callers and casts can miss.
 *
 * @param given the options, or the arguments by name.
 * @param needed paths, such as `signer.address`. A path that ends with `()` leads to a function.
 * @throws AnchorlogError `bad_option`, with the path in its details.
 */
export function assertGiven(call: string, given: unknown, ...needed: readonly string[]): void {
  const fix = `give ${needed.join(", ")}`;
  assertOptionsOf(call, given, fix);
  const option = needed.find((path) => {
    const names = path.replace("()", "").split(".");
    const value = names.reduce<unknown>((of, name) => (Object(of) as Record<string, unknown>)[name], given);
    return path.endsWith("()") ? typeof value !== "function" : value === undefined || value === null;
  });
  if (option === undefined) return;
  throw new AnchorlogError("bad_option", `${call} was called without ${option}`, { fix, details: { option } });
}

/** @throws AnchorlogError `bad_option` if the value is not text. */
export function assertText(what: string, value: unknown, fix: string): asserts value is string {
  if (typeof value === "string") return;
  throw new AnchorlogError("bad_option", `${what} is text, not ${abbreviate(value)}`, { fix });
}

/**
 * Checks that options are an object of known names. An unknown name is an error, since it would be ignored silently.
 *
 * @param names all known names, as members: `satisfies Record<keyof Options, true>` keeps them complete.
 * @throws AnchorlogError `bad_option`, with the option's name in its details.
 */
export function assertKnownOptions(call: string, given: unknown, names: Readonly<Record<string, true>>): void {
  const fix = `its options are ${Object.keys(names).join(", ")}`;
  assertOptionsOf(call, given, fix);
  const option = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (option === undefined) return;
  throw new AnchorlogError("bad_option", `${call} has no option ${option}`, { fix, details: { option } });
}
