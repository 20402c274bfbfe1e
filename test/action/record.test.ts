import { expect, it } from "vitest";
import { canonicalRow } from "../../src/action/record.ts";

it("a row's texts are well-formed Unicode", () => {
  for (const text of ["\ud800", "\\\udfff", "\\\\\ud800"]) expect(() => canonicalRow({ text })).toThrow(RangeError);
  for (const text of ["\\ud800", "\\\\ud800", "\u{10400}"]) {
    expect(canonicalRow({ text })).toBe(JSON.stringify({ text }));
  }
});
