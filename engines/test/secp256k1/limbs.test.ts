import { describe, expect, it } from "vitest";
import { add, constant, E, LIMBS, multiply, multiplyAdd, nearest, magic } from "../../generate/secp256k1/limbs.ts";

describe("the bounds of what is generated", () => {
  it("gives each limb its place, the next one's 23 or 24 bits on, and those of both halves the same", () => {
    expect([E(0), E(LIMBS)]).toEqual([0, 256]);
    for (let i = 0; i < 2 * LIMBS; i++) {
      expect([23, 24]).toContain(E(i + 1) - E(i));
      expect(E(LIMBS + i)).toBe(256 + E(i));
      // So products of limbs i and j are multiples of column i + j's unit.
      for (let j = 0; j <= i; j++) expect(E(i) + E(j)).toBeGreaterThanOrEqual(E(i + j));
    }
  });

  it("takes sums and products that are exact, and none that may not be", () => {
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

  it("rounds only what rounding by a constant is exact for", () => {
    expect(nearest(constant(2 ** 52 + 1), 2, magic(2))).toMatchObject({ unit: 2, max: 2 ** 52 + 3 });
    expect(() => nearest(constant(2 ** 52 + 1), 1, magic(1))).toThrow("too large to round");
  });
});
