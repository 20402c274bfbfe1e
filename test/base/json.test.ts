import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, parseStrictJson } from "anchorlog";

describe("strict JSON", () => {
  it("reads what JSON.stringify writes, with any white space between tokens", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        fc.pre(!hasIntegerKeys(value));
        const text = JSON.stringify(value, undefined, space);
        expect(JSON.stringify(parseStrictJson(text))).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each([
    ["a duplicate member", '{"a":"1","a":"2"}'],
    ["a duplicate member of the same value", '{"a":"1","a":"1"}'],
    ["a needless escape", '{"a":"\\u0041"}'],
    ["an escaped slash", '{"a":"\\/"}'],
    ["another spelling of a number", '{"a":1.0}'],
    ["a number beyond precision", '{"a":12345678901234567890}'],
    ["a duplicate __proto__", '{"__proto__":1,"__proto__":2}'],
  ])("refuses %s as not canonical", (_, text) => {
    expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: "non_canonical" }) as FormatError);
  });

  it.each(["", "{", "{'a':1}", '{"a":1,}', "\u0000", '{"a":"\n"}', "[".repeat(100_000)])(
    "refuses %j as malformed",
    (text) => {
      expect(() => parseStrictJson(text)).toThrow(FormatError);
    },
  );

  it("reads 64 nested arrays and objects, and refuses more with a clear error", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const members = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
    for (const text of [nested, members]) {
      expect(JSON.stringify(parseStrictJson(text(64)))).toBe(text(64));
      for (const depth of [65, 5_000, 200_000]) {
        expect(() => parseStrictJson(text(depth))).toThrow(
          expect.objectContaining({
            code: "malformed",
            message: "document: nests more than 64 arrays and objects in each other",
          }) as FormatError,
        );
      }
    }
  });

  it("reads a string of a megabyte", () => {
    const text = JSON.stringify({ a: '\\"'.repeat(500_000) });
    expect(JSON.stringify(parseStrictJson(text))).toBe(text);
  });
});

/** JavaScript reorders such members, so they cannot be read strictly; no format here has any. */
function hasIntegerKeys(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!Array.isArray(value) && Object.keys(value).some((key) => /^\d+$/.test(key))) return true;
  return Object.values(value).some(hasIntegerKeys);
}
