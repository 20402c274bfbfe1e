import { AssertionError } from "node:assert";
import { isDeepStrictEqual } from "node:util";

/** Stands for any text that fits, within an expected value. */
class TextMatching {
  readonly pattern: RegExp;
  constructor(pattern: RegExp) {
    this.pattern = pattern;
  }
}

type Rejection = {
  toMatchObject(expected: object): Promise<void>;
  toThrow(kind: abstract new (...given: never[]) => Error): Promise<void>;
};

/** The comparisons of the contracts, with the names that vitest and jest give them. */
type Comparisons = {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toMatch(pattern: RegExp): void;
  toHaveLength(length: number): void;
  toHaveProperty(name: string): void;
  toBeUndefined(): void;
};

/** @param label names the case in the message, if a check has several. */
export function expect(
  actual: unknown,
  label?: string,
): Comparisons & { readonly not: Comparisons; readonly rejects: Rejection } {
  return {
    ...compare(actual, true, label),
    not: compare(actual, false, label),
    rejects: {
      toMatchObject: async (expected) => compare(await reasonOf(actual), true).toMatchObject(expected),
      toThrow: async (kind) => compare((await reasonOf(actual)) instanceof kind, true, kind.name).toBe(true),
    },
  };
}

/** Any text that contains another one. */
export const containing = (text: string): unknown => new TextMatching(new RegExp(escapePattern(text), "u"));
/** Any text that fits a pattern. */
export const matching = (pattern: RegExp): unknown => new TextMatching(pattern);

const escapePattern = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

function compare(actual: unknown, isExpected: boolean, label?: string): Comparisons {
  const assert = (isSo: boolean, operator: string, expected: unknown) => {
    if (isSo === isExpected) return;
    const named = isExpected ? operator : `not ${operator}`;
    const message = label === undefined ? undefined : `${label}: ${named}`;
    throw new AssertionError({ actual, expected, operator: named, ...(message === undefined ? {} : { message }) });
  };
  return {
    toBe: (expected) => assert(Object.is(actual, expected), "toBe", expected),
    toEqual: (expected) => assert(fits(actual, expected, false), "toEqual", expected),
    toMatchObject: (expected) => assert(fits(actual, expected, true), "toMatchObject", expected),
    toMatch: (pattern) => assert(typeof actual === "string" && pattern.test(actual), "toMatch", pattern),
    toHaveLength: (length) => assert((actual as { length?: unknown }).length === length, "toHaveLength", length),
    toHaveProperty: (name) => assert(Object.hasOwn(actual as object, name), "toHaveProperty", name),
    toBeUndefined: () => assert(actual === undefined, "toBeUndefined", undefined),
  };
}

/** Whether two values are equal. A member that is undefined counts as absent. With `partial`, `actual` may have more members. */
function fits(actual: unknown, expected: unknown, partial: boolean): boolean {
  if (expected instanceof TextMatching) return typeof actual === "string" && expected.pattern.test(actual);
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected);
  if (typeof actual !== "object" || actual === null) return false;
  if (expected instanceof Uint8Array) {
    return actual instanceof Uint8Array && isDeepStrictEqual([...actual], [...expected]);
  }
  if (expected instanceof Map) {
    return (
      actual instanceof Map && fits([...actual.entries()], [...(expected as Map<unknown, unknown>).entries()], partial)
    );
  }
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  if (Array.isArray(expected) && expected.length !== (actual as unknown[]).length) return false;
  const [found, wanted] = [actual as Record<string, unknown>, expected as Record<string, unknown>];
  const names = new Set([...Object.keys(wanted), ...(partial ? [] : Object.keys(found))]);
  return [...names].every((name) => fits(found[name], wanted[name], partial));
}

async function reasonOf(promise: unknown): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new AssertionError({ message: "the call was expected to reject, and it resolved" });
}
