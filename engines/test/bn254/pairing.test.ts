import { bn254 } from "@noble/curves/bn254.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { X } from "../../generate/bn254/pairingNumbers.ts";
import { T } from "../../generate/bn254/pairingLines.ts";
import { G1 as G1_PAIR, SUM_POINT } from "../../generate/bn254/pairingG1.ts";
import { BITS, SIGNAL, SIGNALS } from "../../generate/bn254/pairingSignals.ts";
import { F, FACTOR_A, FACTOR_B, G, L0, L1, L3, N } from "../../generate/bn254/pairingTower.ts";
import vectors from "../../../test/vectors/foreign/eip-197/pairing.json" with { type: "json" };
import { Fp, Fp2, Fp6, Fp12, Fr, type G1, type G2, instantiate, P } from "./pairingModule.ts";

const module = instantiate();
const { functions, get, get2, put2, get12, put12, putG1, putG2, words } = module;
const { BASE: BASE1 } = bn254.G1.Point;
const { BASE: BASE2, Fn } = bn254.G2.Point;
const R = Fr.ORDER;
const onG1 = (k: bigint): G1 => BASE1.multiply(k).toAffine();
const onG2 = (k: bigint): G2 => BASE2.multiply(k).toAffine();

/** Numbers at the field's edges, with limbs of ones or of zeros, and any others. */
const edges = [0n, 1n, 2n, (P - 1n) / 2n, (P + 1n) / 2n, P - 2n, P - 1n, 2n ** 51n - 1n, 2n ** 253n - 1n];
const ofFp = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: P - 1n }));
const ofFp2 = fc.record({ c0: ofFp, c1: ofFp });
const ofFp6 = fc.record({ c0: ofFp2, c1: ofFp2, c2: ofFp2 });
const ofFp12 = fc.record({ c0: ofFp6, c1: ofFp6 });
const scalar = fc.bigInt({ min: 1n, max: R - 1n });
const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 50) =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      check(value);
    }),
    { numRuns },
  );

describe("the field tower, compared with noble's", () => {
  test("squares", () =>
    holds(ofFp12, (a) => {
      put12(F, a);
      functions.square12!();
      expect(get12(F)).toEqual(Fp12.sqr(a));
    }));

  test("multiplies", () =>
    holds(fc.tuple(ofFp12, ofFp12), ([a, b]) => {
      put12(FACTOR_A, a);
      put12(FACTOR_B, b);
      functions.multiply12!(G[0]!.at);
      expect(get12(G)).toEqual(Fp12.mul(a, b));
    }));

  test("multiplies with lines, whose first coefficient is 1 or not", () =>
    holds(fc.tuple(ofFp12, ofFp2, ofFp2, ofFp2), ([a, l0, l1, l3]) => {
      const zero = Fp2.ZERO;
      const line = (first: typeof l0) => ({ c0: { c0: first, c1: zero, c2: zero }, c1: { c0: l1, c1: l3, c2: zero } });
      for (const [element, value] of [
        [L0, l0],
        [L1, l1],
        [L3, l3],
      ] as const)
        put2(element, value);
      put12(F, a);
      functions.line!();
      expect(get12(F)).toEqual(Fp12.mul(a, line(l0)));
      put12(F, a);
      functions.lineOne!();
      expect(get12(F)).toEqual(Fp12.mul(a, line(Fp2.ONE)));
    }));

  test("squares repeatedly in the cyclotomic subgroup", () =>
    holds(
      ofFp12.filter((a) => !Fp12.is0(a)),
      (a) => {
        const odd = Fp12.mul(Fp12.conjugate(a), Fp12.inv(a));
        const unit = Fp12.mul(Fp12.frobeniusMap(odd, 2), odd);
        put12(G, unit);
        for (let i = 0; i < 3; i++) functions.cyclotomic12!();
        expect(get12(G)).toEqual(Fp12.pow(unit, 8n));
      },
      20,
    ));

  test("inverts in Fp6 and modulo p, and maps 0 to 0", () => {
    holds(
      ofFp6.filter((a) => !Fp6.is0(a)),
      (a) => {
        for (const [i, value] of [a.c0, a.c1, a.c2].entries()) put2(N[i]!, value);
        functions.inverse6!();
        const [c0, c1, c2] = N.map(get2);
        expect({ c0, c1, c2 }).toEqual(Fp6.inv(a));
      },
      20,
    );
    holds(
      ofFp2,
      (a) => {
        put2(L1, a);
        functions.invert!(L1.at);
        const inverse = (value: bigint) => (value === 0n ? 0n : Fp.inv(value));
        expect(get2(L1)).toEqual({ c0: inverse(a.c0), c1: inverse(a.c1) });
      },
      20,
    );
  });

  test("computes the final exponentiation", () =>
    holds(
      ofFp12.filter((a) => !Fp12.is0(a)),
      (a) => {
        put12(F, a);
        functions.exponentiate!();
        expect(get12(G)).toEqual(Fp12.finalExponentiate(a));
      },
      5,
    ));
});

/** e(a, b), or the fault of the points. */
function pairing(a: G1, b: G2) {
  putG1(0, a);
  putG1(1, a);
  putG2(b);
  if ((functions.readG1!() & 1) === 0) return "off the curve";
  if (functions.readG2!() === 0) return "off the twist";
  if (functions.start!() === 0) return "outside of G2";
  functions.exponentiate!();
  return get12(G);
}
const paired = (a: G1, b: G2) => pairing(a, b) as Exclude<ReturnType<typeof pairing>, string>;

describe("the pairing", () => {
  test("equals noble's", () =>
    holds(
      fc.tuple(scalar, scalar),
      ([a, b]) => expect(pairing(onG1(a), onG2(b))).toEqual(bn254.pairing(BASE1.multiply(a), BASE2.multiply(b))),
      5,
    ));

  test("is bilinear and not degenerate", () => {
    const one = paired(onG1(1n), onG2(1n));
    expect(Fp12.eql(one, Fp12.ONE)).toBe(false);
    expect(Fp12.eql(Fp12.pow(one, R), Fp12.ONE)).toBe(true);
    holds(
      fc.tuple(scalar, scalar),
      ([a, b]) => {
        expect(pairing(onG1(a), onG2(b))).toEqual(Fp12.pow(one, Fr.mul(a, b)));
        expect(pairing(onG1(b), onG2(a))).toEqual(pairing(onG1(Fr.mul(a, b)), onG2(1n)));
      },
      5,
    );
  });

  test.each(vectors)("EIP-197: $name", ({ pairs, holds: expected }) => {
    const product = pairs.reduce((sum, words) => {
      const [x, y, x1, x0, y1, y0] = words.map(BigInt) as [bigint, bigint, bigint, bigint, bigint, bigint];
      return Fp12.mul(sum, paired({ x, y }, { x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } }));
    }, Fp12.ONE);
    expect(Fp12.eql(product, Fp12.ONE)).toBe(expected);
  });
});

describe("points of the twist", () => {
  const { b } = bn254.G2.Point.CURVE();
  const order = R * (2n * P - R);
  /** A point of the twist: the first one whose x is (`start` or more, 1). */
  const onTwist = (start: bigint) => {
    for (let c0 = start; ; c0++) {
      const x = { c0, c1: 1n };
      const yy = Fp2.add(Fp2.mul(Fp2.sqr(x), x), b);
      try {
        return bn254.G2.Point.fromAffine({ x, y: Fp2.sqrt(yy) });
      } catch {
        // The number is not a square, as half of all numbers: tries the next x.
      }
    }
  };
  const times = (point: InstanceType<typeof bn254.G2.Point>, k: bigint) => {
    let sum = bn254.G2.Point.ZERO;
    for (const bit of k.toString(2)) sum = bit === "1" ? sum.double().add(point) : sum.double();
    return sum;
  };

  test("are accepted only if their order is r", () => {
    const small = [10_069n, 5_864_401n];
    const any = onTwist(5n);
    expect(times(any, order).is0()).toBe(true);
    const others = [any, onTwist(77n), times(any, R)];
    for (const q of small) {
      const ofSmallOrder = times(any, order / q);
      expect(ofSmallOrder.is0()).toBe(false);
      expect(times(ofSmallOrder, q).is0()).toBe(true);
      others.push(ofSmallOrder, ofSmallOrder.add(BASE2), times(any, order / q / R));
    }
    for (const point of others) {
      expect(point.isTorsionFree()).toBe(false);
      expect(pairing(onG1(7n), point.toAffine())).toBe("outside of G2");
      expect(functions.fixed!(0)).toBe(0);
    }
    expect(pairing(onG1(7n), times(any, 2n * P - R).toAffine())).toBeTypeOf("object");
    expect(functions.fixed!(0)).toBe(1);
  });

  test("of another order do not satisfy the condition of the loop", () => {
    // 6x + 2 + ψ - ψ² + ψ³ as a + bψ, by ψ² = tψ - p.
    const t = 6n * X * X + 1n;
    const [a, c] = [6n * X + 2n + P - t * P, 1n - t + t * t - P];
    const degree = a * a + a * c * t + c * c * P;
    const gcd = (m: bigint, n: bigint): bigint => (n === 0n ? m : gcd(n, m % n));
    expect(gcd(degree, order)).toBe(R);
    expect((2n * P - R) % R).not.toBe(0n);
    expect(P + 1n - R).toBe(t);
  });

  test("end the loop at -ψ³(Q), with a Z that is not 0", () => {
    expect(pairing(onG1(1n), onG2(5n))).toBeTypeOf("object");
    const [x, y, z] = T.map(get2) as [typeof Fp2.ONE, typeof Fp2.ONE, typeof Fp2.ONE];
    const inverse = Fp2.inv(z);
    const expected = BASE2.multiply(Fn.neg(Fn.mul(5n, Fn.pow(P % R, 3n)))).toAffine();
    expect({ x: Fp2.mul(x, inverse), y: Fp2.mul(y, inverse) }).toEqual(expected);
  });
});

describe("G1", () => {
  test("accepts only points of the curve, in either position", () => {
    const [good, bad] = [onG1(5n), { x: 1n, y: 3n }];
    const read = (first: G1, second: G1) => {
      putG1(0, first);
      putG1(1, second);
      return functions.readG1!();
    };
    const found = [
      read(good, good),
      read(good, bad),
      read(bad, good),
      read({ x: 0n, y: 0n }, { x: P - 1n, y: P - 1n }),
    ];
    expect(found).toEqual([3, 1, 2, 0]);
    expect([0, 1].map((lane) => get(G1_PAIR[0]!, lane as 0 | 1))).toEqual([0n, P - 1n]);
  });

  const ic = [11n, 13n, R - 13n, 17n];
  const put = (signals: readonly bigint[]) => {
    for (const [i, signal] of signals.entries()) {
      const odd = signal % 2n === 1n ? signal : signal + R;
      words(SIGNALS + SIGNAL * i, (odd >> 1n) + (1n << BigInt(BITS - 1)), SIGNAL / 8);
    }
    functions.sumSignals!(signals.length);
  };
  const affine = () => {
    const [x, y, z] = SUM_POINT.map((of) => get(of, 0)) as [bigint, bigint, bigint];
    return z === 0n ? "infinity" : { x: Fp.div(x, z), y: Fp.div(y, z) };
  };

  test("sums multiples, also for extreme signals, equal points, opposite points and infinity", () => {
    for (const [i, k] of ic.entries()) {
      putG1(0, onG1(k));
      putG1(1, { x: 0n, y: 0n });
      functions.readG1!();
      if (i === 0) functions.constantG1!();
      else functions.tableG1!(i - 1);
    }
    const check = (signals: readonly bigint[]) => {
      put(signals);
      const k = signals.reduce((sum, signal, i) => Fr.add(sum, Fr.mul(signal, ic[i + 1]!)), ic[0]!);
      expect(affine()).toEqual(k === 0n ? "infinity" : onG1(k));
    };
    for (const some of [[], [0n], [1n], [R - 1n], [0n, 0n, 0n], [1n, 1n], [5n, 4n, 3n]]) check(some);
    // The sum of the signals' points is the first one's opposite: infinity.
    check([Fr.neg(Fr.div(11n, 13n))]);
    check([Fr.div(11n, 13n)]);
    const edge = fc.oneof(fc.constantFrom(0n, 1n, 2n, R - 2n, R - 1n, 2n ** 253n, 63n, 64n), scalar);
    holds(fc.array(edge, { maxLength: 3 }), check, 20);
  });
});
