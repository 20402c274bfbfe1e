/** Additions of many pairs of points; engines/generate/bn254/curve.ts says what is called here. */
import { bn254 } from "@noble/curves/bn254.js";
import type { Engine } from "./engine.ts";
import type { Group } from "./groups.ts";
import { PAIR } from "./memory.ts";
import type { Point1, Point2 } from "./numbers.ts";

/** The number of chains of inversions, and the number of units that are computed alternately. */
const CHAINS = 4;
const TURN = 2;
/** The most additions that share an inversion. */
export const MOST = 8192;

/** The most points that are written beyond the sums. */
export const beyond = ({ lanes }: { readonly lanes: number }): number => lanes * TURN;

const pointsOf = ({ name }: { readonly name: string }): typeof bn254.G1.Point =>
  (name === "G1" ? bn254.G1.Point : bn254.G2.Point) as typeof bn254.G1.Point;

/**
 * Creates an adder of pairs of points. Its memory is never released.
 *
 * @returns `pairs`, the address of up to `MOST` pairs of references; and `add(count, to)`, which writes `count` sums in
 *   a row and returns their addresses. Sums at infinity are left out.
 */
export function adding<T extends Point1 | Point2>(engine: Engine, group: Group<T>) {
  const { lanes, point, functions } = group;
  const unit = 8 * lanes;
  const pairs = engine.take((MOST / lanes + TURN) * unit);
  const ones = engine.take((CHAINS + MOST / lanes + TURN) * PAIR);
  const slots = ones + CHAINS * PAIR;
  // Two points that fill up a turn; their sum is not read.
  const spare = [engine.take(point), engine.take(point)] as const;
  const { BASE } = pointsOf(group);
  group.writePoint(spare[0], BASE.toAffine() as unknown as T);
  group.writePoint(spare[1], BASE.double().toAffine() as unknown as T);

  const add = (count: number, to: number): number[] => {
    const all = count + (((-count % (lanes * TURN)) + lanes * TURN) % (lanes * TURN));
    for (let pair = count; pair < all; pair++) put(pair, spare);
    const units = all / lanes;
    const start = (): boolean => {
      const { bytes } = engine.views();
      for (let i = 0; i < CHAINS; i++) bytes.copyWithin(ones + i * PAIR, group.one, group.one + PAIR);
      functions.forward(pairs, pairs + units * unit, slots);
      return functions.invertTotals(slots + (units - CHAINS) * PAIR) === 1;
    };
    const special = start() ? [] : setAside(count);
    if (special.length > 0 && !start()) throw new Error("points with the same x were missed");
    const last = units - TURN;
    functions.backward(pairs + last * unit, pairs, slots + last * PAIR, to + last * lanes * point);
    for (const [pair, sum] of special) if (sum !== undefined) group.writePoint(to + pair * point, sum);
    return special.filter(([, sum]) => sum === undefined).map(([pair]) => to + pair * point);
  };

  const put = (pair: number, references: readonly [number, number]): void => {
    engine.views().words.set(references, pairs / 4 + 2 * pair);
  };

  /**
   * The sums of pairs whose points have the same x: twice the point, or infinity. In the list, {@link spare} replaces
   * these pairs.
   */
  const setAside = (count: number): [number, T | undefined][] => {
    const special: [number, T | undefined][] = [];
    for (let pair = 0; pair < count; pair++) {
      // In G2 both lanes have to be the same.
      const lane = lanes === 1 ? 3 : 1 << (pair % lanes);
      if ((functions.sameX(pairs + Math.floor(pair / lanes) * unit) & lane) !== lane) continue;
      const at = pairs / 4 + 2 * pair;
      const [a, b] = Array.from(engine.views().words.subarray(at, at + 2), (reference) =>
        pointsOf(group).fromAffine(group.readPoint(reference) as Point1),
      ) as [typeof BASE, typeof BASE];
      const sum = a.add(b);
      special.push([pair, sum.is0() ? undefined : (sum.toAffine() as unknown as T)]);
      put(pair, spare);
    }
    return special;
  };

  return { pairs, add };
}
