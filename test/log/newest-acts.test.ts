import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "anchorlog";
import { createNewestActs } from "../../src/log/newestActs.ts";
import { runs } from "../seed.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const holder = fc.uint8Array({ minLength: 20, maxLength: 20 });

describe("the newest act upon each object", () => {
  it("is the one that was set last, among many objects with similar keys", () => {
    const index = fc.oneof(fc.nat(), fc.maxSafeNat());
    // Keys of few different bytes, so that keys repeat or differ little.
    const near = fc.array(fc.constantFrom(0, 1), { minLength: 4, maxLength: 4 }).map((bytes) => {
      const all = new Uint8Array(32);
      bytes.forEach((byte, i) => (all[10 * i] = byte));
      return all;
    });
    const acts = fc.array(fc.tuple(fc.oneof(near, key), index, holder), { maxLength: 300 });
    fc.assert(
      fc.property(acts, fc.array(fc.oneof(near, key)), (list, others) => {
        const table = createNewestActs();
        const expected = new Map<string, { index: number; holder: Uint8Array }>();
        for (const [objectKey, at, by] of list) {
          expect(table.get(objectKey)).toEqual(expected.get(toHex(objectKey)));
          table.set(objectKey, { index: at, holder: by });
          expected.set(toHex(objectKey), { index: at, holder: by });
        }
        for (const objectKey of [...others, ...list.map(([each]) => each)]) {
          expect(table.get(objectKey)).toEqual(expected.get(toHex(objectKey)));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("is kept while the table grows, and is returned as a copy", () => {
    const table = createNewestActs();
    const keyOf = (i: number) => Uint8Array.from({ length: 32 }, (_, at) => (i >> (8 * (at % 3))) & 0xff);
    for (let i = 0; i < 20_000; i++) table.set(keyOf(i), { index: i, holder: new Uint8Array(20).fill(i & 0xff) });
    for (let i = 0; i < 20_000; i++) {
      expect(table.get(keyOf(i))).toEqual({ index: i, holder: new Uint8Array(20).fill(i & 0xff) });
    }
    table.get(keyOf(5))!.holder.fill(9);
    expect(table.get(keyOf(5))!.holder[0]).toBe(5);
    expect(table.get(keyOf(20_000))).toBeUndefined();
  });
});
