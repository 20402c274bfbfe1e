import { describe, expect, it } from "vitest";
import { add, constant, E, LIMBS, multiply, multiplyAdd, nearest, magic } from "../../generate/secp256k1/limbs.ts";

describe("the bounds that the generator tracks", () => {
  it("place each limb 23 or 24 bits after the one before, in both halves alike", () => {
    expect([E(0), E(LIMBS)]).toEqual([0, 256]);
    for (let i = 0; i < 2 * LIMBS; i++) {
      expect([23, 24]).toContain(E(i + 1) - E(i));
      expect(E(LIMBS + i)).toBe(256 + E(i));
      // So products of limbs i and j are multiples of column i + j's unit.
      for (let j = 0; j <= i; j++) expect(E(i) + E(j)).toBeGreaterThanOrEqual(E(i + j));
    }
  });

  it("allow only exact sums and products", () => {
    const [half, one] = [constant(2 ** 52 - 2 ** 22), constant(1)];
    const most = add({ ...half, unit: 0 }, half);
    expect(most).toMatchObject({ unit: 0, max: 2 ** 53 - 2 ** 23 });
    expect(() => add(most, one)).toThrow("may not be exact");
    const [a, b] = [constant(2 ** 26 - 1), constant(2 ** 27 - 1)];
    expect(multiply(a, b).max).toBeLessThan(2 ** 53);
    expect(() => multiply(b, b)).toThrow("may not be exact");
    expect(() => multiplyAdd(a, b, half, true)).toThrow("may not be exact");
    expect(() => add(constant(2 ** -30), constant(2 ** 24 + 1))).toThrow("may not be exact");
  });

  it("allow rounding by a constant only if it is exact", () => {
    expect(nearest(constant(2 ** 52 + 1), 2, magic(2))).toMatchObject({ unit: 2, max: 2 ** 52 + 3 });
    expect(() => nearest(constant(2 ** 52 + 1), 1, magic(1))).toThrow("too large to round");
  });
});
