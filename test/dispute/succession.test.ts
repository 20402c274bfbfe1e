import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isAhead } from "../../src/action/time.ts";
import { fromHex } from "../../src/base/hex.ts";
import { breaksChain, entryFits, headerFollows, headerStands, readEntry, readHeader } from "../../src/dispute/index.ts";

type Patch = { name: string; at: number; bytes: string; holds: boolean };
type Base = "first" | "next" | "other" | "entry0" | "entry1" | "entry2" | "entry3";
/** Read by test/contracts/Succession.t.sol as well. */
const vectors = JSON.parse(readFileSync(new URL("../vectors/succession.json", import.meta.url), "utf8")) as Record<
  Base,
  string
> & {
  headers: (Patch & { base: Base })[];
  entries: (Patch & { base: Base })[];
  headerPairs: (Patch & { previous: Base; next: Base })[];
  entryPairs: (Patch & { previous: Base; next: Base })[];
  places: (Patch & { header: Base; position: number; base: Base })[];
  clocks: { name: string; time: number; blockTime: number; holds: boolean }[];
};
const bytesOf = (base: Base): Uint8Array => fromHex(vectors[base]);
function patched(base: Base, { at, bytes }: Patch): Uint8Array {
  const result = bytesOf(base);
  result.set(fromHex(bytes), at);
  return result;
}

describe("the rules of succession", () => {
  it.each(vectors.headers)("header: $name", (vector) => {
    expect(readHeader(patched(vector.base, vector)) !== undefined).toBe(vector.holds);
  });
  it.each(vectors.entries)("entry: $name", (vector) => {
    expect(readEntry(patched(vector.base, vector)) !== undefined).toBe(vector.holds);
  });
  it.each(vectors.headerPairs)("headers: $name", (vector) => {
    expect(headerFollows(bytesOf(vector.previous), readHeader(patched(vector.next, vector))!)).toBe(vector.holds);
  });
  it.each(vectors.entryPairs)("entries: $name", (vector) => {
    expect(breaksChain(bytesOf(vector.previous), readEntry(patched(vector.next, vector))!)).toBe(!vector.holds);
  });
  it.each(vectors.places)("an entry in its batch: $name", (vector) => {
    expect(entryFits(readHeader(bytesOf(vector.header))!, vector.position, patched(vector.base, vector))).toBe(
      vector.holds,
    );
  });

  it.each(vectors.clocks)("time, judged by a block: $name", ({ time, blockTime, holds }) => {
    expect(isAhead(time, blockTime)).toBe(!holds);
  });

  it("refuse headers and entries of a wrong length", () => {
    for (const base of ["first", "next"] as const) {
      expect(readHeader(bytesOf(base).subarray(1))).toBeUndefined();
      expect(readHeader(new Uint8Array([...bytesOf(base), 0]))).toBeUndefined();
    }
    expect(readEntry(bytesOf("entry1").subarray(0, 266))).toBeUndefined();
    expect(readEntry(new Uint8Array())).toBeUndefined();
  });

  it("need a previous leaf after position 0, and closing at most an hour after the checkpoint's block", () => {
    const header = readHeader(bytesOf("next"))!;
    const seconds = Math.ceil(header.closedAt / 1000);
    expect([1, 2].map((position) => headerStands(header, position, seconds))).toEqual([true, true]);
    expect(headerStands(header, 0, seconds)).toBe(false);
    expect(headerStands(header, 2, seconds - 3_600)).toBe(true);
    expect(headerStands(header, 2, seconds - 3_601)).toBe(false);
  });
});
